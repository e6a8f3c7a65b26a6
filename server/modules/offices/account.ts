import type { Api } from '../../../contract/api.ts'
import { AGEING_LABELS, ageingClass } from '../../../contract/offices.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  type LocalDate,
  localDate,
  payMonthOf,
} from '../../../engine/dates.ts'
import { type Kobo, kobo, share } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { section } from '../settings/settings.ts'
import * as accounts from './account.sql.ts'
import { expectedOn, type Office, offices } from './calendar.ts'
import * as batches from './offices.sql.ts'
import { describePromise, nextPromise } from './promises.ts'
import * as store from './receipts.sql.ts'

/** The accounts of payroll offices as people read them. */

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

type Figures = {
  owed: bigint
  batches: number
  oldestOn: LocalDate | null
  ageing: bigint[]
}

const noFigures = (): Figures => ({
  owed: 0n,
  batches: 0,
  oldestOn: null,
  ageing: AGEING_LABELS.map(() => 0n),
})

function aged(
  office: Office | undefined,
  rows: readonly batches.OfficeBatchRow[],
  today: LocalDate,
): Figures {
  const figures = noFigures()
  for (const row of rows) {
    const on = expectedOn(office, row.period)
    const place = ageingClass(daysBetween(on, today))
    figures.owed += row.owed
    figures.batches += 1
    figures.ageing[place] = (figures.ageing[place] ?? 0n) + row.owed
    if (row.owed > 0n && (figures.oldestOn === null || on < figures.oldestOn)) figures.oldestOn = on
  }
  return figures
}

/** By the rate of each class; what was paid too much reduces nothing. */
const provisionOn = (ageing: readonly bigint[], rates: readonly number[]): Kobo =>
  kobo(
    ageing.reduce(
      (total, amount, n) =>
        amount <= 0n ? total : total + share(kobo(amount), { ppm: BigInt(rates[n] ?? 0) }, 'half-up'),
      0n,
    ),
  )

/** Every source of the settings, and any that still has an account. */
async function officeRows(ctx: Context) {
  const known = await offices(ctx)
  const { officeProvision } = await section(ctx.tx, 'payroll', ctx.today)
  const open = groupBy(await batches.openBatches(ctx.tx, null), row => row.source)
  const credits = new Map((await store.creditBySource(ctx.tx)).map(row => [row.source, row]))
  const promises = groupBy(await accounts.promisesOf(ctx.tx, null), row => row.source)
  const codes = [...new Set([...known.keys(), ...open.keys(), ...credits.keys()])]
  return codes.map(source => {
    const office = known.get(source)
    const { ageing, owed, ...figures } = aged(office, open.get(source) ?? [], ctx.today)
    const credit = credits.get(source)
    return {
      source,
      sourceName: office?.name ?? source,
      kind: office?.kind ?? ('payroll' as const),
      owed: kobo(owed),
      ageing: ageing.map(kobo),
      ...figures,
      credit: kobo(credit?.credit ?? 0n),
      provision: provisionOn(ageing, officeProvision),
      nextPromise: nextPromise(promises.get(source) ?? [], ctx.today),
      lastReceivedOn: credit?.last_received_on ?? null,
    }
  })
}

const sumOf = (amounts: readonly bigint[]): Kobo => kobo(amounts.reduce((total, each) => total + each, 0n))

export const list: Handler<Api['officeList']> = async (ctx, { cursor, limit }) => {
  const all = (await officeRows(ctx)).toSorted((a, b) =>
    a.owed === b.owed ? (a.source < b.source ? -1 : 1) : a.owed > b.owed ? -1 : 1,
  )
  const after = readCursor(ctx.keys, 'offices', {}, cursor)?.[0]
  const from = after === undefined ? 0 : all.findIndex(row => row.source === after) + 1
  const { rows, last } = cutPage(all.slice(from, from + limit + 1), limit)
  return {
    rows,
    total: all.length,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'offices', {}, [last.source]) : null,
    owed: sumOf(all.map(row => row.owed)),
    credit: sumOf(all.map(row => row.credit)),
    provision: sumOf(all.map(row => row.provision)),
    ageing: AGEING_LABELS.map((_, n) => sumOf(all.map(row => row.ageing[n] ?? 0n))),
  }
}

export const get: Handler<Api['officeGet']> = async (ctx, { source }) => {
  const row = (await officeRows(ctx)).find(each => each.source === source)
  if (!row) return refuse('record.unknown', { what: 'payroll office' })
  const office = (await offices(ctx)).get(source)
  const corrections = await batches.correctionsOf(ctx.tx, source)
  const waiting = await waitingOn(
    ctx.tx,
    'remittance',
    corrections.map(each => each.batch_id),
  )
  return {
    ...row,
    charge: office?.charge ?? { kind: 'none' as const, ppm: 0, each: kobo(0n) },
    contact: [office?.contact.person, office?.contact.title, office?.contact.email, office?.contact.phone]
      .filter(Boolean)
      .join(', '),
    promises: (await accounts.promisesOf(ctx.tx, source)).map(each => describePromise(each, ctx.today)),
    corrections: corrections.map(each => ({
      id: each.id,
      batchId: each.batch_id,
      batchNumber: each.batch_number,
      amount: kobo(each.amount),
      reason: each.reason,
      by: each.by_name,
      at: each.at.toISOString(),
      undoneAt: each.undone_at?.toISOString() ?? null,
      approvalId: waiting.get(each.batch_id) ?? null,
    })),
  }
}

