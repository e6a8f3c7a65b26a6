import { z } from 'zod/mini'
import { type LocalDate, parseDate } from '../engine/dates.ts'
import type { Kobo } from '../engine/money.ts'
import type { Permission } from './roles.ts'

/** Both sides say what is wrong in the same words, where a rule has none of its own. */
z.config(z.locales.en())

/** An endpoint is either behind a permission or public: neither, or both, does not compile. */
type Access = { permission: Permission; public?: never } | { public: true; permission?: never }

type Rules = {
  /** Shown in the API pages: one sentence that says what happens. */
  summary: string
  /** A write whose reply holds a secret is not kept for replay; the caller simply acts again. */
  replay?: false
  /** A write so small and frequent that it leaves no audit row; say why beside it. */
  unaudited?: true
  /** It only looks: POST merely keeps what is searched for out of addresses and logs. */
  reads?: true
  /** Bytes a body may have; documents and lists need more than the usual 64 kB. */
  bodyLimit?: number
  /** The body is bytes, not JSON (a piece of a file, a signed webhook): input comes from the address alone, bytes as `ctx.bytes`. */
  raw?: true
}

export type Endpoint = Access &
  Rules & {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    /** `/api/users/:id`; a `:name` is taken from the input, the rest travels as query (GET) or JSON body. */
    path: `/api/${string}`
    input: z.ZodMiniObject
    reply: z.ZodMiniType
  }

/** What the handler is given and what the caller gets back: amounts are Kobo on both sides. */
export type Input<E> = E extends { input: infer I extends z.ZodMiniType } ? z.output<I> : never
export type Reply<E> = E extends { reply: infer O extends z.ZodMiniType } ? z.output<O> : never

/** Keeps the literal type of what is declared, so that the handler table knows public from permitted. */
export const endpoint = <const E extends Endpoint>(e: E): E => e

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map(match => match[1] ?? '')

/** An address with what it names filled in, and what of the input travels otherwise. */
export function fillPath(path: string, input: object): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input }
  let filled = path
  for (const name of pathParameters(path)) {
    filled = filled.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  return { path: filled, rest }
}

/** Nothing to say back but "done". */
export const done = z.object({}).register(z.globalRegistry, { id: 'Done' })

/** A file instead of JSON: the door sends it as an attachment that no browser will run. */
export class FileReply {
  constructor(
    readonly bytes: Uint8Array,
    readonly type: string,
    readonly name: string,
  ) {}
}
/** A file that is written while it is sent, so that a million rows need no more memory than a page of them. */
export class StreamedFile extends FileReply {
  constructor(
    readonly pieces: AsyncIterable<string | Uint8Array>,
    type: string,
    name: string,
  ) {
    super(new Uint8Array(), type, name)
  }
}
export const fileReply = z
  .instanceof(FileReply)
  .register(z.globalRegistry, { description: 'File content', type: 'string', format: 'binary' })

export const id = z.uuid().register(z.globalRegistry, {
  description: 'UUID chosen by the caller. A repeated call with the same id has no further effect.',
})

/** Of what stays in the books: the server derives ids from those, and marks them by another version. */
export const randomId = z
  .uuid({ version: 'v4', error: 'A random id (UUID version 4)' })
  .register(z.globalRegistry, {
    description:
      'Random UUID (version 4) chosen by the caller. A repeated call with the same id has no further effect.',
  })

/** What a change came to: done at once, or kept for a second person. */
export const changeReply = z
  .object({ approvalId: z.nullable(id) })
  .register(z.globalRegistry, { id: 'ChangeReply' })

/** What the screen may offer, and why not: decided by the server, worded for people. */
export const offer = z.object({ allowed: z.boolean(), why: z.nullable(z.string()) })

export const UNSTORABLE = 'Contains characters that cannot be stored'

/** Text a person typed: control characters and halves of letters never reach a record. */
export const text = (longest: number, shortest = 1, whenEmpty = 'Please fill this in') =>
  z.codec(
    // before normalising, which takes seconds on a long run of accents
    z.string().check(z.maxLength(longest * 4, `At most ${longest} characters`)),
    z.string().check(
      z.minLength(shortest, {
        error: ({ input }) => (input === '' ? whenEmpty : `At least ${shortest} characters`),
      }),
      z.maxLength(longest, `At most ${longest} characters`),
      z.refine(value => !hasControlCharacters(value), UNSTORABLE),
    ),
    { decode: typed => typed.normalize('NFC').trim(), encode: stored => stored },
  )

/** The reason that an act is given; the history keeps it. */
export const why = (longest: number) => text(longest, 3, 'Enter a reason')

