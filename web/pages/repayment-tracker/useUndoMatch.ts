import { repaymentApi } from '../../../contract/repayments.ts'
import { useAct } from '../../api.ts'
import type { Batch, RepaymentRow } from '../../parts/repayments/repaymentWords.ts'
import { toast } from '../../ui/toast.ts'
import type { ToastOptions } from '../../ui/toastOptions.ts'

/** True if a second match restores the row exactly: not for undecided or duplicate rows, failed postings, or rows that gained a loan. */
function canUndo({ status }: Batch, before: RepaymentRow, matched: RepaymentRow): boolean {
  const isToDecide = before.bin === 'ambiguous' || before.bin === 'nameDiffers'
  const isDecided = before.bin !== 'duplicate' && (!isToDecide || before.matchedBy === 'hand')
  return (
    status !== 'posted' &&
    before.status === 'open' &&
    isDecided &&
    (before.loanId !== null || matched.loanId === null)
  )
}

/** Undo of a manual match, offered in the toast until the batch is posted. */
export function useUndoMatch(batch: Batch, before: RepaymentRow, onMatched: (row: RepaymentRow) => void) {
  const match = useAct(repaymentApi.repaymentRowMatch)
  const { rowNumber, part, loanId, treatment } = before
  const note = 'Manual match undone.'
  // a promise, not a callback: the dialog may be closed when the undo is pressed
  const undo = (): void =>
    void match.mutateAsync({ id: batch.id, rowNumber, part, loanId, treatment, note }).then(
      row => {
        toast('success', 'Match restored.')
        onMatched(row)
      },
      ({ message }: Error) => toast('error', message),
    )
  return (matched: RepaymentRow): ToastOptions => (canUndo(batch, before, matched) ? { undo } : {})
}
