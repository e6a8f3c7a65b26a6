import { type ComponentProps, useEffect, useState } from 'react'
import { type Filter, FilterBar } from '../ui/FilterBar.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { dayText } from './figures.ts'
import type { FilterChanges } from './urlFilter.ts'

type Query<Values> = { filter: Values; setFilter: (changes: FilterChanges) => void }

type BarProps = Pick<ComponentProps<typeof FilterBar>, 'filters' | 'placeholder' | 'maxLength'> & {
  query: Query<object> & {
    setSearch: (typed: string) => void
    clearFilter: () => void
  }
  /** The name of the search box; a list without one is only filtered. */
  label?: string
}

/** Search and filters of a list, as the address has them. */
export function ListFilters({ query, label, ...bar }: BarProps) {
  const { search } = query.filter as { search?: string }
  return (
    <FilterBar
      {...bar}
      {...(label ? { label, search, onSearch: query.setSearch } : {})}
      onClear={query.clearFilter}
    />
  )
}

type ChoiceProps<Values> = Pick<ComponentProps<typeof Select>, 'label' | 'options'> & {
  name: keyof Values & string
  /** Chosen when nothing is. */
  any: string
}

/** One choice that narrows a list. */
export function choiceFilter<Values>(
  query: Query<Values>,
  { name, label, any, options }: ChoiceProps<Values>,
): Filter {
  const { [name]: chosen } = query.filter
  const value = chosen === undefined ? '' : String(chosen)
  return {
    id: name,
    label,
    value: value === '' ? undefined : (options.find(option => option.value === value)?.label ?? value),
    onRemove: () => query.setFilter({ [name]: undefined }),
    field: (
      <Select
        label={label}
        placeholder={any}
        options={options}
        value={value}
        onChange={event => query.setFilter({ [name]: event.target.value })}
      />
    ),
  }
}

/** A day that narrows a list. */
export function dayFilter<Values>(query: Query<Values>, name: keyof Values & string, label: string): Filter {
  const day = query.filter[name] as string | undefined
  return {
    id: name,
    label,
    value: day && dayText(day),
    onRemove: () => query.setFilter({ [name]: undefined }),
    field: <DayFilter label={label} value={day} onChange={next => query.setFilter({ [name]: next })} />,
  }
}

type Props = { label: string; value: string | undefined; onChange: (day: string) => void }

/** Typing 2026 passes through the years 2, 20 and 202; nobody means those. */
const FIRST_DAY = '2000-01-01'

/** The field of a day that narrows a list. */
export function DayFilter({ label, value = '', onChange }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const change = (day: string): void => {
    setTyped(day)
    if (day === '' || day >= FIRST_DAY) onChange(day)
  }
  return <Input label={label} type="date" value={typed} onChange={event => change(event.target.value)} />
}
