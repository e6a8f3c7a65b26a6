import type { Api, CommandInput, CommandName } from '../../../contract/api.ts'
import { DECLINED_SHOWN_DAYS } from '../../../contract/approvals.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { splitLoanActionSummary } from '../../../contract/labels.ts'
import { may } from '../../../contract/roles.ts'
import { COMMAND_TITLES } from '../../../contract/trail.ts'
import { kobo } from '../../../engine/money.ts'
import { daysBefore, sayMoment } from '../../kernel/clock.ts'
import type { Asked, Commands, Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  type ApprovalFilter,
  type ApprovalRow,
  countApprovals,
  decideApproval,
  findApproval,
  listApprovals,
  lockApproval,
  markSeen,
} from '../approvals/approvals.ts'
import { admissionsOf, linkedTo, refusesSamePlace, signedInHere } from '../auth/auth.ts'
import { reopenClaim } from '../bankAlerts/bankAlerts.ts'
import { reopenRefunds } from '../refunds/refunds.ts'
import { ownMatters } from './conflictOfInterest.ts'
import { evidenceOf, type Warning, warningsOf } from './evidence.ts'
import { currentEffect, effectShown, inputOf, nameOfEffect, refuseChanged } from './foresee.ts'
import { couldStillAsk } from './makers.ts'

/** What follows when a command is declined or withdrawn, in the same transaction; for most nothing does. */
type TurnedDown = {
  [C in CommandName]?: (ctx: Context, input: CommandInput<C>, why: string) => Promise<void>
}

/** `commands` is the table of what runs once it is approved, which names every module. */
export const approve =
  (commands: Commands): Handler<Api['approvalApprove']> =>
  async (ctx, { id, note, effect, confirmed }) => {
    const approval = await lockDecidable(ctx, id)
    if (!couldStillAsk(approval)) refuse('approval.maker_gone', { who: approval.maker_name })
    const current = await currentEffect(ctx, approval)
    refuseChanged(current, effect)
    const warnings = await warningsOf(ctx.tx, { ...approval, after: current.after })
    refuseUnconfirmed(warnings, new Set(confirmed))
    await decide(
      ctx,
      approval,
      'approved',
      note ?? null,
      warnings.map(({ text }) => text),
    )
    await carryOut(commands, ctx, approval)
    return shown(ctx, id)
  }

function refuseUnconfirmed(warnings: readonly Warning[], confirmed: ReadonlySet<string>): void {
  const missing = warnings.filter(warning => !confirmed.has(warning.id))
  if (missing.length === 0) return
  const named = missing.slice(0, WARNINGS_NAMED).map(({ text }) => `“${text}”`)
  const more = missing.length - named.length
  refuse('approval.unconfirmed', {
    warnings: `${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}.`,
  })
}

/** An error names so many. */
const WARNINGS_NAMED = 3

/** What follows when it was not approved: the payment of a bank alert is open again, a refund can be proposed again. */
const TURNED_DOWN: TurnedDown = { loanActDo: reopenClaim, refundApprove: reopenRefunds }

/** In the same transaction as the approval: if it is refused now, the item simply keeps waiting. */
async function carryOut(commands: Commands, ctx: Context, approval: ApprovalRow): Promise<void> {
  const run = commands[approval.command] as (ctx: Context, input: unknown, asked: Asked) => Promise<void>
  const input = inputOf(approval) ?? refuse('approval.stale')
  await run(ctx, input, {
    makerId: approval.maker_id,
    makerName: approval.maker_name,
    reason: approval.reason,
    before: approval.before,
    after: approval.after,
    at: approval.asked_at,
  })
}

export const decline: Handler<Api['approvalDecline']> = async (ctx, { id, note }) => {
  const approval = await lockDecidable(ctx, id)
  await decide(ctx, approval, 'declined', note)
  await followUp(ctx, approval, `${ctx.actor.name} declined it: ${note}`)
  return shown(ctx, id)
}

export const withdraw: Handler<Api['approvalWithdraw']> = async (ctx, { id }) => {
  const approval = await lockWaiting(ctx.tx, id)
  if (approval.maker_id !== ctx.actor.id) refuse('approval.not_yours')
  await decide(ctx, approval, 'withdrawn', null)
  await followUp(ctx, approval, `${ctx.actor.name} withdrew it`)
  return shown(ctx, id)
}

