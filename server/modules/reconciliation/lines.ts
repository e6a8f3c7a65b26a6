import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { type Measure, VERDICTS } from '../../../contract/reconciliation.ts'
import { addDays, daysBetween, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { section } from '../settings/settings.ts'
import { advisedOf } from './advice.sql.ts'
import * as store from './lines.sql.ts'

/** Reconciliation as shown: months, employers, persons, and what users do with exceptions. */

type Line = Reply<Api['reconciliationNote']>

const amountsOf = (row: store.Amounts, inUse: boolean) => ({
  expected: kobo(row.expected),
  instructed: inUse ? kobo(row.instructed) : null,
  deducted: kobo(row.deducted),
  remitted: kobo(row.remitted),
  posted: kobo(row.posted),
})

export const describeLine = (ctx: Pick<Context, 'today'>, row: store.LineRow): Line => {
  const isClosed = row.closed_verdict !== null && row.closed_verdict === row.verdict
  return {
    id: row.id,
    source: row.source,
    month: payMonthOf(localDate(row.month)),
    staffNumber: row.staff_number,
    customerId: row.customer_id,
    name: row.name,
    employer: row.employer,
    ...amountsOf(row, row.in_use),
    state: row.state,
    verdict: row.verdict,
    difference: kobo(row.difference),
    isOpen: row.is_open,
    since: localDate(row.since),
    days: daysBetween(localDate(row.since), ctx.today),
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    note: row.note,
    closedAt: isClosed ? (row.closed_at?.toISOString() ?? null) : null,
    closedBy: isClosed ? row.closed_by_name : null,
    closedReason: isClosed ? row.closed_reason : null,
  }
}

async function namesOf(ctx: Context): Promise<(code: string) => string> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return code => sources.find(each => each.code === code)?.name ?? code
}

export const listMonths: Handler<Api['reconciliationMonths']> = async (ctx, { cursor, limit, ...asked }) => {
  const after = placeOf(readCursor(ctx.keys, 'reconciliationMonths', asked, cursor), 'month', 'source')
  const { rows, last } = cutPage(await store.listMonths(ctx.tx, asked, after, limit + 1), limit)
  const nameOf = await namesOf(ctx)
  return {
    rows: rows.map(row => describeMonth(row, nameOf(row.source))),
    total: await store.countMonths(ctx.tx, asked),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'reconciliationMonths', asked, [last.month, last.source]) : null,
  }
}

function describeMonth(
  row: store.MonthRow,
  sourceName: string,
): Reply<Api['reconciliationMonths']>['rows'][number] {
  const open = new Map((row.open ?? []).map(each => [each.verdict, each.open]))
  const sum = (of: Measure): bigint => row.tallies.reduce((total, tally) => total + BigInt(tally[of]), 0n)
  return {
    id: `${row.source} ${payMonthOf(localDate(row.month))}`,
    source: row.source,
    sourceName,
    month: payMonthOf(localDate(row.month)),
    fileIn: row.file_in,
    calculatedAt: row.calculated_at?.toISOString() ?? null,
    persons: row.tallies.reduce((total, { persons }) => total + persons, 0),
    agreeing: row.tallies.find(({ verdict }) => verdict === 'agrees')?.persons ?? 0,
    open: [...open.values()].reduce((total, each) => total + each, 0),
    ...amountsOf(
      {
        expected: sum('expected'),
        instructed: sum('instructed'),
        deducted: sum('deducted'),
        remitted: sum('remitted'),
        posted: sum('posted'),
      },
      row.in_use,
    ),
    verdicts: VERDICTS.flatMap(verdict => {
      const tally = row.tallies.find(each => each.verdict === verdict)
      return tally && verdict !== 'agrees'
        ? [
            {
              verdict,
              persons: tally.persons,
              open: open.get(verdict) ?? 0,
              amount: kobo(BigInt(tally.difference)),
            },
          ]
        : []
    }),
  }
}

export const listEmployers: Handler<Api['reconciliationEmployers']> = async (
  ctx,
  { cursor, limit, ...asked },
) => {
  const of = { source: asked.source, month: `${asked.month}-01` }
  const after = placeOf(readCursor(ctx.keys, 'reconciliationEmployers', asked, cursor), 'employer')
  const page = await store.listEmployers(ctx.tx, of, asked.search, after?.employer ?? null, limit + 1)
  const { rows, last } = cutPage(page, limit)
  const isInUse = (await store.findMonth(ctx.tx, of))?.in_use ?? false
  return {
    rows: rows.map(row => ({
      id: row.employer,
      employer: row.employer,
      persons: row.persons,
      agreeing: row.agreeing,
      open: row.open,
      ...amountsOf(row, isInUse),
    })),
    total: await store.countEmployers(ctx.tx, of, asked.search),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'reconciliationEmployers', asked, [last.employer]) : null,
  }
}

