import { randomInt, randomUUID } from 'node:crypto'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { lineOf } from '../../kernel/address.ts'
import { minutesAfter, minutesBefore } from '../../kernel/clock.ts'
import type { Handler, PublicContext } from '../../kernel/context.ts'
import type { Keys } from '../../kernel/keys.ts'
import { refuse, refuseFields, refuseKeepingWrites } from '../../kernel/refusal.ts'
import { addDocument, removeDraftDocument } from '../documents/documents.ts'
import { notify } from '../messaging/messaging.ts'
import {
  countLinkOpened,
  noteOfficerLinkUse,
  type OfficerLink,
  offeredProducts,
  officerLink,
  section,
  sectionWithVersion,
} from '../settings/settings.ts'
import * as drafts from './drafts.sql.ts'

/** The public page before anything is submitted: what it shows, drafts and their files, the code to the phone. */

/**
 * About a quarter of a second on a laptop and some three seconds on an old phone, half as long on the average. A robot pays the same:
 * three thousand drafts take one processor some ten minutes. It makes a flood cost something; the limits per line and day stop it.
 */
const PROOF_MAX = 150_000
const PROOF_MINUTES = 60
/** A cyber café or a whole ministry behind one line may apply; a robot that wants thousands may not. */
const DRAFTS_PER_HOUR = 120
/** Files of drafts that are not submitted: two hundred applicants of five files in a day at one line, which may be a whole network's; two thousand at all of them. */
const BYTES_FROM_LINE = 500_000_000n
const BYTES_MINUTES = 24 * 60
const BYTES_IN_ALL = 5_000_000_000n
const CODE_WAIT_SECONDS = 60
const CODES_PER_HOUR = 5
/** Users mistype a number once or twice; each code is a paid SMS and five guesses. */
const CODES_PER_DRAFT = 10
const CODES_FROM_ADDRESS = 120
const CODE_MINUTES = 10
const CODE_TRIES = 5

const proofKey = (keys: Keys): string => keys.blindIndex('proof of work', 'key').toString('hex')

/** Open by the switch, inside its window. */
async function linkState(ctx: PublicContext) {
  const link = await section(ctx.tx, 'publicLink', ctx.today)
  const isOpen =
    link.isOpen &&
    (link.opensOn === null || link.opensOn <= ctx.today) &&
    (link.closesOn === null || link.closesOn >= ctx.today)
  return { ...link, isOpen }
}

/** Wherever a gateway carries it. The outbox that is built in only shows it to staff, so there it can be left out. */
export const asksPhoneCode = async (ctx: PublicContext, link: { phoneCode: boolean }): Promise<boolean> =>
  link.phoneCode || (await section(ctx.tx, 'sms', ctx.today)).gateway !== 'outbox'

/** The officer of a link; none where it is switched off or expired, or its officer has left. */
export async function liveOfficer(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  typed: string,
): Promise<OfficerLink | undefined> {
  const code = typed.trim().toUpperCase()
  const link = code ? await officerLink(ctx.tx, code) : undefined
  const isLive =
    link?.officerActive && link.enabled && (link.expiresOn === null || link.expiresOn >= ctx.today)
  return isLive ? link : undefined
}

