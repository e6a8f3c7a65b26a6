import { useSearchParams } from 'react-router'
import { MessagePriceCell, MessageStatusCell } from '../../parts/messaging/MessageCells.tsx'
import { eventTitle, type MessageRow, purposeTitle } from '../../parts/messaging/messagingWords.ts'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

/** Opens the message above the list it stands in, so the list stays as it is. */
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
    title: 'Price',
    align: 'right',
    cell: row => <MessagePriceCell row={row} />,
  },
  { id: 'at', title: 'Written', cell: row => <RelativeTime at={row.at} /> },
]

/** What is held for no moment waits for a person: the reason stands under its status. */
const GOES: Partial<Record<MessageRow['status'], string>> = { queued: 'At once', held: 'When it is let go' }

const WAITS: Column<MessageRow> = {
  id: 'notBefore',
  title: 'Not before',
  cell: row => {
    if (row.notBefore) return <RelativeTime at={row.notBefore} />
    return <EmptyValue>{GOES[row.status] ?? 'Gone already'}</EmptyValue>
  },
}

/** In the outbox the price matters less than when it goes. */
export const OUTBOX_COLUMNS: readonly Column<MessageRow>[] = MESSAGE_COLUMNS.map(column =>
  column.id === 'cost' ? WAITS : column,
)
