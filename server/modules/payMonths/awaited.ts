import type { RawBuilder } from 'kysely'
import {
  type AwaitedFiles,
  type AwaitedSpan,
  awaitedSpans,
  type Excused,
  type MonthFact,
} from '../../../engine/awaited.ts'
import { type LocalDate, localDate, type PayMonth, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import { type KnownMonth, type KnownOfPayroll, readKnown, type SourceHistory } from './awaited.sql.ts'

type AwaitedMonths = ReadonlyMap<PayMonth, readonly AwaitedSpan[]>

/** What penalties need to know of payroll months, by loan. */
export async function awaitedOfLoans(
  tx: Tx,
  payers: RawBuilder<unknown>,
): Promise<Map<string, AwaitedFiles>> {
  return awaitedFrom(await readKnown(tx, payers))
}

/** The same out of what a statement read. */
export function awaitedFrom({ payers, months, excuses }: KnownOfPayroll): Map<string, AwaitedFiles> {
  const known = bySource(months)
  const excused = new Map<string, Excused[]>()
  for (const { loan_id: loanId, from_on: from, until_on: to, amount } of excuses)
    excused.set(loanId, [
      ...(excused.get(loanId) ?? []),
      { from: localDate(from), to: localDate(to), amount: kobo(BigInt(amount)) },
    ])
  return new Map(
    payers.map(({ id, since, ...payer }) => {
      const awaited = awaitedIn(known, payer, localDate(since))
      const own = excused.get(id)
      return [id, own ? { ...awaited, excused: own } : awaited]
    }),
  )
}

function bySource(rows: readonly KnownMonth[]): Map<string, AwaitedMonths> {
  const known = new Map<string, Map<PayMonth, readonly AwaitedSpan[]>>()
  for (const row of rows) {
    const months = known.get(row.source) ?? new Map<PayMonth, readonly AwaitedSpan[]>()
    months.set(payMonthOf(localDate(row.period)), spansOf(row))
    known.set(row.source, months)
  }
  return known
}

function spansOf({ first_until, tolerance_days, awaited_from, facts }: KnownMonth): AwaitedSpan[] {
  const spans = awaitedSpans(
    { until: localDate(first_until), toleranceDays: tolerance_days },
    facts.map(factIn),
  )
  if (awaited_from === null) return spans
  const begins = localDate(awaited_from)
  return spans
    .filter(({ to }) => to > begins)
    .map(({ from, to }) => ({ from: from !== undefined && from > begins ? from : begins, to }))
}

const factIn = ({ kind, on, until }: KnownMonth['facts'][number]): MonthFact =>
  kind === 'moved' && until !== null
    ? { kind, on: localDate(on), until: localDate(until) }
    : { kind: kind === 'arrived' ? 'arrived' : 'withdrawn', on: localDate(on) }

/** The awaited months of one loan: each from the source that its customer had then. */
function awaitedIn(
  known: ReadonlyMap<string, AwaitedMonths>,
  { source, history }: SourceHistory,
  since: LocalDate,
): AwaitedFiles {
  const none: AwaitedMonths = new Map()
  if (!history || history.length === 0) return { since, months: known.get(source) ?? none }
  const months = new Map<PayMonth, readonly AwaitedSpan[]>()
  for (const [index, { from, source: then }] of history.entries()) {
    const next = history[index + 1]?.from
    for (const [month, spans] of known.get(then) ?? none)
      if (month >= from && (next === undefined || month < next)) months.set(month, spans)
  }
  return { since, months }
}