async function followUp(ctx: Context, approval: ApprovalRow, why: string): Promise<void> {
  const follow = TURNED_DOWN[approval.command] as
    | ((ctx: Context, input: unknown, why: string) => Promise<void>)
    | undefined
  const input = inputOf(approval)
  if (input !== undefined) await follow?.(ctx, input, why)
}

async function lockWaiting(tx: Tx, id: string): Promise<ApprovalRow> {
  const approval = await lockApproval(tx, id)
  if (!approval) return refuse('record.unknown', { what: 'item' })
  if (approval.status !== 'waiting')
    refuse('approval.decided', {
      status: approval.status,
      who: approval.checker_name ?? approval.maker_name,
      when: approval.decided_at ? sayMoment(approval.decided_at) : '',
    })
  return approval
}

async function lockDecidable(ctx: Context, id: string): Promise<ApprovalRow> {
  const approval = await lockWaiting(ctx.tx, id)
  const blocked = blockedFor(ctx, approval, await readerOf(ctx, [approval]))
  if (blocked) refuse(BLOCKED_CODES[blocked])
  return approval
}

async function decide(
  ctx: Context,
  approval: ApprovalRow,
  status: 'approved' | 'declined' | 'withdrawn',
  note: string | null,
  confirmed: readonly string[] = [],
): Promise<void> {
  const checkerId = status === 'withdrawn' ? null : ctx.actor.id
  await decideApproval(ctx.tx, approval.id, { status, checkerId, note, at: ctx.now })
  ctx.audit({
    subject: [approval.subject_type, approval.subject_id],
    before: { approval: approval.id, status: 'waiting' },
    after: {
      approval: approval.id,
      status,
      command: approval.command,
      ...(confirmed.length > 0 ? { confirmed } : {}),
    },
    reason: note,
  })
}

type Blocked = 'same_person' | 'involved' | 'own' | 'linked' | 'same_browser' | 'same_place' | 'permission'
const BLOCKED_CODES: Record<Blocked, ErrorCode> = {
  same_person: 'approval.same_person',
  involved: 'approval.involved',
  own: 'approval.own',
  linked: 'approval.linked',
  same_browser: 'approval.same_browser',
  same_place: 'approval.same_place',
  permission: 'permission.missing',
}

/** What the person asking may not decide: their own matters, and those of people who may be themselves. */
type Reader = {
  own: ReadonlySet<string>
  linked: ReadonlySet<string>
  /** Who is signed in in the same browser. */
  here: ReadonlySet<string>
  refusesSamePlace: boolean
}

const NO_READER: Reader = { own: new Set(), linked: new Set(), here: new Set(), refusesSamePlace: false }

const readerOf = async (ctx: Context, items: readonly Pick<ApprovalRow, 'maker_id'>[]): Promise<Reader> => ({
  own: await ownMatters(ctx),
  linked: await linkedTo(ctx.tx, ctx.actor.id),
  here: await signedInHere(
    ctx,
    items.map(item => item.maker_id),
  ),
  refusesSamePlace: await refusesSamePlace(ctx.tx),
})

type Place = Pick<ApprovalRow, 'maker_address' | 'maker_user_agent'>
const isSameAddress = (ctx: Pick<Context, 'address'>, { maker_address }: Place): boolean =>
  maker_address === ctx.address

/** The maker's and checker's rules, in the order in which the screen names them. */
function blockedFor(
  ctx: Pick<Context, 'actor' | 'address' | 'userAgent'>,
  approval: Pick<ApprovalRow, 'id' | 'maker_id' | 'involved'> & Place,
  { own, linked, here, refusesSamePlace }: Reader,
): Blocked | null {
  if (!may(ctx.actor.roles, 'approval.decide')) return 'permission'
  if (approval.maker_id === ctx.actor.id) return 'same_person'
  if (approval.involved.includes(ctx.actor.id)) return 'involved'
  if (own.has(approval.id)) return 'own'
  if ([approval.maker_id, ...approval.involved].some(id => linked.has(id))) return 'linked'
  if (here.has(approval.maker_id)) return 'same_browser'
  if (refusesSamePlace && isSameAddress(ctx, approval) && approval.maker_user_agent === ctx.userAgent)
    return 'same_place'
  return null
}