export const publicPage: Handler<Api['publicPage']> = async (ctx, { accountOfficerCode }) => {
  const link = await linkState(ctx)
  const officer = await liveOfficer(ctx, accountOfficerCode ?? '')
  if (officer) await countLinkOpened(ctx, officer.code)
  const consent = await sectionWithVersion(ctx.tx, 'consent', ctx.today)
  const payroll = await section(ctx.tx, 'payroll', ctx.today)
  const required = await section(ctx.tx, 'requiredDocuments', ctx.today)
  const challenge = await createChallenge({
    hmacKey: proofKey(ctx.keys),
    maxNumber: PROOF_MAX,
    expires: minutesAfter(ctx.now, PROOF_MINUTES),
  })
  return {
    isOpen: link.isOpen,
    notice: link.notice,
    today: ctx.today,
    officer: accountOfficerCode ? { code: accountOfficerCode, name: officer?.officerName ?? null } : null,
    products: (await offeredProducts(ctx.tx, ctx.today)).map(({ id, name, description, version, terms }) => ({
      id,
      name,
      description,
      version,
      terms,
    })),
    payrollSources: payroll.sources
      .filter(source => source.status === 'active' && source.kind === 'payroll')
      .map(({ code, name }) => ({ code, name })),
    consent: { version: consent.version, text: consent.value.text },
    requiredDocuments: required.documents.filter(each => each.status === 'active').map(each => each.title),
    phoneCode: await asksPhoneCode(ctx, link),
    proofOfWork: { ...challenge, maxnumber: challenge.maxnumber ?? PROOF_MAX },
  }
}

export const countStarted: Handler<Api['publicLinkStarted']> = async (ctx, { accountOfficerCode }) => {
  const officer = await liveOfficer(ctx, accountOfficerCode)
  if (officer) await noteOfficerLinkUse(ctx.tx, officer.code, 'started')
  return {}
}

/** An applicant may always; of staff, those who may initiate requests. */
export function requireInitiatePermission(ctx: PublicContext): void {
  if (ctx.actor && !may(ctx.actor.roles, 'request.initiate')) refuse('permission.missing')
}

export const openDraft: Handler<Api['draftOpen']> = async (ctx, { id, proof, website }) => {
  requireInitiatePermission(ctx)
  await refuseWhenClosed(ctx)
  // the same answer for the trap and the proof: a robot learns nothing
  if (website !== '' || !(await isProven(ctx, proof))) refuse('draft.robot')
  const line = lineOf(ctx.address)
  if ((await drafts.draftsFrom(ctx.tx, line, minutesBefore(ctx.now, 60))) >= DRAFTS_PER_HOUR)
    refuse('draft.too_many')
  await drafts.insertDraft(ctx.tx, { id, at: ctx.now, address: line })
  ctx.audit({ subject: ['draft', id], after: { opened: true } })
  return {}
}

export async function refuseWhenClosed(ctx: PublicContext): Promise<void> {
  const link = await linkState(ctx)
  if (!link.isOpen)
    refuse('link.closed', { notice: link.notice || 'We are not taking requests at the moment.' })
}

async function isProven(ctx: PublicContext, proof: string): Promise<boolean> {
  const challenge = await solvedChallenge(ctx, proof)
  // outside of what a malformed proof may throw: a fault of the database is no robot
  return challenge !== undefined && drafts.spendProof(ctx.tx, challenge, ctx.now)
}

async function solvedChallenge(ctx: PublicContext, proof: string): Promise<string | undefined> {
  try {
    if (!(await verifySolution(proof, proofKey(ctx.keys), false))) return undefined
    const { challenge, salt } = JSON.parse(Buffer.from(proof, 'base64').toString()) as Record<string, string>
    const expires = Number.parseInt(extractParams(proof).expires ?? '0', 10)
    return challenge && salt && expires * 1000 >= ctx.now.getTime() ? challenge : undefined
  } catch {
    return undefined
  }
}

export async function lockDraft(ctx: PublicContext, id: string): Promise<drafts.DraftRow> {
  const draft = await drafts.lockDraft(ctx.tx, id)
  return draft && !draft.submitted_request_id ? draft : refuse('draft.unknown')
}

/** The user at the desk: staff who start a request are not its applicant. */
export const senderOf = ({ actor }: PublicContext) =>
  actor
    ? ({ source: 'staff', byName: actor.name } as const)
    : ({ source: 'applicant', byName: 'Applicant' } as const)

export const addDraftDocument: Handler<Api['draftDocumentAdd']> = async (ctx, input) => {
  requireInitiatePermission(ctx)
  const draft = await lockDraft(ctx, input.draftId)
  if (!ctx.actor) await refuseTooMuch(ctx, draft.address)
  const added = await addDocument(ctx, {
    id: input.id,
    subject: ['draft', input.draftId],
    title: input.title,
    path: input.path,
    ...senderOf(ctx),
  })
  return { id: added.id, title: added.title, bytes: added.bytes }
}

