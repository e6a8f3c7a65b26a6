import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../contract/errors.ts'
import { ROLES } from '../../contract/roles.ts'
import { problemsOf, refusalIn } from './answers.ts'
import { type Regular, regular } from './callers.ts'
import type { Document, Operation } from './document.ts'
import { openDraft } from './furnish.ts'
import { changedTables, fingerprints, type Kind, kindOf, type Records, readRecords } from './records.ts'
import { type Sampler, sampler, shotFor, type Values } from './sample.ts'
import type { Score } from './score.ts'
import type { Hit, Target } from './target.ts'

/**
 * Other people's records (A01), unknown ids (A02), ended (A03) and of another kind (A04), an id of the address with one
 * of another record (A05, A06, A07), and files by an id (A08).
 */

/** `foreigners`: how many kinds of others' ids each address is given. */
export async function attackIds(
  target: Target,
  document: Document,
  score: Score,
  foreigners = 100,
): Promise<void> {
  const records = await readRecords(target.pool)
  const honest = sampler(document, records, score.roll)
  const insider = await regular(target, ROLES)
  // what begins with an id of the caller's choice comes last, or the others would find it
  const begins = ({ method }: Operation): number => (method === 'PUT' ? 1 : 0)
  const operations = [...document.operations].sort((one, other) => begins(one) - begins(other))
  for (const operation of operations) await wrongIds(insider, operation, honest, records, score, foreigners)
  await othersRecords(target, document, insider, score)
}

const STRANGE = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

async function wrongIds(
  who: Regular,
  operation: Operation,
  honest: Sampler,
  records: Records,
  score: Score,
  foreigners: number,
): Promise<void> {
  for (const { name, place, schema } of operation.fields) {
    if (place !== 'path' || schema.format !== 'uuid') continue
    const own = kindOf(operation.path, name)
    // where the address does not show the owner of an id, any of them could be right
    const others = own
      ? (Object.keys(records) as Kind[]).filter(kind => kind !== own && !sharesIds(own, kind))
      : []
    const foreign = others.flatMap(kind => records[kind].slice(0, 1)).slice(0, foreigners)
    for (const id of [randomUUID(), ...STRANGE, ...foreign]) {
      const hit = await who.fire(shotFor(operation, { ...honest.values(operation), [name]: id }))
      const label = foreign.includes(id) ? 'A04 ids of another kind' : 'A02 ids of nobody'
      score.note(
        operation.name.endsWith('Export') ? 'A08 files by an id' : label,
        [...problemsOf(hit), ...leak(operation, hit, id)],
        `${operation.name} ${id}`,
      )
    }
  }
}

/** A batch of repayments is known by its upload. */
const sharesIds = (one: Kind | undefined, other: Kind): boolean =>
  (one === 'repayment' && other === 'intake') || (one === 'intake' && other === 'repayment')

/** The maker of an act chooses its id: with PUT, a new id creates a record. Lists of an unknown id are empty. */
function leak(operation: Operation, hit: Hit, id: string): string[] {
  if (hit.status !== 200 || operation.method === 'PUT') return []
  const file = hit.headers['content-disposition']
  if (file) return [`gave ${file} about ${id}`]
  const said = Object.values(JSON.parse(hit.body) as object)
  const isNothing = (value: unknown): boolean =>
    Array.isArray(value) ? value.length === 0 : [null, 0, '0', true, false].includes(value as null)
  if (said.some(Array.isArray) && said.every(isNothing)) return []
  return [`answered about ${id}: ${hit.body.slice(0, 200)}`]
}

