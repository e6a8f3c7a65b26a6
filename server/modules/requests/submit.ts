import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import {
  type Application,
  application as applicationSchema,
  dayProblems,
} from '../../../contract/application.ts'
import type { Flag } from '../../../contract/requests.ts'
import { checkNuban } from '../../../engine/nuban.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { quote, validateTerms } from '../../../engine/product.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import type { Handler, PublicContext } from '../../kernel/context.ts'
import type { Keys } from '../../kernel/keys.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { accountsOf, officerCodeHolder } from '../auth/auth.ts'
import { customerByBvn, customersLike, identityIndexes } from '../customers/customers.ts'
import { moveDocuments } from '../documents/documents.ts'
import { notify } from '../messaging/messaging.ts'
import {
  noteOfficerLinkUse,
  offeredProduct,
  type Product,
  section,
  sectionWithVersion,
} from '../settings/settings.ts'
import * as drafts from './drafts.sql.ts'
import {
  asksPhoneCode,
  checkPhoneCode,
  liveOfficer,
  lockDraft,
  refuseWhenClosed,
  requireInitiatePermission,
} from './drafts.ts'
import { payShareFor, storedShare } from './facts.ts'
import * as store from './requests.sql.ts'

export const submit: Handler<Api['requestSubmit']> = async (ctx, input) => {
  requireInitiatePermission(ctx)
  // a second tap on the button waits here for the first, and then finds what came of it
  await drafts.lockDraft(ctx.tx, input.draftId)
  const known = await store.findRequest(ctx.tx, input.id)
  if (known) return answerKnown(ctx, known)
  await refuseWhenClosed(ctx)
  const draft = await lockDraft(ctx, input.draftId)
  const stated = await checkApplication(ctx, input.application)
  const page = await section(ctx.tx, 'publicLink', ctx.today)
  if (!ctx.actor && (await asksPhoneCode(ctx, page)))
    await checkPhoneCode(ctx, draft, stated.phone, input.phoneCode)
  await store.lockIdentity(ctx.tx, indexedFields(ctx.keys, stated))
  const pending = await store.pendingOf(ctx.tx, identityIndexes(ctx.keys, stated).bvn_index, stated.phone)
  if (pending) return answerKnown(ctx, pending)
  if (!ctx.actor) await refuseTooMany(ctx, stated, { dailyCap: page.dailyCap, line: draft.address })
  const product = await wishedProduct(ctx, stated)
  const request = await toRequest(ctx, input.id, stated, product)
  if (!(await store.insertRequest(ctx.tx, request))) {
    // another submission with the same identity was quicker by an instant
    const first = await store.pendingOf(ctx.tx, request.bvn_index, request.phone)
    return answerKnown(ctx, first ?? refuse('draft.unknown'))
  }
  await saveVersion(ctx, request.id, 1, stated)
  await store.insertEvent(ctx.tx, {
    requestId: request.id,
    at: ctx.now,
    byId: ctx.actor?.id ?? null,
    byName: ctx.actor?.name ?? 'Applicant',
    kind: 'submitted',
    toStage: 'reviewer',
    amount: stated.amount,
    tenor: stated.tenor,
  })
  await moveDocuments(ctx.tx, ['draft', draft.id], ['request', request.id])
  await drafts.updateDraft(ctx.tx, draft.id, { submitted_request_id: request.id })
  const link = await liveOfficer(ctx, request.officer_code)
  if (link) await noteOfficerLinkUse(ctx.tx, link.code, 'submitted')
  await notify(ctx, {
    phone: stated.phone,
    about: 'requestReceived',
    facts: { firstName: stated.firstName, reference: request.reference },
    event: `request received ${request.id}`,
    subject: ['request', request.id],
  })
  await store.recordMove(ctx.tx, null, 'reviewer')
  ctx.audit({
    subject: ['request', request.id],
    after: {
      reference: request.reference,
      amount: stated.amount.toString(),
      tenor: stated.tenor,
      stage: 'reviewer',
    },
  })
  return { reference: request.reference, alreadyPending: false, requestId: ctx.actor ? request.id : null }
}

/** Applicants correct a mistake once or twice; more with one BVN, NIN or phone in a day is a robot. */
const SUBMISSIONS_PER_IDENTITY = 5

