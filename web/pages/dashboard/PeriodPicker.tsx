import { useSearchParams } from 'react-router'
import { formatMonth } from '../../../engine/dates.ts'
import { monthsAgo } from '../../parts/dashboard/dashboardWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Select } from '../../ui/Select.tsx'

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

/** Single months a picker reaches; longer ago stands in the export. */
const MONTHS = 12

export function PeriodPicker({ from, to }: PeriodInput) {
  const [, setParams] = useSearchParams()
  const today = todayInLagos()
  const back = (months: number): string => monthsAgo(today, months)
  const single = Array.from({ length: MONTHS }, (_, months) => back(months))
  const spans = [
    { value: `${back(2)} ${back(0)}`, label: 'Last 3 months' },
    { value: `${back(5)} ${back(0)}`, label: 'Last 6 months' },
    { value: `${back(11)} ${back(0)}`, label: 'Last 12 months' },
    { value: `${today.slice(0, 4)}-01 ${back(0)}`, label: 'This year' },
  ]
  const chosen = `${from ?? to ?? back(0)} ${to ?? back(0)}`
  const options = [
    { value: `${back(0)} ${back(0)}`, label: `This month, ${formatMonth(back(0))}` },
    ...spans,
    ...single.slice(1).map(month => ({ value: `${month} ${month}`, label: formatMonth(month) })),
  ].filter((option, at, all) => all.findIndex(each => each.value === option.value) === at)
  const known = options.some(option => option.value === chosen)
  const choose = (value: string): void => {
    const [first = '', last = ''] = value.split(' ')
    setParams(now => {
      const next = new URLSearchParams(now)
      next.delete('from')
      next.delete('to')
      if (value !== `${back(0)} ${back(0)}`) {
        next.set('from', first)
        next.set('to', last)
      }
      return next
    })
  }
  return (
    <Select
      label="Period"
      labelHidden
      className="w-56"
      value={chosen}
      options={known ? options : [...options, { value: chosen, label: chosen.replace(' ', ' – ') }]}
      onChange={event => choose(event.target.value)}
    />
  )
}
