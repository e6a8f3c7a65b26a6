/**
 * How fast an approved batch of deductions is posted: 150 rows to a transaction, each with receipt,
 * ledger entry, new figures, message and audit row. `npm run bench:repayments [-- --rows 100000]`.
 *
 * Next to it, in the same run, raw SQL: the very rows that posting wrote are written again into copies of the same
 * tables with the same indexes, one transaction a payment, as many connections, prepared statements and no thought.
 *
 * On a PostgreSQL of its own, or in the database that IROKO_DISPOSABLE_DATABASE_URL names (empty, or a book that a bench has
 * filled), which it overwrites.
 */

import { parseArgs } from 'node:util'
import { addDays, payMonthOf } from '../../engine/dates.ts'
import { formatNaira, kobo } from '../../engine/money.ts'
import { actorOf } from '../../sample/staff.ts'
import { approved as approve, uploaded as upload } from '../../sample/uploads.ts'
import { handlers } from '../../server/app/api.ts'
import { prove } from '../../server/app/prove.ts'
import { act } from '../../server/kernel/act.ts'
import type { Actor } from '../../server/kernel/context.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { runBatch } from '../../server/modules/repayments/run.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { found } from './goals.ts'
import { build, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const wanted = Number(options.rows)
const LANES = 4

const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 8, name: 'bench repayments' })
const clock = clockAt(TODAY)
const program = { db: openDb(pool), clock, keys: deriveKeys(SECRET), dataDirectory: database.folder }

const memory = { most: 0, early: 0 }
const watch = setInterval(() => {
  memory.most = Math.max(memory.most, process.memoryUsage().rss)
}, 100)

/** One live loan in nine is on a state's payroll, some wait or are closed: a book a little larger than the batch. */
const bookFor = (rows: number): number => Math.ceil(rows * 1.25) + 100

async function deductions(): Promise<string> {
  const { rows } = await pool.query<{ name: string; staff: string; instalment: bigint }>(
    // whose number two loans share is for a person to decide
    `select min(upper(c.surname || ' ' || c.first_name)) as name, c.ippis_number as staff, min(l.instalment) as instalment
     from loan l join customer c on c.id = l.customer_id
     where l.status = 'live' and c.payroll_source = 'IPPIS'
     group by c.ippis_number having count(*) = 1 order by c.ippis_number limit $1`,
    [wanted],
  )
  const lines = rows.map(
    ({ name, staff, instalment }) =>
      `${name},${staff},${formatNaira(kobo(BigInt(instalment)), '').replaceAll(',', '')},IROKO LOAN`,
  )
  return ['EMPLOYEE NAME,IPPIS NO,AMOUNT,ELEMENT NAME', ...lines, ''].join('\n')
}

const uploaded = (admin: Actor, file: string): Promise<string> => {
  const period = payMonthOf(clock.day)
  return upload(program, admin, {
    kind: 'repayment',
    source: 'IPPIS',
    period,
    fileName: `Deductions ${period}.csv`,
    file,
  })
}

async function approved(admin: Actor, authorizer: Actor, id: string): Promise<void> {
  const { fileTotal } = await act(program, 'repaymentGet', admin, ctx => handlers.repaymentGet(ctx, { id }))
  const { approvalId } = await act(program, 'repaymentSubmit', admin, ctx =>
    handlers.repaymentSubmit(ctx, {
      id,
      valueOn: clock.day,
      bankCredit: fileTotal,
      bankReference: 'OAGF-2211',
      gapNote: null,
      holdsMessages: false,
      reason: 'Agrees with the schedule we sent',
    }),
  )
  await approve(program, authorizer, approvalId)
}

// ── The same rows, raw ─────────────────────────────────────────────────────────────────────────────────────────────

const COPIED = ['loan_event', 'ledger_entry', 'ledger_line', 'message', 'audit_entry'] as const
/** Rows that posting changes, and what it changes on them. Most of it is indexed. */
const CHANGED = {
  loan: `status instalment owed_principal owed_interest owed_fee owed_penalty owed_total credit arrears oldest_unpaid_on
    unpaid_on late_on late_owed next_due_on next_due_amount coming_on coming_sum last_due_on last_receipt_on
    last_deduction_on booked_through next_change_on`,
  repayment_row: 'status problem balance_after posted_at',
}

const changed = (table: keyof typeof CHANGED): string =>
  CHANGED[table]
    .split(/\s+/)
    .map(name => `${name} = o.${name}`)
    .join(', ')

/** Those rows as they are before the batch is posted. */
async function noteBefore(batchId: string): Promise<void> {
  await pool.query(
    `create table before_repayment_row as select * from repayment_row where batch_id = '${batchId}'`,
  )
  await pool.query(
    'create table before_loan as select * from loan where id in (select loan_id from before_repayment_row)',
  )
}

async function backToBefore(): Promise<void> {
  for (const table of Object.keys(CHANGED)) {
    await pool.query(`drop table if exists raw_${table}`)
    await pool.query(`create table raw_${table} (like ${table} including defaults including indexes)`)
    await pool.query(`insert into raw_${table} select * from before_${table}`)
  }
  // by what the raw statements find their rows; ours finds them by the primary key
  await pool.query('create index on raw_repayment_row (posting_id)')
  for (const table of Object.keys(CHANGED)) await pool.query(`vacuum analyze raw_${table}`)
}

