import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { saveOffer, savePaper } from './loanLetters.ts'

const StatementDialog = lazyPart(() => import('./StatementDialog.tsx').then(dialog => dialog.StatementDialog))

/** What can be printed about the loan; a receipt and a quote are printed where they stand. */
export function LettersMenu({ loan: { row, requestId } }: { loan: Loan }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const isPaidOut = row.disbursedOn !== null
  const items: MenuItem[] = [
    {
      id: 'offer',
      title: 'Offer letter (PDF)',
      disabledReason: requestId ? undefined : 'It came from an older book, without a request.',
      onSelect: () => void saveOffer(requestId ?? ''),
    },
    {
      id: 'statement',
      title: 'Statement',
      disabledReason: isPaidOut ? undefined : 'Not paid out yet.',
      onSelect: () => setIsChoosing(true),
    },
    { id: 'schedule', title: 'Schedule (PDF)', onSelect: () => void savePaper(row.id, 'schedule') },
    {
      id: 'clearance',
      title: 'Clearance letter (PDF)',
      disabledReason:
        row.status === 'closed' || row.status === 'overpaid' ? undefined : 'Only when everything is repaid.',
      onSelect: () => void savePaper(row.id, 'clearance'),
    },
  ]
  useRecordActs(`Loan ${row.number}`, items)
  return (
    <>
      <Menu
        label="Papers of this loan"
        items={items}
        trigger={
          <Button>
            Papers
            <ChevronDown aria-hidden size={16} />
          </Button>
        }
      />
      {isChoosing && <StatementDialog row={row} onClose={() => setIsChoosing(false)} />}
    </>
  )
}
