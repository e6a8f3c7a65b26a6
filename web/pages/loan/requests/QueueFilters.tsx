import clsx from 'clsx'
import { z } from 'zod/mini'
import { CHANNEL_WORDS, FLAG_WORDS, FLAGS, requestApi, SLA_WORDS } from '../../../../contract/requests.ts'
import { IPPIS_NO } from '../../../../contract/vocabulary.ts'
import { DayFilter } from '../../../parts/DayFilter.tsx'
import { OfficerFilter } from '../../../parts/OfficerFilter.tsx'
import type { usePrivateSearch } from '../../../parts/privateSearch.ts'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'

export const QUEUE_FILTER = z.pick(requestApi.requestList.input, {
  search: true,
  officerCode: true,
  channel: true,
  flag: true,
  claimed: true,
  sla: true,
  from: true,
  to: true,
  sort: true,
})

type Query = ReturnType<typeof usePrivateSearch<typeof QUEUE_FILTER>>
type Props = Pick<Query, 'filter' | 'setFilter' | 'setSearch' | 'clearFilter'> & {
  /** Where nobody works on anything, nothing is claimed or late. */
  hasClaims: boolean
}

const CHANNELS: Option[] = Object.entries(CHANNEL_WORDS).map(([value, label]) => ({ value, label }))
const CLAIMED: Option[] = [
  { value: 'me', label: 'Claimed by me' },
  { value: 'nobody', label: 'Claimed by nobody' },
  { value: 'others', label: 'Claimed by others' },
]
const WAITED: Option[] = [
  { value: 'late', label: SLA_WORDS.red },
  { value: 'soon', label: SLA_WORDS.amber },
]
const FLAG_OPTIONS: Option[] = FLAGS.map(flag => ({ value: flag, label: FLAG_WORDS[flag].label }))

export function QueueFilters({ filter, setFilter, setSearch, clearFilter, hasClaims }: Props) {
  const { search, sort: _, ...narrowed } = filter
  const count = Object.keys(narrowed).length
  return (
    <FilterBar
      label="Search requests"
      placeholder={`Name, reference, ${IPPIS_NO}, phone or employer`}
      search={search}
      onSearch={setSearch}
      count={count}
      onClear={clearFilter}
      className={clsx('grid-cols-2 md:grid-cols-3', hasClaims ? 'xl:grid-cols-4' : 'xl:grid-cols-6')}
    >
      <OfficerFilter chosen={filter.officerCode} onChange={officerCode => setFilter({ officerCode })} />
      <Select
        label="Channel"
        placeholder="Any channel"
        value={filter.channel ?? ''}
        options={CHANNELS}
        onChange={event => setFilter({ channel: event.target.value })}
      />
      <Select
        label="Flag"
        placeholder="Any or none"
        value={filter.flag ?? ''}
        options={FLAG_OPTIONS}
        onChange={event => setFilter({ flag: event.target.value })}
      />
      {hasClaims && (
        <>
          <Select
            label="Claim"
            placeholder="Any claim"
            value={filter.claimed ?? ''}
            options={CLAIMED}
            onChange={event => setFilter({ claimed: event.target.value })}
          />
          <Select
            label="Time to decide"
            placeholder="Any time"
            value={filter.sla ?? ''}
            options={WAITED}
            onChange={event => setFilter({ sla: event.target.value })}
          />
        </>
      )}
      <DayFilter label="Submitted from" value={filter.from} onChange={from => setFilter({ from })} />
      <DayFilter label="Submitted to" value={filter.to} onChange={to => setFilter({ to })} />
    </FilterBar>
  )
}
