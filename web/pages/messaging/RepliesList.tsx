import { MessageSquareReply } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { inboundApi, messagingExportApi } from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'
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
const WHOSE = ['box']

/** Every text that came in, and what was made of it. */
export function RepliesList() {
  const { filter, setFilter, clearFilter, isFiltered } = useUrlFilter(FILTER)
  const paging = usePaging()
  const list = useApi(inboundApi.inboundList, { ...filter, ...paging.input })
  return (
    <Card flush>
      <div className="border-b border-line p-4">
        <Select
          className="sm:max-w-60"
          label="Meaning"
          labelHidden
          placeholder="Everything that came in"
          value={filter.meaning ?? ''}
          options={Object.entries(MEANINGS).map(([value, { title }]) => ({ value, label: title }))}
          onChange={event => setFilter({ meaning: event.target.value })}
        />
      </div>
      <ListTable
        list="replies"
        whose={WHOSE}
        actions={
          <ExportMenu
            label="Export what came in"
            size="small"
            save={format => fetchFile(messagingExportApi.inboundExport, { ...filter, format })}
          />
        }
        caption="Messages that came in"
        columns={COLUMNS}
        {...paging.tableOf(list)}
        rowKey={row => row.id}
        empty={
          <EmptyState
            icon={<MessageSquareReply />}
            title={isFiltered ? 'Nothing of this kind came in' : 'Nothing came in yet'}
            {...(isFiltered ? { action: <Button onClick={clearFilter}>Show everything</Button> } : {})}
          >
            {!isFiltered &&
              'Replies to a short code or long number stand here; a sender id of letters takes none.'}
          </EmptyState>
        }
      />
    </Card>
  )
}

const COLUMNS: readonly Column<Inbound>[] = [
  {
    id: 'text',
    title: 'What they wrote',
    lead: true,
    cell: row => (
      <div className="min-w-0 md:max-w-lg">
        <p className="break-words">{row.text}</p>
        <p className="text-[0.8125rem] font-normal text-muted">
          {row.from}
          {row.customerId && row.customerName && (
            <>
              {', '}
              <Link
                to={paths.customer(row.customerId)}
                className="rounded text-brand-ink underline underline-offset-2"
              >
                {row.customerName}
              </Link>
            </>
          )}
        </p>
      </div>
    ),
  },
  {
    id: 'meaning',
    title: 'Taken as',
    cell: row => <Badge tone={MEANINGS[row.meaning].tone}>{MEANINGS[row.meaning].title}</Badge>,
  },
  { id: 'at', title: 'Came', cell: row => <RelativeTime at={row.at} /> },
]
