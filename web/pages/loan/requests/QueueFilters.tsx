import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { FLAGS, requestApi } from '../../../../contract/requests.ts'
import { settingsApi } from '../../../../contract/settings.ts'
import { useApi } from '../../../api.ts'
import { DayFilter } from '../../../parts/DayFilter.tsx'
import { CHANNEL_WORDS, FLAG_WORDS } from '../../../parts/requestWords.ts'
import type { useUrlFilter } from '../../../parts/urlFilter.ts'
import { Button } from '../../../ui/Button.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { SearchInput } from '../../../ui/SearchInput.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'

export const QUEUE_FILTER = requestApi.requestList.input.pick({
  search: true,
  officerCode: true,
  channel: true,
  flag: true,
  claimed: true,
  from: true,
  to: true,
  sort: true,
})

type Query = ReturnType<typeof useUrlFilter<typeof QUEUE_FILTER>>
type Props = Pick<Query, 'filter' | 'setFilter' | 'clearFilter'> & {
  /** Where nobody works on anything, nothing is claimed. */
  hasClaims: boolean
}

const CHANNELS: Option[] = Object.entries(CHANNEL_WORDS).map(([value, label]) => ({ value, label }))
const CLAIMED: Option[] = [
  { value: 'me', label: 'Claimed by me' },
  { value: 'nobody', label: 'Claimed by nobody' },
  { value: 'others', label: 'Claimed by others' },
]
const FLAG_OPTIONS: Option[] = FLAGS.map(flag => ({ value: flag, label: FLAG_WORDS[flag].label }))

export function QueueFilters({ filter, setFilter, clearFilter, hasClaims }: Props) {
  const { search, sort: _, ...narrowed } = filter
  const count = Object.keys(narrowed).length
  // A phone shows the rows first; whoever came by a filtered link sees what filters it.
  const [open, setOpen] = useState(count > 0)
  return (
    <div className="flex flex-col gap-3 border-b border-line p-4">
      <div className="flex items-start gap-2">
        <SearchInput
          className="flex-1"
          label="Search requests"
          placeholder="Name, reference, IPPIS number, phone or employer"
          value={search ?? ''}
          onSearch={text => setFilter({ search: text }, true)}
        />
        <Button
          aria-expanded={open}
          className="max-sm:h-10"
          icon={<SlidersHorizontal aria-hidden size={16} />}
          onClick={() => setOpen(now => !now)}
        >
          Filters{count > 0 && ` (${count})`}
        </Button>
      </div>
      {open && (
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
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
            <Select
              label="Claim"
              placeholder="Any claim"
              value={filter.claimed ?? ''}
              options={CLAIMED}
              onChange={event => setFilter({ claimed: event.target.value })}
            />
          )}
          <DayFilter label="Submitted from" value={filter.from} onChange={from => setFilter({ from })} />
          <DayFilter label="Submitted to" value={filter.to} onChange={to => setFilter({ to })} />
        </div>
      )}
      {(count > 0 || search) && (
        <div>
          <Button size="small" onClick={clearFilter}>
            Clear the filter
          </Button>
        </div>
      )}
    </div>
  )
}

type OfficerProps = { chosen: string | undefined; onChange: (code: string) => void }

function OfficerFilter({ chosen = '', onChange }: OfficerProps) {
  const links = useApi(settingsApi.officerLinkList, {}, { staleMs: 60_000 })
  const officers = (links.data?.rows ?? []).map(({ code, officerName }) => ({
    value: code,
    label: `${officerName} (${code})`,
  }))
  // A code nobody holds still came in with a request, so a link to its requests must read well.
  const isUnknown = chosen !== '' && !officers.some(officer => officer.value === chosen)
  return (
    <Combobox
      label="Officer"
      placeholder="Any officer"
      value={chosen}
      options={[
        { value: '', label: 'Any officer' },
        ...officers,
        ...(isUnknown ? [{ value: chosen, label: chosen }] : []),
      ]}
      onChange={onChange}
    />
  )
}
