import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { ConfirmAct } from '../ConfirmAct.tsx'

type Props = {
  batchId: string
  receiptId: string
  amount: Kobo
  loanNumber: string | null
  onClose: () => void
}

/** Money that went to the wrong loan, or too much of it: off it and into suspense, once a second person has agreed. */
export function TakeBackDialog({ batchId, receiptId, amount, loanNumber, onClose }: Props) {
  return (
    <ConfirmAct
      act={repaymentApi.repaymentTakeBack}
      input={reason => ({ id: batchId, receiptId, reason })}
      done="A second person has to agree before it is taken back."
      danger
      onClose={onClose}
      title={`Take ${formatNaira(amount)} back from ${loanNumber ?? 'the loan'}?`}
      description="The receipt is reversed on the loan, and its money waits in suspense until somebody gives it to the right one, or the right part of it to the same one. Messages that were sent stay sent."
      action="Ask to take it back"
      reason="required"
    />
  )
}
