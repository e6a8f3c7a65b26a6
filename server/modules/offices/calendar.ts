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
import { section } from '../settings/settings.ts'

type Source = Awaited<ReturnType<typeof section<'payroll'>>>['sources'][number]
export type Office = Pick<
  Source,
  'code' | 'name' | 'kind' | 'payDay' | 'remittanceDays' | 'charge' | 'contact'
>

export async function offices(ctx: Pick<Context, 'tx' | 'today'>): Promise<Map<string, Office>> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return new Map(sources.map(source => [source.code, source]))
}

export async function officeOf(ctx: Pick<Context, 'tx' | 'today'>, code: string): Promise<Office> {
  return (await offices(ctx)).get(code) ?? refuse('record.unknown', { what: 'payroll office' })
}

/** The day on which the remittance for a month is expected. */
export function expectedOn(
  office: Pick<Office, 'payDay' | 'remittanceDays'> | undefined,
  period: string,
): LocalDate {
  const { year, month } = toCalendar(localDate(period))
  const payDay = Math.min(office?.payDay ?? 28, daysInMonth(year, month))
  return addDays(fromCalendar(year, month, payDay), office?.remittanceDays ?? 21)
}
