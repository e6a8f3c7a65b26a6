import { type RawBuilder, sql } from 'kysely'
import type { CodeKind } from '../../../contract/repayments.ts'
import type { Tx } from '../../kernel/db.ts'

/** Codes of deductions that the settings do not name, and what users said of them. */

/** Row `r` names a code that the settings do not decide. */
const HAS_CODE = sql`(r.element_key is not null or r.beneficiary_key is not null)`
/** Rows whose match follows from answers: matched by a user, they stay where they are. */
export const BY_ANSWER = sql`${HAS_CODE} and r.matched_by is distinct from 'hand' and r.status = 'open'`

/** Of row `r`: one code that is not ours is enough, and every code must be known. */
const VERDICT = sql`(case
  when exists (select 1 from repayment_element e where e.source = r.source and not e.is_ours
    and ((e.kind = 'element' and e.code_key = r.element_key) or (e.kind = 'beneficiary' and e.code_key = r.beneficiary_key)))
  then 'foreign'
  when r.element_key is not null and not exists (
      select 1 from repayment_element e where e.source = r.source and e.kind = 'element' and e.code_key = r.element_key)
    or r.beneficiary_key is not null and not exists (
      select 1 from repayment_element e where e.source = r.source and e.kind = 'beneficiary' and e.code_key = r.beneficiary_key)
  then 'unknownElement' else 'ours' end)`
const IS_NOW = sql`(case when r.bin in ('foreign', 'unknownElement') then r.bin else 'ours' end)`
const CHANGED = (batchId: string) => sql`
  r.batch_id = ${batchId} and ${HAS_CODE} and r.status = 'open' and r.part = 1 and r.bin <> 'duplicate' and ${VERDICT} <> ${IS_NOW}`

