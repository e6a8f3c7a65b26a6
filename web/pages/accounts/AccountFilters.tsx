import { z } from 'zod/mini'
import { loanApi } from '../../../contract/loans.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { OfficerFilter } from '../../parts/OfficerFilter.tsx'
import type { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useSection } from '../../parts/useSection.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'

export const ACCOUNT_FILTER = z.pick(loanApi.loanList.input, {
  search: true,
  officerCode: true,
  className: true,
  sort: true,
})

export type AccountQuery = ReturnType<typeof usePrivateSearch<typeof ACCOUNT_FILTER>>
type Props = Pick<AccountQuery, 'filter' | 'setFilter' | 'setSearch' | 'clearFilter'> & {
  /** Only loans that are being repaid have a class. */
  hasClasses: boolean
}

export function AccountFilters({ filter, setFilter, setSearch, clearFilter, hasClasses }: Props) {
  const { search, officerCode, className } = filter
  const count = [officerCode, hasClasses && className].filter(Boolean).length
  const classes = (useSection('classes')?.classes ?? []).map(({ name }) => name)
  // one of a bookmark that was renamed since still narrows the list, so it is shown as chosen
  const choices = className && !classes.includes(className) ? [...classes, className] : classes
  return (
    <FilterBar
      label="Search loan accounts"
      placeholder={`Name, loan number, ${IPPIS_NO}, phone or employer`}
      search={search}
      onSearch={setSearch}
      count={count}
      onClear={clearFilter}
      className="sm:grid-cols-2 lg:grid-cols-4"
    >
      <OfficerFilter chosen={officerCode} onChange={code => setFilter({ officerCode: code })} />
      {hasClasses && (
        <Select
          label="Class"
          placeholder="Any class"
          value={className ?? ''}
          options={choices.map(name => ({ value: name, label: name }))}
          onChange={event => setFilter({ className: event.target.value })}
        />
      )}
    </FilterBar>
  )
}
