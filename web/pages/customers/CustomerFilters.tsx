import { CUSTOMER_STATUSES } from '../../../contract/customers.ts'
import { STATE_OPTIONS } from '../../../contract/nigeria.ts'
import { STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { OfficerFilter } from '../../parts/OfficerFilter.tsx'
import { useSection } from '../../parts/useSection.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { type Option, Select } from '../../ui/Select.tsx'
import type { useCustomerFilter } from './customerSearch.ts'

const STATUSES: Option[] = CUSTOMER_STATUSES.map(value => ({ value, label: STATUS_WORDS[value].title }))

export function CustomerFilters({
  filter,
  setFilter,
  setSearch,
  clearFilter,
}: ReturnType<typeof useCustomerFilter>) {
  const { search, sort: _, ...narrowed } = filter
  const count = Object.keys(narrowed).length
  return (
    <FilterBar
      label="Search customers"
      placeholder="Name in any order, phone, BVN, NIN, IPPIS no., account or customer number"
      search={search}
      onSearch={setSearch}
      count={count}
      onClear={clearFilter}
      className="grid-cols-2 lg:grid-cols-4"
    >
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
      <PayrollFilter chosen={filter.payrollSource} onChange={payrollSource => setFilter({ payrollSource })} />
      <OfficerFilter chosen={filter.officerCode} onChange={officerCode => setFilter({ officerCode })} />
    </FilterBar>
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