export const list: Handler<Api['approvalList']> = async (ctx, { cursor, limit, ...shape }) => {
  const asked = { ...shape, viewerId: ctx.actor.id }
  const own = [...(await ownMatters(ctx))]
  const linked = [...(await linkedTo(ctx.tx, ctx.actor.id))]
  const filter = { ...asked, own, linked, declinedSince: daysBefore(ctx.now, DECLINED_SHOWN_DAYS) }
  const after = placeOf(readCursor(ctx.keys, 'approvals', asked, cursor), 'by', 'id')
  const { rows, last } = cutPage(await listApprovals(ctx.tx, filter, after, limit + 1), limit)
  const { total, exact } = await countApprovals(ctx.tx, filter)
  const reader = await readerOf(ctx, rows)
  return {
    rows: rows.map(row => describe(ctx, row, reader)),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'approvals', asked, [placeIn(asked, last), last.id]) : null,
  }
}

const placeIn = ({ view, order }: Pick<ApprovalFilter, 'view' | 'order'>, row: ApprovalRow): string =>
  order === 'amount'
    ? String(row.amount ?? -1n)
    : ((view === 'declined' && row.decided_at) || row.asked_at).toISOString()

export const seen: Handler<Api['approvalSeen']> = async (ctx, { id, isSeen }) => {
  const isTheirs = await markSeen(ctx.tx, { id, makerId: ctx.actor.id, at: isSeen ? ctx.now : null })
  if (!isTheirs) refuse('record.unknown', { what: 'item' })
  return {}
}

export const get: Handler<Api['approvalGet']> = async (ctx, { id }) => {
  const approval = (await findApproval(ctx.tx, id)) ?? refuse('record.unknown', { what: 'item' })
  const { refusal, changes, ...shownNow } = await effectShown(ctx, approval)
  const current = { ...approval, before: shownNow.before, after: shownNow.after }
  return {
    ...describe(ctx, current, await readerOf(ctx, [approval])),
    changes,
    refusal,
    effect: nameOfEffect(shownNow),
    makerAdmitted: await admissionOf(ctx, approval.maker_id),
    sameAddress: isSameAddress(ctx, approval),
    warnings: await warningsOf(ctx.tx, current),
    evidence: await evidenceOf(ctx.tx, approval),
  }
}

/** Decided items are not blocked. */
async function shown(ctx: Context, id: string) {
  const approval = await findApproval(ctx.tx, id)
  return approval ? describe(ctx, approval, NO_READER) : refuse('record.unknown', { what: 'item' })
}

async function admissionOf(ctx: Context, staffId: string) {
  const found = (await admissionsOf(ctx.tx, [staffId])).get(staffId)
  return found ? { by: found.by, at: found.at.toISOString(), approvedBy: found.approved_by } : null
}

/** What is done to a loan says more than that something is. */
function entitled({ command, summary }: ApprovalRow): { title: string; summary: string } {
  const title = COMMAND_TITLES[command]
  const act = command === 'loanActDo' ? splitLoanActionSummary(summary) : undefined
  return act ? { title: act.item, summary: act.rest } : { title, summary }
}

const describe = (ctx: Context, row: ApprovalRow, reader: Reader) => ({
  id: row.id,
  command: row.command,
  ...entitled(row),
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  amount: row.amount === null ? null : kobo(row.amount),
  before: (row.before ?? null) as never,
  after: (row.after ?? null) as never,
  reason: row.reason,
  status: row.status,
  makerId: row.maker_id,
  // the checker's list says so before they open it
  makerName:
    row.status === 'waiting' && !couldStillAsk(row)
      ? `${row.maker_name} (may no longer ask)`
      : row.maker_name,
  askedAt: row.asked_at.toISOString(),
  checkerName: row.checker_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
  blocked: row.status === 'waiting' ? blockedFor(ctx, row, reader) : null,
})
