import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'

type Props = {
  batchId: string
  receiptId: string
  amount: Kobo
  loanNumber: string | null
  /** It was said not to be deducted, and stands on no loan. */
  isOffTheOffice?: boolean
  onClose: () => void
}

const FROM_LOAN =
  'The receipt is reversed on the loan, and its money waits in suspense until somebody gives it to the right one, or the right part of it to the same one. Messages that were sent stay sent.'
const FROM_OFFICE =
  'It was deducted after all: it waits in suspense again, and the payroll office owes it for this batch again.'

/** Money that went to the wrong place, or too much of it: into suspense, once a second person has agreed. */
export function ReverseToSuspenseDialog({
  batchId,
  receiptId,
  amount,
  loanNumber,
  isOffTheOffice,
  onClose,
}: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentTakeBack}
      input={({ reason }) => ({ id: batchId, receiptId, reason })}
      done="A second person has to agree before it is taken back."
      danger
      onClose={onClose}
      title={
        isOffTheOffice
          ? `Take back that ${formatNaira(amount)} was not deducted?`
          : `Take ${formatNaira(amount)} back from ${loanNumber ?? 'the loan'}?`
      }
      description={isOffTheOffice ? FROM_OFFICE : FROM_LOAN}
      action="Ask to take it back"
      reason
    />
  )
}
