import { type ComponentProps, useEffect, useState } from 'react'
import { FilterBar } from '../ui/FilterBar.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import type { FilterChanges } from './urlFilter.ts'

type Query<Filter> = { filter: Filter; setFilter: (changes: FilterChanges) => void }

type BarProps = Pick<
  ComponentProps<typeof FilterBar>,
  'children' | 'className' | 'openOnDesk' | 'placeholder'
> & {
  query: Query<object> & {
    setSearch: (typed: string) => void
    clearFilter: () => void
  }
  /** The name of the search box; a list without one is only filtered. */
  label?: string
  /** How many filters are set beside the search, where not every one in the address counts. */
  count?: number
}

/** Search and filters of a list, as the address has them. */
export function ListFilters({ query, label, count, ...bar }: BarProps) {
  const { search, ...narrowed } = query.filter as { search?: string }
  const set = Object.keys(narrowed).filter(name => name !== 'sort').length
  return (
    <FilterBar
      {...bar}
      {...(label ? { label, search, onSearch: query.setSearch } : {})}
      count={count ?? set}
      onClear={query.clearFilter}
    />
  )
}

type ChoiceProps<Filter> = Pick<
  ComponentProps<typeof Select>,
  'label' | 'labelHidden' | 'className' | 'options'
> & {
  query: Query<Filter>
  name: keyof Filter & string
  /** Chosen when nothing is. */
  any: string
}

/** One choice that narrows a list. */
export function FilterChoice<Filter>({ query, name, any, ...select }: ChoiceProps<Filter>) {
  return (
    <Select
      {...select}
      placeholder={any}
      value={String(query.filter[name] ?? '')}
      onChange={event => query.setFilter({ [name]: event.target.value })}
    />
  )
}

type Props = { label: string; value: string | undefined; onChange: (day: string) => void }

/** Typing 2026 passes through the years 2, 20 and 202; nobody means those. */
const FIRST_DAY = '2000-01-01'

/** A day that narrows a list. */
export function DayFilter({ label, value = '', onChange }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const change = (day: string): void => {
    setTyped(day)
    if (day === '' || day >= FIRST_DAY) onChange(day)
  }
  return <Input label={label} type="date" value={typed} onChange={event => change(event.target.value)} />
}
