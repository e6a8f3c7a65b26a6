import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as OTPAuth from 'otpauth'
import type { api } from '../../../contract/api.ts'
import { type Input, isUuid, type Reply } from '../../../contract/endpoint.ts'
import { lineOf } from '../../kernel/address.ts'
import { minutesBefore } from '../../kernel/clock.ts'
import {
  type Actor,
  type Context,
  type Credentials,
  type Handler,
  type PublicContext,
  withBefore,
} from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { hashToken, type Keys } from '../../kernel/keys.ts'
import { refuse, refuseFieldsKeepingWrites, refuseKeepingWrites } from '../../kernel/refusal.ts'
import * as people from './accounts.sql.ts'
import { rememberBrowser } from './browsers.ts'
import {
  type Counted,
  countedBy,
  limitedHashes,
  limitGuesses,
  noteFailure,
  refuseTooMany,
  slowDown,
} from './guesses.ts'
import { endPasswordLinks, unseenReset } from './linkedAccounts.sql.ts'
import { checkDummyPassword, checkPassword } from './passwords.ts'
import * as sessions from './sessions.sql.ts'

/** The console signs out after 15 idle minutes; the server holds the same line by itself. */
export const IDLE_MINUTES = 15
/** A working day and no more, however busy the person is. */
const MAX_HOURS = 12
/**
 * The idle timer is written at most this often, so that a click a second is not a write a second. The limit is that
 * much longer, so that no session ends before fifteen idle minutes.
 */
const TOUCH_SECONDS = 4

/** Two servers' clocks never agree to the second: a session of the one must be good on the other at once. */
const CLOCK_SECONDS = 5

const ISSUER = 'iroko'
const AUDIENCE = 'iroko console'
const ALGORITHM = 'HS256'

type SignIn = typeof api.signIn

/** The password is checked first, without a connection or a lock; then the account is locked, read again and compared. */
export const signIn = withBefore<SignIn>(async (outside, input) => {
  const found = await people.staffByEmail(outside.tx, input.email)
  const counted = countedBy(outside, input.email, found)
  await refuseTooMany(outside, counted)
  if (!counted.isKnown) await slowDown(outside)
  const isRight = await limitedHashes(() =>
    found ? checkPassword(found.password_hash, input.password) : checkDummyPassword(input.password),
  )
  return ctx => signInWith(ctx, input, { hash: found?.password_hash, isRight, counted })
})

type Checked = { hash: string | undefined; isRight: boolean; counted: Counted }

async function signInWith(
  ctx: PublicContext,
  input: Input<SignIn>,
  checked: Checked,
): Promise<Reply<SignIn>> {
  const { isRight, counted } = checked
  await limitGuesses(ctx, counted)
  const accountKey = counted.key
  const staff = await people.lockStaffByEmail(ctx.tx, input.email)
  // reset or signed up since it was checked: the answer would be about another password
  if (staff?.password_hash !== checked.hash) refuse('signin.busy')
  if (!staff || !isRight) return fail(ctx, accountKey, staff, 'signin.wrong')
  // the account's status is shown only with the right password
  if (staff.status === 'waiting') refuse('signin.waiting')
  if (staff.status === 'suspended') refuse('signin.suspended')
  if (staff.status === 'declined') return fail(ctx, accountKey, staff, 'signin.wrong')
  if (staff.totp_enrolled_at) {
    if (!input.code) {
      ctx.audit({
        subject: ['user', staff.id],
        by: nameOf(staff),
        after: { password: 'right', next: 'code' },
      })
      return { step: 'codeNeeded' }
    }
    if (!(await acceptCode(ctx, staff, input.code))) return fail(ctx, accountKey, staff, 'signin.code_wrong')
    await endPasswordLinks(ctx.tx, staff.id, staff.totp_enrolled_at, ctx.now)
  }
  await sessions.noteAttempt(ctx.tx, {
    account_key: accountKey,
    address: lineOf(ctx.address),
    at: ctx.now,
    succeeded: true,
  })
  await sessions.forgiveFailures(ctx.tx, accountKey)
  return openSession(ctx, staff)
}

async function fail(
  ctx: PublicContext,
  accountKey: Buffer,
  staff: people.StaffRow | undefined,
  code: 'signin.wrong' | 'signin.code_wrong',
): Promise<never> {
  await noteFailure(ctx, accountKey, staff, code)
  return refuseKeepingWrites(code)
}

/** What the owner of a session must prove again; a thief at their desk gets no more guesses than at sign-in. */
export async function proveOwner(
  ctx: Context,
  staff: people.StaffRow,
  proof: { field: string; password: string; code?: string },
): Promise<void> {
  const accountKey = ctx.keys.blindIndex('sign in', staff.email)
  await limitGuesses(ctx, { key: accountKey, isKnown: false })
  if (!(await checkPassword(staff.password_hash, proof.password))) {
    await noteFailure(ctx, accountKey, staff, 'password.wrong')
    refuseFieldsKeepingWrites({ [proof.field]: 'Your password is not right' })
  }
  if (proof.code !== undefined && !(await acceptCode(ctx, staff, proof.code))) {
    await noteFailure(ctx, accountKey, staff, 'signin.code_wrong')
    refuseFieldsKeepingWrites({ code: 'That code is not right. Wait for the next one' })
  }
}

