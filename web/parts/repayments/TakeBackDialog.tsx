import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'

type Props = {
  batchId: string
  receiptId: string
  amount: Kobo
  loanNumber: string | null
  onClose: () => void
}

/** Money that went to the wrong loan, or too much of it: off it and into suspense, once a second person has agreed. */
export function TakeBackDialog({ batchId, receiptId, amount, loanNumber, onClose }: Props) {
  const takeBack = useAct(repaymentApi.repaymentTakeBack)
  const confirm = (reason: string): void =>
    takeBack.mutate(
      { id: batchId, receiptId, reason },
      {
        onSuccess: () => {
          toast('success', 'A second person has to agree before it is taken back.')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Take ${formatNaira(amount)} back from ${loanNumber ?? 'the loan'}?`}
      description="The receipt is reversed on the loan, and its money waits in suspense until somebody gives it to the right one, or the right part of it to the same one. Messages that were sent stay sent."
      action="Ask to take it back"
      reason="required"
      pending={takeBack.isPending}
      error={takeBack.error?.message}
      onConfirm={confirm}
    />
  )
}
