import { type RawBuilder, sql } from 'kysely'
import type { Flag, Waited } from '../../../contract/requests.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { typedWords } from '../../kernel/like.ts'
import { holdsWord } from '../../kernel/search.sql.ts'
import { NAMES, type RequestRow, WITH_STAFF } from './requests.sql.ts'

/** What a queue shows of a request. */
const LISTED = [
  'id',
  'reference',
  'applicant',
  'ippis_number',
  'mda',
  'state',
  'amount',
  'tenor',
  'instalment',
  'share_of_pay_ppm',
  'pay_month',
  'stated_share_of_pay_ppm',
  'officer_code',
  'channel',
  'stage',
  'version',
  'submitted_at',
  'stage_since',
  'flags',
  'claimed_by',
  'reason_code',
] as const
export type ListedRequest = Pick<
  RequestRow,
  (typeof LISTED)[number] | 'rhythm' | 'product_name' | 'officer_name' | 'claimed_by_name'
> & { reason_note?: string | null }
const REASON_NOTE = sql`
  case when r.stage = 'rejected' then (
    select e.note from request_event e where e.request_id = r.id and e.kind = 'rejected' order by e.id desc limit 1
  ) end as reason_note`
const NAMED = sql`select ${sql.join(LISTED.map(name => sql.ref(`r.${name}`)))}, ${NAMES}, ${REASON_NOTE}`

export type RequestFilter = {
  stage: Stage
  search?: string
  officerCode?: string
  channel?: 'public' | 'staff'
  flag?: Flag
  claimed?: 'me' | 'nobody' | 'others'
  sla?: Waited
  from?: string
  to?: string
}

/** The age at which a request of the stage is overdue, or due soon; null where no decision is needed. */
export type Deadline = { soonBefore: Date; lateBefore: Date } | null

function waited(sla: Waited, deadline: Deadline): RawBuilder<unknown> {
  if (!deadline) return sql`false`
  const { lateBefore, soonBefore } = deadline
  return sla === 'late'
    ? sql`r.stage_since <= ${lateBefore}`
    : sql`r.stage_since > ${lateBefore} and r.stage_since <= ${soonBefore}`
}

function narrowed({ filter, viewerId, deadline }: Viewed): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`r.stage = ${filter.stage}`]
  if (filter.officerCode) parts.push(sql`r.officer_code = ${filter.officerCode}`)
  if (filter.channel) parts.push(sql`r.channel = ${filter.channel}`)
  if (filter.flag) parts.push(sql`r.flags @> array[${filter.flag}]::text[] and r.flags <> '{}'`)
  if (filter.claimed === 'me') parts.push(sql`r.claimed_by = ${viewerId}`)
  if (filter.claimed === 'nobody') parts.push(sql`r.claimed_by is null`)
  if (filter.claimed === 'others') parts.push(sql`r.claimed_by is not null and r.claimed_by <> ${viewerId}`)
  if (filter.sla) parts.push(waited(filter.sla, deadline))
  if (filter.from)
    parts.push(sql`r.submitted_at >= (${filter.from}::date::timestamp at time zone 'Africa/Lagos')`)
  if (filter.to)
    parts.push(sql`r.submitted_at < ((${filter.to}::date + 1)::timestamp at time zone 'Africa/Lagos')`)
  return sql.join(parts, sql` and `)
}

const wordsOf = ({ search }: RequestFilter): readonly string[] => typedWords(search)

const SEARCHED = { text: sql`r.search`, phone: sql`r.phone` }

/** A phone is among what a request is searched by, in both the forms that people write. */
const holds = ({ canRevealNumbers, filter }: Viewed, words = wordsOf(filter)): RawBuilder<unknown> =>
  sql.join([sql`true`, ...words.map(word => holdsWord(SEARCHED, word, canRevealNumbers))], sql` and `)

/**
 * Every offered order has an index that begins with the stage; `loose` sorts the same but fits none. `bare` sorts names by
 * their letters' numbers, as the index does that knows how they begin.
 */
const SORTS = {
  age: { column: sql`r.stage_since`, loose: sql`(r.stage_since + interval '0')`, cast: sql`timestamptz` },
  amount: { column: sql`r.amount`, loose: sql`(r.amount + 0)`, cast: sql`bigint` },
  applicant: { column: sql`r.applicant`, loose: sql`(r.applicant || '')`, cast: sql`text` },
}
const BARE_NAME = sql`lower(r.applicant) collate "C"`
export type RequestSort = keyof typeof SORTS

