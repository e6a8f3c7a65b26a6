import {
  addDays,
  daysInMonth,
  fromCalendar,
  type LocalDate,
  localDate,
  toCalendar,
} from '../../../engine/dates.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { movedMonths } from '../payMonths/payMonths.ts'
import { section } from '../settings/settings.ts'

type Source = Awaited<ReturnType<typeof section<'payroll'>>>['sources'][number]
export type Office = Pick<
  Source,
  'code' | 'name' | 'kind' | 'payDay' | 'remittanceDays' | 'charge' | 'contact'
> & {
  /** When the remittance of a month is expected whose dates were moved, by the first day of the month. */
  moved: ReadonlyMap<string, LocalDate>
}

export async function offices(ctx: Pick<Context, 'tx' | 'today'>): Promise<Map<string, Office>> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  const months = await movedMonths(ctx.tx)
  return new Map(
    sources.map(source => {
      const own = months.filter(month => month.source === source.code)
      const moved = new Map(own.map(month => [month.period, localDate(month.remittance_on)]))
      return [source.code, { ...source, moved }]
    }),
  )
}

export async function officeOf(ctx: Pick<Context, 'tx' | 'today'>, code: string): Promise<Office> {
  return (await offices(ctx)).get(code) ?? refuse('record.unknown', { what: 'payroll office' })
}

/** The day on which the remittance for a month is expected. */
export function expectedOn(
  office: Pick<Office, 'payDay' | 'remittanceDays' | 'moved'> | undefined,
  period: string,
): LocalDate {
  const moved = office?.moved.get(period)
  if (moved) return moved
  const { year, month } = toCalendar(localDate(period))
  const payDay = Math.min(office?.payDay ?? 28, daysInMonth(year, month))
  return addDays(fromCalendar(year, month, payDay), office?.remittanceDays ?? 21)
}
