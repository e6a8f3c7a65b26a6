import { z } from 'zod/mini'
import { loanApi } from '../../../contract/loans.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { useOfficerFilter } from '../../parts/Officer.tsx'
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
  /** Only active loans have a class. */
  hasClasses: boolean
}

export function AccountFilters({ query, hasClasses }: Props) {
  const { className } = query.filter
  const officer = useOfficerFilter(query)
  const classes = (useSection('classes')?.classes ?? []).map(({ name }) => name)
  // a class from a bookmark that was renamed since is still shown as selected
  const choices = className && !classes.includes(className) ? [...classes, className] : classes
  const byClass = choiceFilter(query, {
    name: 'className',
    label: 'Class',
    any: 'Any class',
    options: choices.map(name => ({ value: name, label: name })),
  })
  return (
    <ListFilters
      query={query}
      label="Search loan accounts"
      placeholder="Name, loan or staff number"
      filters={hasClasses ? [officer, byClass] : [officer]}
    />
  )
}
