import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { messagingApi } from '../../../contract/messaging.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { ActDialog } from '../ActDialog.tsx'
import { useWhyNot } from '../currentUser.ts'
import { LoadError } from '../LoadError.tsx'
import { MessageBadge } from './MessagingBadges.tsx'
import {
  campaignPath,
  eventTitle,
  GATEWAY_WORDS,
  hourText,
  isMoving,
  MESSAGE_WORDS,
  type MessageRow,
  pagesText,
  purposeTitle,
  templatePath,
  whyNoResend,
} from './messagingWords.ts'
import { SmsBubble } from './SmsBubble.tsx'

type Reported = Reply<typeof messagingApi.messageGet>
type Props = {
  id: string
  onClose: () => void
  /** Opens the resent message or the original. */
  onOpen: (id: string) => void
}

/** One message: text, delivery status and the reports of the SMS provider. */
export function MessageDialog({ id, onClose, onOpen }: Props) {
  const reported = useApi(messagingApi.messageGet, { id })
  const data = reported.isPlaceholderData ? undefined : reported.data
  const [asking, setAsking] = useState(false)
  usePolling(data !== undefined && isMoving(data.message.status), reported.refetch)
  const notAllowed = useWhyNot('money.ask')
  const whyNot = data ? (whyNoResend(data.message) ?? notAllowed) : 'Loading…'
  return (
    <Dialog
      open
      onClose={onClose}
      width="medium"
      title={data ? `Message to ${data.message.phone}` : 'Message'}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            icon={<RotateCw aria-hidden size={15} />}
            look="primary"
            disabledReason={whyNot}
            onClick={() => setAsking(true)}
          >
            Resend
          </Button>
        </>
      }
    >
      {reported.error && !data && <LoadError of={reported} />}
      {!reported.error && !data && <Skeleton className="h-48 w-full" />}
      {data && <Message reported={data} whyNot={whyNoResend(data.message)} onOpen={onOpen} />}
      {asking && <ResendDialog id={id} onClose={() => setAsking(false)} onSent={onOpen} />}
    </Dialog>
  )
}

function Message({
  reported,
  whyNot,
  onOpen,
}: {
  reported: Reported
  whyNot: string | undefined
  onOpen: Props['onOpen']
}) {
  const { message } = reported
  const { resendOf, resentAs } = message
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <MessageBadge status={message.status} />
          <span className="text-muted">{MESSAGE_WORDS[message.status].means}</span>
        </div>
        {message.statusReason && (
          <p>
            <span className="text-muted">Reason:</span> {capitalised(message.statusReason)}
          </p>
        )}
        {whyNot && <p className="text-[0.8125rem] text-muted">Cannot be resent. {whyNot}</p>}
        {(resentAs || resendOf) && (
          <div className="flex flex-wrap gap-2">
            {resentAs && (
              <Button size="small" onClick={() => onOpen(resentAs)}>
                Open resent message
              </Button>
            )}
            {resendOf && (
              <Button size="small" onClick={() => onOpen(resendOf)}>
                Open original message
              </Button>
            )}
          </div>
        )}
      </div>
      <SmsBubble>{message.text}</SmsBubble>
      <Steps reported={reported} />
      <Facts reported={reported} />
    </div>
  )
}

/** Creation and every provider report in order; reports without effect are marked. */
function Steps({ reported: { message, reports } }: { reported: Reported }) {
  // a status set by Iroko itself has no report
  const isReported = reports.some(report => report.moved && report.status === message.status)
  return (
    <section aria-label="Delivery history">
      <h3 className="mb-2 font-semibold">Delivery history</h3>
      <ol className="flex flex-col gap-2 border-l-2 border-line pl-4">
        <li>
          Created <RelativeTime at={message.at} />
          {message.notBefore && (
            <span className="text-muted">
              , not before <RelativeTime at={message.notBefore} />
            </span>
          )}
        </li>
        {reports.map(report => (
          <li key={`${report.at} ${report.said}`}>
            <span className={report.moved ? 'font-medium' : 'text-muted'}>
              {report.status ? MESSAGE_WORDS[report.status].title : 'Unknown report'}
            </span>{' '}
            <RelativeTime at={report.at} />
            <span className="block text-[0.8125rem] text-muted">
              {GATEWAY_WORDS[report.gateway]}: “{report.said}”
              {!report.moved && ' (no effect: repeated or outdated report)'}
            </span>
          </li>
        ))}
        {!isReported && (
          <li>
            <span className="font-medium">{MESSAGE_WORDS[message.status].title}</span>{' '}
            <RelativeTime at={message.statusAt} />
            {message.statusReason && (
              <span className="block text-[0.8125rem] text-muted">{capitalised(message.statusReason)}</span>
            )}
          </li>
        )}
      </ol>
    </section>
  )
}

function Facts({ reported: { message, providerId } }: { reported: Reported }) {
  const items = [
    {
      term: 'For',
      value: message.event
        ? `${purposeTitle(message.purpose)}: ${eventTitle(message.event)}`
        : purposeTitle(message.purpose),
    },
    ...(message.customerId
      ? [
          {
            term: 'Customer',
            value: <TextLink to={paths.customer(message.customerId)}>Open customer</TextLink>,
          },
        ]
      : []),
    ...(message.templateId
      ? [
          {
            term: 'Template',
            value: (
              <TextLink to={templatePath(message.templateId)}>
                Version {message.templateVersion ?? '?'}
              </TextLink>
            ),
          },
        ]
      : []),
    ...(message.campaignId
      ? [
          {
            term: 'Campaign',
            value: <TextLink to={campaignPath(message.campaignId)}>Open campaign</TextLink>,
          },
        ]
      : []),
    { term: 'Length and cost', value: `${pagesText(message.segments)}, ${formatNaira(message.cost)}` },
    { term: 'Attempts', value: String(message.attempt) },
    { term: 'Gateway', value: message.gateway ? GATEWAY_WORDS[message.gateway] : 'Not sent yet' },
    ...(providerId
      ? [{ term: 'Provider id', value: <Copyable text={providerId} label="Copy provider id" /> }]
      : []),
  ]
  return <DefinitionList items={items} />
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded font-medium underline underline-offset-2">
      {children}
    </Link>
  )
}

/** Toast after a resend; opt-outs, caps and quiet hours apply to the new message. */
function resendResult({ status, statusReason, notBefore }: MessageRow): string {
  if (status === 'cancelled') return `New message created but not sent: ${statusReason}.`
  if (status === 'held' && notBefore)
    return `New message created. Quiet hours: sent from ${hourText(notBefore)}.`
  return 'New message queued.'
}

type ResendProps = { id: string; onClose: () => void; onSent: (id: string) => void }

function ResendDialog({ id, onClose, onSent }: ResendProps) {
  return (
    <ActDialog
      endpoint={messagingApi.messageResend}
      input={({ reason }, newId) => ({ id, newId, reason })}
      done={row => [row.status === 'cancelled' ? 'warning' : 'success', resendResult(row)]}
      onDone={row => {
        onClose()
        onSent(row.id)
      }}
      onClose={onClose}
      title="Resend this message?"
      description="Sends a new message with the same text at the usual price. Opt-outs, caps and quiet hours apply."
      action="Resend"
      reason
    />
  )
}
