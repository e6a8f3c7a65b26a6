import { z } from 'zod/mini'
import { done, endpoint, id, moment, term, text } from './endpoint.ts'
import { ROLES } from './roles.ts'

export const PASSWORD_MIN_LENGTH = 12
/** Argon2 reads every byte it is given, so a megabyte password would be a cheap way to keep us busy. */
export const PASSWORD_MAX_LENGTH = 200

const email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, 'At most 254 characters')),
  z.email('Not a valid email address'),
)
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `At least ${PASSWORD_MIN_LENGTH} characters`),
    z.maxLength(PASSWORD_MAX_LENGTH, `At most ${PASSWORD_MAX_LENGTH} characters`),
  )
export const password = z
  .string()
  .check(z.minLength(1, 'Please fill this in'), z.maxLength(PASSWORD_MAX_LENGTH))
export const totpCode = z
  .string()
  .check(z.trim(), z.regex(/^(\d{6}|[a-z0-9]{5}-[a-z0-9]{5})$/i, 'Six digits, or a recovery code'))
/** Shape only; `engine/phone.ts` knows the Nigerian forms and the server normalises with it. */
const phone = z
  .string()
  .check(z.trim(), z.regex(/^[+\d][\d\s().-]{7,24}$/, 'A Nigerian phone number, such as 0803 123 4567'))

const resetToken = z.string().check(z.minLength(20, 'This link is not complete'), z.maxLength(100))

export const role = z.enum(ROLES)
export const roles = z.array(role).check(z.maxLength(ROLES.length))
export const officerCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{2,20}$/, '2 to 20 letters, digits or hyphens'))
export const signUpForm = z
  .object({
    firstName: text(80),
    lastName: text(80),
    email,
    phone,
    password: newPassword,
    confirm: z.string(),
    /** Only for the two people who set the lender up; the program prints it. */
    setupCode: z.optional(text(40)),
  })
  .register(z.globalRegistry, { id: 'SignUp' })

export const signedInUser = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roles,
    accountOfficerCode: z.nullable(z.string()),
    totpEnrolled: z.boolean(),
    /** Absent in a session that began before this was asked. */
    bvnStated: z.optional(z.boolean()),
    /** The role demands a second factor that is not set up yet: only the profile page works until it is. */
    totpRequired: z.boolean(),
    /** The last new password that a colleague's link set, until its owner says that they know. */
    passwordReset: z.optional(z.nullable(z.object({ by: z.string(), at: moment }))),
  })
  .register(z.globalRegistry, { id: 'SignedInUser' })

const signInReply = z.discriminatedUnion('step', [
  z.object({ step: z.literal('signedIn'), token: z.string(), user: signedInUser }),
  z.object({ step: z.literal('codeNeeded') }),
])

