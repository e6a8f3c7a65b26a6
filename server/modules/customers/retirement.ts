import type { Section } from '../../../contract/settings.ts'
import { type LocalDate, localDate, wholeMonthsBetween } from '../../../engine/dates.ts'
import { CIVIL_SERVICE, type RetirementRule, retirementOf } from '../../../engine/retirement.ts'
import type { PublicContext } from '../../kernel/context.ts'
import { sections } from '../settings/settings.ts'
import type { CustomerRow } from './customers.sql.ts'

export type ServiceRule = RetirementRule & { service: string }

/** The rule of the service that a payroll belongs to. */
export function ruleOf(
  { rules }: Section<'retirement'>,
  { sources }: Section<'payroll'>,
  payrollSource: string,
): ServiceRule {
  const service = sources.find(source => source.code === payrollSource)?.service
  const rule = rules.find(each => each.service === service) ?? rules[0]
  return rule ?? { service: 'Civil service', ...CIVIL_SERVICE }
}

/** The same, and the margin required before it. */
export async function retirementRuleFor(
  { tx, today }: Pick<PublicContext, 'tx' | 'today'>,
  payrollSource: string,
): Promise<{ rule: ServiceRule; marginMonths: number }> {
  const { retirement, payroll } = await sections(tx, today, ['retirement', 'payroll'])
  return { rule: ruleOf(retirement, payroll, payrollSource), marginMonths: retirement.marginMonths }
}

/** By the rule, unless staff confirmed another day. */
export function describeRetirement(row: CustomerRow, rule: ServiceRule, today: LocalDate) {
  const career = {
    dateOfBirth: localDate(row.date_of_birth),
    dateOfFirstAppointment: localDate(row.first_appointment_on),
  }
  const { byAge, byService, retirement, flag } = retirementOf(career, today, rule)
  const on = row.retires_on === null ? retirement : localDate(row.retires_on)
  return {
    on,
    monthsLeft: monthsUntil(today, on),
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
