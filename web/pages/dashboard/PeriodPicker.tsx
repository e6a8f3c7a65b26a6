import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMonth } from '../../../engine/dates.ts'
import { todayInLagos } from '../../parts/today.ts'
import { type Option, Select } from '../../ui/Select.tsx'
import { monthsAgo } from './dashboardWords.ts'

export type PeriodInput = { from: string | undefined; to: string | undefined }

/** The period in the address: whole months; none is the running one. */
export function usePeriod(): PeriodInput {
  const [params] = useSearchParams()
  const month = (name: string): string | undefined => {
    const value = params.get(name)
    return value !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : undefined
  }
  return { from: month('from'), to: month('to') }
}

/** The portfolio the address names: a period, and the largest employers or all of them. */
export function usePortfolioInput() {
  const [params] = useSearchParams()
  const period = usePeriod()
  return params.get('employers') === 'all' ? { ...period, employers: 'all' as const } : period
}

/** Single months in the menu; earlier ones are chosen as a range. */
const MONTHS = 12
const OWN = 'own'

/** The usual periods, then single months. */
function usualPeriods(today: string, firstMonth: string): Option[] {
  const back = (months: number): string => monthsAgo(today, months)
  const year = Number(today.slice(0, 4))
  const options = [
    { value: `${back(0)} ${back(0)}`, label: `This month, ${formatMonth(back(0))}` },
    { value: `${back(2)} ${back(0)}`, label: 'Last 3 months' },
    { value: `${back(5)} ${back(0)}`, label: 'Last 6 months' },
    { value: `${back(11)} ${back(0)}`, label: 'Last 12 months' },
    { value: `${year}-01 ${back(0)}`, label: 'This year' },
    ...(firstMonth < `${year}-01` ? [{ value: `${year - 1}-01 ${year - 1}-12`, label: 'Last year' }] : []),
    ...Array.from({ length: MONTHS - 1 }, (_, at) => back(at + 1)).map(month => ({
      value: `${month} ${month}`,
      label: formatMonth(month),
    })),
  ]
  return options.filter((option, at) => options.findIndex(each => each.value === option.value) === at)
}

type Props = PeriodInput & {
  /** The first month with a month-end snapshot. */
  firstMonth: string | null
}

/** A usual period, or any from one month to another. */
export function PeriodPicker({ from, to, firstMonth }: Props) {
  const [, setParams] = useSearchParams()
  const [isOwn, setIsOwn] = useState(false)
  const today = todayInLagos()
  const thisMonth = monthsAgo(today, 0)
  const last = to !== undefined && to < thisMonth ? to : thisMonth
  const first = from !== undefined && from < last ? from : last
  // without a snapshot there is still the ledger
  const oldest = [firstMonth ?? monthsAgo(today, MONTHS - 1), first].toSorted()[0] ?? first
  const usual = usualPeriods(today, oldest)
  const chosen = `${first} ${last}`
  const showsOwn = isOwn || !usual.some(({ value }) => value === chosen)
  const choose = (begins: string, ends: string): void =>
    setParams(now => {
      const next = new URLSearchParams(now)
      next.delete('from')
      next.delete('to')
      if (begins !== thisMonth) {
        next.set('from', begins)
        next.set('to', ends)
      }
      return next
    })
  const chooseOwn = (begins: string, ends: string): void => {
    setIsOwn(true) // the months stay visible while they are changed, also for a usual period
    choose(begins, ends)
  }
  const chooseUsual = (value: string): void => {
    setIsOwn(value === OWN)
    const [begins, ends] = value.split(' ')
    if (begins && ends) choose(begins, ends)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Period"
        labelHidden
        className="w-56"
        value={showsOwn ? OWN : chosen}
        options={[...usual, { value: OWN, label: 'Custom period…' }]}
        onChange={event => chooseUsual(event.target.value)}
      />
      {showsOwn && <OwnMonths {...{ first, last, oldest, today }} onChange={chooseOwn} />}
    </div>
  )
}

type OwnProps = {
  first: string
  last: string
  oldest: string
  today: string
  onChange: (first: string, last: string) => void
}

/** Moving one end past the other moves both. */
function OwnMonths({ first, last, oldest, today, onChange }: OwnProps) {
  const months: Option[] = []
  for (let back = 0, month = monthsAgo(today, 0); month >= oldest; back += 1, month = monthsAgo(today, back))
    months.push({ value: month, label: formatMonth(month) })
  return (
    <>
      <Select
        label="First month"
        labelHidden
        className="w-36"
        value={first}
        options={months}
        onChange={({ target: { value } }) => onChange(value, value > last ? value : last)}
      />
      <span aria-hidden className="text-muted">
        to
      </span>
      <Select
        label="Last month"
        labelHidden
        className="w-36"
        value={last}
        options={months}
        onChange={({ target: { value } }) => onChange(value < first ? value : first, value)}
      />
    </>
  )
}
