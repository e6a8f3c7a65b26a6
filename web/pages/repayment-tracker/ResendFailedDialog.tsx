import { repaymentApi } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
import { useAct } from '../../api.ts'
import { sentAgainText } from '../../parts/messaging/messagingWords.ts'
import type { Batch } from '../../parts/repayments/repaymentWords.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { batch: Batch; onClose: () => void }

/** Each failed message goes out again as a new one; what was delivered or may have been is not touched. */
export function ResendFailedDialog({ batch, onClose }: Props) {
  const resend = useAct(repaymentApi.repaymentMessagesResend)
  const send = (reason: string): void =>
    resend.mutate(
      { id: batch.id, reason },
      {
        onSuccess: ({ resent }) => {
          if (resent > 0) toast('success', sentAgainText(resent, null))
          else toast('warning', sentAgainText(resent, null))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Resend failed only"
      description={`${countText(batch.messages.counts.failed ?? 0)} messages failed. Each is sent again as a new message; every guard applies again.`}
      action="Send again"
      reason="required"
      pending={resend.isPending}
      error={resend.error?.message}
      onConfirm={send}
    />
  )
}
