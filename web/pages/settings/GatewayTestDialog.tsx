import { useId, useState } from 'react'
import { gatewayApi, messagingApi } from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { MessageBadge } from '../../parts/messaging/MessagingBadges.tsx'
import { isMoving, MESSAGE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePolling } from '../../ui/usePolling.ts'

/** Sends a test SMS and shows its delivery status. */
export function GatewayTestDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const [id, setId] = useState(() => crypto.randomUUID())
  const [isSent, setSent] = useState(false)
  const form = useForm(gatewayApi.gatewayTest, {
    initial: { phone: '' },
    toInput: ({ phone }) => ({ id, phone }),
    onDone: () => setSent(true),
  })
  const again = (): void => {
    setId(crypto.randomUUID())
    setSent(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send test SMS"
      description="Sends a short text to your phone through the gateway in use, at the usual price."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {isSent ? (
            <Button look="primary" onClick={again}>
              Send another
            </Button>
          ) : (
            <Button look="primary" type="submit" form={formId} pending={form.pending}>
              Send test SMS
            </Button>
          )}
        </>
      }
    >
      {isSent ? (
        <DeliveryStatus id={id} />
      ) : (
        <form {...form.form} id={formId} className="flex flex-col gap-4">
          <Input
            {...form.field('phone')}
            label="Phone number"
            inputMode="tel"
            placeholder="0803 123 4567"
            maxLength={40}
          />
          {form.message && <Notice tone="negative">{form.message}</Notice>}
        </form>
      )}
    </Dialog>
  )
}

function DeliveryStatus({ id }: { id: string }) {
  const reported = useApi(messagingApi.messageGet, { id })
  const message = reported.data?.message
  usePolling(message === undefined || isMoving(message.status), reported.refetch)
  if (!message) return <p className="text-muted">Loading…</p>
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <MessageBadge status={message.status} />
        <span className="text-muted">{message.statusReason ?? MESSAGE_WORDS[message.status].means}</span>
      </p>
      <SmsBubble>{message.text}</SmsBubble>
      <p className="text-[0.8125rem] text-muted">
        To {message.phone}. Some networks take minutes to confirm. The message is also listed under Messaging,
        Sent tab.
      </p>
    </div>
  )
}
