import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { loanApi } from '../../../contract/loans.ts'
import { settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import type { useUrlFilter } from '../../parts/urlFilter.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Select } from '../../ui/Select.tsx'

export const ACCOUNT_FILTER = loanApi.loanList.input.pick({
  search: true,
  officerCode: true,
  className: true,
  sort: true,
})

type Query = ReturnType<typeof useUrlFilter<typeof ACCOUNT_FILTER>>
type Props = Pick<Query, 'filter' | 'setFilter' | 'clearFilter'> & {
  /** Only loans that are being repaid have a class. */
  hasClasses: boolean
}

export function AccountFilters({ filter, setFilter, clearFilter, hasClasses }: Props) {
  const { search, officerCode, className } = filter
  const count = [officerCode, hasClasses && className].filter(Boolean).length
  // A phone shows the rows first; whoever came by a filtered link sees what filters it.
  const [open, setOpen] = useState(count > 0)
  const classes = useSection('classes')?.classes ?? []
  return (
    <div className="flex flex-col gap-3 border-b border-line p-4">
      <div className="flex items-start gap-2">
        <SearchInput
          className="flex-1"
          label="Search loan accounts"
          placeholder="Name, loan number, IPPIS number, phone or employer"
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
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <OfficerFilter chosen={officerCode} onChange={code => setFilter({ officerCode: code })} />
          {hasClasses && (
            <Select
              label="Class"
              placeholder="Any class"
              value={className ?? ''}
              options={classes.map(({ name }) => ({ value: name, label: name }))}
              onChange={event => setFilter({ className: event.target.value })}
            />
          )}
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
  // An officer who has left still has loans, so a link to them must read well.
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
