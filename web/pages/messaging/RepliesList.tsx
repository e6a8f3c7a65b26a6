import { MessageSquareReply } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { inboundApi, messagingExportApi } from '../../../contract/messaging.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'

type Inbound = Reply<typeof inboundApi.inboundList>['rows'][number]

const MEANINGS: Record<Inbound['meaning'], { title: string; tone: Tone }> = {
  reply: { title: 'Reply', tone: 'notice' },
  'opt out': { title: 'Opted out', tone: 'caution' },
  'opt in': { title: 'Opted in', tone: 'positive' },
  'bank alert': { title: 'Bank alert', tone: 'brand' },
}
const FILTER = z.pick(inboundApi.inboundList.input, { meaning: true })
/** Saved views belong to one list. */
const SCOPE = ['box']

/** Inbound messages with their meaning. */
export function RepliesList() {
  const query = useUrlFilter(FILTER)
  return (
    <ListPage
      name="replies"
      whose={SCOPE}
      list={useList(inboundApi.inboundList, query.filter)}
      caption="Inbound messages"
      columns={COLUMNS}
      query={query}
      filters={
        <ListFilters
          query={query}
          filters={[
            choiceFilter(query, {
              name: 'meaning',
              label: 'Meaning',
              any: 'Any meaning',
              options: Object.entries(MEANINGS).map(([value, { title }]) => ({ value, label: title })),
            }),
          ]}
        />
      }
      exports={exportOf('Export inbound messages', messagingExportApi.inboundExport, query.filter)}
      empty={{
        icon: <MessageSquareReply />,
        title: 'No inbound messages yet',
        text: 'Replies to a short code or long number appear here. An alphanumeric sender id cannot receive replies.',
      }}
      noMatch={{ title: 'No matching messages', clear: 'Clear filters' }}
    />
  )
}

const COLUMNS: readonly Column<Inbound>[] = [
  {
    id: 'text',
    title: 'Message',
    lead: true,
    cell: row => <CellText className="font-normal max-md:whitespace-normal">{row.text}</CellText>,
  },
  {
    id: 'from',
    title: 'From',
    phone: 'amount',
    cell: row =>
      row.customerId && row.customerName ? (
        <CellText beside={row.from}>
          <Link
            to={paths.customer(row.customerId)}
            className="rounded underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {row.customerName}
          </Link>
        </CellText>
      ) : (
        row.from
      ),
  },
  {
    id: 'meaning',
    phone: 'status',
    title: 'Meaning',
    cell: row => <Badge tone={MEANINGS[row.meaning].tone}>{MEANINGS[row.meaning].title}</Badge>,
  },
  { id: 'at', title: 'Received', cell: row => <RelativeTime at={row.at} /> },
]
