import { CAMPAIGN_MOST } from '../../../contract/campaigns.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { inSms } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Addressee, Addressees, FindDue, MatchAlert, Stops } from '../messaging/messaging.ts'
import * as store from './addressees.sql.ts'

/** What messaging has to know of customers and loans, which stand to its right: handed in by api.ts and worker.ts. */

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
    values: valuesOf(row),
  }))

export const addressees: Addressees = {
  byId: async (tx, ids, today) => describeAll(await store.addresseesById(tx, ids), today),
  byGiven: async (tx, given, today) => describeAll(await store.addresseesByGiven(tx, given), today),
  inSegment: async (tx, filter, page, today) =>
    describeAll(await store.addresseesIn(tx, filter, page, today), today),
  async countSegment(tx, filter, today) {
    const count = await store.countIn(tx, filter, today, CAMPAIGN_MOST + 1)
    return { count, isExact: count <= CAMPAIGN_MOST }
  },
  async namesOf(tx, phones) {
    const rows = await store.namesByPhone(tx, phones)
    return new Map(
      rows.map(row => [row.phone, { customerId: row.id, name: `${row.surname} ${row.first_name}` }]),
    )
  },
}

/** One customer's facts, for the preview of a template. */
export async function factsOfCustomer(tx: Tx, customerId: string) {
  const [row] = await store.addresseesById(tx, [customerId])
  return row && { name: nameOf(row), values: valuesOf(row) }
}

export const stops: Stops = {
  async standing(tx, phones) {
    const rows = await store.standingByPhone(tx, phones)
    return new Map(
      rows.flatMap(({ phone, deceased, dispute }): [string, 'deceased' | 'dispute'][] =>
        deceased ? [[phone, 'deceased']] : dispute ? [[phone, 'dispute']] : [],
      ),
    )
  },
  settled: async (tx, loanIds, today) =>
    new Set(loanIds.length === 0 ? [] : await store.quietedLoans(tx, loanIds, today)),
}

export const findDue: FindDue = async (tx, rule, today, page) =>
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

const NUMBERS_MOST = 20
const NAMES_MOST = 12

export const matchAlert: MatchAlert = async (tx, alert) => {
  const text = `${alert.description ?? ''} ${alert.reference ?? ''}`.toUpperCase()
  const numbers = (text.match(/[A-Z]{0,6}\d{4,12}/g) ?? []).slice(0, NUMBERS_MOST)
  const words = (text.match(/[A-Z]{3,30}/g) ?? []).map(word => word.toLowerCase())
  const names = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? ''
    // in either order, as banks turn names round
    return [`% ${before} ${word} %`, `% ${word} ${before} %`]
  })
  const found = await store.loansNamed(tx, { numbers, names: names.slice(0, NAMES_MOST) })
  return found.map(row => ({
    loanId: row.id,
    loanNumber: row.number,
    customerName: `${row.surname} ${row.first_name}`,
    why: row.instalment === alert.amount ? `${row.how}, and it is the instalment` : row.how,
  }))
}