/** What a list is searched or narrowed by: anything the database can compare, spelt as records are kept, and empty is no filter. */
export const term = (longest: number) =>
  z.string().check(
    // before normalising, as above
    z.maxLength(longest * 4, { error: `At most ${longest} characters`, abort: true }),
    z.normalize('NFC'),
    z.trim(),
    z.maxLength(longest, `At most ${longest} characters`),
    z.refine(value => !hasControlCharacters(value), UNSTORABLE),
  )

/** Signs that hide, reorder or end text: never part of a name, a title or a note. */
export const hasControlCharacters = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u.test(value)

/** Kobo as a digit string on the wire, because JSON numbers lose the last kobo of a large sum. */
const wire = (pattern: RegExp) =>
  z
    // aborting, or the rules of a whole form would be asked about an amount that is none
    .codec(
      z.string().check(z.regex(pattern, { error: 'Not an amount in kobo', abort: true })),
      z.custom<Kobo>(isBigint),
      {
        decode: digits => BigInt(digits) as Kobo,
        encode: amount => amount.toString(),
      },
    )
    .register(z.globalRegistry, {
      type: 'string',
      pattern: pattern.source,
      description: 'Amount in kobo, as a string of digits',
    })

/** An amount that is answered or kept. No sum of what the database holds is too long: a page that adds up must not fail on it. */
export const kobo = wire(/^-?\d{1,24}$/)

/** The most that is entered at once: what the database adds up in holds ninety million of them. */
/** The highest rate of interest, in parts per million, stated for a month or for a year. */
export const RATE_MAX = { month: 300_000, year: 3_600_000 } as const

export const NAIRA_MAX = 100_000_000_000n
export const NAIRA_MAX_TEXT = 'At most ₦1,000,000,000.00'
/** The same for the sum of a whole file: a million deductions of a million naira each. */
const FILE_NAIRA_MAX = 100_000_000_000_000n

const within = (most: bigint, message: string) =>
  wire(/^-?\d{1,18}$/).check(
    z.refine(value => value <= most && value >= -most, { error: message, abort: true }),
  )

/** An amount that a person enters; whatever takes one has this or the next, never `kobo`. */
export const naira = within(NAIRA_MAX, NAIRA_MAX_TEXT)
/** The sum of a file or of what a bank credited for it. */
export const nairaOfFile = within(FILE_NAIRA_MAX, 'At most ₦1,000,000,000,000.00')

function isBigint(value: unknown): boolean {
  return typeof value === 'bigint'
}

/** Two centuries hold every birth, loan and retirement; beyond them is a slip of the finger that arithmetic would trip on. */
const EARLIEST = '1900-01-01'
const LATEST = '2199-12-31'

export const date = z
  .codec(
    z.string().check(
      z.refine(value => parseDate(value) !== undefined && value >= EARLIEST && value <= LATEST, {
        error: 'Not a valid date. Use YYYY-MM-DD.',
        abort: true,
      }),
    ),
    z.custom<LocalDate>(value => typeof value === 'string' && parseDate(value) !== undefined),
    { decode: value => value as LocalDate, encode: value => value },
  )
  .register(z.globalRegistry, { type: 'string', format: 'date' })

/** A moment, as ISO text on the wire. */
export const moment = z.iso
  .datetime({ offset: true })
  .register(z.globalRegistry, { description: 'Date and time in UTC (ISO 8601)' })

/** What every list is asked for: one page, by cursor, so that page 20,000 costs what page 1 costs. */
export const page = z.object({
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1, 'At least 1'), z.lte(200, 'At most 200')), 25),
})

/** What every list answers. */
export const listOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    rows: z.array(row),
    total: z.int().register(z.globalRegistry, { description: 'Number of rows that match the filter' }),
    totalIsExact: z
      .boolean()
      .register(z.globalRegistry, { description: 'False if counting stopped early: there are more rows' }),
    next: z.nullable(z.string()),
  })

/** What can be exported: a list, or figures. */
type Exportable = Rules & Pick<Endpoint, 'method' | 'input'> & { permission: Permission }

/**
 * The export of a list as a file: the people who may read the list, its filter without the page, and a format. Every export
 * is made by this function.
 */
export function exportOf<const List extends Exportable, const More extends string = never>(
  list: List,
  path: Endpoint['path'],
  summary: string,
  ...moreFormats: More[]
) {
  const { cursor: _, limit: __, ...filter }: Record<string, z.core.$ZodType> = list.input.shape
  return endpoint({
    method: list.method,
    path,
    permission: list.permission,
    summary,
    ...(list.reads ? { reads: true, replay: false } : {}),
    input: z.object({
      ...(filter as Omit<List['input']['shape'], 'cursor' | 'limit'>),
      format: z._default(z.enum(['csv', 'xlsx', ...moreFormats]), 'csv' as never),
    }),
    reply: fileReply,
  })
}

export const isUuid = (value: string): boolean => id.safeParse(value).success