/** So many rows in order take a few milliseconds to read, and hold a page of anything that is common. */
const PROBED = 2_000

type Order = {
  sort: RequestSort
  descending: boolean
  after: { key: string; id: string } | null
  limit: number
  /** Few of many: they are found and then sorted, where a long list is read in its order. */
  isFew: boolean
}
/** `canRevealNumbers`: whether the viewer may reveal phones. */
export type Viewed = {
  filter: RequestFilter
  viewerId: string
  canRevealNumbers: boolean
  deadline: Deadline
}

/**
 * A search by a common name sorted by name lists surnames that begin with it first, then the others: finding and
 * sorting tens of thousands would take half a second.
 */
export async function listRequests(tx: Tx, viewed: Viewed, order: Order): Promise<ListedRequest[]> {
  const [beginning, ...others] = wordsOf(viewed.filter)
  if (beginning === undefined)
    return readSorted(tx, viewed, order, order.isFew ? 'loose' : 'column', sql`true`)
  if (order.sort !== 'applicant') return search(tx, viewed, order)
  const { after } = order
  const begins = sql`${BARE_NAME} ^@ ${beginning}`
  const isPast = after !== null && !after.key.toLowerCase().startsWith(beginning)
  const first = isPast
    ? []
    : await readSorted(tx, viewed, order, 'bare', sql`${begins} and ${holds(viewed, others)}`)
  if (first.length === order.limit) return first
  const rest = { ...order, after: isPast ? after : null, limit: order.limit - first.length }
  return [...first, ...(await search(tx, viewed, rest, sql`not (${begins})`))]
}

type By = 'column' | 'loose' | 'bare'

/** How the database sorts the list, and what of it comes after the last row shown. */
function sequence({ sort, descending, after }: Order, by: By) {
  const { column, loose, cast } = SORTS[sort]
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = descending ? sql`<` : sql`>`
  const [sorted, compared, key] =
    by === 'bare'
      ? [BARE_NAME, BARE_NAME, after?.key.toLowerCase()]
      : [by === 'loose' ? loose : column, column, after?.key]
  return {
    inSequence: sql`order by ${sorted} ${direction}, r.id ${direction}`,
    after: after ? sql`(${compared}, r.id) ${beyond} (${key}::${cast}, ${after.id}::uuid)` : sql`true`,
  }
}

async function readSorted(
  tx: Tx,
  viewed: Viewed,
  order: Order,
  by: By,
  among: RawBuilder<unknown>,
): Promise<ListedRequest[]> {
  const { inSequence, after } = sequence(order, by)
  // a queue that is not searched is read off an index, wherever it is opened
  const result = await sql<ListedRequest>`
    ${NAMED} from loan_request r ${WITH_STAFF}
    where ${narrowed(viewed)} and ${after} and ${among}
    ${inSequence} limit ${sql.lit(order.limit)}`.execute(tx)
  return result.rows
}

/** What is common is found among the next rows in order; what is not, by its words. */
async function search(
  tx: Tx,
  viewed: Viewed,
  order: Order,
  among: RawBuilder<unknown> = sql`true`,
): Promise<ListedRequest[]> {
  const sought = sql`${among} and ${holds(viewed)}`
  if (order.isFew) return readSorted(tx, viewed, order, 'loose', sought)
  const { inSequence, after } = sequence(order, 'column')
  const result = await sql<ListedRequest>`
    ${NAMED} from (
      select * from loan_request r where ${narrowed(viewed)} and ${after} and ${among} ${inSequence}
      limit ${PROBED}) r ${WITH_STAFF}
    where ${holds(viewed)} ${inSequence} limit ${order.limit}`.execute(tx)
  return result.rows.length === order.limit ? result.rows : readSorted(tx, viewed, order, 'loose', sought)
}

/** Finding is dearer than reading along an index: past this a search says "1,000+". */
const SEARCH_COUNTED_MAX = 1_000

/** Counted in the order of age: nearly every row of a stage may fit, and the table holds the other stages too. */
export async function countRequests(tx: Tx, viewed: Viewed): Promise<Counted> {
  const { filter, viewerId } = viewed
  const list = `requests ${viewerId} ${JSON.stringify(filter)}`
  const rows = sql`select 1 from loan_request r
    where ${narrowed(viewed)} and ${holds(viewed)} order by r.stage_since`
  return countUpTo(filter.search ? SEARCH_COUNTED_MAX : COUNTED_MAX, list, limit =>
    countWithin(tx, limit, rows),
  )
}
