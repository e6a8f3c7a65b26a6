import { MessageSquareText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { customerApi } from '../../../contract/customers.ts'
import {
  EVENT_NAMES,
  EVENTS,
  MESSAGE_GROUP_NAMES,
  MESSAGE_PURPOSES,
  MESSAGE_STATUSES,
  messagingApi,
  messagingExportApi,
} from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { DayFilter, FilterChoice, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { GROUP_WORDS, isMoving, MESSAGE_WORDS, PURPOSE_WORDS } from '../../parts/messaging/messagingWords.ts'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useList } from '../../parts/useList.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { CustomerPicker } from './CustomerPicker.tsx'
import { MESSAGE_COLUMNS } from './messageColumns.tsx'

const FILTER = z.pick(messagingApi.messageList.input, {
  search: true,
  status: true,
  purpose: true,
  event: true,
  customerId: true,
  campaignId: true,
  from: true,
  to: true,
  within: true,
})

const STATUSES = [
  ...MESSAGE_STATUSES.map(value => ({ value: value as string, label: MESSAGE_WORDS[value].title })),
  ...MESSAGE_GROUP_NAMES.map(value => ({ value, label: GROUP_WORDS[value] })),
]

/** Every message there was, as the customer read it, with its fate. */
export function SentTab() {
  const query = usePrivateSearch(FILTER)
  const list = useList(messagingApi.messageList, query.filter)
  usePolling(list.rows?.some(row => isMoving(row.status) && row.status !== 'sent') ?? false, list.refetch)
  return (
    <ListPage
      name="messages"
      list={list}
      caption="Messages"
      columns={MESSAGE_COLUMNS}
      query={query}
      filters={<LogFilters query={query} />}
      exports={exportOf('Export the messages', messagingExportApi.messageExport, query.filter)}
      empty={{
        icon: <MessageSquareText />,
        title: 'No messages yet',
        text: 'Every SMS stands here, in the words the customer reads, from the moment it is written.',
      }}
      noMatch={{ title: 'No message fits this filter' }}
    />
  )
}

function LogFilters({ query }: { query: ReturnType<typeof usePrivateSearch<typeof FILTER>> }) {
  const { filter, setFilter } = query
  return (
    <ListFilters
      query={query}
      label="Search the messages"
      placeholder="Name, customer number, phone or its last four digits"
      className="sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
    >
      <FilterChoice query={query} name="status" label="Status" any="Any status" options={STATUSES} />
      <FilterChoice
        query={query}
        name="purpose"
        label="Purpose"
        any="Any purpose"
        options={MESSAGE_PURPOSES.map(value => ({ value, label: PURPOSE_WORDS[value].title }))}
      />
      <FilterChoice
        query={query}
        name="event"
        label="Told about"
        any="Anything"
        options={EVENT_NAMES.map(value => ({ value, label: EVENTS[value].title }))}
      />
      <FilterChoice
        query={query}
        name="within"
        label="Status reached"
        any="At any time"
        options={[{ value: '24h', label: 'In the last 24 hours' }]}
      />
      <DayFilter label="Written from" value={filter.from} onChange={from => setFilter({ from })} />
      <DayFilter label="Written to" value={filter.to} onChange={to => setFilter({ to })} />
      <CustomerFilter
        customerId={filter.customerId}
        onPick={picked => setFilter({ customerId: picked?.id })}
      />
    </ListFilters>
  )
}

type CustomerProps = { customerId: string | undefined; onPick: (picked: Picked | undefined) => void }

/** The address holds an id; whoever opens a link reads a name. */
function CustomerFilter({ customerId, onPick }: CustomerProps) {
  const [params] = useSearchParams()
  const named = useApi(
    customerApi.customerGet,
    { id: customerId ?? '' },
    { enabled: customerId !== undefined },
  )
  const row = named.isPlaceholderData ? undefined : named.data?.row
  const picked = customerId
    ? { id: customerId, title: row?.name ?? 'One customer', hint: row?.number ?? '' }
    : undefined
  return <CustomerPicker key={params.get('customerId')} picked={picked} onPick={onPick} />
}
