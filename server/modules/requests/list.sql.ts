import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Flag, requestRow, Waited } from '../../../contract/requests.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { typedWords } from '../../kernel/like.ts'
import {
  asColumns,
  joinTexts,
  momentText,
  NO_TEXT,
  type PageText,
  readPageText,
} from '../../kernel/page.sql.ts'
import { holdsWord } from '../../kernel/search.sql.ts'
import { WITH_STAFF } from './requests.sql.ts'

/** What a queue shows of request `r`; `d` has the moments before which a wait is late, or due soon. */
const WRITTEN = asColumns({
  id: 'r.id',
  reference: 'r.reference',
  applicant: 'r.applicant',
  ippisNumber: 'r.ippis_number',
  mda: 'r.mda',
  state: 'r.state',
  amount: 'r.amount::text',
  tenor: 'r.tenor',
  rhythm: `v.terms->'frequency'->>'rhythm'`,
  instalment: 'r.instalment::text',
  shareOfPayPpm: 'r.share_of_pay_ppm',
  payMonth: 'r.pay_month',
  statedShareOfPayPpm: 'r.stated_share_of_pay_ppm',
  productName: 'v.name',
  officerCode: 'r.officer_code',
  officerName: `o.first_name || ' ' || o.last_name`,
  channel: 'r.channel',
  stage: 'r.stage',
  version: 'r.version',
  submittedAt: momentText('r.submitted_at'),
  stageSince: momentText('r.stage_since'),
  sla: `case when d.late_before is null then 'none' when r.stage_since <= d.late_before then 'red'
    when r.stage_since <= d.soon_before then 'amber' else 'green' end`,
  flags: 'r.flags',
  claimedBy: `case when c.id is not null then json_build_object('id', c.id, 'name', c.first_name || ' ' || c.last_name) end`,
  reasonCode: 'r.reason_code',
  reasonNote: `case when r.stage = 'rejected' then (
    select e.note from request_event e where e.request_id = r.id and e.kind = 'rejected' order by e.id desc limit 1) end`,
})

/** The row of request `c`. */
const describedRow = (deadline: Deadline): RawBuilder<unknown> => sql`
  select ${WRITTEN} from (select c.*) r ${WITH_STAFF}
    cross join (select ${deadline?.lateBefore ?? null}::timestamptz as late_before,
      ${deadline?.soonBefore ?? null}::timestamptz as soon_before) d`

/** A request as PostgreSQL writes it for the queue: the contract's row before it is read. */
export type ListedRequest = z.input<typeof requestRow>

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
  age: {
    column: sql`r.stage_since`,
    loose: sql`(r.stage_since + interval '0')`,
    cast: sql`timestamptz`,
    key: sql.raw(momentText('r.stage_since')),
  },
  amount: { column: sql`r.amount`, loose: sql`(r.amount + 0)`, cast: sql`bigint`, key: sql`r.amount::text` },
  applicant: {
    column: sql`r.applicant`,
    loose: sql`(r.applicant || '')`,
    cast: sql`text`,
    key: sql`r.applicant`,
  },
}
const BARE_NAME = sql`lower(r.applicant) collate "C"`
export type RequestSort = keyof typeof SORTS

/** So many rows in order take a few milliseconds to read, and hold a page of anything that is common. */
const PROBED = 2_000

export type Order = {
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
export async function listRequests(tx: Tx, viewed: Viewed, order: Order): Promise<PageText> {
  const [beginning, ...others] = wordsOf(viewed.filter)
  if (beginning === undefined)
    return readSorted(tx, viewed, order, order.isFew ? 'loose' : 'column', sql`true`)
  if (order.sort !== 'applicant') return search(tx, viewed, order)
  const { after } = order
  const begins = sql`${BARE_NAME} ^@ ${beginning}`
  const isPast = after !== null && !after.key.toLowerCase().startsWith(beginning)
  const first = isPast
    ? NO_TEXT
    : await readSorted(tx, viewed, order, 'bare', sql`${begins} and ${holds(viewed, others)}`)
  if (first.found === order.limit) return first
  const rest = { ...order, after: isPast ? after : null, limit: order.limit - first.found }
  return joinTexts(first, await search(tx, viewed, rest, sql`not (${begins})`))
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

function readPage(
  tx: Tx,
  { deadline }: Viewed,
  { sort, limit }: Order,
  inSequence: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  total?: RawBuilder<unknown>,
): Promise<PageText> {
  return readPageText(tx, {
    page: sql`
      select r.*, ${SORTS[sort].key} as sort_key, row_number() over (${inSequence}) as place
      from ${from} ${inSequence} limit ${sql.lit(limit)}`,
    row: describedRow(deadline),
    shown: limit - 1,
    total,
  })
}

/** A whole stage is counted as it moves: the number comes with the page. */
export function listStage(tx: Tx, viewed: Viewed, order: Order): Promise<PageText> {
  const { inSequence, after } = sequence(order, 'column')
  const from = sql`loan_request r where ${narrowed(viewed)} and ${after}`
  const total = sql`coalesce((select rows from request_count where stage = ${viewed.filter.stage}), 0)::integer`
  return readPage(tx, viewed, order, inSequence, from, total)
}

/** A queue that is not searched is read off an index, wherever it is opened. */
function readSorted(
  tx: Tx,
  viewed: Viewed,
  order: Order,
  by: By,
  among: RawBuilder<unknown>,
): Promise<PageText> {
  const { inSequence, after } = sequence(order, by)
  const from = sql`loan_request r where ${narrowed(viewed)} and ${after} and ${among}`
  return readPage(tx, viewed, order, inSequence, from)
}

/** What is common is found among the next rows in order; what is not, by its words. */
async function search(
  tx: Tx,
  viewed: Viewed,
  order: Order,
  among: RawBuilder<unknown> = sql`true`,
): Promise<PageText> {
  const sought = sql`${among} and ${holds(viewed)}`
  if (order.isFew) return readSorted(tx, viewed, order, 'loose', sought)
  const { inSequence, after } = sequence(order, 'column')
  const next = sql`(
    select * from loan_request r where ${narrowed(viewed)} and ${after} and ${among} ${inSequence}
    limit ${PROBED}) r where ${holds(viewed)}`
  const page = await readPage(tx, viewed, order, inSequence, next)
  return page.found === order.limit ? page : readSorted(tx, viewed, order, 'loose', sought)
}

/** One request as the queue shows it. */
export async function describeRequest(tx: Tx, id: string, deadline: Deadline): Promise<ListedRequest> {
  const result = await sql<{ described: ListedRequest }>`
    select to_json(d) as described from (select * from loan_request where id = ${id}) c cross join lateral (${describedRow(deadline)}) d`.execute(
    tx,
  )
  const [row] = result.rows
  if (!row) throw new Error('a request that was read is no longer there')
  return row.described
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
