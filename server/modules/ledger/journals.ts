import type { Api, CommandInput } from '../../../contract/api.ts'
import { takesJournals } from '../../../contract/ledger.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, negate, sum, ZERO } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { type Account, findAccounts, holdAccounts } from './accounts.sql.ts'
import * as store from './journals.sql.ts'
import { closedThrough, type EntryRow, findEntry } from './ledger.sql.ts'
import { post, reverse } from './posting.ts'

/** What an accountant posts by hand: one person submits it, another approves it, and an exact opposite reverses it. */

type Journal = CommandInput<'journalPost'>
export type JournalLine = Journal['lines'][number]

export const listJournals: Handler<Api['journalList']> = async (ctx, { cursor, limit }) => {
  const before = placeOf(readCursor(ctx.keys, 'journals', {}, cursor), 'effectiveOn', 'entryId')
  const [counted, found] = await Promise.all([
    store.countJournals(ctx.tx),
    store.listJournals(ctx.tx, before, limit + 1),
  ])
  const { rows, last } = cutPage(found, limit)
  const waiting = await waitingOn(
    ctx.tx,
    'journal',
    rows.map(({ ref }) => ref),
  )
  return {
    rows: rows.map(row => ({
      entryId: String(row.id),
      id: idOf(row.ref),
      ref: row.ref,
      on: row.effective_on,
      memo: row.memo,
      amount: kobo(row.amount),
      postedAt: row.inserted_at.toISOString(),
      madeBy: row.made_by,
      approvedBy: row.approved_by,
      recurringId: row.recurring_id,
      reversedBy: row.reversed_by === null ? null : String(row.reversed_by),
      pendingApprovalId: waiting.get(row.ref) ?? null,
    })),
    total: counted.total,
    totalIsExact: counted.exact,
    next: last ? makeCursor(ctx.keys, 'journals', {}, [last.effective_on, String(last.id)]) : null,
  }
}

/** A journal is posted under its id, a recurring one under its id and the month. */
const idOf = (ref: string): string => ref.split(' ')[0] ?? ref

export const totalOf = (lines: readonly JournalLine[]): Kobo =>
  sum(lines.map(({ amount }) => (amount > 0n ? kobo(amount) : ZERO)))

/** What can only be wrong in what was typed. */
export function checkLines(lines: readonly JournalLine[]): void {
  const fields: Record<string, string> = {}
  for (const [index, { code, amount }] of lines.entries()) {
    if (amount === 0n) fields[`lines.${index}.amount`] = 'Enter a debit or a credit'
    if (lines.findIndex(line => line.code === code) < index)
      fields[`lines.${index}.code`] = 'This account is in the journal already'
  }
  const off = sum(lines.map(({ amount }) => kobo(amount)))
  if (off !== ZERO)
    fields.lines = `Debits and credits differ by ${formatNaira(off < 0n ? negate(off) : off)}. They must be equal.`
  if (Object.keys(fields).length > 0) refuseFields(fields)
}

/** The accounts of a journal, all of which take one now; they stay so until the transaction ends. */
export async function accountsFor(
  ctx: Context,
  lines: readonly { code: number }[],
): Promise<Map<number, Account>> {
  const codes = lines.map(({ code }) => code)
  const accounts = await (ctx.tx.isTransaction ? holdAccounts : findAccounts)(ctx.tx, codes)
  for (const code of codes) {
    const account = accounts.get(code)
    if (!account) refuse('ledger.account_unknown', { code })
    else if (account.is_closed) refuse('ledger.account_closed', { code })
    if (!takesJournals(code)) refuse('ledger.not_by_journal', { code })
  }
  return accounts
}

async function checkDay(ctx: Context, day: LocalDate): Promise<void> {
  if (day > ctx.today) refuse('ledger.in_the_future', { date: formatDate(day) })
  const closed = await closedThrough(ctx.tx)
  if (closed !== null && day <= closed)
    refuse('ledger.period_closed', { through: formatDate(closed), date: formatDate(day) })
}

