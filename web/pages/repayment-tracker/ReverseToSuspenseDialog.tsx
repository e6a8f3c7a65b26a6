import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'

type Props = {
  /** The batch that brought it, or the suspense item of a bank statement. */
  of: { batchId: string } | { suspenseId: string }
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
  of,
  receiptId,
  amount,
  loanNumber,
  isNotDeducted,
  onClose,
}: Props) {
  const words = {
    done: 'Reversal submitted for approval.',
    danger: true,
    onClose,
    title: isNotDeducted
      ? `Reverse “not deducted” for ${formatNaira(amount)}?`
      : `Reverse ${formatNaira(amount)} on ${loanNumber ?? 'the loan'}?`,
    description: isNotDeducted ? NOT_DEDUCTED : FROM_LOAN,
    action: 'Submit reversal',
    reason: true,
  } as const
  return 'suspenseId' in of ? (
    <ActDialog
      endpoint={repaymentApi.suspenseTakeBack}
      input={({ reason }) => ({ suspenseId: of.suspenseId, receiptId, reason })}
      {...words}
    />
  ) : (
    <ActDialog
      endpoint={repaymentApi.repaymentTakeBack}
      input={({ reason }) => ({ id: of.batchId, receiptId, reason })}
      {...words}
    />
  )
}
