import { useState } from 'react'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import type { MenuItem } from '../../../ui/Menu.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { saveOffer, savePaper } from './loanLetters.ts'

const StatementDialog = lazyPart(() => import('./StatementDialog.tsx').then(dialog => dialog.StatementDialog))

/** Letters and statements of the loan, for their tab and the palette. Receipts and quotes are printed from their lists. */
export function useLetters({ row, requestId }: Loan, isShown: boolean) {
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
  useRecordActs(`Loan ${row.number}`, isShown ? items : [])
  return { items, dialog: isChoosing && <StatementDialog row={row} onClose={() => setIsChoosing(false)} /> }
}

export function LetterButtons({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map(({ id, title, disabledReason, onSelect }) => (
        <li key={id}>
          <Button disabledReason={disabledReason} onClick={onSelect}>
            {title}
          </Button>
        </li>
      ))}
    </ul>
  )
}
