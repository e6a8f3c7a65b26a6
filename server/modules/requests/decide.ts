import type { Api } from '../../../contract/api.ts'
import { CHECK_FAILURES } from '../../../contract/labels.ts'
import type { CheckName, Flag, TimelineKind } from '../../../contract/requests.ts'
import { may, type Permission } from '../../../contract/roles.ts'
import type { REASON_USES } from '../../../contract/settings.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { formatNaira, kobo, sum } from '../../../engine/money.ts'
import { isStepTooLarge, quote, validateTerms } from '../../../engine/product.ts'
import { sayMoment } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { lockByBvn, openFromApplications } from '../customers/customers.ts'
import { addSystemDocument } from '../documents/documents.ts'
import { openLoan } from '../loans/loans.ts'
import { notify } from '../messaging/messaging.ts'
import { productInVersion, section } from '../settings/settings.ts'
import { payShareOf } from './checklist.ts'
import { decisionBlockers } from './decisionBlockers.ts'
import { type Judgement, judge, storedShare, type Terms, termsInForce, toSettle } from './facts.ts'
import { offerLetter, rateOf } from './letter.ts'
import * as store from './requests.sql.ts'
import { type Act, nextStage, QUEUE_PERMISSION } from './stages.ts'

type Seen = { id: string; version: number }

/** Locks the request and refuses, by name, whatever stands in the way of the act. */
export async function lockFor(ctx: Context, seen: Seen, act: Act): Promise<store.RequestRow> {
  const request = (await store.lockRequest(ctx.tx, seen.id)) ?? refuse('record.unknown', { what: 'request' })
  const stop = (await decisionBlockers(ctx, request))(act)
  if (stop?.code === 'stage' || (stop?.code === 'permission' && decidesElsewhere(ctx, act)))
    await refuseDecided(ctx, request)
  if (request.version !== seen.version) refuse('request.stale')
  if (stop?.code === 'permission') refuse('permission.missing')
  if (stop?.code === 'person') refuse('request.same_person', { role: stop.role })
  if (stop?.code === 'own') refuse('request.own', { reference: request.reference })
  if (stop?.code === 'linked') refuse('request.linked')
  if (stop?.code === 'erased') refuse('request.erased')
  if (stop?.code === 'claimed') refuse('request.claimed', { who: stop.who })
  return request
}

/** The same for an act that is judged by the person's other loans: requests of one person are judged one after the other. */
async function lockToJudge(ctx: Context, seen: Seen, act: Act): Promise<store.RequestRow> {
  const request = await lockFor(ctx, seen, act)
  await store.lockIdentity(ctx.tx, request)
  await lockByBvn(ctx.tx, request.bvn_index)
  return request
}

/** A rejection in a queue the request has left is a conflict, not a violation: a colleague was quicker. */
const decidesElsewhere = (ctx: Context, act: Act): boolean =>
  (Object.entries(QUEUE_PERMISSION) as [Stage, Permission][]).some(
    ([stage, permission]) => nextStage(stage, act) !== undefined && may(ctx.actor.roles, permission),
  )

const DONE: Partial<Record<TimelineKind, string>> = {
  recommended: 'recommended',
  approved: 'approved',
  rejected: 'rejected',
  sentBack: 'sent back',
  withdrawn: 'withdrawn',
  edited: 'resubmitted',
  submitted: 'submitted',
}

async function refuseDecided(ctx: Context, request: store.RequestRow): Promise<never> {
  const last = await store.lastMove(ctx.tx, request.id)
  if (!last) return refuse('request.wrong_stage', { stage: request.stage })
  return refuse('request.decided', {
    what: DONE[last.kind] ?? last.kind,
    who: last.by_name,
    when: sayMoment(last.at),
  })
}

async function checkReason(ctx: Context, use: (typeof REASON_USES)[number], code: string): Promise<void> {
  const { codes } = await section(ctx.tx, 'reasonCodes', ctx.today)
  const isKnown = codes.some(each => each.code === code && each.use === use && each.status === 'active')
  if (!isKnown) refuseFields({ reasonCode: 'Choose a reason from the list' })
}

type Move = {
  act: Act
  kind: TimelineKind
  change?: store.RequestChange
  reasonCode?: string
  note?: string
  terms?: Terms
  /** Overridden checks that the authorizer confirmed. */
  confirmed?: readonly CheckName[]
}

