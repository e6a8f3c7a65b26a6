import { CAMPAIGN_MOST } from '../../contract/campaigns.ts'
import { formatDate, localDate } from '../../engine/dates.ts'
import { formatNaira, kobo } from '../../engine/money.ts'
import type { Tx } from '../db.ts'
import type { Addressee, Addressees, FindDue, MatchAlert, Stops } from '../messaging/messaging.ts'
import * as store from './addressees.sql.ts'

/** What messaging has to know of customers and loans, which stand to its right: handed in by api.ts and worker.ts. */

const naira = (amount: bigint): string => formatNaira(kobo(amount), 'NGN')

const standingOf = (row: store.AddresseeRow): Addressee['standing'] => {
  if (row.status === 'merged' || row.status === 'deceased') return row.status
  return row.in_dispute ? 'dispute' : 'ok'
}

const describe = (row: store.AddresseeRow): Addressee => ({
  customerId: row.id,
  number: row.number,
  name: `${row.surname} ${row.first_name}`,
  phone: row.phone,
  standing: standingOf(row),
  values: {
    firstName: row.first_name,
    surname: row.surname,
    customerNumber: row.number,
    loanNumber: row.loan_number ?? '',
    balance: row.owed_total === null ? '' : naira(row.owed_total),
    arrears: row.arrears === null ? '' : naira(row.arrears),
    daysPastDue: row.days_past_due === null ? '' : String(row.days_past_due),
    dueOn: row.next_due_on === null ? '' : formatDate(localDate(row.next_due_on)),
    dueAmount: row.next_due_amount === null ? '' : naira(row.next_due_amount),
  },
})

export const addressees: Addressees = {
  byId: async (tx, ids) => (await store.addresseesById(tx, ids)).map(describe),
  byGiven: async (tx, given) => (await store.addresseesByGiven(tx, given)).map(describe),
  inSegment: async (tx, filter, page, today) =>
    (await store.addresseesIn(tx, filter, page, today)).map(describe),
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
  if (!row) return undefined
  const { name, values } = describe(row)
  return { name, values }
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
      arrears: naira(row.arrears),
      daysPastDue: String(row.days_past_due),
      dueOn: row.next_due_on === null ? '' : formatDate(localDate(row.next_due_on)),
      dueAmount: row.next_due_amount === null ? '' : naira(row.next_due_amount),
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
