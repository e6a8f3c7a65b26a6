/** Compares a folded loan with what a source shows of it after some of its events. */

import { COMPONENTS, type Parts, totalOf } from '../../engine/allocation.ts'
import { daysBetween } from '../../engine/dates.ts'
import { fraction } from '../../engine/fraction.ts'
import type { ChargeState, Entry, InstalmentState, LoanState } from '../../engine/loan.ts'
import { count, type Fields, fields, list, notOffered, present, text, word } from './case.ts'
import { differs } from './compare.ts'
import { typeOf } from './loanEvents.ts'

export type Looked = { readonly state: LoanState; readonly scale: bigint }

/** Names of amounts as sources print them, against what the engine holds. */
type Amounts = { readonly [name: string]: bigint }

export function firstDifference(
  where: string,
  expected: Fields,
  amounts: Amounts,
  scale: bigint,
): string | undefined {
  for (const [key, value] of Object.entries(expected)) {
    const got = amounts[key]
    if (got === undefined || !present(value)) continue
    const failure = differs(`${where} ${key}`, value, fraction(got, scale))
    if (failure) return failure
  }
  return undefined
}

export const partAmounts = (parts: Parts): Amounts => ({
  principal: parts.principal,
  interest: parts.interest,
  fees: parts.fee,
  fee: parts.fee,
  penalties: parts.penalty,
  penalty: parts.penalty,
})

export const rowAmounts = (row: InstalmentState): Amounts => ({
  ...partAmounts(row.due),
  total: totalOf(row.due),
  balance: row.balance,
  paid: totalOf(row.paid),
  waived: totalOf(row.waived),
  paidInAdvance: row.paidInAdvance,
  paidLate: row.paidLate,
  outstanding: totalOf(row.outstanding),
})

export function comparePeriods({ state, scale }: Looked, periods: readonly unknown[]): string | undefined {
  for (const [index, value] of periods.entries()) {
    const expected = fields(value)
    const n = present(expected.n) ? count(expected.n, 'n') : index + 1
    const row = state.instalments[n - 1]
    if (!row) return `row ${n}: missing, the loan has ${state.instalments.length} rows`
    const plain: Fields = {
      dueDate: row.dueDate,
      days: daysBetween(row.periodStart, row.dueDate),
      paidDate: row.paidOn,
    }
    for (const [key, got] of Object.entries(plain)) {
      if (present(expected[key]) && text(expected[key]) !== String(got))
        return `row ${n} ${key}: expected ${text(expected[key])}, got ${text(got)}`
    }
    const failure = firstDifference(`row ${n}`, expected, rowAmounts(row), scale)
    if (failure) return failure
  }
  return undefined
}

function compareTotals({ state, scale }: Looked, expected: Fields): string | undefined {
  const sumOf = (key: 'paidInAdvance' | 'paidLate') =>
    state.instalments.reduce((sum, row) => sum + row[key], 0n)
  const amounts = {
    ...partAmounts(state.due),
    fees: state.due.fee,
    total: totalOf(state.due),
    paid: totalOf(state.paid),
    waived: totalOf(state.waived),
    paidInAdvance: sumOf('paidInAdvance'),
    paidLate: sumOf('paidLate'),
    outstanding: state.outstandingTotal,
  }
  return firstDifference('total', expected, amounts, scale)
}

const MOVES: readonly Entry['type'][] = [
  'disbursement',
  'receipt',
  'waiver',
  'write-off',
  'recovery',
  'refund',
]

/** Each transaction must be found once; a reverted one has no split to compare. */
function compareTransactions({ state, scale }: Looked, transactions: readonly unknown[]): string | undefined {
  const open = state.entries.filter(entry => MOVES.includes(entry.type) || entry.type === 'charge')
  for (const value of transactions) {
    const expected = fields(value)
    const atPayout = /^repayment.*disburs/.test(word(expected.type))
    const type = atPayout ? 'charge' : typeOf(expected)
    const where = `transaction ${text(expected.type)} of ${text(expected.date)}`
    const reverted = expected.reverted === true
    const found = open.findIndex(
      entry =>
        entry.date === expected.date &&
        entry.type === type &&
        entry.undone === reverted &&
        differs('', expected.amount, fraction(entry.amount, scale)) === undefined,
    )
    const entry = open[found]
    if (!entry) return `${where}: not found`
    open.splice(found, 1)
    if (reverted) continue
    const hasSplit = type === 'receipt' || type === 'write-off' || type === 'charge'
    const split = hasSplit ? partAmounts(entry.parts) : {}
    const overpaid = { overpayment: entry.credit, overpaid: entry.credit, overpaymentPortion: entry.credit }
    const amounts = { ...split, ...overpaid, loanBalance: entry.principalAfter }
    const failure = firstDifference(where, expected, amounts, scale)
    if (failure) return failure
  }
  return undefined
}

