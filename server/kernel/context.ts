import type { CommandInput, CommandName } from '../../contract/api.ts'
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/roles.ts'
import type { LocalDate } from '../../engine/dates.ts'
import type { Kobo } from '../../engine/money.ts'
import type { AuditNote } from './audit.ts'
import type { Tx } from './db.ts'
import type { TaskName, TaskPayload } from './jobs.ts'
import type { Json } from './json.ts'
import type { JsonText } from './jsonText.ts'
import type { Keys } from './keys.ts'

/** Who is acting, with roles as the database has them at this request. */
export type Actor = {
  id: string
  name: string
  email: string
  roles: readonly Role[]
  sessionId: string
  accountOfficerCode: string | null
  totpEnrolled: boolean
  totpRequired: boolean
}

/** What a caller shows for who they are. */
export type Credentials = {
  token: string | undefined
  binding: string | undefined
  now: Date
  keys: Keys
  /** From the database, whatever is remembered. */
  isReadAgain?: boolean
  /** From a copy, which takes no note of the session's use. */
  isCopy?: boolean
}

/** What a module may touch. Inside a write, `tx` is the one open transaction and the only way to the database. */
export type Context = {
  tx: Tx
  actor: Actor
  /** One moment and one business date for the whole call. */
  now: Date
  today: LocalDate
  requestId: string
  address: string
  userAgent: string
  keys: Keys
  /** Directory of files outside the database (anchors of the audit chain). */
  dataDirectory: string
  /** Notes what changed; the HTTP layer writes it to the trail inside the same transaction. */
  audit(note: AuditNote): void
  /** Enqueues inside the transaction: the job exists exactly when the act does. */
  queue<T extends TaskName>(task: T, payload: TaskPayload<T>): Promise<void>
  /** The cookie that sessions of this browser are bound to, as it came. */
  binding: string | undefined
  /** Sets or clears the cookie that the session token is bound to. */
  bindCookie(value: string | null): void
  /** The cookie that names the accounts which signed in with this browser before, as it came. */
  browser: string | undefined
  browserCookie(value: string): void
}

/** A public endpoint needs no sign-in. */
export type PublicContext = Omit<Context, 'actor'> & { actor: Actor | undefined }

/** What a raw endpoint gets beside its input: the exact body, and the headers that sign it. */
export type RawBody = { bytes: Buffer; header(name: string): string | undefined }

export type Handler<E extends Endpoint> = (
  ctx: (E extends { public: true } ? PublicContext : Context) & (E extends { raw: true } ? RawBody : unknown),
  input: Input<E>,
) => Promise<Reply<E>>

/** The same of a read whose reply PostgreSQL writes. */
export type TextHandler<E extends Endpoint> = (
  ...call: Parameters<Handler<E>>
) => Promise<Reply<E> | JsonText<Reply<E>>>

/**
 * What a public write works out before its transaction: hashing a password must hold neither a connection nor a lock. It gives what
 * is left to do inside.
 */
export type Before<E extends Endpoint> = (
  outside: PublicContext,
  input: Input<E>,
) => Promise<(ctx: PublicContext) => Promise<Reply<E>>>

export const withBefore = <E extends Endpoint & { public: true }>(
  before: Before<E>,
): Handler<E> & { before: Before<E> } =>
  Object.assign(async (ctx: PublicContext, input: Input<E>) => (await before(ctx, input))(ctx), { before })

/**
 * How an act is done together with others of its kind that came at the same time, in one transaction: in as many statements as one
 * takes (decision 66).
 */
export type Together<E extends Endpoint> = {
  /** Of calls with one key one at a time is done so. Without a key the call is done alone. */
  keyOf(input: Input<E>): string | undefined
  /** Their replies; nothing for a call that has to be done alone, of which nothing may be written or noted here. */
  run(calls: readonly { ctx: Context; input: Input<E> }[]): Promise<(Reply<E> | undefined)[]>
}

/** The table is the API: an endpoint without its function does not compile. */
export type Handlers<A extends Record<string, Endpoint>> = { [K in keyof A]: TextHandler<A[K]> }

/** A command one person asks for; another has to approve it before it runs. */
export type Proposal<C extends CommandName = CommandName> = {
  command: C
  input: CommandInput<C>
  subject: readonly [type: string, id: string]
  /** What the checker reads first: who or what, and what becomes of it. */
  summary: string
  /** The money it moves. */
  amount?: Kobo
  before?: object | null
  after?: object | null
  /** What the trail, which nothing is ever taken out of, keeps of the two instead. */
  stored?: { before: object; after: object }
  reason: string | null
  /** People the matter concerns, who may not decide it either. */
  involved?: readonly string[]
}

/** Keeps the command and gives the id under which it waits. */
export type Propose = <C extends CommandName>(ctx: Context, proposal: Proposal<C>) => Promise<string>

/** What the maker said and saw when asking. */
export type Asked = {
  makerId: string
  makerName: string
  reason: string | null
  before: Json | null
  after?: Json | null
  at?: Date
}

/** What runs when a command is approved, in the transaction of the approval, as the checker. */
export type Commands = {
  [C in CommandName]: (ctx: Context, input: CommandInput<C>, asked: Asked) => Promise<void>
}

/** What a command would do, as the approver reads it. */
export type Foresight = {
  before?: object | null
  after: object
  /** The command would refuse it, because what was submitted no longer holds. */
  isStale?: boolean
}
