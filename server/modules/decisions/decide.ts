import { type Api, COMMANDS, type CommandInput, type CommandName } from '../../../contract/api.ts'
import { DECLINED_SHOWN_DAYS } from '../../../contract/approvals.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { splitLoanActionSummary } from '../../../contract/labels.ts'
import { may } from '../../../contract/roles.ts'
import { COMMAND_TITLES, type Json, sameJson } from '../../../contract/trail.ts'
import { kobo } from '../../../engine/money.ts'
import { daysBefore, sayMoment } from '../../kernel/clock.ts'
import type { Asked, Commands, Context, Foresight, Handler } from '../../kernel/context.ts'
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
import { foreseePosting, foreseeUndo } from '../repayments/repayments.ts'
import { ownMatters } from './conflictOfInterest.ts'
import { evidenceOf, warningsOf } from './evidence.ts'
import { couldStillAsk } from './makers.ts'

/** Says again, from the state at that moment, what a command would do. A command without one is checked when it is carried out. */
type Foresees = { [C in CommandName]?: (ctx: Context, input: CommandInput<C>) => Promise<Foresight> }
/** What follows when a command is declined or withdrawn, in the same transaction; for most nothing does. */
type TurnedDown = {
  [C in CommandName]?: (ctx: Context, input: CommandInput<C>, why: string) => Promise<void>
}

/** `commands` is the table of what runs once it is approved, which names every module. */
export const approve =
  (commands: Commands): Handler<Api['approvalApprove']> =>
  async (ctx, { id, note }) => {
    const approval = await lockDecidable(ctx, id)
    if (!couldStillAsk(approval)) refuse('approval.maker_gone', { who: approval.maker_name })
    if (await changedSince(ctx, approval)) refuse('approval.stale')
    await decide(ctx, approval, 'approved', note ?? null)
    await carryOut(commands, ctx, approval)
    return shown(ctx, id)
  }

/** What an approval would do, said again when it is opened and when it is approved. */
const FORESEES: Foresees = { repaymentSubmit: foreseePosting, repaymentUndo: foreseeUndo }

/** What follows when it was not approved: the payment of a bank alert is open again. */
const TURNED_DOWN: TurnedDown = { loanActDo: reopenClaim }

/** Undefined where the stored item no longer fits: it may be pending since before there was a rule. */
const inputOf = ({ command, input }: ApprovalRow): unknown => COMMANDS[command].input.safeParse(input).data

/** What the command would do now, where that differs from what was submitted. */
async function changedSince(
  ctx: Context,
  approval: ApprovalRow,
): Promise<{ before: Json; after: Json } | undefined> {
  const foresee = FORESEES[approval.command] as
    | ((ctx: Context, input: unknown) => Promise<Foresight>)
    | undefined
  const input = inputOf(approval)
  // submitted before its effect was stated: there is nothing to compare
  const isStated = typeof approval.after === 'object' && approval.after !== null && 'effect' in approval.after
  if (approval.status !== 'waiting' || !foresee || !isStated || input === undefined) return
  const { before = null, after } = await foresee(ctx, input)
  const now = { before: before as Json, after: after as Json }
  return sameJson(now, { before: (approval.before ?? null) as Json, after: approval.after as Json })
    ? undefined
    : now
}

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
): Promise<void> {
  const checkerId = status === 'withdrawn' ? null : ctx.actor.id
  await decideApproval(ctx.tx, approval.id, { status, checkerId, note, at: ctx.now })
  ctx.audit({
    subject: [approval.subject_type, approval.subject_id],
    before: { approval: approval.id, status: 'waiting' },
    after: { approval: approval.id, status, command: approval.command },
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
  const now = await changedSince(ctx, approval)
  const current = { ...approval, ...now }
  return {
    ...describe(ctx, current, await readerOf(ctx, [approval])),
    changedSince: now !== undefined,
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
