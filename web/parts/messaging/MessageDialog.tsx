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
  partsText,
  purposeTitle,
  templatePath,
  whyNoResend,
} from './messagingWords.ts'
import { SmsBubble } from './SmsBubble.tsx'

type Reported = Reply<typeof messagingApi.messageGet>
type Props = {
  id: string
  onClose: () => void
  /** To the message it was sent again as, or the one it repeats. */
  onOpen: (id: string) => void
}

/** One message: what the customer read, where it is, and every word the gateway said about it. */
export function MessageDialog({ id, onClose, onOpen }: Props) {
  const reported = useApi(messagingApi.messageGet, { id })
  const data = reported.isPlaceholderData ? undefined : reported.data
  const [asking, setAsking] = useState(false)
  usePolling(data !== undefined && isMoving(data.message.status), reported.refetch)
  const notAllowed = useWhyNot('money.ask')
  const whyNot = data ? (whyNoResend(data.message) ?? notAllowed) : 'One moment.'
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
            Send again
          </Button>
        </>
      }
    >
      {reported.error && !data && <LoadError of={reported} />}
      {!reported.error && !data && <Skeleton className="h-48 w-full" />}
      {data && <Message told={data} whyNot={whyNoResend(data.message)} onOpen={onOpen} />}
      {asking && <ResendDialog id={id} onClose={() => setAsking(false)} onSent={onOpen} />}
    </Dialog>
  )
}

function Message({
  told: reported,
  whyNot,
  onOpen,
}: {
  told: Reported
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
        {whyNot && <p className="text-[0.8125rem] text-muted">It cannot be sent again. {whyNot}</p>}
        {(resentAs || resendOf) && (
          <div className="flex flex-wrap gap-2">
            {resentAs && (
              <Button size="small" onClick={() => onOpen(resentAs)}>
                Open the message it was sent again as
              </Button>
            )}
            {resendOf && (
              <Button size="small" onClick={() => onOpen(resendOf)}>
                Open the failed message before it
              </Button>
            )}
          </div>
        )}
      </div>
      <SmsBubble>{message.text}</SmsBubble>
      <Steps told={reported} />
      <Facts told={reported} />
    </div>
  )
}

/** Written, then every report, in order; repeats and latecomers are shown and marked as such. */
function Steps({ told: { message, reports } }: { told: Reported }) {
  // what we decided ourselves, or heard at the hand-over, no report repeats
  const isReported = reports.some(report => report.moved && report.status === message.status)
  return (
    <section aria-label="What happened to it">
      <h3 className="mb-2 font-semibold">What happened to it</h3>
      <ol className="flex flex-col gap-2 border-l-2 border-line pl-4">
        <li>
          Written <RelativeTime at={message.at} />
          {message.notBefore && (
            <span className="text-muted">
              , not before <RelativeTime at={message.notBefore} />
            </span>
          )}
        </li>
        {reports.map(report => (
          <li key={`${report.at} ${report.said}`}>
            <span className={report.moved ? 'font-medium' : 'text-muted'}>
              {report.status ? MESSAGE_WORDS[report.status].title : 'A word we do not know'}
            </span>{' '}
            <RelativeTime at={report.at} />
            <span className="block text-[0.8125rem] text-muted">
              {GATEWAY_WORDS[report.gateway]}: “{report.said}”
              {!report.moved && ' (changed nothing: a repeat, or something better was known already)'}
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

function Facts({ told: { message, providerId } }: { told: Reported }) {
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
            value: <TextLink to={paths.customer(message.customerId)}>Open the customer</TextLink>,
          },
        ]
      : []),
    ...(message.templateId
      ? [
          {
            term: 'Template',
            value: (
              <TextLink to={templatePath(message.templateId)}>
                Version {message.templateVersion ?? '?'}, open it
              </TextLink>
            ),
          },
        ]
      : []),
    ...(message.campaignId
      ? [
          {
            term: 'Campaign',
            value: <TextLink to={campaignPath(message.campaignId)}>Open the campaign</TextLink>,
          },
        ]
      : []),
    { term: 'Length and price', value: `${partsText(message.segments)}, ${formatNaira(message.cost)}` },
    { term: 'Attempts', value: String(message.attempt) },
    { term: 'Gateway', value: message.gateway ? GATEWAY_WORDS[message.gateway] : 'Not handed over yet' },
    ...(providerId
      ? [{ term: 'Its id there', value: <Copyable text={providerId} label="Copy the gateway’s id" /> }]
      : []),
  ]
  return <DefinitionList items={items} />
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded font-medium text-brand-ink underline underline-offset-2">
      {children}
    </Link>
  )
}

/** The guards hold for the new message too, and have spoken already. */
function resentText({ status, statusReason, notBefore }: MessageRow): string {
  if (status === 'cancelled') return `A new message was written but is not sent: ${statusReason}.`
  if (status === 'held' && notBefore)
    return `A new message was written. It is night: it goes from ${hourText(notBefore)} on.`
  return 'It is queued again, as a new message.'
}

type ResendProps = { id: string; onClose: () => void; onSent: (id: string) => void }

function ResendDialog({ id, onClose, onSent }: ResendProps) {
  return (
    <ActDialog
      endpoint={messagingApi.messageResend}
      input={({ reason }, newId) => ({ id, newId, reason })}
      done={row => [row.status === 'cancelled' ? 'warning' : 'success', resentText(row)]}
      onDone={row => {
        onClose()
        onSent(row.id)
      }}
      onClose={onClose}
      title="Send this message again?"
      description="A new message with the same text. Opt-outs, caps and quiet hours hold for it too, and it costs again."
      action="Send again"
      reason
    />
  )
}