/**
 * One connection cannot use up the daily cap: a cyber café has its fifty applicants, or a tenth of a larger cap; of a
 * small one half.
 */
const SUBMISSIONS_FROM_LINE = 50
const SHARES_OF_CAP = 10

/**
 * Daily limits of the public page: in total, per connection and per identity. The reply does not say which was reached:
 * an outsider must not learn that a BVN applied. Staff at a desk have no limit.
 */
async function refuseTooMany(
  ctx: PublicContext,
  stated: Application,
  { dailyCap, line }: { dailyCap: number; line: string },
): Promise<void> {
  const since = lagosMidnight(ctx.today)
  const usual = Math.max(SUBMISSIONS_FROM_LINE, Math.floor(dailyCap / SHARES_OF_CAP))
  const share = Math.min(usual, Math.ceil(dailyCap / 2))
  if ((await drafts.submittedFrom(ctx.tx, line, since)) >= share) refuse('link.full_here')
  if ((await drafts.submittedSince(ctx.tx, since)) >= dailyCap) refuse('link.full')
  const most = await store.mostSubmitted(ctx.tx, indexedFields(ctx.keys, stated), since)
  if (most >= SUBMISSIONS_PER_IDENTITY) refuse('request.too_many')
}

function answerKnown(ctx: PublicContext, { id, reference }: { id: string; reference: string }) {
  ctx.audit({ subject: ['request', reference], after: { repeated: true } })
  return { reference, alreadyPending: true, requestId: ctx.actor ? id : null }
}

/** Phones in one form, dates that can be, terms that are still the ones on the screen. */
export async function checkApplication(ctx: PublicContext, typed: Application): Promise<Application> {
  const fields: Record<string, string> = {}
  const phone = parsePhone(typed.phone)
  const kinPhone = parsePhone(typed.kinPhone)
  if (!phone) fields.phone = 'Not a Nigerian mobile number, such as 0803 123 4567'
  if (!kinPhone) fields.kinPhone = 'Not a Nigerian mobile number, such as 0803 123 4567'
  Object.assign(fields, dayProblems(ctx.today, typed))
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  if (
    !sources.some(
      source =>
        source.code === typed.payrollSource && source.kind === 'payroll' && source.status === 'active',
    )
  )
    fields.payrollSource = 'Choose who pays you'
  if (Object.keys(fields).length > 0) refuseFields(fields)
  return { ...typed, phone: phone ?? '', kinPhone: kinPhone ?? '' }
}

const WISH_FIELDS = {
  'amount-too-small': ['amount', 'Below the smallest amount of this product'],
  'amount-too-large': ['amount', 'Above the largest amount of this product'],
  'not-whole-naira': ['amount', 'Whole naira only'],
  'tenor-too-short': ['tenor', 'Shorter than this product allows'],
  'tenor-too-long': ['tenor', 'Longer than this product allows'],
  'instalments-too-small-for-their-step': [
    'amount',
    'Too small for the step of this product’s instalments. Choose a larger amount or a shorter tenor',
  ],
} as const

export async function wishedProduct(ctx: PublicContext, stated: Application): Promise<Product> {
  const product =
    (await offeredProduct(ctx.tx, stated.productId, ctx.today)) ??
    refuseFields({ productId: 'This product is not offered any more. Choose another.' })
  const problem = validateTerms(product.terms, stated)
  if (problem) refuseFields({ [WISH_FIELDS[problem][0]]: WISH_FIELDS[problem][1] })
  return product
}

