import { Link, useSearchParams } from 'react-router'
import { MessagePriceCell, MessageStatusCell } from '../../parts/messaging/MessageCells.tsx'
import { MessageBadge } from '../../parts/messaging/MessagingBadges.tsx'
import {
  campaignPath,
  eventTitle,
  type MessageRow,
  purposeTitle,
} from '../../parts/messaging/messagingWords.ts'
import { paths } from '../../paths.ts'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

/** Opens the message in a dialog above the list. */
function OpenMessage({ row }: { row: MessageRow }) {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('message', row.id)
  return (
    <RowLink to={{ search: `?${next}` }} stays beside={row.text}>
      {row.customerName ?? row.phone}
    </RowLink>
  )
}

function whatFor({ event, campaignId, purpose }: MessageRow): string {
  if (event) return eventTitle(event)
  return campaignId ? 'Campaign' : purposeTitle(purpose)
}

export const MESSAGE_COLUMNS: readonly Column<MessageRow>[] = [
  { id: 'message', title: 'Message', lead: true, cell: row => <OpenMessage row={row} /> },
  {
    id: 'purpose',
    title: 'For',
    cell: row => (
      <CellText beside={whatFor(row) !== purposeTitle(row.purpose) && purposeTitle(row.purpose)}>
        {whatFor(row)}
      </CellText>
    ),
  },
  {
    id: 'phone',
    title: 'Phone',
    isOptional: true,
    cell: row => <span className="tabular-nums">{row.phone}</span>,
  },
  { id: 'status', title: 'Status', cell: row => <MessageStatusCell row={row} /> },
  {
    id: 'cost',
    title: 'Cost',
    align: 'right',
    cell: row => <MessagePriceCell row={row} />,
  },
  { id: 'at', title: 'Created', cell: row => <RelativeTime at={row.at} /> },
]

/** Why a message waits, and the page that releases it. */
export function Release({ row }: { row: MessageRow }) {
  if (row.status === 'queued') return <EmptyValue>Immediately</EmptyValue>
  if (row.status !== 'held') return <EmptyValue>Already sent</EmptyValue>
  if (row.notBefore)
    return (
      <span className="text-caution">
        Quiet hours, sends <RelativeTime at={row.notBefore} />
      </span>
    )
  const [why, title, to] = releaseOf(row)
  return (
    <span className="flex flex-col items-start max-md:items-end">
      <span className="text-caution">{why}</span>
      {to && (
        <Link to={to} className="rounded text-[0.8125rem] underline underline-offset-2">
          {title}
        </Link>
      )}
    </span>
  )
}

function releaseOf({
  campaignId,
  subjectType,
  subjectId,
}: MessageRow): [why: string, title: string, to?: string] {
  if (campaignId) return ['Campaign paused', 'Resume campaign', campaignPath(campaignId)]
  if (subjectType === 'repayment' && subjectId)
    return ['Released with its batch', 'Open batch', `${paths.repayment(subjectId)}?tab=messages`]
  return ['When released', '']
}

const WAITS: Column<MessageRow> = {
  id: 'notBefore',
  title: 'Release',
  cell: row => <Release row={row} />,
}

const WAITING_STATUS: Column<MessageRow> = {
  id: 'status',
  title: 'Status',
  cell: row => <MessageBadge status={row.status} />,
}

/** Shows the release instead of the cost, and the reason once. */
export const WAITING_COLUMNS: readonly Column<MessageRow>[] = MESSAGE_COLUMNS.map(
  column => ({ cost: WAITS, status: WAITING_STATUS })[column.id] ?? column,
)
