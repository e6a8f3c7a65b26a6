import type { Api } from '../../../contract/api.ts'
import { addMonths, formatMonth, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { allowSeconds } from '../../kernel/db.ts'
import { storableJson } from '../../kernel/json.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { section, sourceNames } from '../settings/settings.ts'
import * as compute from './compute.sql.ts'
import * as files from './files.sql.ts'
import * as store from './instructions.sql.ts'
import { countUnderOtherElement } from './standing.sql.ts'
import { describeList, elementOf, knownList, lockFor, monthOf, type Source, sourcesOf } from './state.ts'

/** Computing a list: a pure function of the books, saved with the hash of its content. */

/** A million loans take some tens of seconds. */
const SECONDS = 600

export const computeInstructions: Handler<Api['instructionCompute']> = async (ctx, input) => {
  const month = localDate(`${input.month}-01`)
  await store.lockSource(ctx.tx, input.source)
  const known = await store.findList(ctx.tx, input.id)
  if (known) {
    if (known.source !== input.source || known.month !== month) refuse('idempotency.other_body')
    ctx.audit({ subject: ['instruction', known.id], after: { repeated: true } })
    return described(ctx, known.id)
  }
  const source =
    (await sourcesOf(ctx)).find(each => each.code === input.source) ??
    refuse('instruction.source', { source: input.source })
  const element = elementOf(source)
  await refuseUnfit(ctx, source, month, element)
  const round = await store.nextRound(ctx.tx, source.code, month)
  const number = `DI-${input.month}-${source.code}-${round}`
  const isNew = await store.insertList(ctx.tx, {
    id: input.id,
    number,
    source: source.code,
    month,
    round,
    cut_off_on: (await monthOf(ctx, source, month)).cutOffOn,
    element,
    beneficiary: source.beneficiaries[0]?.value ?? '',
    layout: storableJson(source.layoutOut),
    asked_at: ctx.now,
    asked_by: ctx.actor.id,
    asked_by_name: ctx.actor.name,
  })
  if (!isNew) refuse('idempotency.other_body')
  await ctx.queue('instructionCompute', { id: input.id })
  ctx.audit({ subject: ['instruction', input.id], after: { number, month: input.month } })
  return described(ctx, input.id)
}

async function described(ctx: Context, id: string) {
  const list = await knownList(ctx, id)
  return describeList(list, await waitingOn(ctx.tx, 'instruction', [id]), await sourceNames(ctx))
}

/** Why no list of the month can be computed, for people. */
export async function whyNotNow(ctx: Context, of: Source, month: LocalDate): Promise<string | undefined> {
  const source = of.code
  if (month > addMonths(localDate(`${payMonthOf(ctx.today)}-01`), 1))
    return `${formatMonth(month.slice(0, 7))} is too far ahead. Compute at most the next month.`
  if ((await monthOf(ctx, of, month)).isSkipped)
    return `Nothing is deducted in ${formatMonth(month.slice(0, 7))}, by an event of this source. No list is needed.`
  const underWay = await store.listUnderWay(ctx.tx, source)
  if (underWay) return `${underWay.number} is not sent yet. Send it or cancel it first.`
  if (await files.isMonthPosted(ctx.tx, source, month))
    return `The deduction file of ${formatMonth(month.slice(0, 7))} is already posted. Compute the next month.`
  const last = await store.lastSent(ctx.tx, source)
  if (last && last.month > month)
    return `${last.number} of a later month was sent already. Compute that month again.`
  return undefined
}

async function refuseUnfit(ctx: Context, source: Source, month: LocalDate, element: string): Promise<void> {
  const why = await whyNotNow(ctx, source, month)
  if (why) refuse('instruction.not_now', { why })
  const others = await countUnderOtherElement(ctx.tx, source.code, element)
  if (others > 0) refuse('instruction.element', { lines: String(others) })
}

export const recomputeInstructions: Handler<Api['instructionRecompute']> = async (ctx, { id }) => {
  const list = await lockFor(ctx, id, 'recompute')
  await store.changeList(ctx.tx, id, { status: 'computing' })
  await ctx.queue('instructionCompute', { id })
  ctx.audit({ subject: ['instruction', id], before: { sha256: list.sha256 }, after: { status: 'computing' } })
  return {}
}

/** The rules of today over the books of this moment. */
export async function rulesFor(ctx: Context, list: store.ListRow): Promise<compute.Rules> {
  const source = (await sourcesOf(ctx)).find(each => each.code === list.source)
  const { shareOfPayPpm } = await section(ctx.tx, 'affordability', ctx.today)
  const payroll = await files.newestPayroll(ctx.tx, list.source)
  const last = await store.lastSent(ctx.tx, list.source)
  return {
    source: list.source,
    month: list.month,
    element: list.element,
    sharePpm: shareOfPayPpm,
    arrearsPpm: source?.arrearsPpm ?? 0,
    payrollIntakeId: payroll?.intake_id ?? null,
    payrollMonth: payroll?.month ?? null,
    today: ctx.today,
    isFirst: last === undefined,
    isBanned: source ? (await monthOf(ctx, source, localDate(list.month))).isBanned : false,
    cutOff: list.cut_off_on,
  }
}

/** The job. Killed, it left nothing; repeated, it finds the list computed. */
export async function computeList(program: Program, id: string): Promise<void> {
  await act(program, 'instructionCompute', SYSTEM, async ctx => {
    const list = await store.lockList(ctx.tx, id)
    if (list?.status !== 'computing') return
    await allowSeconds(ctx.tx, SECONDS)
    await compute.deleteLines(ctx.tx, id)
    const rules = await rulesFor(ctx, list)
    await compute.insertLines(ctx.tx, id, rules)
    await summariseList(ctx, id, { status: 'computed', computed_at: ctx.now, rules: storableJson(rules) })
    ctx.audit({ subject: ['instruction', id], after: { status: 'computed' } })
  })
}

/** Counts, totals and hash of the lines as they are. */
export async function summariseList(
  ctx: Pick<Context, 'tx'>,
  id: string,
  also: store.ListChange = {},
): Promise<void> {
  const summary = await compute.summarise(ctx.tx, id)
  const tallies = await compute.talliesOf(ctx.tx, id)
  await store.changeList(ctx.tx, id, {
    ...also,
    ...summary,
    tallies: storableJson(
      tallies.map(each => ({
        ...each,
        amount: each.amount.toString(),
        previous: each.previous.toString(),
      })),
    ),
  })
}

/** Whether the books would give the same list now. */
export async function isCurrent(
  ctx: Context,
  list: store.ListRow,
): Promise<{ isCurrent: boolean; sha256: string }> {
  await allowSeconds(ctx.tx, SECONDS)
  const { sha256 } = await compute.computeAgain(ctx.tx, list.id, await rulesFor(ctx, list))
  return { isCurrent: sha256 === list.sha256, sha256 }
}

export const checkInstructions: Handler<Api['instructionCheck']> = async (ctx, { id }) => {
  const list = await knownList(ctx, id)
  if (list.status !== 'computed' && list.status !== 'approved')
    refuse('instruction.state', { number: list.number, status: list.status })
  return isCurrent(ctx, list)
}
