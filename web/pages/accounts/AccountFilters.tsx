import { z } from 'zod/mini'
import { loanApi } from '../../../contract/loans.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { FilterChoice, ListFilters } from '../../parts/ListFilters.tsx'
import { OfficerFilter } from '../../parts/OfficerFilter.tsx'
import type { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useSection } from '../../parts/useSection.ts'

export const ACCOUNT_FILTER = z.pick(loanApi.loanList.input, {
  search: true,
  officerCode: true,
  className: true,
  sort: true,
})

export type AccountQuery = ReturnType<typeof usePrivateSearch<typeof ACCOUNT_FILTER>>
type Props = {
  query: AccountQuery
  /** Only loans that are being repaid have a class. */
  hasClasses: boolean
}

export function AccountFilters({ query, hasClasses }: Props) {
  const { officerCode, className } = query.filter
  const classes = (useSection('classes')?.classes ?? []).map(({ name }) => name)
  // one of a bookmark that was renamed since still narrows the list, so it is shown as chosen
  const choices = className && !classes.includes(className) ? [...classes, className] : classes
  return (
    <ListFilters
      query={query}
      label="Search loan accounts"
      placeholder={`Name, loan number, ${IPPIS_NO}, phone or employer`}
      count={[officerCode, hasClasses && className].filter(Boolean).length}
      className="sm:grid-cols-2 lg:grid-cols-4"
    >
      <OfficerFilter chosen={officerCode} onChange={code => query.setFilter({ officerCode: code })} />
      {hasClasses && (
        <FilterChoice
          query={query}
          name="className"
          label="Class"
          any="Any class"
          options={choices.map(name => ({ value: name, label: name }))}
        />
      )}
    </ListFilters>
  )
}