/** One at a time for a source: an answer reaches the rows of a file that is being matched, or is seen by it. */
export async function lockCodes(tx: Tx, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('codes of ' || ${source}, 0))`.execute(tx)
}

/** Rows of a code that is not ours, or that no one has marked, go to no loan and to no suspense. */
export async function excludeRows(tx: Tx, batchId: string): Promise<void> {
  const changed = sql`
    select r.row_number, ${VERDICT} as verdict from repayment_row r
    where ${CHANGED(batchId)} and ${VERDICT} <> 'ours'`
  // a row over several loans is one deduction again
  await sql`
    with changed as (${changed}),
    whole as (
      select p.row_number, c.verdict, sum(p.amount) as amount
      from changed c join repayment_row p on p.batch_id = ${batchId} and p.row_number = c.row_number group by 1, 2),
    parts as (
      delete from repayment_row p using changed c where p.batch_id = ${batchId} and p.row_number = c.row_number and p.part > 1)
    update repayment_row r set bin = w.verdict, treatment = 'skip', amount = w.amount, loan_id = null, customer_id = null,
      matched_by = null, name_score = null, expected = null, problem = null
    from whole w where r.batch_id = ${batchId} and r.row_number = w.row_number and r.part = 1`.execute(tx)
}

/** Rows that were set aside and are ours after all: unmatched, as they came. Returns how many. */
export async function takeBackRows(tx: Tx, batchId: string, isCorrection: boolean): Promise<number> {
  const result = await sql`
    update repayment_row r set treatment = 'suspense', bin = ${isCorrection ? 'ambiguous' : 'notOurs'},
      problem = ${isCorrection ? 'Its code was marked as ours after the file was compared with the batch it corrects. Select its loan.' : null}
    where ${CHANGED(batchId)} and ${VERDICT} = 'ours'`.execute(tx)
  return parseInt(String(result.numAffectedRows ?? 0n), 10)
}

export async function countChanged(tx: Tx, batchId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from repayment_row r where ${CHANGED(batchId)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

const keyColumn = (kind: CodeKind): RawBuilder<unknown> =>
  sql.ref(kind === 'element' ? 'r.element_key' : 'r.beneficiary_key')

/** Batches of the source without a decision yet that have rows of this code. */
export async function openBatchesWith(
  tx: Tx,
  { source, kind, key }: { source: string; kind: CodeKind; key: string },
): Promise<{ id: string; rows: number }[]> {
  const result = await sql<{ id: string; rows: number }>`
    select b.intake_id as id, n.rows from repayment_batch b, lateral (
      select count(*)::int as rows from repayment_row r where r.batch_id = b.intake_id and ${keyColumn(kind)} = ${key}) n
    where b.source = ${source} and b.status in ('open', 'waiting') and n.rows > 0 order by b.intake_id`.execute(
    tx,
  )
  return result.rows
}

export type CodeRow = {
  kind: CodeKind
  key: string
  code: string
  is_ours: boolean | null
  answered_by_name: string | null
  answered_at: Date | null
  rows: number
  total: bigint
  sample: string
}

/** Codes of a batch on which its match depends; the unanswered ones first, then those with most rows. */
export async function codesOf(
  tx: Tx,
  batchId: string,
  limit: number,
): Promise<{ rows: CodeRow[]; total: number }> {
  const ofKind = (kind: CodeKind, column: string) => sql`
    select ${kind}::text as kind, ${keyColumn(kind)} as key, min(${sql.ref(column)}) as code, count(distinct r.row_number)::int as rows,
      coalesce(sum(r.amount), 0)::bigint as total, min(r.name) as sample, r.source
    from repayment_row r where r.batch_id = ${batchId} and ${keyColumn(kind)} is not null group by r.source, ${keyColumn(kind)}`
  const codes = sql`${ofKind('element', 'r.element')} union all ${ofKind('beneficiary', 'r.beneficiary')}`
  const result = await sql<CodeRow & { count: number }>`
    select f.kind, f.key, f.code, e.is_ours, p.first_name || ' ' || p.last_name as answered_by_name, e.answered_at, f.rows, f.total,
      f.sample, count(*) over ()::int as count
    from (${codes}) f left join repayment_element e on e.source = f.source and e.kind = f.kind and e.code_key = f.key
    left join staff p on p.id = e.answered_by
    order by e.is_ours is not null, f.rows desc, f.kind, f.key limit ${limit}`.execute(tx)
  return { rows: result.rows, total: result.rows[0]?.count ?? 0 }
}

/** What the file says under this key; undefined where the batch has no such code. */
export async function codeText(
  tx: Tx,
  batchId: string,
  { kind, key }: { kind: CodeKind; key: string },
): Promise<string | undefined> {
  const result = await sql<{ code: string }>`
    select ${sql.ref(kind === 'element' ? 'r.element' : 'r.beneficiary')} as code from repayment_row r
    where r.batch_id = ${batchId} and ${keyColumn(kind)} = ${key} order by r.row_number limit 1`.execute(tx)
  return result.rows[0]?.code
}

export type AnswerRow = {
  source: string
  kind: CodeKind
  code_key: string
  code: string
  is_ours: boolean
  answered_by: string
  answered_by_name: string
  answered_at: Date
  batch_id: string | null
  note: string
}

const ANSWERS = sql`
  select e.*, p.first_name || ' ' || p.last_name as answered_by_name from repayment_element e join staff p on p.id = e.answered_by`

type Code = { source: string; kind: CodeKind; key: string }
const isCode = ({ source, kind, key }: Code) =>
  sql`e.source = ${source} and e.kind = ${kind} and e.code_key = ${key}`

export async function lockAnswer(tx: Tx, code: Code): Promise<AnswerRow | undefined> {
  await sql`select 1 from repayment_element e where ${isCode(code)} for update`.execute(tx)
  return findAnswer(tx, code)
}

export async function findAnswer(tx: Tx, code: Code): Promise<AnswerRow | undefined> {
  return (await sql<AnswerRow>`${ANSWERS} where ${isCode(code)}`.execute(tx)).rows[0]
}

type Answer = Code & { code: string; isOurs: boolean; by: string; at: Date; batchId: string; note: string }

/** False where someone answered at the same time. */
export async function insertAnswer(tx: Tx, answer: Answer): Promise<boolean> {
  const result = await sql`
    insert into repayment_element (source, kind, code_key, code, is_ours, answered_by, answered_at, batch_id, note)
    values (${answer.source}, ${answer.kind}, ${answer.key}, ${answer.code}, ${answer.isOurs}, ${answer.by}, ${answer.at},
      ${answer.batchId}, ${answer.note}) on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function changeAnswer(
  tx: Tx,
  code: Code,
  { isOurs, by, at, note }: Pick<Answer, 'isOurs' | 'by' | 'at' | 'note'>,
): Promise<void> {
  await sql`
    update repayment_element e set is_ours = ${isOurs}, answered_by = ${by}, answered_at = ${at}, note = ${note}
    where ${isCode(code)}`.execute(tx)
}

export type AnswerFilter = { source: string; isOurs?: 'true' | 'false' | undefined }
const answerConditions = ({ source, isOurs }: AnswerFilter) =>
  sql`e.source = ${source} and ${isOurs === undefined ? sql`true` : sql`e.is_ours = ${isOurs === 'true'}`}`

export async function listAnswers(
  tx: Tx,
  filter: AnswerFilter,
  after: { code: string; kind: string; key: string } | null,
  limit: number,
): Promise<AnswerRow[]> {
  const beyond = after
    ? sql`(e.code, e.kind, e.code_key) > (${after.code}, ${after.kind}, ${after.key})`
    : sql`true`
  const result = await sql<AnswerRow>`
    ${ANSWERS} where ${answerConditions(filter)} and ${beyond} order by e.code, e.kind, e.code_key limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function countAnswers(tx: Tx, filter: AnswerFilter): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from repayment_element e where ${answerConditions(filter)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/** Who said of a code in this batch whose it is: they decided where its money goes. */
export async function answerersOf(tx: Tx, batchId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct e.answered_by as id from repayment_row r join repayment_element e on e.source = r.source
      and ((e.kind = 'element' and e.code_key = r.element_key) or (e.kind = 'beneficiary' and e.code_key = r.beneficiary_key))
    where r.batch_id = ${batchId} and ${HAS_CODE}`.execute(tx)
  return result.rows.map(row => row.id)
}
