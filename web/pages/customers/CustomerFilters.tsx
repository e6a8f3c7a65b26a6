import { CUSTOMER_STATUSES, customerFilter } from '../../../contract/customers.ts'
import { STATE_OPTIONS } from '../../../contract/nigeria.ts'
import { STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { FilterChoice, ListFilters } from '../../parts/ListFilters.tsx'
import { OfficerFilter } from '../../parts/OfficerFilter.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useSection } from '../../parts/useSection.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import type { Option } from '../../ui/Select.tsx'

const STATUSES: Option[] = CUSTOMER_STATUSES.map(value => ({ value, label: STATUS_WORDS[value].title }))

export function CustomerFilters({ query }: { query: ReturnType<typeof useCustomerFilter> }) {
  const { filter, setFilter } = query
  const sources = useSection('payroll')?.sources ?? []
  return (
    <ListFilters
      query={query}
      label="Search customers"
      placeholder="Name, phone, BVN, NIN, IPPIS no., account or customer number"
      className="grid-cols-2 lg:grid-cols-4"
    >
      <FilterChoice query={query} name="status" label="Status" any="All except merged" options={STATUSES} />
      <Combobox
        label="State"
        placeholder="Any state"
        value={filter.state ?? ''}
        options={[{ value: '', label: 'Any state' }, ...STATE_OPTIONS]}
        onChange={state => setFilter({ state })}
      />
      <FilterChoice
        query={query}
        name="payrollSource"
        label="Payroll office"
        any="Any payroll office"
        options={sources.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <OfficerFilter chosen={filter.officerCode} onChange={officerCode => setFilter({ officerCode })} />
    </ListFilters>
  )
}

export const useCustomerFilter = () => usePrivateSearch(customerFilter)