/** The way in, and who came in by it. Everybody waits for this before anything else is shown, so nothing more stands here. */
export const authApi = {
  setupGet: endpoint({
    method: 'GET',
    path: '/api/auth/setup',
    public: true,
    summary:
      'Returns whether sign-up needs a setup code (no user exists yet), accepts one, or does not use one.',
    input: z.object({}),
    reply: z.object({ code: z.enum(['required', 'accepted', 'none']) }),
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/auth/signup',
    public: true,
    summary:
      'Creates a user account. With a setup code the user becomes superAdmin; every other account is pending approval.',
    replay: false,
    input: signUpForm,
    reply: z.object({ status: z.enum(['active', 'waiting']) }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    public: true,
    summary: 'Signs in with email and password, and a code if two-factor authentication is set up.',
    replay: false,
    input: z.object({ email, password, code: z.optional(totpCode) }),
    reply: signInReply,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    permission: 'self',
    summary: 'Ends the current session on every server.',
    input: z.object({}),
    reply: done,
  }),
  sessionTouch: endpoint({
    method: 'POST',
    path: '/api/auth/touch',
    permission: 'self',
    summary: 'Keeps the session alive while the user is working on a long form.',
    replay: false,
    unaudited: true, // it changes nothing but the idle timer, every minute, for everybody
    input: z.object({}),
    reply: done,
  }),
  resetLinkCheck: endpoint({
    method: 'POST',
    path: '/api/auth/reset/check',
    public: true,
    summary:
      'Returns whether a password reset link is still valid. Does not use the link and does not say whose it is.',
    reads: true,
    input: z.object({ token: resetToken }),
    reply: z.object({ works: z.boolean() }),
  }),
  passwordReset: endpoint({
    method: 'POST',
    path: '/api/auth/reset',
    public: true,
    summary: 'Sets a new password with a password reset link and ends all sessions of the user.',
    replay: false,
    input: z.object({
      token: resetToken,
      password: newPassword,
      confirm: z.string(),
    }),
    reply: done,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/me',
    permission: 'self',
    summary: 'Returns the signed-in user with their current roles.',
    input: z.object({}),
    reply: signedInUser,
  }),
}

/** How a person likes the console. It follows them to every desk they sign in at. */

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** The lists whose columns can be chosen and whose filters can be kept under a name. */
export const LISTS = [
  'customers',
  'accounts',
  'requests-reviewer',
  'requests-authorizer',
  'requests-approved',
  'requests-rejected',
  'requests-withdrawn',
  'batches',
  'batch-rows',
  'batch-messages',
  'remittances',
  'suspense',
  'refused-rows',
  'missing',
  'unremitted',
  'pay-months',
  'instructions',
  'instruction-lines',
  'offices',
  'reconciliation',
  'reconciliation-months',
  'reconciliation-employers',
  'payouts',
  'payout-lines',
  'refunds',
  'refund-forecast',
  'book-lines',
  'payroll-months',
  'payroll-person',
  'payroll-changes',
  'signals',
  'messages',
  'templates',
  'campaigns',
  'campaign-members',
  'outbox',
  'claims',
  'replies',
  'opt-outs',
  'staff',
  'audit',
  'figure-loans',
  'figure-receipts',
  'figure-cash',
  'figure-overrides',
] as const
export type ListName = (typeof LISTS)[number]
const list = z.enum(LISTS)

/** A list has a dozen columns; four times that is a mistake. */
const columns = z.array(term(40)).check(z.maxLength(48))

/** Twenty chips already fill two lines above a list. */
export const VIEWS_MAX = 20
/** What all staff are shown has to leave room for their own. */
export const SHARED_VIEWS_MAX = 8

export const storedView = z.object({
  id,
  list,
  name: text(40),
  /** Search, filters and order, as the address of the list carries them. */
  query: term(2000),
  /** What the list opens with. One per list: another one takes its place. */
  isDefault: z.boolean(),
})
export type StoredView = z.output<typeof storedView>

const savedView = z
  .extend(storedView, {
    isShared: z.boolean(),
    /** Whose it is; null for one's own. */
    sharedBy: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'SavedView' })
export type SavedView = z.output<typeof savedView>

export const DASHBOARD_TABS = ['desk', 'portfolio'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

const taste = z.object({
  density: z.enum(DENSITIES),
  hidden: z.partialRecord(list, columns),
  /** The tab the dashboard opens with; absent: as it is. */
  dashboardTab: z.optional(z.enum(DASHBOARD_TABS)),
})

export const preferenceApi = {
  preferencesGet: endpoint({
    method: 'GET',
    path: '/api/me/preferences',
    permission: 'self',
    summary: 'Returns your list preferences and the views you saved or that are shared with you.',
    input: z.object({}),
    reply: z.extend(taste, { views: z.array(savedView) }).register(z.globalRegistry, { id: 'Preferences' }),
  }),
  preferencesChange: endpoint({
    method: 'PUT',
    path: '/api/me/preferences',
    permission: 'self',
    summary: 'Saves your row height and hidden columns.',
    replay: false,
    unaudited: true, // it changes how things look, and nothing else
    input: taste,
    reply: done,
  }),
  viewSave: endpoint({
    method: 'PUT',
    path: '/api/me/views/:id',
    permission: 'self',
    summary: 'Saves or renames a view of a list, at most 20 per list.',
    replay: false,
    unaudited: true, // a bookmark of one person, unless it is shared
    input: storedView,
    reply: done,
  }),
  viewShare: endpoint({
    method: 'PUT',
    path: '/api/views/:id/share',
    permission: 'settings.change',
    summary:
      'Shares one of your views with all users, or withdraws it. A superAdmin can withdraw any shared view.',
    replay: false, // said twice, it is the same
    input: z.object({ id, isShared: z.boolean() }),
    reply: done,
  }),
  viewRemove: endpoint({
    method: 'DELETE',
    path: '/api/me/views/:id',
    permission: 'self',
    summary: 'Deletes a view. Saving it again with the same id restores it.',
    replay: false,
    unaudited: true, // a bookmark of one person, unless it is shared
    input: z.object({ id }),
    reply: done,
  }),
}