export async function move(ctx: Context, request: store.RequestRow, step: Move): Promise<Stage> {
  const to = nextStage(request.stage, step.act)
  if (!to) throw new Error(`no way from ${request.stage} by ${step.act}`)
  const since = to === request.stage ? {} : { stage_since: ctx.now, claimed_by: null, claimed_at: null }
  await store.updateRequest(ctx.tx, request.id, {
    stage: to,
    reason_code: step.reasonCode ?? null,
    ...since,
    ...step.change,
  })
  await store.insertEvent(ctx.tx, {
    requestId: request.id,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: ctx.actor.name,
    kind: step.kind,
    fromStage: request.stage,
    toStage: to,
    reasonCode: step.reasonCode ?? null,
    note: step.note || null,
    amount: step.terms?.amount ?? null,
    tenor: step.terms?.tenor ?? null,
  })
  await store.recordMove(ctx.tx, request.stage, to)
  ctx.audit({
    subject: ['request', request.id],
    before: { stage: request.stage },
    after: {
      stage: to,
      ...(step.terms ? { amount: step.terms.amount.toString(), tenor: step.terms.tenor } : {}),
      ...(step.reasonCode ? { reasonCode: step.reasonCode } : {}),
      ...(step.confirmed?.length ? { confirmed: step.confirmed } : {}),
    },
    reason: step.note || null,
  })
  return to
}

/** Red items stop a request until they are overridden. */
function refuseRed({ findings, overrides }: Judgement): void {
  const red = findings.filter(each => each.result === 'red' && !overrides.has(each.name))
  if (red.length > 0) refuse('request.red', { items: red.map(each => CHECK_FAILURES[each.name]).join(', ') })
}

/** What a reviewer let pass, the authorizer confirms one by one. */
function refuseUnconfirmed(
  { findings, overrides }: Judgement,
  confirmed: readonly CheckName[],
): readonly CheckName[] {
  const passed = findings.filter(each => each.result === 'red' && overrides.has(each.name))
  const missing = passed.filter(each => !confirmed.includes(each.name))
  if (missing.length > 0)
    refuse('approval.unconfirmed', {
      warnings: `${missing.map(each => `“${each.title}, overridden”`).join(', ')}.`,
    })
  return passed.map(each => each.name)
}

/** An authorizer cannot override them again: what a newer payroll reopened goes back to a reviewer. */
function refuseReopened({ findings, outdated }: Judgement): void {
  const reopened = findings.filter(each => each.result === 'red' && outdated.has(each.name))
  if (reopened.length > 0) refuse('request.reopened', { items: reopened.map(each => each.title).join(', ') })
}

const withFlag = (flags: readonly Flag[], flag: Flag): Flag[] => [
  ...flags.filter(each => each !== flag),
  flag,
]
/** Whatever was asked for, of the applicant or of the reviewer, is asked no more. */
export const answered = ({ flags }: Pick<store.RequestRow, 'flags'>) => ({
  documents_wanted: null,
  flags: withoutFlags(flags, ['documentsWanted', 'sentBack']),
})
export const withoutFlags = (flags: readonly Flag[], gone: readonly Flag[]): Flag[] =>
  flags.filter(each => !gone.includes(each))

// ── The reviewer ───────────────────────────────────────────────────────────────────────────────────────────────────

export const recommend: Handler<Api['requestRecommend']> = async (ctx, input) => {
  const request = await lockToJudge(ctx, input, 'recommend')
  const terms = { amount: input.amount, tenor: input.tenor }
  // first, because terms that the product does not offer may have no schedule to judge by
  const product = await productInVersion(ctx.tx, request.product_id, request.product_version)
  const problem = validateTerms(product.terms, terms)
  if (problem) refuse('request.terms', { problem: problem.replaceAll('-', ' ') })
  const judged = await judge(ctx, request, terms, input.settles)
  refuseRed(judged)
  const quoted = quote(product.terms, { ...terms, payOutOn: ctx.today })
  await toSettle(ctx, request, input.settles, quoted.netPayOut)
  const stage = await move(ctx, request, {
    act: 'recommend',
    kind: 'recommended',
    note: input.note,
    terms,
    change: {
      reviewer_id: ctx.actor.id,
      authorizer_id: null,
      recommended_amount: terms.amount,
      recommended_tenor: terms.tenor,
      amount: terms.amount,
      tenor: terms.tenor,
      instalment: quoted.usual,
      ...storedShare(payShareOf(judged.facts)),
      settles: input.settles,
      ...answered(request),
    },
  })
  return { stage, loanId: null }
}

export const returnForDocuments: Handler<Api['requestReturn']> = async (ctx, input) => {
  const request = await lockFor(ctx, input, 'return')
  await checkReason(ctx, 'return', input.reasonCode)
  const stage = await move(ctx, request, {
    act: 'return',
    kind: 'returned',
    reasonCode: input.reasonCode,
    note: input.note,
    change: { documents_wanted: input.note, flags: withFlag(request.flags, 'documentsWanted') },
  })
  await notify(ctx, {
    phone: request.phone,
    about: 'requestReturned',
    facts: { reference: request.reference, note: input.note },
    event: `documents wanted ${request.id} ${ctx.requestId}`,
    subject: ['request', request.id],
  })
  return { stage, loanId: null }
}

