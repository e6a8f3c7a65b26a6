import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'

type Props = {
  batchId: string
  receiptId: string
  amount: Kobo
  loanNumber: string | null
  /** The amount was marked as not deducted, so no loan is involved. */
  isNotDeducted?: boolean
  onClose: () => void
}

const FROM_LOAN =
  'Reverses the repayment on the loan and moves the amount to suspense. SMS already sent cannot be recalled.'
const NOT_DEDUCTED = 'The amount returns to suspense, and the payroll office owes it for this batch again.'

/** Reverses a wrong repayment to suspense after approval. */
export function ReverseToSuspenseDialog({
  batchId,
  receiptId,
  amount,
  loanNumber,
  isNotDeducted,
  onClose,
}: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentTakeBack}
      input={({ reason }) => ({ id: batchId, receiptId, reason })}
      done="Reversal submitted for approval."
      danger
      onClose={onClose}
      title={
        isNotDeducted
          ? `Reverse “not deducted” for ${formatNaira(amount)}?`
          : `Reverse ${formatNaira(amount)} on ${loanNumber ?? 'the loan'}?`
      }
      description={isNotDeducted ? NOT_DEDUCTED : FROM_LOAN}
      action="Submit reversal"
      reason
    />
  )
}
