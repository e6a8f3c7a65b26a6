import { ChevronDown } from 'lucide-react'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { type ActFormName, actChoices } from './actForms.ts'

type Props = { loan: Loan; onAct: (form: ActFormName) => void; onQuote: () => void }

/** Menu of actions on the loan, each with the reason if it is not available. */
export function ActsMenu({ loan, onAct, onQuote }: Props) {
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
  return (
    <Menu
      label="Actions on this loan"
      items={items}
      trigger={
        <Button look="primary">
          Actions
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    />
  )
}
