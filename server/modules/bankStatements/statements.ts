import type { Api } from '../../../contract/api.ts'
import { STATEMENT_FIELD_NAMES, type StatementField } from '../../../contract/bankStatements.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import * as store from './statements.sql.ts'
import { missingColumns } from './table.ts'

/** Uploads of statements: the bytes, and the columns where the file does not say them. */

const money = (amount: bigint | null) => (amount === null ? null : kobo(amount))

const described = (row: store.StatementRow): Reply<Api['bankStatementGet']> => ({
  id: row.id,
  accountCode: row.code,
  fileName: row.file_name,
  status: row.status,
  format: row.format,
  receivedBytes: row.received_bytes,
  problem: row.problem,
  problems: row.problems,
  problemCount: row.problem_count,
  head: row.head?.map(({ line, cells }) => ({ line, cells })) ?? null,
  headerLine: row.header_line,
  columns: row.columns,
  from: row.from_on,
  to: row.to_on,
  opening: money(row.opening),
  closing: money(row.closing),
  lines: row.lines,
  newLines: row.new_lines,
  uploadedBy: row.uploaded_by_name,
  uploadedAt: row.uploaded_at.toISOString(),
})

const found = async (ctx: Context, id: string): Promise<store.StatementRow> =>
  (await store.findStatement(ctx.tx, id)) ?? refuse('record.unknown', { what: 'statement' })

export async function bankAccountOf(ctx: Context, code: number): Promise<store.BankAccount> {
  const account = await store.findBankAccount(ctx.tx, code)
  return account ?? refuse('bank.account', { code })
}

export const listStatements: Handler<Api['bankStatementList']> = async (ctx, { code, cursor, limit }) => {
  await bankAccountOf(ctx, code)
  const before = placeOf(readCursor(ctx.keys, 'bankStatements', { code }, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listStatements(ctx.tx, code, before, limit + 1), limit)
  return {
    rows: rows.map(described),
    total: await store.countStatements(ctx.tx, code),
    totalIsExact: true,
    next: last
      ? makeCursor(ctx.keys, 'bankStatements', { code }, [last.uploaded_at.toISOString(), last.id])
      : null,
  }
}

export const getStatement: Handler<Api['bankStatementGet']> = async (ctx, { id }) =>
  described(await found(ctx, id))

export const openStatement: Handler<Api['bankStatementOpen']> = async (ctx, input) => {
  const account = await bankAccountOf(ctx, input.code)
  if (account.type !== 'bank') refuse('bank.cash', { code: input.code })
  if (account.is_closed) refuse('ledger.account_closed', { code: input.code })
  const isNew = await store.insertStatement(ctx.tx, {
    id: input.id,
    code: input.code,
    file_name: input.fileName,
    bytes: input.bytes,
    stated_opening: input.opening,
    stated_closing: input.closing,
    uploaded_by: ctx.actor.id,
    uploaded_at: ctx.now,
  })
  const row = await found(ctx, input.id)
  const isSame = row.code === input.code && row.file_name === input.fileName && row.bytes === input.bytes
  if (!isNew && (row.uploaded_by !== ctx.actor.id || !isSame)) refuse('idempotency.other_body')
  ctx.audit({
    subject: ['bankStatement', input.id],
    after: isNew ? { account: input.code, file: input.fileName, bytes: input.bytes } : { repeated: true },
  })
  return described(row)
}

export const addPiece: Handler<Api['bankStatementPiece']> = async (ctx, { id, offset }) => {
  const row = (await store.lockStatement(ctx.tx, id)) ?? refuse('record.unknown', { what: 'statement' })
  if (row.uploaded_by !== ctx.actor.id) refuse('permission.missing')
  const received = row.received_bytes
  const end = offset + ctx.bytes.length
  const isWhole = (bytes: number): boolean => bytes === row.bytes
  // the answer to a piece was lost on the way and it comes again
  if (end <= received && ctx.bytes.length > 0)
    return { receivedBytes: received, isComplete: isWhole(received) }
  if (row.status !== 'receiving') refuse('bank.status', { status: row.status })
  if (offset !== received) refuse('intake.offset', { at: received })
  if (end > row.bytes) refuse('intake.too_long')
  if (ctx.bytes.length === 0) refuseFields({ content: 'Nothing was sent' })
  await store.insertPiece(ctx.tx, id, offset, ctx.bytes)
  await store.changeStatement(ctx.tx, id, {
    received_bytes: end,
    ...(isWhole(end) ? { status: 'received' as const } : {}),
  })
  if (isWhole(end)) await ctx.queue('bankStatementRead', { id })
  return { receivedBytes: end, isComplete: isWhole(end) }
}

export const mapStatement: Handler<Api['bankStatementMap']> = async (ctx, { id, headerLine, columns }) => {
  const row = (await store.lockStatement(ctx.tx, id)) ?? refuse('record.unknown', { what: 'statement' })
  if (row.status !== 'columns') refuse('bank.status', { status: row.status })
  const header = row.head?.find(({ line }) => line === headerLine)
  if (!header) return refuseFields({ headerLine: 'Choose one of the lines shown' })
  const missing = missingColumns(columns)
  if (Object.keys(missing).length > 0)
    refuseFields(Object.fromEntries(Object.entries(missing).map(([field, why]) => [`columns.${field}`, why])))
  const used = STATEMENT_FIELD_NAMES.flatMap((field): [StatementField, number][] => {
    const at = columns[field]
    return at === undefined ? [] : [[field, at]]
  })
  const twice = used.find(([field, at]) => used.some(([other, same]) => other !== field && same === at))
  if (twice) refuseFields({ [`columns.${twice[0]}`]: 'This column is chosen twice' })
  await store.changeStatement(ctx.tx, id, { status: 'mapped', header_line: headerLine, columns })
  const headings = Object.fromEntries(used.map(([field, at]) => [field, header.cells[at] ?? '']))
  if (Object.values(headings).every(heading => heading !== ''))
    await store.rememberHeadings(ctx.tx, row.code, headings)
  await ctx.queue('bankStatementRead', { id })
  ctx.audit({ subject: ['bankStatement', id], after: { headings } })
  return described(await found(ctx, id))
}

/** Housekeeping: what was never sent to its end, or whose columns were never confirmed. */
export async function discardForsaken(ctx: Context, before: Date): Promise<void> {
  const discarded = await store.deleteForsaken(ctx.tx, before)
  if (discarded > 0) ctx.audit({ subject: ['bankStatement', 'forsaken'], after: { discarded } })
}
