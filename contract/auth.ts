import { z } from 'zod'
import { done, endpoint, id, moment, text } from './endpoint.ts'
import { ROLES } from './roles.ts'

export const PASSWORD_SHORTEST = 12
/** Argon2 reads every byte it is given, so a megabyte password would be a cheap way to keep us busy. */
export const PASSWORD_LONGEST = 200

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters')
  .pipe(z.email('Not an e-mail address'))
export const newPassword = z
  .string()
  .min(PASSWORD_SHORTEST, `At least ${PASSWORD_SHORTEST} characters`)
  .max(PASSWORD_LONGEST, `At most ${PASSWORD_LONGEST} characters`)
export const password = z.string().min(1, 'Please fill this in').max(PASSWORD_LONGEST)
export const totpCode = z
  .string()
  .trim()
  .regex(/^(\d{6}|[a-z0-9]{5}-[a-z0-9]{5})$/i, 'Six digits, or a recovery code')
/** Shape only; `engine/phone.ts` knows the Nigerian forms and the server normalises with it. */
const phone = z
  .string()
  .trim()
  .regex(/^[+\d][\d\s().-]{7,24}$/, 'A Nigerian phone number, such as 0803 123 4567')

const resetToken = z.string().min(20, 'This link is not complete').max(100)

export const role = z.enum(ROLES)
export const roles = z.array(role).max(ROLES.length)
export const officerCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{2,20}$/, '2 to 20 letters, digits or hyphens')
export const signUpForm = z
  .object({
    firstName: text(80),
    lastName: text(80),
    email,
    phone,
    password: newPassword,
    confirm: z.string(),
    /** Only for the two people who set the lender up; the program prints it. */
    setupCode: text(40).optional(),
  })
  .meta({ id: 'SignUp' })

export const signedInUser = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roles,
    accountOfficerCode: z.string().nullable(),
    totpEnrolled: z.boolean(),
    /** Absent in a session that began before this was asked. */
    bvnStated: z.boolean().optional(),
    /** The role demands a second factor that is not set up yet: only the profile page works until it is. */
    totpRequired: z.boolean(),
    /** The last new password that a colleague's link set, until its owner says that they know. */
    passwordReset: z.object({ by: z.string(), at: moment }).nullable().optional(),
  })
  .meta({ id: 'SignedInUser' })

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
    summary: 'Whether a sign-up needs a setup code (no account exists), may give one, or cannot.',
    input: z.object({}),
    reply: z.object({ code: z.enum(['required', 'accepted', 'none']) }),
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/auth/signup',
    public: true,
    summary:
      'Asks for an account. With a setup code it becomes superAdmin; every other one waits for approval.',
    replay: false,
    input: signUpForm,
    reply: z.object({ status: z.enum(['active', 'waiting']) }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    public: true,
    summary: 'Signs in with e-mail and password, and a code where a second factor is set up.',
    replay: false,
    input: z.object({ email, password, code: totpCode.optional() }),
    reply: signInReply,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    permission: 'self',
    summary: 'Ends this session at once, on every server.',
    input: z.object({}),
    reply: done,
  }),
  sessionTouch: endpoint({
    method: 'POST',
    path: '/api/auth/touch',
    permission: 'self',
    summary: 'Tells that the person is still working, so a long form does not outlive the session.',
    replay: false,
    unaudited: true, // it changes nothing but the idle timer, every minute, for everybody
    input: z.object({}),
    reply: done,
  }),
  resetLinkCheck: endpoint({
    method: 'POST',
    path: '/api/auth/reset/check',
    public: true,
    summary: 'Whether a one-time link still works. Uses nothing up and never tells whose link it is.',
    reads: true,
    input: z.object({ token: resetToken }),
    reply: z.object({ works: z.boolean() }),
  }),
  passwordReset: endpoint({
    method: 'POST',
    path: '/api/auth/reset',
    public: true,
    summary: 'Sets a new password with a one-time link and ends all sessions of that person.',
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
    summary: 'Who is signed in, with roles as the database has them now.',
    input: z.object({}),
    reply: signedInUser,
  }),
}
