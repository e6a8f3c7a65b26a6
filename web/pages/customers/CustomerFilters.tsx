import { CUSTOMER_STATUSES, customerFilter } from '../../../contract/customers.ts'
import { STATE_OPTIONS } from '../../../contract/nigeria.ts'
import { STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { useOfficerFilter } from '../../parts/Officer.tsx'
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
      placeholder="Name, phone or a number"
      filters={[
        choiceFilter(query, { name: 'status', label: 'Status', any: 'All except merged', options: STATUSES }),
        {
          id: 'state',
          label: 'State',
          value: STATE_OPTIONS.find(({ value }) => value === filter.state)?.label,
          onRemove: () => setFilter({ state: undefined }),
          field: (
            <Combobox
              label="State"
              placeholder="Any state"
              value={filter.state ?? ''}
              options={[{ value: '', label: 'Any state' }, ...STATE_OPTIONS]}
              onChange={state => setFilter({ state })}
            />
          ),
        },
        choiceFilter(query, {
          name: 'payrollSource',
          label: 'Payroll office',
          any: 'Any payroll office',
          options: sources.map(({ code, name }) => ({ value: code, label: name })),
        }),
        useOfficerFilter(query),
      ]}
    />
  )
}

export const useCustomerFilter = () => usePrivateSearch(customerFilter)
