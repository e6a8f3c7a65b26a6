import type { Api, CommandInput } from '../../../contract/api.ts'
import { MATCH_MEMBERS_MAX } from '../../../contract/bankStatements.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate } from '../../../engine/dates.ts'
import { formatNaira, kobo, sum } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { foreseeJournal, post } from '../ledger/ledger.ts'
import * as store from './matching.sql.ts'
import { allowLong, lockBankAccount, reconciledThrough, rememberDays } from './statements.sql.ts'
import { bankAccountOf } from './statements.ts'

/** Which line of a statement is which entry of the ledger. */

/** Called by the job behind an upload too. Only where one pair fits: the rest is for a person. */
export async function matchAutomatically(ctx: Context, code: number, days: number): Promise<number> {
  await allowLong(ctx.tx)
  await lockBankAccount(ctx.tx, code)
  const byReference = await store.matchByReference(ctx.tx, code, days, ctx.now)
  const reversals = await store.matchReversals(ctx.tx, code, ctx.now)
  const byAmount = await store.matchByAmount(ctx.tx, code, days, ctx.now)
  const matched = byReference + byAmount
  if (matched + reversals > 0)
    ctx.audit({
      action: 'bankMatchRun',
      subject: ['bankAccount', String(code)],
      after: { byReference, byAmount, reversals, days },
    })
  return matched
}

export const runMatching: Handler<Api['bankMatchRun']> = async (ctx, { code, days }) => {
  await bankAccountOf(ctx, code)
  await rememberDays(ctx.tx, code, days)
  const matched = await matchAutomatically(ctx, code, days)
  if (matched === 0) ctx.audit({ subject: ['bankAccount', String(code)], after: { matched, days } })
  return { matched }
}

export const matchDays: Handler<Api['bankMatchDays']> = async (ctx, { code }) => ({
  days: (await bankAccountOf(ctx, code)).match_days,
})

export const listLines: Handler<Api['bankLineList']> = async (ctx, { code, state, cursor, limit }) => {
  const before = placeOf(readCursor(ctx.keys, 'bankLines', { code, state }, cursor), 'on', 'id')
  const { rows, last } = cutPage(await store.listLines(ctx.tx, code, state, before, limit + 1), limit)
  const counted = await store.countLines(ctx.tx, code, state)
  const waiting = await waitingOn(
    ctx.tx,
    'bankLine',
    rows.map(({ id }) => String(id)),
  )
  return {
    rows: rows.map(row => ({
      id: String(row.id),
      on: row.booked_on,
      valueOn: row.value_on,
      narration: row.narration,
      reference: row.reference,
      amount: kobo(row.amount),
      matchId: row.match_id,
      matchKind: row.kind,
      entries: row.entries,
      pendingApprovalId: waiting.get(String(row.id)) ?? row.receipt_approval_id,
    })),
    total: counted.total,
    totalIsExact: counted.exact,
    next: last ? makeCursor(ctx.keys, 'bankLines', { code, state }, [last.booked_on, String(last.id)]) : null,
  }
}

export const movementOf = (row: store.MovementRow) => ({
  entryId: String(row.entry_id),
  on: row.effective_on,
  reason: row.reason,
  note: row.note,
  references: row.references,
  amount: kobo(row.amount),
})

const SUGGESTIONS_MAX = 20

export const listMovements: Handler<Api['bankMovementList']> = async (
  ctx,
  { code, lineId, cursor, limit },
) => {
  if (lineId !== undefined) {
    const line = await lineOf(ctx, lineId, code)
    const rows = await store.suggestions(ctx.tx, line, SUGGESTIONS_MAX)
    return { rows: rows.map(movementOf), total: rows.length, totalIsExact: true, next: null }
  }
  const before = placeOf(readCursor(ctx.keys, 'bankMovements', { code }, cursor), 'on', 'id')
  const { rows, last } = cutPage(await store.listMovements(ctx.tx, code, before, limit + 1), limit)
  const counted = await store.countMovements(ctx.tx, code)
  return {
    rows: rows.map(movementOf),
    total: counted.total,
    totalIsExact: counted.exact,
    next: last
      ? makeCursor(ctx.keys, 'bankMovements', { code }, [last.effective_on, String(last.entry_id)])
      : null,
  }
}

async function lineOf(ctx: Context, lineId: string, code?: number): Promise<store.LineRow> {
  const line = await store.findLine(ctx.tx, lineId)
  if (!line || (code !== undefined && line.code !== code)) return refuse('record.unknown', { what: 'line' })
  return line
}

/** Not matched, and nothing of it is pending approval. */
export async function openLine(ctx: Context, lineId: string): Promise<store.LineRow> {
  const line = await lineOf(ctx, lineId)
  if (line.match_id !== null) refuse('bank.matched')
  const posting = await waitingOn(ctx.tx, 'bankLine', [lineId])
  if (line.receipt_approval_id !== null || posting.size > 0) refuse('bank.pending')
  return line
}

const total = (amounts: readonly bigint[]) => sum(amounts.map(amount => kobo(amount)))

