import { repaymentApi } from '../../../contract/repayments.ts'
import { countOf } from '../../../engine/countText.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { resentText } from '../../parts/messaging/messagingWords.ts'
import type { Batch } from '../../parts/repayments/repaymentWords.ts'

type Props = { batch: Batch; onClose: () => void }

/** Sends each failed message again as a new one; delivered and unknown messages are not resent. */
export function ResendFailedDialog({ batch, onClose }: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentMessagesResend}
      input={({ reason }) => ({ id: batch.id, reason })}
      done={({ resent }) => [resent > 0 ? 'success' : 'warning', resentText(resent, null)]}
      onClose={onClose}
      title="Resend failed messages?"
      description={`${countOf(batch.messages.counts.failed ?? 0, 'message')} failed. Each is sent again as a new message. Quiet hours and opt-outs apply.`}
      action="Resend"
      reason
    />
  )
}
