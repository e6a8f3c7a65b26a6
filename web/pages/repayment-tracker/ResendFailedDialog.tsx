import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagingApi } from '../../../contract/messaging.ts'
import { ApiError, call } from '../../api.ts'
import { countText } from '../../parts/figures.ts'
import type { Batch } from '../../parts/repayments/repaymentWords.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { batch: Batch; onClose: () => void }

/** More at once would keep a person waiting before a dialog; what is left is sent by pressing again. */
const AT_ONCE = 200

/** Each failed message goes out again as a new one; what was delivered or may have been is not touched. */
export function ResendFailedDialog({ batch, onClose }: Props) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const resend = async (reason: string): Promise<void> => {
    setProblem(undefined)
    setSent(0)
    try {
      const { rows } = await call(messagingApi.messageList, {
        subjectType: 'repayment',
        subjectId: batch.id,
        status: 'failed',
        limit: AT_ONCE,
      })
      const failed = rows.filter(row => row.resentAs === null)
      for (const [index, { id }] of failed.entries()) {
        await call(messagingApi.messageResend, { id, newId: crypto.randomUUID(), reason })
        setSent(index + 1)
      }
      toast(
        failed.length > 0 ? 'success' : 'warning',
        failed.length > 0
          ? `${countText(failed.length)} sent again.`
          : 'Everything that failed was sent again already.',
      )
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'The messages could not be sent again.')
      setSent(undefined)
    } finally {
      void client.invalidateQueries()
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Resend failed only"
      description={`${countText(batch.messages.counts.failed ?? 0)} messages failed. Each is sent again as a new message; every guard applies again.`}
      action={sent ? `Sending (${countText(sent)})` : 'Send again'}
      reason="required"
      pending={sent !== undefined}
      error={problem}
      onConfirm={reason => void resend(reason)}
    />
  )
}