const nameOf = (staff: people.StaffRow) => ({ id: staff.id, name: `${staff.first_name} ${staff.last_name}` })

async function openSession(ctx: PublicContext, staff: people.StaffRow) {
  const sessionId = randomUUID()
  const binding = randomBytes(32).toString('base64url')
  await sessions.insertSession(ctx.tx, {
    id: sessionId,
    staff_id: staff.id,
    binding_hash: hashToken(binding),
    started_at: ctx.now,
    seen_at: ctx.now,
    address: ctx.address,
    user_agent: ctx.userAgent,
    line: lineOf(ctx.address),
  })
  await people.updateStaff(ctx.tx, staff.id, { last_sign_in_at: ctx.now })
  ctx.bindCookie([...bindingsIn(ctx.binding).slice(1 - TABS), binding].join('.'))
  rememberBrowser(ctx, staff.id)
  ctx.audit({ subject: ['user', staff.id], by: nameOf(staff), after: { session: sessionId } })
  const actor = (await readSession(ctx.tx, sessionId)) as Actor
  const startedAt = Math.floor(ctx.now.getTime() / 1000)
  const token = await new SignJWT({
    role: actor.roles,
    name: actor.name,
    email: actor.email,
    ...(actor.accountOfficerCode ? { accountOfficerCode: actor.accountOfficerCode } : {}),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(actor.id)
    .setJti(sessionId)
    .setIssuedAt(startedAt)
    .setNotBefore(startedAt)
    .setExpirationTime(startedAt + MAX_HOURS * 3600)
    .sign(ctx.keys.session)
  return { step: 'signedIn' as const, token, user: describeActor(actor, staff) }
}

/** Token, cookie, live session, active user: all four, at most a second old on each request, or nothing. */
export async function identify(tx: Tx, credentials: Credentials): Promise<Actor> {
  const { token, binding, now } = credentials
  if (!token) return refuse('session.missing')
  const sessionId = await readToken(credentials.keys, token, now)
  if (!binding) return refuse('session.invalid')
  const known = credentials.isReadAgain
    ? undefined
    : (await sessions.rememberedSessions(tx, [sessionId])).get(sessionId)
  // memory lets in; who is refused, is refused by what the database says now
  const found =
    known && whyRefused(known, binding, now) === undefined
      ? known
      : (await sessions.findSessions(tx, [sessionId])).get(sessionId)
  if (!found) return refuse('session.invalid')
  // it was used at another process, or was changed this moment
  if (known && known !== found) Object.assign(known, found)
  const refused = whyRefused(found, binding, now)
  if (refused) return refuse(refused)
  if (!credentials.isCopy && found.seen_at.getTime() < now.getTime() - TOUCH_SECONDS * 1000) {
    await sessions.touchSession(tx, sessionId, now)
    // in memory too, or each request of the next seconds would write it again
    found.seen_at = now
  }
  return toActor(sessionId, found)
}

function whyRefused(
  found: sessions.LiveSession,
  binding: string,
  now: Date,
): 'session.invalid' | 'session.expired' | undefined {
  if (!isBoundTo(found.binding_hash, binding)) return 'session.invalid'
  const isIdle = found.seen_at < minutesBefore(now, IDLE_MINUTES + TOUCH_SECONDS / 60)
  return found.ended_at || found.status !== 'active' || isIdle ? 'session.expired' : undefined
}

/** As many as a large lender has at once; the rest are verified again. */
const TOKENS_STORED = 2_000
type Verified = { sessionId: string; expires: number }
/** By key: a token counts only where it was signed. What a session may still do is read on each request. */
const verified = new WeakMap<Keys, Map<string, Verified>>()

/** Checking a signature takes longer than reading the session, and the same token comes with every click. */
async function readToken(keys: Keys, token: string, now: Date): Promise<string> {
  const known = verified.get(keys) ?? new Map<string, Verified>()
  verified.set(keys, known)
  const stored = known.get(token)
  if (stored && now.getTime() / 1000 < stored.expires) return stored.sessionId
  const read = await verifyToken(keys, token, now)
  if (known.size >= TOKENS_STORED) known.clear()
  known.set(token, read)
  return read.sessionId
}

async function verifyToken(keys: Keys, token: string, now: Date): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, keys.session, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['sub', 'jti', 'exp', 'nbf'],
    })
    const { jti, exp = 0 } = payload
    if (typeof jti === 'string' && isUuid(jti)) return { sessionId: jti, expires: exp }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED')
      refuse('session.expired')
  }
  // signed before the secret was replaced
  return keys.before ? verifyToken(keys.before, token, now) : refuse('session.invalid')
}

async function readSession(tx: Tx, sessionId: string): Promise<Actor | undefined> {
  const found = (await sessions.findSessions(tx, [sessionId])).get(sessionId)
  return found && toActor(sessionId, found)
}

