import { repaymentApi } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { sentAgainText } from '../../parts/messaging/messagingWords.ts'
import type { Batch } from '../../parts/repayments/repaymentWords.ts'

type Props = { batch: Batch; onClose: () => void }

/** Each failed message goes out again as a new one; what was delivered or may have been is not touched. */
export function ResendFailedDialog({ batch, onClose }: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentMessagesResend}
      input={({ reason }) => ({ id: batch.id, reason })}
      done={({ resent }) => [resent > 0 ? 'success' : 'warning', sentAgainText(resent, null)]}
      onClose={onClose}
      title="Resend failed only"
      description={`${countText(batch.messages.counts.failed ?? 0)} messages failed. Each is sent again as a new message; every guard applies again.`}
      action="Send again"
      reason
    />
  )
}
