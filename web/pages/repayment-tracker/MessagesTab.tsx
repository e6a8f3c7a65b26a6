import { MessageSquareText, Pause, RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import {
  MESSAGE_STATUSES,
  type MessageStatus,
  messagingApi,
  messagingExportApi,
} from '../../../contract/messaging.ts'
import { repaymentApi } from '../../../contract/repayments.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { MessagePriceCell, MessageStatusCell } from '../../parts/messaging/MessageCells.tsx'
import { MESSAGE_WORDS, type MessageRow } from '../../parts/messaging/messagingWords.ts'
import { SendingNotice } from '../../parts/messaging/SendingNotice.tsx'
import { type Batch, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { ShareBar } from './ShareBar.tsx'

const MessageDialog = lazyPart(() =>
  import('../../parts/messaging/MessageDialog.tsx').then(dialog => dialog.MessageDialog),
)
const ResendFailedDialog = lazyPart(() =>
  import('./ResendFailedDialog.tsx').then(dialog => dialog.ResendFailedDialog),
)

const FILTER = z.pick(messagingApi.messageList.input, { status: true })

/** SMS of a batch: delivery status and cost. */
export function MessagesTab({ batch }: { batch: Batch }) {
  const query = useUrlFilter(FILTER)
  const [open, show] = useUrlParam('message')
  const shown = { subjectType: 'repayment', subjectId: batch.id, ...query.filter }
  const list = useList(messagingApi.messageList, shown, { again: JSON.stringify(batch.messages.counts) })
  return (
    <div className="flex flex-col gap-6">
      <SendingNotice />
      <Delivery batch={batch} />
      <ListPage
        title="Messages, one per customer"
        filters={
          <ListFilters
            query={query}
            filters={[
              choiceFilter(query, {
                name: 'status',
                label: 'Status',
                any: 'Any status',
                options: MESSAGE_STATUSES.map(value => ({ value, label: MESSAGE_WORDS[value].title })),
              }),
            ]}
          />
        }
        name="batch-messages"
        list={list}
        caption="Messages of the batch"
        columns={columnsFor(show)}
        exports={exportOf('Export batch messages', messagingExportApi.messageExport, shown)}
        empty={{
          compact: true,
          icon: <MessageSquareText />,
          title: 'No messages',
          text: query.filter.status
            ? 'No message of this batch has this status.'
            : 'Each customer gets one SMS after their last row is posted.',
        }}
      />
      {open && <MessageDialog id={open} onClose={() => show(undefined)} onOpen={show} />}
    </div>
  )
}

const INKS: Record<MessageStatus, string> = {
  delivered: 'bg-positive',
  simulated: 'bg-edge',
  sent: 'bg-notice',
  sending: 'bg-notice/60',
  queued: 'bg-edge/50',
  held: 'bg-caution/60',
  cancelled: 'bg-edge/30',
  unknown: 'bg-caution',
  failed: 'bg-negative',
}

function Delivery({ batch }: { batch: Batch }) {
  const [resending, setResending] = useState(false)
  const mayAsk = useMay('money.ask')
  const { counts, cost } = batch.messages
  const count = (status: MessageStatus): number => counts[status] ?? 0
  const shares = (Object.keys(INKS) as MessageStatus[])
    .map(id => ({ id, title: MESSAGE_WORDS[id].title, ink: INKS[id], count: count(id) }))
    .filter(share => share.count > 0)
  const whyNot = mayAsk ? undefined : WHY_NO_REPAYMENT
  return (
    <Card
      title="Delivery"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Holding batch={batch} whyNot={whyNot} waiting={count('queued') + count('held')} />
          <Button
            size="small"
            icon={<RotateCw aria-hidden size={14} />}
            disabledReason={whyNot ?? (count('failed') === 0 ? 'No message has failed.' : undefined)}
            onClick={() => setResending(true)}
          >
            Resend failed
          </Button>
        </div>
      }
    >
      {shares.length === 0 ? (
        <p className="text-muted">No messages yet. They are created when rows are posted.</p>
      ) : (
        <DeliveryFigures shares={shares} cost={cost} />
      )}
      {resending && <ResendFailedDialog batch={batch} onClose={() => setResending(false)} />}
    </Card>
  )
}

/** Holds unsent messages or releases them; messages already with the provider are not affected. */
function useHolding({ id }: Batch) {
  const pause = useAct(repaymentApi.repaymentMessagesPause)
  const release = useAct(repaymentApi.repaymentMessagesRelease)
  const showError = ({ message }: Error): void => toast('error', message)
  // promises, not callbacks: the page may be closed when the undo is pressed
  const hold = (): void =>
    void pause
      .mutateAsync({ id })
      .then(({ held }) => toast('success', `${countOf(held, 'message')} held.`, { undo: letOut }), showError)
  const letOut = (): void =>
    void release
      .mutateAsync({ id })
      .then(
        ({ released }) => toast('success', `${countOf(released, 'message')} released.`, { undo: hold }),
        showError,
      )
  return { hold, release: letOut, isPending: pause.isPending || release.isPending }
}

type HoldingProps = { batch: Batch; whyNot: string | undefined; waiting: number }

function Holding({ batch, whyNot, waiting }: HoldingProps) {
  const { hold, release, isPending } = useHolding(batch)
  const isWritten = batch.status === 'posting' || batch.status === 'posted'
  const tooEarly = whyNot ?? (isWritten ? undefined : 'Messages are created when the batch is posted.')
  if (batch.holdsMessages)
    return (
      <>
        <Badge tone="caution" dot>
          Held
        </Badge>
        <Button
          size="small"
          look="primary"
          icon={<Send aria-hidden size={14} />}
          pending={isPending}
          disabledReason={tooEarly}
          onClick={release}
        >
          Release messages
        </Button>
      </>
    )
  const nothing = batch.status === 'posting' || waiting > 0 ? undefined : 'No messages are waiting.'
  return (
    <Button
      size="small"
      icon={<Pause aria-hidden size={14} />}
      pending={isPending}
      disabledReason={tooEarly ?? nothing}
      onClick={hold}
    >
      Hold messages
    </Button>
  )
}

type Share = { id: MessageStatus; title: string; ink: string; count: number }

function DeliveryFigures({ shares, cost }: { shares: readonly Share[]; cost: Kobo }) {
  return (
    <>
      <ShareBar shares={shares} className="mb-4 h-2!" />
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {shares.map(({ id, title, count: messages }) => (
          <div key={id}>
            <dt className="flex items-center gap-1.5 text-[0.8125rem] text-muted">
              <span aria-hidden className={`size-2 rounded-full ${INKS[id]}`} />
              {title}
            </dt>
            <dd className="text-base font-semibold tabular-nums">{countText(messages)}</dd>
          </div>
        ))}
        <div>
          <dt className="text-[0.8125rem] text-muted">Cost</dt>
          <dd className="text-base font-semibold tabular-nums">{formatNaira(cost)}</dd>
        </div>
      </dl>
    </>
  )
}

const columnsFor = (onOpen: (id: string) => void): readonly Column<MessageRow>[] => [
  {
    id: 'message',
    title: 'Message',
    lead: true,
    cell: row => (
      <RowLink onOpen={() => onOpen(row.id)} beside={row.text} className="tabular-nums">
        {row.phone}
      </RowLink>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: row =>
      row.customerId && (
        <Link
          to={paths.customer(row.customerId)}
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {row.customerName ?? 'Customer'}
          {!row.customerName && <span className="sr-only"> with phone {row.phone}</span>}
        </Link>
      ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: row => <MessageStatusCell row={row} />,
  },
  {
    id: 'cost',
    title: 'Price',
    align: 'right',
    cell: row => <MessagePriceCell row={row} />,
  },
  { id: 'at', title: 'Last change', cell: row => <RelativeTime at={row.statusAt} /> },
]
