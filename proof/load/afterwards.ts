import { prove } from '../../server/app/prove.ts'
import { sealAudit, verifyAudit } from '../../server/kernel/audit.ts'
import type { Site } from '../chaos/stage.ts'
import type { Book } from './scenarios.ts'
import type { Applications } from './strangers.ts'

/** What was acknowledged is there, once; the ledger is verified and the trail is whole. */
export async function checkAfterwards(
  site: Site,
  /** Requests of the sample lender, some of which it dates later today. */
  before: ReadonlySet<string>,
  applications: Applications,
  book: Book,
  say: (line: string) => void,
): Promise<string[]> {
  const { program, pool } = site
  const problems = [
    ...(await lostApplications(site, before, applications, say)),
    ...(await lostReceipts(site, book, say)),
  ]
  const { checks } = await prove(program.db)
  problems.push(...checks.flatMap(each => each.problems))
  await program.db.transaction().execute(tx => sealAudit(tx, 1_000_000))
  const { breaks } = await verifyAudit(program.db, [])
  problems.push(...breaks.map(each => `trail ${each.position}: ${each.problem}`))
  const { rows } = await pool.query<{ problem: string }>(
    `select task_identifier || ' gave up: ' || coalesce(last_error, '') as problem
     from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
  )
  problems.push(...rows.map(row => row.problem))
  say(
    `${checks.length} proofs of the books, ${breaks.length} breaks of the trail, ${rows.length} jobs given up`,
  )
  return problems
}

type Stored = { id: string; reference: string; bvn: string; documents: number }

async function lostApplications(
  { pool }: Site,
  before: ReadonlySet<string>,
  { sent, acknowledged }: Applications,
  say: (line: string) => void,
): Promise<string[]> {
  const { rows: all } = await pool.query<Stored>(
    `select r.id, r.reference, encode(r.bvn_index, 'hex') as bvn,
       (select count(*)::int from document d where d.subject_type = 'request' and d.subject_id = r.id) as documents
     from loan_request r where r.channel = 'public'`,
  )
  const rows = all.filter(row => !before.has(row.id))
  const stored = new Map(rows.map(row => [row.id, row]))
  const problems: string[] = []
  for (const [id, { reference, documents }] of acknowledged) {
    const row = stored.get(id)
    if (!row) problems.push(`request ${reference} was acknowledged and is not there`)
    else if (row.reference !== reference) problems.push(`request ${reference} is there as ${row.reference}`)
    else if (row.documents < documents) problems.push(`request ${reference} has ${row.documents} documents`)
  }
  const people = new Set(rows.map(row => row.bvn))
  if (people.size !== rows.length) problems.push(`${rows.length - people.size} people have two requests`)
  for (const { id } of rows) if (!sent.has(id)) problems.push(`nobody sent request ${id}`)
  say(`requests: ${sent.size} sent, ${acknowledged.size} acknowledged, ${rows.length} in the database`)
  return problems
}

async function lostReceipts(
  { pool }: Site,
  { receipts }: Book,
  say: (line: string) => void,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from loan_event where id = any ($1)', [
    [...receipts],
  ])
  const there = new Set(rows.map(row => row.id))
  say(`receipts: ${receipts.size} confirmed, ${there.size} in the books`)
  return [...receipts].filter(id => !there.has(id)).map(id => `receipt ${id} was confirmed and is not there`)
}