async function toRequest(
  ctx: PublicContext,
  id: string,
  stated: Application,
  product: Product,
): Promise<store.NewRequest> {
  const consent = await sectionWithVersion(ctx.tx, 'consent', ctx.today)
  if (stated.consentVersion !== consent.version) refuse('request.consent_changed')
  const officerCode = stated.accountOfficerCode.toUpperCase() || ctx.actor?.accountOfficerCode || ''
  const fields = indexedFields(ctx.keys, stated)
  const { usual } = quote(product.terms, {
    amount: stated.amount,
    tenor: stated.tenor,
    payOutOn: ctx.today,
  })
  return {
    id,
    reference: makeReference(),
    stage: 'reviewer',
    version: 1,
    channel: ctx.actor ? 'staff' : 'public',
    ...fields,
    product_id: product.id,
    product_version: product.version,
    requested_amount: stated.amount,
    requested_tenor: stated.tenor,
    amount: stated.amount,
    tenor: stated.tenor,
    instalment: usual,
    ...storedShare(await payShareFor(ctx, { application: stated, product, bvnIndex: fields.bvn_index })),
    officer_code: officerCode,
    officer_ids: await holdersOf(ctx, officerCode),
    browser_of: ctx.actor ? [] : accountsOf(ctx).map(each => each.staffId),
    flags: [
      ...(await officerFlags(ctx, officerCode)),
      ...nubanFlags(stated),
      ...(await identityFlags(ctx, id, fields)),
    ],
    initiator_id: ctx.actor?.id ?? null,
    submitted_at: ctx.now,
    stage_since: ctx.now,
    consent_version: consent.version,
    consent_hash: createHash('sha256').update(consent.value.text).digest('hex'),
    consent_address: ctx.address,
  }
}

/** What the queue and the look-ups need of an application beside the request itself. */
export const indexedFields = (keys: Keys, stated: Application) => ({
  applicant: `${stated.surname} ${stated.firstName} ${stated.otherNames}`.trim(),
  phone: stated.phone,
  ...identityIndexes(keys, stated),
  account_number: stated.accountNumber,
  ippis_number: stated.ippisNumber,
  mda: stated.mda,
  state: stated.state,
})

export const nubanFlags = (stated: Application): Flag[] =>
  checkNuban(stated.bankCode, stated.accountNumber) === 'wrong check digit' ? ['nubanWarning'] : []

/** Who has the code now: it may be another's next month. */
export async function holdersOf(ctx: PublicContext, code: string): Promise<string[]> {
  const holder = code === '' ? undefined : await officerCodeHolder(ctx.tx, code)
  return holder ? [holder.id] : []
}

/** An unknown code is stored and flagged, never dropped: it may be printed on a poster. */
export async function officerFlags(ctx: PublicContext, code: string): Promise<Flag[]> {
  // an officer at their own desk needs no link
  if (code === '' || code === ctx.actor?.accountOfficerCode) return []
  return (await liveOfficer(ctx, code)) ? [] : ['unknownOfficer']
}

/** Who else uses this identity, and whether its owner is a customer: for the queue, never for the applicant. */
export async function identityFlags(
  ctx: PublicContext,
  id: string,
  fields: ReturnType<typeof indexedFields>,
): Promise<Flag[]> {
  const identity = {
    bvnIndex: fields.bvn_index,
    ninIndex: fields.nin_index,
    phone: fields.phone,
    accountNumber: fields.account_number,
  }
  const isShared =
    (await store.requestsLike(ctx.tx, { id, ...identity })).length > 0 ||
    (await customersLike(ctx.tx, identity)).length > 0
  const isKnown = (await customerByBvn(ctx.tx, fields.bvn_index)) !== undefined
  return [
    ...(isShared ? (['duplicateIdentity'] as const) : []),
    ...(isKnown ? (['existingCustomer'] as const) : []),
  ]
}

/** Stored as stated, except that BVN and NIN are sealed. */
export async function saveVersion(
  ctx: PublicContext,
  requestId: string,
  version: number,
  stated: Application,
): Promise<void> {
  const encoded = z.encode(applicationSchema, stated)
  await store.insertVersion(ctx.tx, {
    requestId,
    version,
    application: {
      ...encoded,
      bvn: ctx.keys.seal(stated.bvn, ['request.bvn', requestId]),
      nin: ctx.keys.seal(stated.nin, ['request.nin', requestId]),
    },
    byId: ctx.actor?.id ?? null,
    byName: ctx.actor?.name ?? 'Applicant',
    at: ctx.now,
  })
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eight letters without look-alikes, read out on the telephone in two groups: one in 650 thousand million. */
function makeReference(): string {
  const letter = (): string => LETTERS[randomInt(LETTERS.length)] ?? 'X'
  const group = (): string => Array.from({ length: 4 }, letter).join('')
  return `IRK-${group()}-${group()}`
}
