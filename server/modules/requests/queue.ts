import { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application.ts'
import type { Input, Reply } from '../../../contract/endpoint.ts'
import { errorMessage } from '../../../contract/errors.ts'
import { findBank } from '../../../contract/nigeria.ts'
import { ACTS, requestRow } from '../../../contract/requests.ts'
import { may, type Permission } from '../../../contract/roles.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { checkNuban } from '../../../engine/nuban.ts'
import { quote } from '../../../engine/product.ts'
import { retirementOf } from '../../../engine/retirement.ts'
import { minutesBefore } from '../../kernel/clock.ts'
import type { Context, Handler, TextHandler } from '../../kernel/context.ts'
import { makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import { listText } from '../../kernel/jsonText.ts'
import { typedWords } from '../../kernel/like.ts'
import { maskDigits, maskPhone } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { canRevealNumbers, limitReveals, noteNumberSearch } from '../auth/auth.ts'
import { type Deadlines, deadlinesOf } from '../settings/settings.ts'
import { payShareOf } from './checklist.ts'
import * as claims from './claims.sql.ts'
import { CLAIM_MINUTES, decisionBlockers } from './decisionBlockers.ts'
import {
  type Judgement,
  judge,
  openApplication,
  readApplication,
  shareIn,
  termsInForce,
  topUpLoansOf,
} from './facts.ts'
import * as lists from './list.sql.ts'
import * as store from './requests.sql.ts'
import { type Act, QUEUE_PERMISSION } from './stages.ts'

// ── Queues ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A decided request is not overdue. */
const deadlineIn = (stage: Stage, deadlines: Deadlines): lists.Deadline =>
  stage === 'reviewer' || stage === 'authorizer' ? deadlines[stage] : null

async function readPage(
  ctx: Context,
  { cursor, limit, sort, ...filter }: Input<Api['requestList']>,
): Promise<{ text: string; total: number; totalIsExact: boolean; next: string | null }> {
  const shape = { ...filter, sort, viewer: ctx.actor.id }
  const { sort: key, descending } = orderOf(sort)
  const after = placeOf(readCursor(ctx.keys, 'requests', shape, cursor), 'key', 'id')
  if (!after) await noteNumberSearch(ctx, 'requests', typedWords(filter.search))
  const viewed = viewedBy(ctx, filter, await deadlinesOf(ctx))
  const order = { sort: key, descending, after, limit: limit + 1 }
  const { text, found, last, total, exact } = isWhole(filter)
    ? { ...(await lists.listStage(ctx.tx, viewed, { ...order, isFew: false })), exact: true }
    : await listFiltered(ctx, viewed, order)
  return {
    text,
    total,
    totalIsExact: exact,
    next: found > limit && last ? makeCursor(ctx.keys, 'requests', shape, [last.key, last.id]) : null,
  }
}

export const list: TextHandler<Api['requestList']> = async (ctx, input) => {
  const { text, ...rest } = await readPage(ctx, input)
  return listText<Reply<Api['requestList']>>(text, rest)
}

/** The same page for an export. */
export async function listRows(ctx: Context, input: Input<Api['requestList']>) {
  const { text, ...rest } = await readPage(ctx, input)
  return { rows: JSON.parse(`[${text}]`) as lists.ListedRequest[], ...rest }
}

const viewedBy = (ctx: Context, filter: lists.RequestFilter, deadlines: Deadlines): lists.Viewed => ({
  filter,
  viewerId: ctx.actor.id,
  canRevealNumbers: canRevealNumbers(ctx),
  deadline: deadlineIn(filter.stage, deadlines),
})

const isWhole = (filter: lists.RequestFilter): boolean =>
  Object.entries(filter).every(([name, value]) => name === 'stage' || value === undefined)

/** A filter is counted now, up to a limit. */
async function listFiltered(ctx: Context, viewed: lists.Viewed, order: Omit<lists.Order, 'isFew'>) {
  const { total, exact } = await lists.countRequests(ctx.tx, viewed)
  return { ...(await lists.listRequests(ctx.tx, viewed, { ...order, isFew: exact })), total, exact }
}

export const counts: Handler<Api['requestCounts']> = async ctx => {
  const found = await store.stageCounts(ctx.tx)
  return {
    reviewer: found.get('reviewer') ?? 0,
    authorizer: found.get('authorizer') ?? 0,
    rejected: found.get('rejected') ?? 0,
  }
}

/** The stages in whose queue this person may decide. */
const ownStages = (ctx: Context): Stage[] =>
  (Object.entries(QUEUE_PERMISSION) as [Stage, Permission][])
    .filter(([, permission]) => may(ctx.actor.roles, permission))
    .map(([stage]) => stage)

export const claim: Handler<Api['requestClaim']> = async (ctx, { ids }) => {
  const stages = ownStages(ctx)
  if (stages.length === 0) refuse('permission.missing')
  const claimed = await claims.claimRequests(ctx.tx, {
    ids,
    staffId: ctx.actor.id,
    now: ctx.now,
    staleBefore: minutesBefore(ctx.now, CLAIM_MINUTES),
    stages,
  })
  const missed = ids.filter(id => !claimed.includes(id))
  const holders = await claims.claimants(ctx.tx, missed)
  for (const id of claimed) ctx.audit({ subject: ['request', id], after: { claimedBy: ctx.actor.name } })
  if (claimed.length === 0)
    ctx.audit({ subject: ['request', missed[0] ?? ''], outcome: 'refused', reason: 'taken' })
  return {
    claimed,
    taken: holders.map(each => ({ id: each.id, by: each.by ?? 'not available to you' })),
  }
}

/** Staff managers release the claims of an absent user. */
const mayFree = ({ actor }: Context): boolean => may(actor.roles, 'users.manage')

/** A suspended user has no claims. */
export async function endClaimsOf(ctx: Context, staffId: string): Promise<void> {
  for (const id of await claims.endClaims(ctx.tx, staffId))
    ctx.audit({ subject: ['request', id], after: { claimedBy: null } })
}

export const release: Handler<Api['requestRelease']> = async (ctx, { ids }) => {
  const released = await claims.releaseRequests(ctx.tx, ids, mayFree(ctx) ? null : ctx.actor.id)
  for (const id of released) ctx.audit({ subject: ['request', id], after: { claimedBy: null } })
  if (released.length === 0)
    ctx.audit({ subject: ['request', ids[0] ?? ''], outcome: 'refused', reason: 'not claimed' })
  return {}
}

// ── One request ────────────────────────────────────────────────────────────────────────────────────────────────────

async function known(ctx: Context, id: string): Promise<store.RequestRow> {
  return (await store.findRequest(ctx.tx, id)) ?? refuse('record.unknown', { what: 'request' })
}

const mask = ({ netPay: _, ...stated }: Application) => ({
  ...stated,
  bvn: maskDigits(stated.bvn),
  nin: maskDigits(stated.nin),
  accountNumber: maskDigits(stated.accountNumber),
  phone: maskPhone(stated.phone),
  kinPhone: maskPhone(stated.kinPhone),
  bankName: findBank(stated.bankCode)?.Name ?? stated.bankCode,
})

export const get: Handler<Api['requestGet']> = async (ctx, { id }) => {
  const row = await known(ctx, id)
  const judged = await judge(ctx, row, termsInForce(row))
  const { retirementRule, standing } = judged.facts
  const deadlines = await deadlinesOf(ctx)
  const career = {
    dateOfBirth: judged.application.dateOfBirth,
    dateOfFirstAppointment: judged.application.firstAppointmentOn,
  }
  const retirement = retirementOf(career, ctx.today, retirementRule)
  const { previous, next } = await store.neighbours(ctx.tx, row)
  return {
    // by the payroll that the checklist reads today
    row: {
      ...z.decode(requestRow, await lists.describeRequest(ctx.tx, id, deadlineIn(row.stage, deadlines))),
      ...shareIn(payShareOf(judged.facts)),
    },
    application: mask(judged.application),
    productTerms: judged.product.terms,
    ...describeTerms(ctx, row, judged),
    checklist: describeChecklist(judged),
    documents: judged.documents,
    timeline: (await store.eventsOf(ctx.tx, id)).map(describeEvent),
    retirementOn: retirement.retirement,
    monthsToRetirement: retirement.monthsLeft,
    nuban: checkNuban(judged.application.bankCode, judged.application.accountNumber),
    consent: {
      version: row.consent_version,
      hash: row.consent_hash,
      at: row.submitted_at.toISOString(),
      address: row.consent_address,
    },
    documentsWanted: row.documents_wanted,
    customerId: row.customer_id,
    known: standing ? { id: standing.id, number: standing.number } : null,
    loanId: row.loan_id,
    topUp: (await topUpLoansOf(ctx, row, standing?.id)).map(({ id: loanId, number, settlement }) => ({
      loanId,
      number,
      settlement,
      isChosen: row.settles.includes(loanId),
    })),
    offers: await offers(ctx, row),
    previousId: previous,
    nextId: next,
  }
}

/** Asked for, recommended and approved, side by side, each with its instalment. */
function describeTerms(ctx: Context, row: store.RequestRow, { product, facts }: Judgement) {
  const terms = (amount: bigint | null, tenor: number | null) => {
    if (amount === null || tenor === null) return null
    const wish = { amount: kobo(amount), tenor, payOutOn: ctx.today }
    const { usual: instalment } = quote(product.terms, wish)
    return { amount: wish.amount, tenor, instalment, ...payShareOf({ ...facts, terms: wish }) }
  }
  const requested = terms(row.requested_amount, row.requested_tenor)
  if (!requested) throw new Error('a request always asks for something')
  return {
    requested,
    recommended: terms(row.recommended_amount, row.recommended_tenor),
    approved: terms(row.approved_amount, row.approved_tenor),
  }
}

const describeChecklist = ({ findings, overrides, outdated }: Judgement) =>
  findings.map(each => {
    const found = overrides.get(each.name)
    const old = each.result === 'red' ? outdated.get(each.name) : undefined
    return {
      ...each,
      evidence: old
        ? `${each.evidence} ${old.by_name} overrode it before this payroll was accepted, so it is open again.`
        : each.evidence,
      override: found
        ? { reasonCode: found.reason_code, note: found.note, by: found.by_name, at: found.at.toISOString() }
        : null,
    }
  })

const describeEvent = (event: store.EventRow) => ({
  id: event.id.toString(),
  at: event.at.toISOString(),
  by: event.by_name,
  kind: event.kind,
  reasonCode: event.reason_code,
  note: event.note,
  amount: event.amount === null ? null : kobo(event.amount),
  tenor: event.tenor,
})

const WHY = {
  permission: 'You do not have permission to do this.',
  stage: 'Not available at this stage.',
  person: 'You have already acted on this request. Another user must decide it.',
  own: 'This is your own request. Another user must decide it.',
  linked: errorMessage('request.linked'),
  erased: errorMessage('request.erased'),
  claimed: 'Another user has claimed this request.',
}

/** What the screen offers and why not, by the very rules the acts are held to. */
async function offers(ctx: Context, row: store.RequestRow) {
  const hindrance = await decisionBlockers(ctx, row)
  const byAct = (act: Act) => {
    const stop = hindrance(act)
    if (!stop) return { allowed: true, why: null }
    return { allowed: false, why: stop.code === 'claimed' ? `${stop.who} is working on it.` : WHY[stop.code] }
  }
  const when = (allowed: boolean, why: string) => ({ allowed, why: allowed ? null : why })
  const isMine = row.claimed_by === ctx.actor.id
  const inQueue = ownStages(ctx).includes(row.stage)
  const stop = hindrance('reject')
  // a user with another part in it must not claim it; a colleague's claim may be free by then
  const part = inQueue && stop && stop.code !== 'claimed' ? stop : undefined
  const mayComment = may(ctx.actor.roles, 'request.initiate')
  const special: Partial<Record<(typeof ACTS)[number], { allowed: boolean; why: string | null }>> = {
    claim: part
      ? { allowed: false, why: WHY[part.code] }
      : when(inQueue && !isMine, isMine ? 'You have claimed it already.' : 'Not in your queue.'),
    release: when(isMine || (row.claimed_by !== null && mayFree(ctx)), 'You have not claimed it.'),
    comment: when(mayComment, WHY.permission),
    override: byAct('recommend'),
    addDocument: when(may(ctx.actor.roles, 'customer.change'), WHY.permission),
  }
  return Object.fromEntries(ACTS.map(act => [act, special[act] ?? byAct(act as Act)])) as Record<
    (typeof ACTS)[number],
    { allowed: boolean; why: string | null }
  >
}

export const versions: Handler<Api['requestVersions']> = async (ctx, { id }) => {
  await known(ctx, id)
  const rows = (await store.versionsOf(ctx.tx, id)).map(row => ({ row, stated: openApplication(ctx, row) }))
  return {
    rows: rows.map(({ row, stated }, index) => {
      const before = rows[index - 1]?.stated
      return {
        version: row.version,
        at: row.at.toISOString(),
        by: row.by_name,
        application: mask(stated),
        netPayChangePpm: before ? changePpm(before.netPay, stated.netPay) : null,
      }
    }),
  }
}

/** Above ten times as much the figure says nothing more. */
const CHANGE_MAX_PPM = 10_000_000

/** Pay stays hidden; by how much it was corrected does not. */
const changePpm = (from: Kobo, to: Kobo): number =>
  Math.min(ppmOf(to - from, from, 'half-up'), CHANGE_MAX_PPM)

export const reveal: Handler<Api['requestReveal']> = async (ctx, { id, reason }) => {
  const stated = await readApplication(ctx, await known(ctx, id))
  await limitReveals(ctx, ['request', id])
  const { bvn, nin, accountNumber, phone, kinPhone, netPay } = stated
  const revealed = { bvn, nin, accountNumber, phone, kinPhone, netPay }
  ctx.audit({ subject: ['request', id], after: { revealed: Object.keys(revealed) }, reason })
  return revealed
}

export const comment: Handler<Api['requestComment']> = async (ctx, { id, note }) => {
  await known(ctx, id)
  await store.insertEvent(ctx.tx, {
    requestId: id,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: ctx.actor.name,
    kind: 'comment',
    note,
  })
  ctx.audit({ subject: ['request', id], after: { comment: 'written' } })
  return {}
}
