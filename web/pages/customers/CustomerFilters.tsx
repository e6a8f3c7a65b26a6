import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { CUSTOMER_STATUSES } from '../../../contract/customers.ts'
import { STATE_OPTIONS } from '../../../contract/nigeria.ts'
import { settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { type Option, Select } from '../../ui/Select.tsx'
import type { useCustomerFilter } from './customerSearch.ts'

const STATUSES: Option[] = CUSTOMER_STATUSES.map(value => ({ value, label: STATUS_WORDS[value].title }))

export function CustomerFilters({
  filter,
  setFilter,
  setSearch,
  clearFilter,
}: ReturnType<typeof useCustomerFilter>) {
  const { search = '', sort: _, ...narrowed } = filter
  const count = Object.keys(narrowed).length
  // A phone shows the rows first; whoever came by a filtered link sees what filters it.
  const [open, setOpen] = useState(count > 0)
  return (
    <div className="flex flex-col gap-3 border-b border-line p-4">
      <div className="flex items-start gap-2">
        <SearchInput
          className="flex-1"
          label="Search customers"
          placeholder="Name in any order, phone, BVN, NIN, IPPIS, account or customer number"
          value={search}
          onSearch={setSearch}
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
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Select
            label="Status"
            placeholder="All but merged"
            value={filter.status ?? ''}
            options={STATUSES}
            onChange={event => setFilter({ status: event.target.value })}
          />
          <Combobox
            label="State"
            placeholder="Any state"
            value={filter.state ?? ''}
            options={[{ value: '', label: 'Any state' }, ...STATE_OPTIONS]}
            onChange={state => setFilter({ state })}
          />
          <PayrollFilter
            chosen={filter.payrollSource}
            onChange={payrollSource => setFilter({ payrollSource })}
          />
          <OfficerFilter chosen={filter.officerCode} onChange={officerCode => setFilter({ officerCode })} />
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

type ChoiceProps = { chosen: string | undefined; onChange: (value: string) => void }

function PayrollFilter({ chosen = '', onChange }: ChoiceProps) {
  const sources = useSection('payroll')?.sources ?? []
  return (
    <Select
      label="Payroll"
      placeholder="Any payroll"
      value={chosen}
      options={sources.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function OfficerFilter({ chosen = '', onChange }: ChoiceProps) {
  const links = useApi(settingsApi.officerLinkList, {}, { staleMs: 60_000 })
  const officers = (links.data?.rows ?? []).map(({ code, officerName }) => ({
    value: code,
    label: `${officerName} (${code})`,
  }))
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
