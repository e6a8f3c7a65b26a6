import { Eye } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { isOn: boolean; onChange: (looks: string | undefined) => void }

export function LooksButton({ isOn, onChange }: Props) {
  return (
    <Button
      size="small"
      look={isOn ? 'primary' : 'secondary'}
      aria-pressed={isOn}
      icon={<Eye aria-hidden size={15} />}
      onClick={() => onChange(isOn ? undefined : 'true')}
    >
      Who saw what
    </Button>
  )
}

/** What the list leaves out must be known to whoever answers a customer or the regulator with it. */
export function LooksHelp() {
  return (
    <div className="p-4 pb-0">
      <Notice title="Who saw or took personal data">
        <p>
          Numbers shown in full, documents opened, papers printed, payroll looked up, lists and files taken
          out, people found by a number. Choose the days, and a person of staff if you like. For one customer,
          search for their number, such as C0100001: everything of theirs is looked through, and lists and
          files stay in view, because they may have held that customer too.
        </p>
        <p className="mt-1">
          Export it for whoever has to be told. A page that hides its numbers leaves no line when it is
          opened.
        </p>
      </Notice>
    </div>
  )
}
