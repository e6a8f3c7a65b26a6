import { sql } from 'kysely'
import { expect } from 'vitest'
import { CASH_ACTIVITIES } from '../contract/financials.ts'
import { addDays, type LocalDate } from '../engine/dates.ts'
import type { TestApp } from './testApp.ts'

/** Income statement, balance sheet and cash flow a second time: every line of the ledger, added up one by one. */

type Moved = {
  entry_id: string
  on: LocalDate
  reason: string
  code: number
  title: string
  kind: string
  is_own: boolean
  is_bank: boolean
  amount: bigint
}

/** A reversal is of the reason that it reverses; lines in their order. */
async function everyLine({ program }: TestApp): Promise<Moved[]> {
  const result = await sql<Moved>`
    select l.entry_id::text, e.effective_on as on, coalesce(r.reason, e.reason) as reason, l.code, c.title, c.kind,
      c.is_own, exists (select from ledger_bank_account b where b.code = l.code) as is_bank, l.amount
    from ledger_line l join ledger_entry e on e.id = l.entry_id join ledger_chart c on c.code = l.code
    left join ledger_entry r on r.id = e.reverses_id order by l.entry_id, l.position`.execute(program.db)
  return result.rows
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

function group(lines: readonly Moved[], kind: string) {
  const held = new Map<number, { code: number; title: string; amount: bigint }>()
  const sign = kind === 'asset' || kind === 'expense' ? 1n : -1n
  for (const line of lines.filter(each => each.kind === kind)) {
    const { code, title } = line
    held.set(code, { code, title, amount: (held.get(code)?.amount ?? 0n) + sign * line.amount })
  }
  const accounts = [...held.values()].filter(({ amount }) => amount !== 0n).sort((a, b) => a.code - b.code)
  return { lines: accounts, total: total(accounts.map(({ amount }) => amount)) }
}

function incomeOf(all: readonly Moved[], from: LocalDate, to: LocalDate) {
  const lines = all.filter(({ on, reason }) => on >= from && on <= to && reason !== 'yearEnd')
  const [income, expenses] = [group(lines, 'income'), group(lines, 'expense')]
  return { from, to, income, expenses, result: income.total - expenses.total }
}

function balanceOf(all: readonly Moved[], asOf: LocalDate) {
  const lines = all.filter(({ on }) => on <= asOf)
  const result = group(lines, 'income').total - group(lines, 'expense').total
  const equity = group(lines, 'equity')
  return {
    asOf,
    assets: group(lines, 'asset'),
    liabilities: group(lines, 'liability'),
    equity: { ...equity, total: equity.total + result },
    result,
  }
}

const size = ({ amount }: Moved): bigint => (amount < 0n ? -amount : amount)

/** What is posted by hand belongs where the largest other account belongs, all else to operations. */
function activityOf(others: readonly Moved[]): (typeof CASH_ACTIVITIES)[number] {
  const largest = others.reduce((most, line) => (size(line) > size(most) ? line : most))
  if (largest.reason !== 'journal' && largest.reason !== 'openingBalance') return 'operating'
  if (largest.kind === 'asset') return 'investing'
  if (largest.kind === 'equity') return 'financing'
  return largest.kind === 'liability' && largest.is_own ? 'financing' : 'operating'
}

function grouped<T>(each: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of each) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

function cashOf(all: readonly Moved[], from: LocalDate, to: LocalDate) {
  const bank = all.filter(({ is_bank }) => is_bank)
  const through = (day: LocalDate) => total(bank.filter(({ on }) => on <= day).map(({ amount }) => amount))
  const inPeriod = all.filter(({ on }) => on >= from && on <= to)
  const moved = [...grouped(inPeriod, ({ entry_id }) => entry_id)].flatMap(([, lines]) => {
    const amount = total(lines.filter(({ is_bank }) => is_bank).map(line => line.amount))
    const others = lines.filter(({ is_bank }) => !is_bank)
    return amount === 0n ? [] : [{ amount, reason: lines[0]?.reason ?? '', activity: activityOf(others) }]
  })
  const activities = CASH_ACTIVITIES.map(activity => {
    const own = moved.filter(each => each.activity === activity)
    const lines = [...grouped(own, ({ reason }) => reason)].map(([reason, each]) => ({
      reason,
      received: total(each.map(({ amount }) => (amount > 0n ? amount : 0n))),
      paid: total(each.map(({ amount }) => (amount < 0n ? -amount : 0n))),
    }))
    return { activity, lines: byReason(lines), total: total(own.map(({ amount }) => amount)) }
  })
  return { from, to, opening: through(addDays(from, -1)), activities, closing: through(to) }
}

const byReason = <T extends { reason: string }>(lines: readonly T[]): T[] =>
  lines.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))

/** The statements of each period, and the balance sheet of every day from the first entry to the last. */
export async function expectStatements(
  testApp: TestApp,
  periods: readonly (readonly [from: LocalDate, to: LocalDate])[],
): Promise<void> {
  const all = await everyLine(testApp)
  const reader = testApp.as('auditor')
  for (const [from, to] of periods) {
    const { compared, ...income } = await reader.ok('incomeStatementGet', { from, to, compare: 'both' })
    expect(compared).toHaveLength(2)
    for (const each of [income, ...compared]) expect(each).toEqual(incomeOf(all, each.from, each.to))
    const flow = await reader.ok('cashFlowGet', { from, to, compare: 'both' })
    expect(flow.compared.map(each => [each.from, each.to])).toEqual(
      compared.map(each => [each.from, each.to]),
    )
    for (const { compared: _, ...each } of [flow, ...flow.compared.map(one => ({ ...one, compared: [] }))]) {
      const activities = each.activities.map(one => ({ ...one, lines: byReason(one.lines) }))
      expect({ ...each, activities }).toEqual(cashOf(all, each.from, each.to))
      expect(each.opening + total(each.activities.map(one => one.total))).toBe(each.closing)
    }
    for (const { activity, lines } of flow.activities)
      for (const { reason, received, paid } of lines) {
        const line = { from, to, activity, reason }
        const first = await reader.ok('cashFlowLineList', { ...line, limit: 100 })
        expect(first.amount).toBe(received - paid)
        if (first.next === null) expect(total(first.rows.map(({ amount }) => amount))).toBe(received - paid)
      }
  }
  const days = [...new Set(all.map(({ on }) => on))].sort()
  for (const day of days) {
    const { compared, ...sheet } = await reader.ok('balanceSheetGet', { asOf: day, compare: 'lastYear' })
    for (const each of [sheet, ...compared]) expect(each).toEqual(balanceOf(all, each.asOf))
    expect(sheet.assets.total).toBe(sheet.liabilities.total + sheet.equity.total)
  }
}
