import { type RawBuilder, sql } from 'kysely'
import type { EntryReason } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { copiedSheet, type SheetCells } from '../../kernel/copiedSheet.sql.ts'
import type { Tx } from '../../kernel/db.ts'

export type Period = { from: LocalDate; to: LocalDate }
export type Grouping = 'day' | 'entry'

export type MovedAccount = {
  code: number
  title: string
  house_code: string
  lines: number
  /** Sides of days, which a file by day has a line for each of. */
  day_sides: number
  debits: bigint
  credits: bigint
}

/** What moved on each account in a period. */
export async function movedAccounts(tx: Tx, { from, to }: Period): Promise<MovedAccount[]> {
  const result = await sql<MovedAccount>`
    select c.code, c.title, c.house_code, moved.* from ledger_chart c
    cross join lateral (
      select sum(d.lines)::int as lines, count(*)::int as day_sides,
        coalesce(sum(d.amount) filter (where d.amount > 0), 0)::bigint as debits,
        coalesce(-sum(d.amount) filter (where d.amount < 0), 0)::bigint as credits
      from (
        select count(*) as lines, sum(l.amount) as amount from ledger_line l
        where l.code = c.code and l.effective_on between ${from}::date and ${to}::date
        group by l.effective_on, l.amount > 0
      ) d
    ) moved
    where moved.day_sides > 0 order by c.code`.execute(tx)
  return result.rows
}

/** One line of the journal, or of a day. */
export type JournalRow = {
  no: string
  on: LocalDate
  code: string
  house_code: string
  title: string
  amount: bigint
  reason: EntryReason | null
  ref: string | null
  note: string | null
}

const CELLS: SheetCells = [
  ['no', 'j.no::text'],
  ['on', 'j.effective_on::text'],
  ['code', 'j.code::text'],
  ['house_code', 'j.house_code'],
  ['title', 'j.title'],
  ['amount', 'j.amount::text'],
  ['reason', 'j.reason'],
  ['ref', 'j.ref'],
  ['note', 'j.note'],
]

const within = ({ from, to }: Period): RawBuilder<unknown> =>
  sql`l.effective_on between ${from}::date and ${to}::date`

/** The lines of a period in their fixed order: by day, then entry and position, or account and side. */
const linesOf = (period: Period, grouping: Grouping): RawBuilder<unknown> =>
  grouping === 'entry'
    ? sql`
        (select e.id as no, l.effective_on, l.code, c.house_code, c.title, l.amount, e.reason, e.ref, e.note, l.entry_id, l.position
         from ledger_line l join ledger_entry e on e.id = l.entry_id join ledger_chart c on c.code = l.code
         where ${within(period)}) j
        order by j.effective_on, j.entry_id, j.position`
    : sql`
        (select to_char(l.effective_on, 'YYYYMMDD') as no, l.effective_on, l.code, c.house_code, c.title,
           sum(l.amount)::bigint as amount, null as reason, null as ref, null as note
         from ledger_line l join ledger_chart c on c.code = l.code
         where ${within(period)}
         group by l.effective_on, l.code, c.house_code, c.title, l.amount > 0) j
        order by j.effective_on, j.code, j.amount desc`

/** The first lines of a period in their fixed order, which the index of each account finds. */
const firstLinesOf = (period: Period, grouping: Grouping, limit: number): RawBuilder<unknown> =>
  grouping === 'day'
    ? linesOf(period, 'day')
    : sql`
        (select e.id as no, f.effective_on, c.code, c.house_code, c.title, f.amount, e.reason, e.ref, e.note, f.entry_id, f.position
         from ledger_chart c
         cross join lateral (select l.* from ledger_line l where l.code = c.code and ${within(period)}
           order by l.effective_on, l.entry_id limit ${limit}) f
         join ledger_entry e on e.id = f.entry_id) j
        order by j.effective_on, j.entry_id, j.position`

/** Read and sorted once, however many there are. */
export async function* journalRows(tx: Tx, period: Period, grouping: Grouping): AsyncGenerator<JournalRow> {
  const source = copiedSheet(tx, CELLS, sql`from ${linesOf(period, grouping)}`)
  for await (const [no, on, code, house, title, amount, reason, ref, note] of source.cells())
    yield {
      no: `${no}`,
      on: `${on}` as LocalDate,
      code: `${code}`,
      house_code: `${house}`,
      title: `${title}`,
      amount: BigInt(amount ?? 0),
      reason: (reason || null) as EntryReason | null,
      ref: ref ? `${ref}` : null,
      note: note ? `${note}` : null,
    }
}

/** The first of them, found by the index of each account. */
export async function firstJournalRows(
  tx: Tx,
  { from, to }: Period,
  grouping: Grouping,
  limit: number,
): Promise<JournalRow[]> {
  const period: Period =
    grouping === 'entry' ? { from, to } : { from, to: (await firstDay(tx, { from, to })) ?? from }
  const result = await sql<JournalRow>`
    select j.no::text, j.effective_on as on, j.code::text, j.house_code, j.title, j.amount, j.reason, j.ref, j.note
    from ${firstLinesOf(period, grouping, limit)} limit ${limit}`.execute(tx)
  return result.rows
}

async function firstDay(tx: Tx, period: Period): Promise<LocalDate | null> {
  const result = await sql<{ day: LocalDate | null }>`
    select min(f.effective_on) as day from ledger_chart c
    cross join lateral (select l.effective_on from ledger_line l where l.code = c.code and ${within(period)}
      order by l.effective_on limit 1) f`.execute(tx)
  return result.rows[0]?.day ?? null
}
