import { type LocalDate, localDate, wholeMonthsBetween } from '../../engine/dates.ts'
import { CIVIL_SERVICE, type RetirementRule, retirementOf } from '../../engine/retirement.ts'
import type { PublicContext } from '../context.ts'
import { section } from '../settings/settings.ts'
import type { CustomerRow } from './customers.sql.ts'

/** The rule of the service that a payroll belongs to, and the margin wanted before it. */
export async function retirementRuleFor(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  payrollSource: string,
): Promise<{ rule: RetirementRule & { service: string }; marginMonths: number }> {
  const { rules, marginMonths } = await section(ctx.tx, 'retirement', ctx.today)
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  const service = sources.find(source => source.code === payrollSource)?.service
  const rule = rules.find(each => each.service === service) ?? rules[0]
  return { rule: rule ?? { service: 'Civil service', ...CIVIL_SERVICE }, marginMonths }
}

/** By the rule, unless somebody has answered for another day. */
export async function describeRetirement(ctx: Pick<PublicContext, 'tx' | 'today'>, row: CustomerRow) {
  const { rule } = await retirementRuleFor(ctx, row.payroll_source)
  const career = {
    dateOfBirth: localDate(row.date_of_birth),
    dateOfFirstAppointment: localDate(row.first_appointment_on),
  }
  const { byAge, byService, retirement, flag } = retirementOf(career, ctx.today, rule)
  const on = row.retires_on === null ? retirement : localDate(row.retires_on)
  return {
    on,
    monthsLeft: monthsUntil(ctx.today, on),
    service: rule.service,
    ageYears: rule.ageYears,
    serviceYears: rule.serviceYears,
    byAge,
    byService,
    flag,
    override: row.retires_on === null ? null : { on, reason: row.retires_reason ?? '' },
  }
}

const monthsUntil = (today: LocalDate, day: LocalDate): number =>
  day <= today ? 0 : wholeMonthsBetween(today, day)
