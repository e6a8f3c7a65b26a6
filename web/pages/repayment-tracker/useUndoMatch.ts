import { repaymentApi } from '../../../contract/repayments.ts'
import { useAct } from '../../api.ts'
import type { Batch, RepaymentRow } from '../../parts/repayments/repaymentWords.ts'
import { toast } from '../../ui/toast.ts'
import type { ToastOptions } from '../../ui/toastOptions.ts'

/**
 * Whether placing a row once more brings it exactly to where it was. A line that came twice, that fits several loans or is in another name, is
 * decided by whoever places it first; a row without a loan is not without one again; and what the books refused has lost its reason.
 */
function canGoBack({ status }: Batch, before: RepaymentRow, placed: RepaymentRow): boolean {
  const isToDecide = before.bin === 'ambiguous' || before.bin === 'nameDiffers'
  const isDecided = before.bin !== 'duplicate' && (!isToDecide || before.matchedBy === 'hand')
  return (
    status !== 'posted' &&
    before.status === 'open' &&
    isDecided &&
    (before.loanId !== null || placed.loanId === null)
  )
}

/** What a toast offers after a row was placed: its place before, as long as the batch is not handed over. */
export function useUndoMatch(batch: Batch, before: RepaymentRow, onPlaced: (row: RepaymentRow) => void) {
  const place = useAct(repaymentApi.repaymentRowMatch)
  const { rowNumber, part, loanId, treatment } = before
  const note = 'Undone: back to where it was.'
  // a promise, not a callback: who undoes it may have closed the row meanwhile, and is told all the same
  const undo = (): void =>
    void place.mutateAsync({ id: batch.id, rowNumber, part, loanId, treatment, note }).then(
      row => {
        toast('success', 'The row is back where it was.')
        onPlaced(row)
      },
      ({ message }: Error) => toast('error', message),
    )
  return (placed: RepaymentRow): ToastOptions => (canGoBack(batch, before, placed) ? { undo } : {})
}
