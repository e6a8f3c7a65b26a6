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
import { DayFilter } from '../../parts/DayFilter.tsx'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { GROUP_WORDS, isMoving, MESSAGE_WORDS, PURPOSE_WORDS } from '../../parts/messaging/messagingWords.ts'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { useLookAgain } from '../../ui/useLookAgain.ts'
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
export function LogTab() {
  const query = usePrivateSearch(FILTER)
  const { filter, clearFilter, isFiltered } = query
  const paging = usePaging()
  const list = useApi(messagingApi.messageList, { ...filter, ...paging.input })
  useLookAgain(
    list.data?.rows.some(row => isMoving(row.status) && row.status !== 'sent') ?? false,
    list.refetch,
  )
  return (
    <Card flush>
      <LogFilters {...query} />
      <ListTable
        list="messages"
        actions={
          <ExportMenu
            label="Export the messages"
            size="small"
            save={format => fetchFile(messagingExportApi.messageExport, { ...filter, format })}
          />
        }
        caption="Messages"
        columns={MESSAGE_COLUMNS}
        {...paging.tableOf(list)}
        rowKey={row => row.id}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<MessageSquareText />}
              title="No message fits this filter"
              action={<Button onClick={clearFilter}>Clear the filter</Button>}
            />
          ) : (
            <EmptyState icon={<MessageSquareText />} title="No messages yet">
              Every SMS stands here, in the words the customer reads, from the moment it is written.
            </EmptyState>
          )
        }
      />
    </Card>
  )
}

type Query = ReturnType<typeof usePrivateSearch<typeof FILTER>>

function LogFilters({ filter, setFilter, setSearch, clearFilter }: Query) {
  const { search, ...narrowed } = filter
  return (
    <FilterBar
      label="Search the messages"
      placeholder="Name, customer number, phone or its last four digits"
      search={search}
      onSearch={setSearch}
      count={Object.keys(narrowed).length}
      onClear={clearFilter}
      className="sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
    >
      <Select
        label="Status"
        placeholder="Any status"
        value={filter.status ?? ''}
        options={STATUSES}
        onChange={event => setFilter({ status: event.target.value })}
      />
      <Select
        label="Purpose"
        placeholder="Any purpose"
        value={filter.purpose ?? ''}
        options={MESSAGE_PURPOSES.map(value => ({ value, label: PURPOSE_WORDS[value].title }))}
        onChange={event => setFilter({ purpose: event.target.value })}
      />
      <Select
        label="Told about"
        placeholder="Anything"
        value={filter.event ?? ''}
        options={EVENT_NAMES.map(value => ({ value, label: EVENTS[value].title }))}
        onChange={event => setFilter({ event: event.target.value })}
      />
      <Select
        label="Status reached"
        placeholder="At any time"
        value={filter.within ?? ''}
        options={[{ value: '24h', label: 'In the last 24 hours' }]}
        onChange={event => setFilter({ within: event.target.value })}
      />
      <DayFilter label="Written from" value={filter.from} onChange={from => setFilter({ from })} />
      <DayFilter label="Written to" value={filter.to} onChange={to => setFilter({ to })} />
      <CustomerFilter
        customerId={filter.customerId}
        onPick={picked => setFilter({ customerId: picked?.id })}
      />
    </FilterBar>
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
