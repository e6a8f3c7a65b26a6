import { z } from 'zod/mini'
import { CHANNEL_WORDS, FLAG_WORDS, FLAGS, requestApi, SLA_WORDS } from '../../../../contract/requests.ts'
import { choiceFilter, dayFilter, ListFilters } from '../../../parts/ListFilters.tsx'
import { useOfficerFilter } from '../../../parts/Officer.tsx'
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
  const officer = useOfficerFilter(query)
  const claims = [
    choiceFilter(query, { name: 'claimed', label: 'Claim', any: 'Any claim', options: CLAIMED }),
    choiceFilter(query, { name: 'sla', label: 'SLA', any: 'Any SLA', options: WAITED }),
  ]
  return (
    <ListFilters
      query={query}
      label="Search requests"
      placeholder="Name, reference or phone"
      filters={[
        ...(hasClaims ? claims : []),
        officer,
        choiceFilter(query, { name: 'channel', label: 'Channel', any: 'Any channel', options: CHANNELS }),
        choiceFilter(query, { name: 'flag', label: 'Flag', any: 'Any', options: FLAG_OPTIONS }),
        dayFilter(query, 'from', 'Submitted from'),
        dayFilter(query, 'to', 'Submitted to'),
      ]}
    />
  )
}
