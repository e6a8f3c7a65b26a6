import { addMonths, payMonthOf } from '../../../engine/dates.ts'
import type { Filter } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { todayInLagos } from '../today.ts'
import { periodText } from './intakeWords.ts'

type Props = {
  value: string
  onChange: (month: string) => void
  placeholder: string
  label?: string
  labelHidden?: boolean
  name?: string
  error?: string | undefined
  disabled?: boolean
}

/** Number of months offered. */
const MONTHS = 24

/** The current month and earlier ones. */
export function MonthSelect({ value, onChange, label = 'Month', ...rest }: Props) {
  const today = todayInLagos()
  const months: string[] = Array.from({ length: MONTHS }, (_, back) => payMonthOf(addMonths(today, -back)))
  const all = value === '' || months.includes(value) ? months : [...months, value]
  return (
    <Select
      {...rest}
      label={label}
      value={value}
      options={all.map(month => ({ value: month, label: periodText(month) }))}
      onChange={event => onChange(event.target.value)}
    />
  )
}

type Query<Values> = {
  filter: Values
  setFilter: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** A month that narrows a list. */
export function monthFilter<Values>(
  { filter, setFilter }: Query<Values>,
  name: keyof Values & string,
): Filter {
  const month = filter[name] as string | undefined
  return {
    id: name,
    label: 'Month',
    value: month && periodText(month),
    onRemove: () => setFilter({ [name]: undefined }),
    field: (
      <MonthSelect
        placeholder="Any month"
        value={month ?? ''}
        onChange={chosen => setFilter({ [name]: chosen })}
      />
    ),
  }
}