/** A proof of work pays once for a draft and its files, and an unsubmitted draft is stored for two days. */
async function refuseTooMuch(ctx: PublicContext, line: string): Promise<void> {
  const stored = await drafts.bytesInDrafts(ctx.tx, line, minutesBefore(ctx.now, BYTES_MINUTES))
  if (stored.of_line >= BYTES_FROM_LINE) refuse('draft.files_here')
  if (stored.in_all >= BYTES_IN_ALL) refuse('link.full')
}

export const removeFromDraft: Handler<Api['draftDocumentRemove']> = async (ctx, { draftId, id }) => {
  requireInitiatePermission(ctx)
  await lockDraft(ctx, draftId)
  await removeDraftDocument(ctx, draftId, id)
  return {}
}

export const sendPhoneCode: Handler<Api['phoneCodeSend']> = async (ctx, { draftId, phone: typed }) => {
  requireInitiatePermission(ctx)
  const draft = await lockDraft(ctx, draftId)
  const phone = parsePhone(typed) ?? refuseFields({ phone: 'Not a Nigerian mobile number' })
  const since = draft.code_sent_at ? (ctx.now.getTime() - draft.code_sent_at.getTime()) / 1000 : Infinity
  if (since < CODE_WAIT_SECONDS) refuse('phone_code.wait', { seconds: Math.ceil(CODE_WAIT_SECONDS - since) })
  await refuseTooManyCodes(ctx, draft, phone)
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  await drafts.updateDraft(ctx.tx, draftId, {
    phone,
    code_hash: ctx.keys.blindIndex('phone code', `${draftId} ${phone} ${code}`),
    code_sent_at: ctx.now,
    code_tries: 0,
  })
  await notify(ctx, {
    phone,
    about: 'phoneCode',
    facts: { code, minutes: String(CODE_MINUTES) },
    event: `phone code ${randomUUID()}`,
    subject: ['draft', draftId],
  })
  ctx.audit({ subject: ['draft', draftId], after: { phoneCode: 'sent' } })
  return { waitSeconds: CODE_WAIT_SECONDS }
}

/**
 * Limits codes per phone, so that it is not flooded and new codes do not buy guesses. Counted by the draft's
 * connection, which paid with work: a request from another one would not be counted.
 */
async function refuseTooManyCodes(ctx: PublicContext, draft: drafts.DraftRow, phone: string): Promise<void> {
  const asked = { phone, draftId: draft.id, address: draft.address }
  const sent = await drafts.codesSent(ctx.tx, asked, minutesBefore(ctx.now, 60))
  if (sent.of_draft >= CODES_PER_DRAFT) refuse('phone_code.too_many')
  if (sent.from_address >= CODES_FROM_ADDRESS) refuse('draft.too_many')
  if (sent.to_phone >= CODES_PER_HOUR) refuse('phone_code.wait', { seconds: 3600 })
}

export async function checkPhoneCode(
  ctx: PublicContext,
  draft: drafts.DraftRow,
  phone: string,
  code: string,
): Promise<void> {
  const isFresh = draft.code_sent_at !== null && draft.code_sent_at > minutesBefore(ctx.now, CODE_MINUTES)
  const expected = ctx.keys.blindIndex('phone code', `${draft.id} ${phone} ${code}`)
  if (isFresh && draft.code_tries < CODE_TRIES && draft.code_hash?.equals(expected)) return
  await drafts.updateDraft(ctx.tx, draft.id, { code_tries: draft.code_tries + 1 })
  ctx.audit({ subject: ['draft', draft.id], outcome: 'refused', reason: 'phone code' })
  refuseKeepingWrites('phone_code.wrong')
}

export const sweepDrafts = drafts.sweepDrafts