export const override: Handler<Api['requestOverride']> = async (ctx, input) => {
  const request = await lockFor(ctx, input, 'recommend')
  await checkReason(ctx, 'override', input.reasonCode)
  const { findings } = await judge(ctx, request, termsInForce(request))
  const item = findings.find(each => each.name === input.check)
  if (item?.result !== 'red') return refuse('request.not_red')
  await store.insertOverride(ctx.tx, {
    requestId: request.id,
    version: request.version,
    check: input.check,
    reasonCode: input.reasonCode,
    note: input.note,
    byId: ctx.actor.id,
    byName: ctx.actor.name,
    at: ctx.now,
  })
  await store.insertEvent(ctx.tx, {
    requestId: request.id,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: ctx.actor.name,
    kind: 'override',
    reasonCode: input.reasonCode,
    note: `${item.title}: ${input.note}`,
  })
  await store.updateRequest(ctx.tx, request.id, { flags: withFlag(request.flags, 'overridden') })
  ctx.audit({
    subject: ['request', request.id],
    after: { check: input.check, reasonCode: input.reasonCode },
    reason: input.note,
  })
  return {}
}

// ── Either queue ───────────────────────────────────────────────────────────────────────────────────────────────────

export const reject: Handler<Api['requestReject']> = async (ctx, input) => {
  const request = await lockFor(ctx, input, 'reject')
  await checkReason(ctx, 'reject', input.reasonCode)
  const decider =
    request.stage === 'reviewer' ? { reviewer_id: ctx.actor.id } : { authorizer_id: ctx.actor.id }
  const stage = await move(ctx, request, {
    act: 'reject',
    kind: 'rejected',
    reasonCode: input.reasonCode,
    note: input.note,
    change: { ...decider, ...answered(request) },
  })
  await notify(ctx, {
    phone: request.phone,
    about: 'requestRejected',
    facts: { reference: request.reference },
    event: `request rejected ${request.id} ${request.version}`,
    subject: ['request', request.id],
  })
  return { stage, loanId: null }
}

// ── The authorizer ─────────────────────────────────────────────────────────────────────────────────────────────────

export const sendBack: Handler<Api['requestSendBack']> = async (ctx, input) => {
  const request = await lockFor(ctx, input, 'sendBack')
  await checkReason(ctx, 'sendBack', input.reasonCode)
  const stage = await move(ctx, request, {
    act: 'sendBack',
    kind: 'sentBack',
    reasonCode: input.reasonCode,
    note: input.note,
    change: { authorizer_id: null, flags: withFlag(request.flags, 'sentBack') },
  })
  return { stage, loanId: null }
}

/** Customer, loan, offer letter and message come about together or not at all. */
export const authorize: Handler<Api['requestAuthorize']> = async (ctx, input) => {
  const request = await lockToJudge(ctx, input, 'approve')
  const terms = termsInForce(request)
  const judged = await judge(ctx, request, terms)
  refuseReopened(judged)
  refuseRed(judged)
  const confirmed = refuseUnconfirmed(judged, input.confirmed)
  const { application, product } = judged
  if (isStepTooLarge(product.terms, terms))
    refuse('request.terms', { problem: 'instalments too small for their step' })
  const quoted = quote(product.terms, { ...terms, payOutOn: ctx.today })
  const payTo = judged.facts.standing ?? application
  const stillOpen = judged.facts.settledLoans.map(each => each.id)
  const settled = await toSettle(ctx, request, stillOpen, quoted.netPayOut)
  const [customer] = await openFromApplications(ctx, [{ application, officerCode: request.officer_code }])
  if (!customer) throw new Error('a customer vanished while being opened')
  const loan = await openLoan(ctx, {
    customerId: customer.id,
    requestId: request.id,
    product,
    principal: terms.amount,
    tenor: terms.tenor,
    instalment: quoted.usual,
    officerCode: request.officer_code,
    settles: settled.map(each => each.id),
  })
  const letter = await offerLetter({
    loanNumber: loan.number,
    reference: request.reference,
    on: ctx.today,
    productName: product.name,
    application,
    payTo,
    penalty: product.terms.penalty,
    rate: rateOf(product.terms.ratePpm, product.terms.ratePer, product.terms.interest),
    quote: quoted,
    settled,
    lender: await section(ctx.tx, 'organisation', ctx.today),
  })
  await addSystemDocument(ctx, {
    subject: ['request', request.id],
    title: `Offer letter ${loan.number}`,
    bytes: letter,
    type: 'application/pdf',
  })
  const stage = await move(ctx, request, {
    act: 'approve',
    kind: 'approved',
    note: input.note,
    terms,
    confirmed,
    change: {
      authorizer_id: ctx.actor.id,
      approved_amount: terms.amount,
      approved_tenor: terms.tenor,
      customer_id: customer.id,
      loan_id: loan.id,
    },
  })
  await notify(ctx, {
    phone: request.phone,
    about: 'requestApproved',
    facts: {
      firstName: application.firstName,
      reference: request.reference,
      amount: formatNaira(kobo(quoted.netPayOut - sum(settled.map(each => each.settlement))), 'NGN'),
      loanNumber: loan.number,
      accountEnding: payTo.accountNumber.slice(-4),
    },
    event: `request approved ${request.id}`,
    subject: ['request', request.id],
  })
  return { stage, loanId: loan.id }
}