const toActor = (sessionId: string, found: sessions.LiveSession): Actor => ({
  id: found.staff_id,
  name: found.name,
  email: found.email,
  roles: found.roles,
  sessionId,
  accountOfficerCode: found.account_officer_code,
  totpEnrolled: found.totp_enrolled,
  totpRequired: found.totp_required,
})

const describeActor = (actor: Actor, staff: people.StaffRow) => ({
  id: actor.id,
  email: actor.email,
  firstName: staff.first_name,
  lastName: staff.last_name,
  roles: [...actor.roles],
  accountOfficerCode: actor.accountOfficerCode,
  totpEnrolled: actor.totpEnrolled,
  totpRequired: actor.totpRequired,
  bvnStated: staff.bvn_index !== null,
})

export const me: Handler<typeof api.me> = async ctx => {
  const staff = await people.staffByEmail(ctx.tx, ctx.actor.email)
  if (!staff) return refuse('session.expired')
  const reset = await unseenReset(ctx.tx, staff.id)
  const passwordReset = reset ? { by: reset.by, at: reset.at.toISOString() } : null
  return { ...describeActor(ctx.actor, staff), passwordReset }
}

export const signOut: Handler<typeof api.signOut> = async ctx => {
  await sessions.endSession(ctx.tx, ctx.actor.id, ctx.actor.sessionId, 'signOut', ctx.now)
  const own = (await sessions.findSessions(ctx.tx, [ctx.actor.sessionId])).get(ctx.actor.sessionId)
  const others = bindingsIn(ctx.binding).filter(each => !own || !isBoundTo(own.binding_hash, each))
  ctx.bindCookie(others.length > 0 ? others.join('.') : null)
  ctx.audit({ subject: ['user', ctx.actor.id], after: { sessionEnded: ctx.actor.sessionId } })
  return {}
}

/** Letting the request in has moved the idle timer already. */
export const touch: Handler<typeof api.sessionTouch> = async ctx => {
  await sessions.touchSession(ctx.tx, ctx.actor.sessionId, ctx.now)
  return {}
}

/** Which of these people are signed in in the caller's own browser, in another tab. */
export async function signedInHere(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const bindings = bindingsIn(ctx.binding)
  if (bindings.length === 0 || ids.length === 0) return new Set()
  const since = minutesBefore(ctx.now, IDLE_MINUTES)
  return sessions.liveOwners(ctx.tx, { ids, bindings: bindings.map(hashToken), since })
}

/** A browser has one cookie and may have several tabs, each with a session of its own: the cookie lists a value for each. */
const TABS = 8
const bindingsIn = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('.').filter(each => /^[\w-]{43}$/.test(each))

const isBoundTo = (hash: Buffer, cookie: string): boolean =>
  bindingsIn(cookie).some(each => timingSafeEqual(hash, hashToken(each)))

// ── Second factor ──────────────────────────────────────────────────────────────────────────────────────────────────

const STEP_SECONDS = 30

/** A code of this step or its neighbours, never one that was accepted before; or a recovery code, used up. */
export async function acceptCode(
  ctx: Pick<Context, 'tx' | 'keys' | 'now'>,
  staff: people.StaffRow,
  code: string,
): Promise<boolean> {
  if (code.includes('-')) return spendRecoveryCode(ctx, staff, code)
  if (!staff.totp_secret) return false
  const totp = totpFor(ctx.keys.open(staff.totp_secret, ['staff.totp', staff.id]), staff.email)
  const timestamp = ctx.now.getTime()
  const offset = totp.validate({ token: code, timestamp, window: 1 })
  if (offset === null) return false
  const step = BigInt(Math.floor(timestamp / 1000 / STEP_SECONDS) + offset)
  if (staff.totp_last_step !== null && step <= staff.totp_last_step) return false
  await people.updateStaff(ctx.tx, staff.id, { totp_last_step: step })
  return true
}

export const totpFor = (secret: string, email: string): OTPAuth.TOTP =>
  new OTPAuth.TOTP({
    issuer: 'Iroko',
    label: email,
    secret: OTPAuth.Secret.fromBase32(secret),
    period: STEP_SECONDS,
  })

const RECOVERY_USE = 'recovery code'
export const hashRecoveryCode = (keys: Keys, code: string): string =>
  keys.blindIndex(RECOVERY_USE, code.toLowerCase()).toString('hex')

async function spendRecoveryCode(
  ctx: Pick<Context, 'tx' | 'keys'>,
  staff: people.StaffRow,
  code: string,
): Promise<boolean> {
  const known = ctx.keys.everIndex(RECOVERY_USE, code.toLowerCase()).map(index => index.toString('hex'))
  const hashed = staff.recovery_code_hashes.find(each => known.includes(each))
  if (hashed === undefined) return false
  const left = staff.recovery_code_hashes.filter(each => each !== hashed)
  await people.updateStaff(ctx.tx, staff.id, { recovery_code_hashes: left })
  return true
}
