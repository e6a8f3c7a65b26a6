import { ChevronDown } from 'lucide-react'
import { useMay, VIEW_ONLY } from '../../../parts/currentUser.ts'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { type ActFormName, actChoices, mainAct } from './actForms.ts'

type Props = {
  loan: Loan
  /** A past date is read-only. */
  isPast: boolean
  onAct: (form: ActFormName) => void
  onQuote: () => void
}

/** The main action of the loan's status as a button, the others in a menu. Without permission, one sentence. */
export function LoanActions({ isPast, ...rest }: Props) {
  if (!useMay('money.ask')) return <p className="text-muted">{VIEW_ONLY}</p>
  if (isPast)
    return (
      <Button disabledReason="This is a past date. Return to today to make changes.">
        Actions
        <ChevronDown aria-hidden size={16} />
      </Button>
    )
  return <ActsMenu {...rest} />
}

function ActsMenu({ loan, onAct, onQuote }: Omit<Props, 'isPast'>) {
  const items: MenuItem[] = actChoices(loan).map(({ form, title, whyNot, danger }) => ({
    id: form,
    title,
    disabledReason: whyNot,
    danger: danger && whyNot === undefined,
    onSelect: () => onAct(form),
  }))
  const settleAt = items.findIndex(item => item.id === 'settle')
  const { allowed, why } = loan.offers.settle
  if (settleAt >= 0)
    items.splice(settleAt, 0, {
      id: 'quote',
      title: 'Settlement quote',
      disabledReason: allowed ? undefined : (why ?? undefined),
      onSelect: onQuote,
    })
  useRecordActs(`Loan ${loan.row.number}`, items)
  const main = items.find(item => item.id === mainAct(loan))
  return (
    <>
      {main && (
        <Button look="primary" disabledReason={main.disabledReason} onClick={main.onSelect}>
          {main.title}
        </Button>
      )}
      <Menu
        label="Actions on this loan"
        items={items.filter(item => item !== main)}
        trigger={
          <Button>
            Actions
            <ChevronDown aria-hidden size={16} />
          </Button>
        }
      />
    </>
  )
}