export const listLines: Handler<Api['reconciliationLines']> = async (ctx, { cursor, limit, ...asked }) => {
  const { olderThan, ...rest } = asked
  const filter = {
    ...rest,
    ...(olderThan === undefined ? {} : { sinceBefore: addDays(ctx.today, -olderThan) }),
  }
  const after = placeOf(readCursor(ctx.keys, 'reconciliationLines', asked, cursor), 'month', 'source', 'key')
  const { rows, last } = cutPage(await store.listLines(ctx.tx, filter, after, limit + 1), limit)
  const counted = await store.countLines(ctx.tx, filter)
  const sums = counted.exact ? await store.sumLines(ctx.tx, filter) : null
  return {
    rows: rows.map(row => describeLine(ctx, row)),
    total: counted.total,
    totalIsExact: counted.exact,
    next: last
      ? makeCursor(ctx.keys, 'reconciliationLines', asked, [last.month, last.source, last.person_key])
      : null,
    sums: sums && { ...amountsOf(sums, true), difference: kobo(sums.difference) },
  }
}

export const getLine: Handler<Api['reconciliationLine']> = async (ctx, { id }) => {
  const row = await found(ctx, id)
  const instruction = await store.instructionOf(ctx.tx, row)
  return {
    line: describeLine(ctx, row),
    instruction: instruction
      ? {
          listId: instruction.list_id,
          listNumber: instruction.list_number,
          kind: instruction.kind,
          previous: kobo(instruction.previous),
          amount: kobo(instruction.amount),
          answer: instruction.answer,
        }
      : null,
    rows: (await store.factsOf(ctx.tx, row)).map(fact => ({
      batchId: fact.batch_id,
      batchNumber: fact.batch_number,
      line: fact.line,
      name: fact.name,
      staffNumber: fact.staff_number,
      deducted: kobo(fact.deducted),
      remitted: kobo(fact.remitted),
      posted: kobo(fact.posted),
      status: fact.status,
      loanId: fact.loan_id,
      loanNumber: fact.loan_number,
      entryRef: fact.entry_ref,
    })),
    advised: (await advisedOf(ctx.tx, row)).map(each => ({
      receiptId: each.receipt_id,
      receiptNumber: each.receipt_number,
      amount: kobo(each.amount),
    })),
  }
}

const found = async (ctx: Context, id: string): Promise<store.LineRow> =>
  (await store.findLine(ctx.tx, id)) ?? refuse('record.unknown', { what: 'person of this month' })

export const ofLoan: Handler<Api['reconciliationLoan']> = async (ctx, { loanId }) => ({
  months: (await store.monthsOfLoan(ctx.tx, loanId)).map(row => ({
    lineId: row.id,
    month: payMonthOf(localDate(row.month)),
    instructed: row.in_use ? kobo(row.instructed) : null,
    remitted: kobo(row.remitted),
    verdict: row.verdict,
  })),
})

// ── Exceptions ─────────────────────────────────────────────────────────────────────────────────────────────────────

const subjectOf = (row: store.LineRow): [string, string] => ['reconciliation', row.id]

async function lockedLines(ctx: Context, ids: readonly string[]): Promise<store.LineRow[]> {
  const rows = await store.lockLines(ctx.tx, ids)
  if (rows.length < new Set(ids).size) refuse('record.unknown', { what: 'person of this month' })
  return rows
}

export const assign: Handler<Api['reconciliationAssign']> = async (ctx, { ids, ownerId }) => {
  const rows = await lockedLines(ctx, ids)
  if (ownerId !== null && !(await store.isActiveStaff(ctx.tx, ownerId)))
    refuse('record.unknown', { what: 'colleague' })
  const changed = rows.filter(row => row.owner_id !== ownerId)
  await store.setOwner(ctx.tx, ids, ownerId)
  for (const row of changed)
    ctx.audit({ subject: subjectOf(row), before: { owner: row.owner_id }, after: { owner: ownerId } })
  if (changed.length === 0) ctx.audit({ subject: ['reconciliation', 'owner'], after: { owner: ownerId } })
  return { changed: changed.length }
}

export const note: Handler<Api['reconciliationNote']> = async (ctx, { id, note: written }) => {
  const [row] = await lockedLines(ctx, [id])
  if (!row) return refuse('record.unknown', { what: 'person of this month' })
  await store.setNote(ctx.tx, id, written)
  ctx.audit({ subject: subjectOf(row), before: { note: row.note }, after: { note: written } })
  return describeLine(ctx, await found(ctx, id))
}

export const close: Handler<Api['reconciliationClose']> = async (ctx, { ids, reason }) => {
  const rows = await lockedLines(ctx, ids)
  const other = rows.find(row => !row.is_open)
  if (other) refuse('reconciliation.not_open', { name: other.name || other.staff_number || other.person_key })
  await store.closeLines(ctx.tx, ids, { at: ctx.now, by: ctx.actor.name, reason })
  for (const row of rows)
    ctx.audit({ subject: subjectOf(row), before: { open: true }, after: { verdict: row.verdict }, reason })
  return { changed: rows.length }
}

export const reopen: Handler<Api['reconciliationReopen']> = async (ctx, { id, reason }) => {
  const [row] = await lockedLines(ctx, [id])
  if (!row) return refuse('record.unknown', { what: 'person of this month' })
  if (row.closed_verdict === null) return refuse('reconciliation.not_closed')
  await store.reopenLine(ctx.tx, id)
  ctx.audit({ subject: subjectOf(row), before: { closed: row.closed_reason }, after: { open: true }, reason })
  return describeLine(ctx, await found(ctx, id))
}
