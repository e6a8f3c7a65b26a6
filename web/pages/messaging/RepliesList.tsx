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
  'opt in': { title: 'Wants messages again', tone: 'positive' },
  'bank alert': { title: 'Bank alert', tone: 'brand' },
}
const FILTER = z.pick(inboundApi.inboundList.input, { meaning: true })
/** Which box of what came in. */
const SCOPE = ['box']

/** Every text that came in, and what was made of it. */
export function RepliesList() {
  const query = useUrlFilter(FILTER)
  return (
    <ListPage
      name="replies"
      whose={SCOPE}
      list={useList(inboundApi.inboundList, query.filter)}
      caption="Messages that came in"
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
      exports={exportOf('Export what came in', messagingExportApi.inboundExport, query.filter)}
      empty={{
        icon: <MessageSquareReply />,
        title: 'Nothing came in yet',
        text: 'Replies to a short code or long number stand here; a sender id of letters takes none.',
      }}
      noMatch={{ title: 'Nothing of this kind came in', clear: 'Show everything' }}
    />
  )
}

const COLUMNS: readonly Column<Inbound>[] = [
  {
    id: 'text',
    title: 'What they wrote',
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
    title: 'Taken as',
    cell: row => <Badge tone={MEANINGS[row.meaning].tone}>{MEANINGS[row.meaning].title}</Badge>,
  },
  { id: 'at', title: 'Came', cell: row => <RelativeTime at={row.at} /> },
]
