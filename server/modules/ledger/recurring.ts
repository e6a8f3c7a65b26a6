import type { Api, CommandInput } from '../../../contract/api.ts'
import { addMonths, formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { findAccounts } from './accounts.sql.ts'
import * as store from './journals.sql.ts'
import { accountsFor, checkLines, lineTexts, totalOf } from './journals.ts'
import { post } from './posting.ts'

/** Journals that repeat every month, such as rent or depreciation: approved once, posted by the daily run. */

type Change = CommandInput<'recurringJournal'>

/** The days it is posted on, after one day and up to another; a short month has its last day. */
export function daysOf(
  { day, starts_on, ends_on }: Pick<store.Recurring, 'day' | 'starts_on' | 'ends_on'>,
  after: LocalDate | null,
  through: LocalDate,
): LocalDate[] {
  const last = ends_on !== null && ends_on < through ? ends_on : through
  const first = localDate(`${starts_on.slice(0, 7)}-01`)
  const days: LocalDate[] = []
  for (let months = 0; ; months++) {
    const on = addMonths(first, months, day)
    if (on > last) return days
    if (on >= starts_on && (after === null || on > after)) days.push(on)
  }
}

/** Far enough for the next posting of any. */
const inAYear = (day: LocalDate): LocalDate => addMonths(day, 13)

export const listRecurring: Handler<Api['recurringJournalList']> = async ctx => {
  const rows = await store.listRecurring(ctx.tx)
  const accounts = await findAccounts(
    ctx.tx,
    rows.flatMap(row => row.lines.map(({ code }) => code)),
  )
  const waiting = await waitingOn(
    ctx.tx,
    'recurringJournal',
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map(row => ({
      id: row.id,
      memo: row.memo,
      lines: row.lines.map(({ code, amount }) => ({
        code,
        title: accounts.get(code)?.title ?? '',
        amount: kobo(BigInt(amount)),
      })),
      day: row.day,
      from: row.starts_on,
      until: row.ends_on,
      nextOn: row.stopped_at ? null : (daysOf(row, row.posted_through, inAYear(ctx.today))[0] ?? null),
      stoppedAt: row.stopped_at?.toISOString() ?? null,
      pendingApprovalId: waiting.get(row.id) ?? null,
    })),
  }
}

export const askToSave: Handler<Api['recurringJournalSave']> = async (ctx, { reason, ...change }) => {
  checkLines(change.lines)
  if (change.from < ctx.today) refuseFields({ from: 'Not before today: post earlier months as journals' })
  if (change.until !== null && change.until < change.from)
    refuseFields({ until: 'Not before the first date' })
  const { before, after } = await foreseeRecurring(ctx, change)
  const approvalId = await propose(ctx, {
    command: 'recurringJournal',
    input: change,
    subject: ['recurringJournal', change.id],
    summary: `${change.memo}, every month from ${formatDate(change.from)}`,
    amount: totalOf(change.lines),
    before: before ?? null,
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeRecurring(ctx: Context, change: Change): Promise<Foresight> {
  const accounts = await accountsFor(ctx, change.lines)
  const present = await store.findRecurring(ctx.tx, change.id)
  if (present?.stopped_at) refuse('ledger.recurring_over')
  const had = present?.lines.map(({ code, amount }) => ({ code, amount: kobo(BigInt(amount)) })) ?? []
  const known = await findAccounts(
    ctx.tx,
    had.map(({ code }) => code),
  )
  return {
    before: present
      ? {
          memo: present.memo,
          lines: lineTexts(had, known),
          day: present.day,
          from: present.starts_on,
          until: present.ends_on,
        }
      : null,
    after: {
      memo: change.memo,
      lines: lineTexts(change.lines, accounts),
      day: change.day,
      from: change.from,
      until: change.until,
    },
  }
}

/** The approved command behind `recurringJournalSave`. What it posted before stays. */
export async function saveApproved(ctx: Context, change: Change, asked: Asked): Promise<void> {
  const { before, after } = await foreseeRecurring(ctx, change)
  const isSaved = await store.saveRecurring(
    ctx.tx,
    {
      id: change.id,
      memo: change.memo,
      lines: change.lines.map(({ code, amount }) => ({ code, amount: String(amount) })),
      day: change.day,
      // an approval may come late: a month that is over is not posted unseen
      starts_on: change.from < ctx.today ? ctx.today : change.from,
      ends_on: change.until,
      made_by: asked.makerId,
    },
    ctx.now,
  )
  if (!isSaved) refuse('ledger.recurring_over')
  ctx.audit({
    action: 'recurringJournal',
    subject: ['recurringJournal', change.id],
    before: before ?? null,
    after,
    reason: asked.reason,
  })
}

export const stop: Handler<Api['recurringJournalStop']> = async (ctx, { id, reason }) => {
  if (!(await store.findRecurring(ctx.tx, id))) return refuse('record.unknown', { what: 'recurring journal' })
  if (!(await store.stopRecurring(ctx.tx, id, ctx.now))) refuse('ledger.recurring_over')
  ctx.audit({
    subject: ['recurringJournal', id],
    before: { stopped: false },
    after: { stopped: true },
    reason,
  })
  return {}
}

/** Posts what has come due by today; a day that is posted is never posted again. */
export async function postRecurring(program: Program): Promise<void> {
  await act(program, 'recurringJournals', SYSTEM, async ctx => {
    for (const recurring of await store.recurringUpTo(ctx.tx, ctx.today)) {
      const days = daysOf(recurring, recurring.posted_through, ctx.today)
      for (const day of days) await postOn(ctx, recurring, day)
      const last = days.at(-1)
      if (last) await store.notePostedThrough(ctx.tx, recurring.id, last)
    }
  })
}

async function postOn(ctx: Context, recurring: store.Recurring, day: LocalDate): Promise<void> {
  const { entryId } = await post(
    { ...ctx, actor: { id: recurring.made_by } },
    {
      reason: 'journal',
      ref: `${recurring.id} ${day.slice(0, 7)}`,
      effectiveOn: day,
      lines: recurring.lines.map(({ code, amount }) => ({ code, amount: kobo(BigInt(amount)) })),
      note: recurring.memo,
      whenClosed: 'adjust',
    },
  )
  ctx.audit({
    subject: ['recurringJournal', recurring.id],
    after: { on: day, memo: recurring.memo, entry: String(entryId) },
  })
}
