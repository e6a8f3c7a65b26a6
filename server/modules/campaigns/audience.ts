import type { SegmentFilter } from '../../../contract/campaigns.ts'
import { CAMPAIGN_MAX } from '../../../contract/campaigns.ts'
import type { Facts } from '../../../contract/messaging.ts'
import type { Section } from '../../../contract/settings.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { inSms } from '../../../engine/money.ts'
import type { TemplateValues } from '../../../engine/template.ts'
import type { Tx } from '../../kernel/db.ts'
import * as store from './audience.sql.ts'

/** A customer as a recipient. */
export type Addressee = {
  customerId: string
  number: string
  name: string
  phone: string
  standing: 'ok' | 'merged' | 'deceased' | 'dispute' | 'blacklisted'
  /** Late only by months whose deduction file is awaited. */
  isAwaited: boolean
  /** By the variables' names; what a customer has not got is absent. */
  values: TemplateValues
}

function standingOf(row: store.AddresseeRow, today: LocalDate): Addressee['standing'] {
  if (row.status === 'merged' || row.status === 'deceased') return row.status
  if (row.in_dispute) return 'dispute'
  const isBlacklisted = row.status === 'blacklisted' && (row.status_until ?? today) >= today
  return isBlacklisted ? 'blacklisted' : 'ok'
}

const nameOf = (row: store.AddresseeRow): string => `${row.surname} ${row.first_name}`

const valuesOf = (row: store.AddresseeRow): Addressee['values'] => ({
  firstName: row.first_name,
  surname: row.surname,
  customerNumber: row.number,
  loanNumber: row.loan_number ?? '',
  balance: row.owed_total === null ? '' : inSms(row.owed_total),
  arrears: row.arrears === null ? '' : inSms(row.arrears),
  daysPastDue: row.days_past_due === null ? '' : String(row.days_past_due),
  timePastDue: row.days_past_due === null ? '' : countOf(row.days_past_due, 'day'),
  dueOn: row.next_due_on === null ? '' : formatDate(localDate(row.next_due_on)),
  dueAmount: row.next_due_amount === null ? '' : inSms(row.next_due_amount),
})

const describeAll = (rows: readonly store.AddresseeRow[], today: LocalDate): Addressee[] =>
  rows.map(row => ({
    customerId: row.id,
    number: row.number,
    name: nameOf(row),
    phone: row.phone,
    standing: standingOf(row, today),
    isAwaited: row.is_awaited === true,
    values: valuesOf(row),
  }))

export const addresseesById = async (
  tx: Tx,
  ids: readonly string[],
  today: LocalDate,
): Promise<Addressee[]> => describeAll(await store.addresseesById(tx, ids, today), today)

/** By phone (E.164) or customer number; a phone that several records share gives them all. */
export const addresseesByGiven = async (
  tx: Tx,
  given: { phones: readonly string[]; numbers: readonly string[] },
  today: LocalDate,
): Promise<Addressee[]> => describeAll(await store.addresseesByGiven(tx, given, today), today)

/** In the order of their ids, so that preparing can stop and go on. */
export const addresseesIn = async (
  tx: Tx,
  filter: SegmentFilter,
  page: { after: string | null; limit: number },
  today: LocalDate,
): Promise<Addressee[]> => describeAll(await store.addresseesIn(tx, filter, page, today), today)

export async function countAudience(tx: Tx, filter: SegmentFilter, today: LocalDate) {
  const count = await store.countIn(tx, filter, today, CAMPAIGN_MAX + 1)
  return { count, isExact: count <= CAMPAIGN_MAX }
}

/** One customer's facts, for the preview of a template. */
export async function factsOfCustomer(tx: Tx, customerId: string, today: LocalDate) {
  const [row] = await store.addresseesById(tx, [customerId], today)
  return row && { name: nameOf(row), values: valuesOf(row) }
}

/** A loan that a rule speaks of today, and nothing that should stop it: no fresh receipt, no open promise, not frozen. */
export type DueLoan = {
  loanId: string
  customerId: string
  phone: string
  /** What makes this occasion unlike the next: the due day, or the day the arrears began. */
  occasion: string
  facts: Facts
}

/** In the order of their ids. */
export const findDue = async (
  tx: Tx,
  rule: Section<'sms'>['reminders'][number],
  today: LocalDate,
  page: { after: string | null; limit: number },
): Promise<DueLoan[]> =>
  (await store.loansToRemind(tx, rule, today, page)).map(row => ({
    loanId: row.id,
    customerId: row.customer_id,
    phone: row.phone,
    occasion: (rule.rule === 'due in' ? row.next_due_on : row.oldest_unpaid_on) ?? today,
    facts: {
      firstName: row.first_name,
      loanNumber: row.number,
      arrears: inSms(row.arrears),
      daysPastDue: String(row.days_past_due),
      timePastDue: countOf(row.days_past_due, 'day'),
      dueOn: row.next_due_on === null ? '' : formatDate(localDate(row.next_due_on)),
      dueAmount: row.next_due_amount === null ? '' : inSms(row.next_due_amount),
    },
  }))
