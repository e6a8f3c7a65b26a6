import { Eye } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { isOn: boolean; onChange: (looks: string | undefined) => void }

export function AccessLogButton({ isOn, onChange }: Props) {
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
export function AccessLogHelp() {
  return (
    <div className="p-4 pb-0">
      <Notice title="Who saw or took personal data">
        <p>
          Numbers shown in full, documents opened, papers printed, payroll looked up, lists and files taken
          out, people found by a number by who may not reveal numbers. Choose the days, and a person of staff
          if you like. For one person, search for a number of theirs: customer C0100001, a loan L… or a
          request IRK-…. Every record of that person is looked through, also what was turned down, merged or
          erased. Lists and files stay in view, because they may have held that person too.
        </p>
        <p className="mt-1">
          The trail keeps only how a staff number ends: payroll looked up for another number with the same end
          is shown too, and for somebody erased every lookup. A request under a BVN that was corrected since
          may not lead to its customer: where there is a customer, search for the customer’s number.
        </p>
        <p className="mt-1">
          Export it for whoever has to be told. A page that hides its numbers leaves no line when it is
          opened, nor does a search by a number by who may reveal numbers.
        </p>
      </Notice>
    </div>
  )
}
