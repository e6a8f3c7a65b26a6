import { useSearchParams } from 'react-router'
import { MessagePriceCell, MessageStatusCell } from '../../parts/messaging/MessageCells.tsx'
import { eventTitle, type MessageRow, purposeTitle } from '../../parts/messaging/messagingWords.ts'
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

/** Text if no time is set; a held message without a time is released manually. */
const SENDS: Partial<Record<MessageRow['status'], string>> = { queued: 'Immediately', held: 'When released' }

const WAITS: Column<MessageRow> = {
  id: 'notBefore',
  title: 'Sends',
  cell: row => {
    if (row.notBefore) return <RelativeTime at={row.notBefore} />
    return <EmptyValue>{SENDS[row.status] ?? 'Already sent'}</EmptyValue>
  },
}

/** Shows the sending time instead of the cost. */
export const WAITING_COLUMNS: readonly Column<MessageRow>[] = MESSAGE_COLUMNS.map(column =>
  column.id === 'cost' ? WAITS : column,
)
