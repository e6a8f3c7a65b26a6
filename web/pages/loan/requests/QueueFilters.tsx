import clsx from 'clsx'
import { z } from 'zod/mini'
import { CHANNEL_WORDS, FLAG_WORDS, FLAGS, requestApi, SLA_WORDS } from '../../../../contract/requests.ts'
import { IPPIS_NO } from '../../../../contract/vocabulary.ts'
import { DayFilter, FilterChoice, ListFilters } from '../../../parts/ListFilters.tsx'
import { OfficerFilter } from '../../../parts/OfficerFilter.tsx'
import type { usePrivateSearch } from '../../../parts/privateSearch.ts'
import type { Option } from '../../../ui/Select.tsx'

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
type Props = {
  query: Query
  /** False for stages without claims and SLA. */
  hasClaims: boolean
}

const CHANNELS: Option[] = Object.entries(CHANNEL_WORDS).map(([value, label]) => ({ value, label }))
const CLAIMED: Option[] = [
  { value: 'me', label: 'Claimed by me' },
  { value: 'nobody', label: 'Unclaimed' },
  { value: 'others', label: 'Claimed by others' },
]
const WAITED: Option[] = [
  { value: 'late', label: SLA_WORDS.red },
  { value: 'soon', label: SLA_WORDS.amber },
]
const FLAG_OPTIONS: Option[] = FLAGS.map(flag => ({ value: flag, label: FLAG_WORDS[flag].label }))

export function QueueFilters({ query, hasClaims }: Props) {
  const { filter, setFilter } = query
  return (
    <ListFilters
      query={query}
      label="Search requests"
      placeholder={`Name, reference, ${IPPIS_NO}, phone or employer`}
      className={clsx('grid-cols-2 md:grid-cols-3', hasClaims ? 'xl:grid-cols-4' : 'xl:grid-cols-6')}
    >
      <OfficerFilter chosen={filter.officerCode} onChange={officerCode => setFilter({ officerCode })} />
      <FilterChoice query={query} name="channel" label="Channel" any="Any channel" options={CHANNELS} />
      <FilterChoice query={query} name="flag" label="Flag" any="Any" options={FLAG_OPTIONS} />
      {hasClaims && (
        <>
          <FilterChoice query={query} name="claimed" label="Claim" any="Any claim" options={CLAIMED} />
          <FilterChoice query={query} name="sla" label="SLA" any="Any" options={WAITED} />
        </>
      )}
      <DayFilter label="Submitted from" value={filter.from} onChange={from => setFilter({ from })} />
      <DayFilter label="Submitted to" value={filter.to} onChange={to => setFilter({ to })} />
    </ListFilters>
  )
}