/** "5210 Office rent: ₦450,000.00 Dr" */
export const lineTexts = (
  lines: readonly JournalLine[],
  accounts: ReadonlyMap<number, Pick<Account, 'title'>>,
): string[] =>
  lines.map(({ code, amount }) => {
    const shown = amount > 0n ? `${formatNaira(kobo(amount))} Dr` : `${formatNaira(kobo(-amount))} Cr`
    return `${code} ${accounts.get(code)?.title ?? ''}: ${shown}`
  })

export const submit: Handler<Api['journalSubmit']> = async (ctx, { reason, ...journal }) => {
  checkLines(journal.lines)
  const { after } = await foreseeJournal(ctx, journal)
  const approvalId = await propose(ctx, {
    command: 'journalPost',
    input: journal,
    subject: ['journal', journal.id],
    summary: `${journal.memo}, ${formatDate(journal.on)}`,
    amount: totalOf(journal.lines),
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeJournal(ctx: Context, { on, memo, lines }: Journal): Promise<Foresight> {
  await checkDay(ctx, on)
  const accounts = await accountsFor(ctx, lines)
  return { after: { on, memo, lines: lineTexts(lines, accounts) } }
}

/** The approved command behind `journalSubmit`: the maker posts it, as the approval says. */
export async function postApproved(ctx: Context, journal: Journal, asked: Asked): Promise<void> {
  const { after } = await foreseeJournal(ctx, journal)
  const { entryId } = await post(
    { ...ctx, actor: { id: asked.makerId } },
    {
      reason: 'journal',
      ref: journal.id,
      effectiveOn: journal.on,
      lines: journal.lines.map(({ code, amount }) => ({ code, amount: kobo(amount) })),
      note: journal.memo,
    },
  )
  ctx.audit({
    action: 'journalPost',
    subject: ['journal', journal.id],
    after: { ...after, entry: String(entryId) },
    reason: asked.reason,
  })
}

type Reversal = CommandInput<'journalReversal'>

export const askToReverse: Handler<Api['journalReverse']> = async (ctx, { reason, ...reversal }) => {
  const { after } = await foreseeReversal(ctx, reversal)
  const entry = await journalOf(ctx, reversal)
  const approvalId = await propose(ctx, {
    command: 'journalReversal',
    input: reversal,
    subject: ['journal', entry.ref],
    summary: `Reverse entry ${reversal.entryId}: ${entry.note}`,
    amount: totalOf(entry.lines.map(({ code, amount }) => ({ code, amount: kobo(BigInt(amount)) }))),
    after,
    reason,
  })
  return { approvalId }
}

async function journalOf(ctx: Context, { entryId }: Pick<Reversal, 'entryId'>): Promise<EntryRow> {
  const entry = await findEntry(ctx.tx, BigInt(entryId))
  if (!entry) return refuse('record.unknown', { what: 'entry' })
  if (entry.reason !== 'journal') return refuse('ledger.not_a_journal', { entry: entryId })
  return entry
}

export async function foreseeReversal(ctx: Context, reversal: Reversal): Promise<Foresight> {
  await checkDay(ctx, reversal.on)
  const entry = await journalOf(ctx, reversal)
  if (entry.reversed_by !== null) refuse('ledger.already_reversed', { entry: reversal.entryId })
  await accountsFor(ctx, entry.lines)
  if (reversal.on < entry.effective_on)
    refuseFields({ on: `Not before the journal itself, which is dated ${formatDate(entry.effective_on)}` })
  return { after: { entry: reversal.entryId, on: reversal.on, memo: entry.note } }
}

/** The approved command behind `journalReverse`. */
export async function reverseApproved(ctx: Context, reversal: Reversal, asked: Asked): Promise<void> {
  const { after } = await foreseeReversal(ctx, reversal)
  const { ref } = await journalOf(ctx, reversal)
  const { entryId } = await reverse(
    { ...ctx, actor: { id: asked.makerId } },
    {
      entryId: BigInt(reversal.entryId),
      ref: reversal.id,
      effectiveOn: reversal.on,
      note: asked.reason ?? undefined,
    },
  )
  ctx.audit({
    action: 'journalReversal',
    subject: ['journal', ref],
    after: { ...after, reversal: String(entryId) },
    reason: asked.reason,
  })
}