// ── Statement ──────────────────────────────────────────────────────────────────────────────────────────────────────

const DEFAULT_MONTHS = 12

export const statement: Handler<Api['officeStatement']> = async (
  ctx,
  { source, to = ctx.today, from = addDays(addMonths(to, -DEFAULT_MONTHS), 1) },
) => {
  const known = await offices(ctx)
  const opening = await accounts.openingOf(ctx.tx, source, from)
  const rows = await accounts.movementsOf(ctx.tx, source, from, to)
  let balance = opening
  const lines = rows.map(row => {
    balance += row.amount
    return {
      on: row.on,
      kind: row.kind,
      reference: row.reference,
      period: row.period === null ? null : payMonthOf(localDate(row.period)),
      amount: kobo(row.amount),
      balance: kobo(balance),
    }
  })
  const total = (...kinds: accounts.MovementRow['kind'][]) =>
    sumOf(rows.filter(row => kinds.includes(row.kind)).map(row => row.amount))
  const credit = await accounts.creditOn(ctx.tx, source, to)
  return {
    source,
    sourceName: known.get(source)?.name ?? source,
    from,
    to,
    opening: kobo(opening),
    closing: kobo(balance),
    owed: kobo(balance + credit),
    credit: kobo(credit),
    totals: {
      deductions: total('deductions'),
      receipts: total('receipt', 'receiptReversed'),
      charges: total('charge', 'chargeReversed'),
      writtenDown: total('writeDown', 'writeDownReversed'),
    },
    lines,
  }
}

// ── Batches and receipts ───────────────────────────────────────────────────────────────────────────────────────────

export const batchList: Handler<Api['officeBatchList']> = async (ctx, { cursor, limit, source, state }) => {
  const filter = { source, state }
  const after = placeOf(readCursor(ctx.keys, 'officeBatches', filter, cursor), 'period', 'number')
  const { rows, last } = cutPage(await batches.listBatches(ctx.tx, source, state, after, limit + 1), limit)
  const { count, owed } = await batches.sumBatches(ctx.tx, source, state)
  const office = (await offices(ctx)).get(source)
  return {
    rows: rows.map(row => {
      const on = expectedOn(office, row.period)
      return {
        batchId: row.batch_id,
        number: row.number,
        source: row.source,
        period: payMonthOf(localDate(row.period)),
        deductions: row.deductions,
        due: kobo(row.due),
        allocated: kobo(row.allocated),
        charged: kobo(row.charged),
        writtenDown: kobo(row.written_down),
        owed: kobo(row.owed),
        expectedOn: on,
        daysLate: Math.max(0, daysBetween(on, ctx.today)),
      }
    }),
    total: count,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'officeBatches', filter, [last.period, last.number]) : null,
    owed: kobo(owed),
  }
}

async function describeReceipts(ctx: Context, rows: readonly store.ReceiptRow[]) {
  const ids = rows.map(row => row.id)
  const lines = groupBy(await store.allocationsOf(ctx.tx, ids), row => row.receipt_id)
  const waiting = await waitingOn(ctx.tx, 'officeReceipt', ids)
  return rows.map(row => ({
    id: row.id,
    number: row.number,
    source: row.source,
    amount: kobo(row.amount),
    receivedOn: row.received_on,
    reference: row.reference,
    note: row.note,
    recordedBy: row.recorded_by_name,
    recordedAt: row.recorded_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    allocated: kobo(row.allocated),
    charged: kobo(row.charged),
    credit: kobo(row.undone_at === null ? row.amount - row.allocated : 0n),
    allocations: (lines.get(row.id) ?? []).map(line => ({
      id: line.id,
      batchId: line.batch_id,
      batchNumber: line.batch_number,
      period: payMonthOf(localDate(line.period)),
      amount: kobo(line.amount),
      charge: kobo(line.charge),
      chargeKind: line.charge_kind,
    })),
    approvalId: waiting.get(row.id) ?? null,
  }))
}

export const receiptList: Handler<Api['officeReceiptList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'officeReceipts', filter, cursor), 'on', 'number')
  const { rows, last } = cutPage(await store.listReceipts(ctx.tx, filter, after, limit + 1), limit)
  const { count, amount, credit } = await store.sumReceipts(ctx.tx, filter)
  return {
    rows: await describeReceipts(ctx, rows),
    total: count,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'officeReceipts', filter, [last.received_on, last.number]) : null,
    amount: kobo(amount),
    credit: kobo(credit),
  }
}

export const receiptGet: Handler<Api['officeReceiptGet']> = async (ctx, { id }) => {
  const row = (await store.findReceipt(ctx.tx, id)) ?? refuse('record.unknown', { what: 'receipt' })
  const [receipt] = await describeReceipts(ctx, [row])
  return receipt ?? refuse('record.unknown', { what: 'receipt' })
}

/** The receipts of a batch as its page lists them. */
export const remittancesOf = async (ctx: Pick<Context, 'tx'>, batchId: string) =>
  (await store.receiptsOfBatch(ctx.tx, batchId)).map(row => ({
    id: row.id,
    number: row.number,
    amount: kobo(row.here),
    charge: kobo(row.charge_here),
    receiptAmount: kobo(row.amount),
    receivedOn: row.received_on,
    reference: row.reference,
    recordedBy: row.recorded_by_name,
  }))
