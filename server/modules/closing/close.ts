import type { Api, CommandInput } from '../../../contract/api.ts'
import type { ClosingKind } from '../../../contract/closing.ts'
import {
  addDays,
  endOfMonth,
  formatDate,
  formatMonth,
  type LocalDate,
  localDate,
} from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import {
  closedThrough,
  closePeriod,
  holdPostings,
  type Line as LedgerLine,
  type Posting,
  postAll,
  postYearEnd,
  resultOn,
} from '../ledger/ledger.ts'
import { section } from '../settings/settings.ts'
import { checklist } from './checklist.ts'
import * as store from './closing.sql.ts'
import { type Line, linesToPost, totalOf } from './figures.ts'
import { productNames } from './lines.sql.ts'

/** The close of a month: submitted by one person, approved by another, posted and locked in one transaction. */

export const firstOf = (month: string): LocalDate => localDate(`${month}-01`)
export const monthText = (month: LocalDate): string => formatMonth(month.slice(0, 7))

export const calculateNow: Handler<Api['monthCloseCalculate']> = async (ctx, { month }) => {
  const first = firstOf(month)
  if (endOfMonth(first) >= ctx.today)
    refuse('ledger.period_running', { latest: formatDate(addDays(ctx.today, -1)) })
  await ctx.queue('monthCloseCalculate', { month: first })
  ctx.audit({ subject: ['monthEnd', first], after: { closedThrough: endOfMonth(first) } })
  return {}
}