export const makeMatch: Handler<Api['bankMatchMake']> = async (ctx, { id, code, lines, entries }) => {
  await bankAccountOf(ctx, code)
  await lockBankAccount(ctx.tx, code)
  const known = await store.findMatch(ctx.tx, id)
  if (known) {
    ctx.audit({ subject: ['bankAccount', String(code)], after: { repeated: true } })
    return { id }
  }
  if (lines.length + entries.length < 2)
    refuseFields({ lines: `Choose at least two, and at most ${MATCH_MEMBERS_MAX} on each side` })
  const [ofLines, ofEntries] = [
    await store.openLines(ctx.tx, code, lines),
    await store.openEntries(ctx.tx, code, entries),
  ]
  if (ofLines.length !== new Set(lines).size || ofEntries.length !== new Set(entries).size)
    refuse('bank.matched')
  if (total(ofLines) !== total(ofEntries))
    refuse('bank.unequal', { lines: formatNaira(total(ofLines)), entries: formatNaira(total(ofEntries)) })
  const match = { id, code, kind: 'manual' as const, by: ctx.actor.id, at: ctx.now }
  await store.writeMatch(ctx.tx, match, [...new Set(lines)], [...new Set(entries)])
  ctx.audit({
    subject: ['bankAccount', String(code)],
    after: { lines, entries, sum: formatNaira(total(ofLines)) },
  })
  return { id }
}

export const undoMatch: Handler<Api['bankMatchUndo']> = async (ctx, { id, reason }) => {
  const peek = (await store.findMatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'match' })
  await lockBankAccount(ctx.tx, peek.code)
  const match = (await store.findMatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'match' })
  const through = await reconciledThrough(ctx.tx, match.code)
  if (through !== null && match.last_on <= through)
    refuse('bank.reconciled', { through: formatDate(through) })
  const { lines, entries, kind } = match
  // open again, the line could be posted a second time
  if (kind === 'posted' && (await store.hasEntryInForce(ctx.tx, entries))) refuse('bank.posted')
  await store.deleteMatch(ctx.tx, id)
  await store.matchReversals(ctx.tx, match.code, ctx.now)
  ctx.audit({ subject: ['bankAccount', String(match.code)], before: { lines, entries, kind }, reason })
  return { id }
}

// ── A line that is not in the ledger ───────────────────────────────────────────────────────────────────────────────

type LinePosting = CommandInput<'bankLinePost'>

export const askToPost: Handler<Api['bankLinePost']> = async (ctx, { reason, ...input }) => {
  const { code } = await lineOf(ctx, input.lineId)
  await lockBankAccount(ctx.tx, code)
  await openLine(ctx, input.lineId)
  const { after, line } = await foreseeLine(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'bankLinePost',
    input,
    subject: ['bankLine', input.lineId],
    summary: `${input.memo}, ${formatDate(line.booked_on)}`,
    amount: kobo(line.amount < 0n ? -line.amount : line.amount),
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeLinePosting(ctx: Context, input: LinePosting): Promise<Foresight> {
  const { after } = await foreseeLine(ctx, input)
  return { after }
}

/** As a journal of the day of the line is foreseen: its day is open, and both accounts take one. */
async function foreseeLine(ctx: Context, { id, lineId, counterCode, memo }: LinePosting) {
  const line = await lineOf(ctx, lineId)
  if (line.match_id !== null) refuse('bank.matched')
  if (counterCode === line.code) refuseFields({ counterCode: 'Choose another account than the bank account' })
  const lines = [
    { code: line.code, amount: kobo(line.amount) },
    { code: counterCode, amount: kobo(-line.amount) },
  ]
  const { after } = await foreseeJournal(ctx, { id, on: line.booked_on, memo, lines })
  const statement = [line.narration, line.reference].filter(Boolean).join(', ')
  return { line, lines, after: { ...after, statement } }
}

/** The approved command behind `bankLinePost`: a journal and its match in one transaction. */
export async function postLineApproved(ctx: Context, input: LinePosting, asked: Asked): Promise<void> {
  const { code } = await lineOf(ctx, input.lineId)
  await lockBankAccount(ctx.tx, code)
  const { line, lines, after } = await foreseeLine(ctx, input)
  const { entryId } = await post(
    { ...ctx, actor: { id: asked.makerId } },
    {
      reason: 'journal',
      ref: input.id,
      effectiveOn: line.booked_on,
      lines,
      note: input.memo,
    },
  )
  const match = { id: input.id, code, kind: 'posted' as const, by: asked.makerId, at: ctx.now }
  await store.writeMatch(ctx.tx, match, [input.lineId], [String(entryId)])
  ctx.audit({
    action: 'bankLinePost',
    subject: ['bankLine', input.lineId],
    after: { ...after, entry: String(entryId) },
    reason: asked.reason,
  })
}

export const openItemsText = (receipts: number, payments: number, lines: number): string =>
  `${countOf(receipts + payments, 'entry', 'entries')} not on the statement, ${countOf(lines, 'line')} not in the ledger`