/** Two records of one kind, where a request names both and only one of them belongs to the other. */
async function othersRecords(
  target: Target,
  document: Document,
  insider: Regular,
  score: Score,
): Promise<void> {
  const colleague = await regular(target, ['superAdmin', 'Admin'])
  await colleague.pass()
  const pairs = await foreignPairs(target, { insider, colleague })
  const before = await fingerprints(target.pool)
  for (const [id, call, values, code] of pairs) {
    const operation = document.operations.find(({ name }) => name === call)
    if (!operation) throw new Error(`${call} is not in the document`)
    const missing = Object.keys(values).filter(name => values[name] === undefined)
    score.note('every pair of records is there', missing, id)
    const hit = await insider.fire(shotFor(operation, values))
    const problems = problemsOf(hit)
    if (hit.status < 400) problems.push(`took it: ${hit.body.slice(0, 200)}`)
    // for the reason that is tried, and not for one that would hide it
    else if (refusalIn(hit)?.code !== code) problems.push(`is not ${code}: ${hit.body.slice(0, 200)}`)
    score.note(id, problems, call)
  }
  score.note('others’ ids change nothing', changedTables(before, await fingerprints(target.pool)))
}

type Pair = [id: string, call: string, values: Values, code: ErrorCode]

async function foreignPairs(
  target: Target,
  { insider, colleague }: { insider: Regular; colleague: Regular },
): Promise<Pair[]> {
  const { pool } = target
  const one = async (sql: string, ...given: unknown[]): Promise<Values> =>
    (await pool.query<Values>(sql, given)).rows[0] ?? {}
  const session = await one(
    'select id from staff_session where staff_id = $1 and ended_at is null',
    colleague.id,
  )
  const document = await one(`select id, subject_id from document where subject_type = 'request' limit 1`)
  const draft = await one('select id from request_draft where submitted_request_id is not null limit 1')
  const open = await openDraft(target)
  const request = await one('select reference from loan_request limit 1')
  const receipt = await one(
    `select id, loan_id from loan_event e where type = 'receipt'
       and not exists (select 1 from loan_event r where r.type = 'reversal' and r.event ->> 'of' = e.id::text)
     order by id limit 1`,
  )
  const otherLoan = await one(
    `select id from loan where id <> $1 order by status = 'live' desc, id limit 1`,
    receipt.loan_id ?? open,
  )
  // the bank has both, so that only whose line it is stands in the way
  const line = await one(
    `select p.id, p.batch_id from payout_line p join payout_batch b on b.id = p.batch_id
     where b.status = 'sent' and p.status = 'open' order by p.id limit 1`,
  )
  const otherBatch = await one(
    `select id from payout_batch where status = 'sent' and id <> $1 order by id limit 1`,
    line.batch_id ?? open,
  )
  const asked = await one(
    `select id from approval where status = 'waiting' and maker_id <> $1 order by id limit 1`,
    insider.id,
  )
  const phone = '08099999999'
  const path =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  return [
    ['A21 a colleague’s session', 'mySessionEnd', { id: session.id }, 'record.unknown'],
    ['A07 a document of another’s request', 'draftDocumentRemove', { draftId: open, id: document.id }, 'record.unknown'],
    ['A03 a draft that was handed in', 'draftDocumentAdd', { draftId: draft.id, id: randomUUID(), title: 'Payslip', path }, 'draft.unknown'],
    ['A07 a request by reference alone', 'requestStatus', { reference: request.reference, phone }, 'request.not_found'],
    ['A07 a request by reference alone', 'requestWithdraw', { reference: request.reference, phone }, 'request.not_found'],
    ['A07 a request by reference alone', 'requestDocumentAdd', { id: randomUUID(), reference: request.reference, phone, title: 'Payslip', path }, 'request.not_found'],
    ['A05 a reversal of another loan’s receipt', 'loanActDo', { loanId: otherLoan.id, id: randomUUID(), input: { act: 'reversal', of: receipt.id }, reason: 'A slip' }, 'loan.refused'],
    ['A05 a paper of another loan’s receipt', 'loanPaper', { id: otherLoan.id, paper: 'receipt', itemId: receipt.id }, 'record.unknown'],
    ['A06 a line of another batch', 'payoutLineMark', { id: otherBatch.id, lineId: line.id, result: 'paid', on: '2026-11-15', bankReference: 'BK-1', reason: 'As the bank says' }, 'record.unknown'],
    ['A01 somebody else’s approval withdrawn', 'approvalWithdraw', { id: asked.id }, 'approval.not_yours'],
  ] // biome-ignore format: a table
}
