import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { saveOffer, savePaper } from './loanLetters.ts'

const StatementDialog = lazyPart(() => import('./StatementDialog.tsx').then(dialog => dialog.StatementDialog))

/** Letters and statements of the loan. Receipts and quotes are printed from their lists. */
export function LettersMenu({ loan: { row, requestId } }: { loan: Loan }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const isPaidOut = row.disbursedOn !== null
  const items: MenuItem[] = [
    {
      id: 'offer',
      title: 'Offer letter (PDF)',
      disabledReason: requestId ? undefined : 'Not available: this loan was migrated without a request.',
      onSelect: () => void saveOffer(requestId ?? ''),
    },
    {
      id: 'statement',
      title: 'Statement',
      disabledReason: isPaidOut ? undefined : 'Not disbursed yet.',
      onSelect: () => setIsChoosing(true),
    },
    { id: 'schedule', title: 'Schedule (PDF)', onSelect: () => void savePaper(row.id, 'schedule') },
    {
      id: 'clearance',
      title: 'Clearance letter (PDF)',
      disabledReason:
        row.status === 'closed' || row.status === 'overpaid'
          ? undefined
          : 'Available when the loan is fully repaid.',
      onSelect: () => void savePaper(row.id, 'clearance'),
    },
  ]
  useRecordActs(`Loan ${row.number}`, items)
  return (
    <>
      <Menu
        label="Letters and statements of this loan"
        items={items}
        trigger={
          <Button>
            Letters and statements <ChevronDown aria-hidden size={16} />
          </Button>
        }
      />
      {isChoosing && <StatementDialog row={row} onClose={() => setIsChoosing(false)} />}
    </>
  )
}
