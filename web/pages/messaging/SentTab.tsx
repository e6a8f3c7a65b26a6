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
import { choiceFilter, dayFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { GROUP_WORDS, isMoving, MESSAGE_WORDS, PURPOSE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useList } from '../../parts/useList.ts'
import type { Filter } from '../../ui/FilterBar.tsx'
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

/** All messages with text and delivery status. */
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
      filters={<SentFilters query={query} />}
      exports={exportOf('Export messages', messagingExportApi.messageExport, query.filter)}
      empty={{
        icon: <MessageSquareText />,
        title: 'No messages yet',
        text: 'Every SMS appears here with its text and delivery status.',
      }}
      noMatch={{ title: 'No matching messages' }}
    />
  )
}

function SentFilters({ query }: { query: ReturnType<typeof usePrivateSearch<typeof FILTER>> }) {
  return (
    <ListFilters
      query={query}
      label="Search messages"
      placeholder="Name, phone or number"
      filters={[
        choiceFilter(query, { name: 'status', label: 'Status', any: 'Any status', options: STATUSES }),
        choiceFilter(query, {
          name: 'purpose',
          label: 'Purpose',
          any: 'Any purpose',
          options: MESSAGE_PURPOSES.map(value => ({ value, label: PURPOSE_WORDS[value].title })),
        }),
        choiceFilter(query, {
          name: 'event',
          label: 'Event',
          any: 'Any event',
          options: EVENT_NAMES.map(value => ({ value, label: EVENTS[value].title })),
        }),
        choiceFilter(query, {
          name: 'within',
          label: 'Status reached',
          any: 'At any time',
          options: [{ value: '24h', label: 'In the last 24 hours' }],
        }),
        dayFilter(query, 'from', 'Created from'),
        dayFilter(query, 'to', 'Created to'),
        useCustomerFilter(query),
      ]}
    />
  )
}

/** The address has the customer id; this shows the name. */
function useCustomerFilter({
  filter,
  setFilter,
}: ReturnType<typeof usePrivateSearch<typeof FILTER>>): Filter {
  const { customerId } = filter
  const [params] = useSearchParams()
  const named = useApi(
    customerApi.customerGet,
    { id: customerId ?? '' },
    { enabled: customerId !== undefined },
  )
  const row = named.isPlaceholderData ? undefined : named.data?.row
  const picked = customerId
    ? { id: customerId, title: row?.name ?? 'Customer', hint: row?.number ?? '' }
    : undefined
  return {
    id: 'customerId',
    label: 'Customer',
    value: picked?.title,
    onRemove: () => setFilter({ customerId: undefined }),
    field: (
      <CustomerPicker
        key={params.get('customerId')}
        picked={picked}
        onPick={chosen => setFilter({ customerId: chosen?.id })}
      />
    ),
  }
}