const chargeAmounts = (charge: ChargeState): Amounts => ({
  due: charge.due,
  amount: charge.due,
  paid: charge.paid,
  waived: charge.waived,
  outstanding: charge.outstanding,
})

function compareCharges({ state, scale }: Looked, charges: readonly unknown[]): string | undefined {
  const open = [...state.charges]
  for (const value of charges) {
    const expected = fields(value)
    const component = expected.penalty === true ? 'penalty' : 'fee'
    const likely = open.filter(
      charge =>
        charge.component === component && (!present(expected.dueDate) || charge.dueDate === expected.dueDate),
    )
    const where = `charge ${component} due ${text(expected.dueDate) ?? 'with every row'}`
    const failures = likely.map(charge => firstDifference(where, expected, chargeAmounts(charge), scale))
    const found = likely[failures.indexOf(undefined)]
    if (!found) return failures[0] ?? `${where}: not found`
    open.splice(open.indexOf(found), 1)
  }
  return undefined
}

const STATUSES: Record<string, readonly string[]> = {
  'awaiting-disbursement': ['approved', 'submitted', 'submittedandpendingapproval', 'awaitingdisbursement'],
  live: ['active', 'live', 'open', 'inarrears', 'disbursed'],
  closed: ['closedobligationsmet', 'closed', 'paid', 'settled', 'repaid'],
  overpaid: ['overpaid'],
  'written-off': ['closedwrittenoff', 'writtenoff'],
}

function compareDisbursement({ state, scale }: Looked, expected: Fields): string | undefined {
  const entry = state.entries.find(({ type }) => type === 'disbursement')
  if (entry?.date !== expected.date)
    return `disbursement date: expected ${text(expected.date)}, got ${entry?.date}`
  return firstDifference('disbursement', expected, { amount: entry?.amount ?? 0n, fees: 0n }, scale)
}

type Check = (looked: Looked, expected: unknown) => string | undefined

const plainly =
  (name: string, read: (state: LoanState) => string | number): Check =>
  ({ state }, expected) =>
    text(expected) === String(read(state))
      ? undefined
      : `${name}: expected ${text(expected)}, got ${read(state)}`

const amountly =
  (name: string, read: (state: LoanState) => bigint): Check =>
  ({ state, scale }, expected) =>
    differs(name, expected, fraction(read(state), scale))

const CHECKS: Record<string, Check> = {
  afterEvent: () => undefined,
  note: () => undefined,
  notes: () => undefined,
  disbursement: (looked, expected) => compareDisbursement(looked, fields(expected)),
  periods: (looked, expected) => comparePeriods(looked, list(expected)),
  totals: (looked, expected) => compareTotals(looked, fields(expected)),
  transactions: (looked, expected) => compareTransactions(looked, list(expected)),
  charges: (looked, expected) => compareCharges(looked, list(expected)),
  status: ({ state }, expected) =>
    STATUSES[state.status]?.includes(word(expected))
      ? undefined
      : `status: expected ${text(expected)}, got ${state.status}`,
  outstandingTotal: amountly('outstandingTotal', state => state.outstandingTotal),
  overpaidTotal: amountly('overpaidTotal', state => state.credit),
  arrearsTotal: amountly('arrearsTotal', state => state.arrears.total),
  daysPastDue: plainly('daysPastDue', state => state.arrears.daysPastDue),
  revertedTransactionDates: ({ state }, expected) => {
    const got = state.entries.filter(({ undone }) => undone).map(entry => String(entry.date))
    const missing = list(expected).find(day => !got.includes(text(day) ?? ''))
    return missing === undefined ? undefined : `reverted: expected ${text(missing)}, got ${got.join(', ')}`
  },
}

export function compareCheckpoint(looked: Looked, checkpoint: Fields): string | undefined {
  for (const [key, expected] of Object.entries(checkpoint)) {
    if (!present(expected)) continue
    const check = CHECKS[key]
    if (!check) return notOffered(`not readable: checkpoint.${key}`)
    const failure = check(looked, expected)
    if (failure) return `after event ${text(checkpoint.afterEvent)}: ${failure}`
  }
  const { due, paid, waived, writtenOff, outstanding } = looked.state
  const lost = COMPONENTS.find(
    name => due[name] !== paid[name] + waived[name] + writtenOff[name] + outstanding[name],
  )
  return lost && `after event ${text(checkpoint.afterEvent)}: ${lost} due is not what became of it`
}