async function rawCopies(batchId: string, since: Date): Promise<string[]> {
  await pool.query('set statement_timeout = 0')
  for (const table of COPIED)
    await pool.query(`create table raw_${table} (like ${table} including defaults including indexes)`)
  await pool.query(
    'create table raw_ledger_balance (like ledger_balance including defaults including indexes)',
  )
  await pool.query('insert into raw_ledger_balance select * from ledger_balance')
  await pool.query(
    `create index raw_audit_of on audit_entry (subject_id) where subject_type = 'loan' and at >= '${since.toISOString()}'`,
  )
  await pool.query('create index on repayment_row (posting_id)')
  await backToBefore()
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ posting_id: string }>(
    `select posting_id from repayment_row where batch_id = $1 and status = 'posted' order by loan_id`,
    [batchId],
  )
  return rows.map(row => row.posting_id)
}

const RAW = [
  `insert into raw_loan_event select * from loan_event where id = $1`,
  `insert into raw_ledger_entry select * from ledger_entry where ref = $1::text`,
  `insert into raw_ledger_line select l.* from ledger_entry e join ledger_line l on l.entry_id = e.id where e.ref = $1::text`,
  `update raw_ledger_balance b set balance = b.balance + l.amount from ledger_entry e join ledger_line l on l.entry_id = e.id
   where e.ref = $1::text and b.loan_no = l.loan_no and b.code = l.code and l.loan_no <> 0`,
  `update raw_loan l set ${changed('loan')} from repayment_row r join loan o on o.id = r.loan_id
   where r.posting_id = $1 and l.id = o.id`,
  `update raw_repayment_row r set ${changed('repayment_row')} from repayment_row o
   where o.posting_id = $1 and r.posting_id = o.posting_id`,
  `insert into raw_message select m.* from repayment_row r join message m on m.event = 'repayment ' || r.batch_id || ' ' || r.customer_id
   where r.posting_id = $1`,
  `insert into raw_audit_entry select a.* from repayment_row r join audit_entry a on a.subject_type = 'loan' and a.subject_id = r.loan_id::text
     and a.at >= '$SINCE' where r.posting_id = $1`,
]

async function raw(postings: string[], since: Date): Promise<number> {
  const waiting = [...postings]
  const start = performance.now()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const client = await pool.connect()
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        await client.query('begin')
        for (const [no, text] of RAW.entries())
          await client.query({
            name: `raw${no}`,
            text: text.replace('$SINCE', since.toISOString()),
            values: [id],
          })
        await client.query('commit')
      }
      client.release()
    }),
  )
  return (performance.now() - start) / 1000
}

const SET = 1_000

/** The same once more without a thought for who waits: a thousand payments to a statement, one connection. */
async function rawSets(postings: readonly string[], since: Date): Promise<number> {
  for (const table of COPIED) await pool.query(`truncate raw_${table}`)
  await backToBefore()
  const start = performance.now()
  const client = await pool.connect()
  for (let from = 0; from < postings.length; from += SET) {
    const ids = postings.slice(from, from + SET)
    await client.query('begin')
    for (const text of RAW)
      await client.query(
        text
          .replace('= $1::text', '= any ($1::text[])')
          .replace('= $1', '= any ($1::uuid[])')
          .replace('$SINCE', since.toISOString()),
        [ids],
      )
    await client.query('commit')
  }
  client.release()
  return (performance.now() - start) / 1000
}

const line = (name: string, rows: number, seconds: number): string =>
  `${name.padEnd(28)}${seconds.toFixed(1).padStart(9)} s${Math.round(rows / seconds)
    .toLocaleString('en-NG')
    .padStart(9)} rows a second`

try {
  const { rows: there } = await pool.query(`select to_regclass('bench_person') as name`)
  if (!there[0]?.name) await build(program, pool, bookFor(wanted), text => console.log(text))
  clock.day = addDays(TODAY, 1)
  await runDaily(program)
  const admin = await actorOf(program, 'admin@iroko.test')
  const authorizer = await actorOf(program, 'authorizer@iroko.test')

  const file = await deductions()
  let start = performance.now()
  const id = await uploaded(admin, file)
  console.log(line('read, check, match, bins', wanted, (performance.now() - start) / 1000))
  await approved(admin, authorizer, id)
  await noteBefore(id)
  const since = new Date(clock.now().getTime() - 1)
  start = performance.now()
  memory.most = 0
  const early = setTimeout(() => {
    memory.early = memory.most
  }, 10_000)
  const cpu = process.cpuUsage()
  await runBatch(program, id)
  clearTimeout(early)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const batch = await act(program, 'repaymentGet', admin, ctx => handlers.repaymentGet(ctx, { id }))
  const ours = batch.rowsDone
  console.log(line('posted', ours, seconds))
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
  console.log(
    `${batch.status}, ${ours} of ${wanted} rows, ${batch.rowsRefused} refused; memory ${megabytes(memory.early)} after ten seconds, ${megabytes(memory.most)} at most; ${((user + system) / 1_000_000).toFixed(1)} s of our own work`,
  )
  start = performance.now()
  await runBatch(program, id)
  console.log(line('run once more, which returns', ours, (performance.now() - start) / 1000))

  const postings = await rawCopies(id, since)
  const bare = await raw(postings, since)
  console.log(line('the same rows as raw SQL', postings.length, bare))
  const sets = await rawSets(postings, since)
  console.log(line('the same, a thousand at once', postings.length, sets))
  found('P13', ours / seconds / (postings.length / bare), 'a transaction a payment')
  found('P13', ours / seconds / (postings.length / sets), 'a thousand payments to a statement')
  const verdict = await prove(program.db)
  for (const { name, problems } of verdict.checks.filter(check => check.problems.length > 0))
    console.log(`BROKEN  ${name}: ${problems[0]}`)
  console.log(verdict.holds ? 'the books are proved' : 'THE BOOKS ARE BROKEN')
  process.exitCode = verdict.holds ? 0 : 1
} finally {
  clearInterval(watch)
  await pool.end()
  await database.close()
}