export const submit: Handler<Api['monthCloseSubmit']> = async (ctx, { reason, ...input }) => {
  const { before, after } = await foreseeMonthClose(ctx, input)
  const first = firstOf(input.month)
  const approvalId = await propose(ctx, {
    command: 'monthClose',
    input,
    subject: ['period', endOfMonth(first)],
    summary: `Close ${monthText(first)}`,
    before: before ?? null,
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeMonthClose(ctx: Context, input: CommandInput<'monthClose'>): Promise<Foresight> {
  const month = firstOf(input.month)
  const acknowledged = await acknowledge(ctx, month, input.acknowledged)
  const closing = await calculated(ctx, month)
  const lines = await linesToPost(ctx, closing)
  const result = await yearResult(ctx, month, lines)
  return {
    before: { closedThrough: await closedThrough(ctx) },
    after: {
      closedThrough: endOfMonth(month),
      ...totalsText(lines),
      ...(result === null ? {} : { yearResult: String(result) }),
      acknowledged: acknowledged.map(({ found, reason }) => `${found} ${reason}`),
    },
  }
}

/** As the trail holds money: kobo in digits. */
const totalsText = (lines: readonly Line[]) => ({
  accrual: String(totalOf(lines, 'accrual').balance),
  provision: String(totalOf(lines, 'provision').balance),
  suspended: String(totalOf(lines, 'suspension').balance),
})

/** Refused by what stops the close, and by a warning without a reason. */
async function acknowledge(
  ctx: Context,
  month: LocalDate,
  reasons: CommandInput<'monthClose'>['acknowledged'],
): Promise<store.Acknowledged[]> {
  const findings = await checklist(ctx, month)
  const figures = findings.find(({ check, state }) => check === 'figures' && state === 'blocked')
  const stop = findings.find(({ check, state }) => check !== 'figures' && state === 'blocked')
  if (stop) refuse('closing.blocked', { month: monthText(month), found: withoutStop(stop.found) })
  if (figures) {
    const isThere = await store.findClosing(ctx.tx, month)
    refuse(isThere ? 'closing.changed' : 'closing.not_calculated', { month: monthText(month) })
  }
  return findings
    .filter(({ state }) => state === 'warning')
    .map(({ check, found }) => {
      const reason = reasons.find(each => each.check === check)?.reason
      return {
        check,
        found,
        reason: reason ?? refuse('closing.unacknowledged', { found: withoutStop(found) }),
      }
    })
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

async function calculated(ctx: Context, month: LocalDate): Promise<store.ClosingRow> {
  return (
    (await store.findClosing(ctx.tx, month)) ?? refuse('closing.not_calculated', { month: monthText(month) })
  )
}

/** What the last month of the financial year transfers to retained earnings; null in other months. */
async function yearResult(ctx: Context, month: LocalDate, lines: readonly Line[]): Promise<bigint | null> {
  if (!(await endsYear(ctx, month))) return null
  const change = (kind: ClosingKind): bigint => totalOf(lines, kind).change
  const posted = await resultOn(ctx, endOfMonth(month))
  return posted + change('accrual') - change('provision') - change('suspension')
}

export async function endsYear(ctx: Pick<Context, 'tx' | 'today'>, month: LocalDate): Promise<boolean> {
  const { yearEndMonth } = await section(ctx.tx, 'monthEnd', ctx.today)
  return Number.parseInt(month.slice(5, 7), 10) === yearEndMonth
}

/** The approved command behind `monthCloseSubmit`: everything is posted and the month locked, or nothing is. */
export async function closeApproved(
  ctx: Context,
  input: CommandInput<'monthClose'>,
  asked: Asked,
): Promise<void> {
  const month = firstOf(input.month)
  const day = endOfMonth(month)
  await holdPostings(ctx)
  await store.lockClosing(ctx.tx, month)
  const acknowledged = await acknowledge(ctx, month, input.acknowledged)
  const closing = await calculated(ctx, month)
  const lines = await linesToPost(ctx, closing)
  const posted = await postLines(ctx, closing, lines)
  if (await endsYear(ctx, month)) posted.push(...(await transferResult(ctx, closing)))
  await store.insertLines(ctx.tx, closing.id, posted)
  await store.markClosed(ctx.tx, closing.id, {
    submittedBy: asked.makerId,
    approvedBy: ctx.actor.id,
    at: ctx.now,
    acknowledged,
  })
  await closePeriod(ctx, { through: day }, asked.reason ?? undefined)
  ctx.audit({
    action: 'monthClose',
    subject: ['monthEnd', month],
    after: {
      closedThrough: day,
      ...totalsText(lines),
      acknowledged: acknowledged.map(({ check, reason }) => ({ check, reason })),
    },
    reason: asked.reason,
  })
}

const NOTES: Record<ClosingKind, string> = {
  accrual: 'Interest accrued, not due',
  provision: 'Provision',
  suspension: 'Interest in suspense',
}

/** What a line moves, debits positive. Interest suspended on a loan that was written off is no loss: it was no income. */
function ledgerLines({ kind, change, written_off }: Line): LedgerLine[] {
  if (kind === 'accrual')
    return [
      { account: 'accruedInterest', amount: kobo(change) },
      { account: 'interestIncome', amount: kobo(-change) },
    ]
  if (kind === 'provision')
    return [
      { account: 'provisionExpense', amount: kobo(change) },
      { account: 'provision', amount: kobo(-change) },
    ]
  return [
    { account: 'interestInSuspense', amount: kobo(-change) },
    { account: 'interestIncome', amount: kobo(change + written_off) },
    { account: 'writeOffExpense', amount: kobo(-written_off) },
  ]
}

async function postLines(
  ctx: Context,
  { id, month }: store.ClosingRow,
  lines: readonly Line[],
): Promise<store.PostedLine[]> {
  const names = await productNames(ctx.tx)
  const day = endOfMonth(month)
  const postings: Posting[] = []
  const places = lines.map((line, index) => {
    if (line.change === 0n && line.written_off === 0n) return { ...line, entry: null, back: null }
    const product = names.get(line.product_id ?? '')
    const what = [NOTES[line.kind], product, line.class].filter(Boolean).join(', ')
    const posting: Posting = {
      reason: line.kind,
      ref: `${id} ${index + 1}`,
      effectiveOn: day,
      lines: ledgerLines(line),
      note: `${what}, ${monthText(month)}`,
    }
    const entry = postings.push(posting) - 1
    if (line.kind !== 'accrual') return { ...line, entry, back: null }
    const back = postings.push({
      ...posting,
      ref: `${id} ${index + 1} back`,
      effectiveOn: addDays(day, 1),
      lines: posting.lines.map(each => ({ ...each, amount: kobo(-each.amount) })),
      note: `${what}, ${monthText(month)}, reversed`,
    })
    return { ...line, entry, back: back - 1 }
  })
  const outcomes = await postAll(ctx, postings)
  const entryOf = (place: number | null): bigint | null => {
    if (place === null) return null
    const outcome = outcomes[place]
    if (outcome?.outcome !== 'posted') throw new Error(`a line of ${month} was ${outcome?.outcome}`)
    return outcome.entryId
  }
  return places.map(({ entry, back, ...line }) => ({
    ...line,
    entry_id: entryOf(entry),
    back_entry_id: entryOf(back),
  }))
}

async function transferResult(ctx: Context, { id, month }: store.ClosingRow): Promise<store.PostedLine[]> {
  const day = endOfMonth(month)
  const posted = await postYearEnd(ctx, {
    on: day,
    ref: id,
    note: `Result of the financial year to ${formatDate(day)}`,
  })
  return posted.map(({ entryId }, index) => ({
    kind: 'yearEnd',
    product_id: null,
    class: String(index + 1),
    loans: 0,
    balance: 0n,
    change: 0n,
    written_off: 0n,
    entry_id: entryId,
    back_entry_id: null,
  }))
}
