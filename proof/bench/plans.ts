/**
 * Checks how the database answers every list of the console: each tab, order, filter and kind of search, on the million
 * rows of `npm run bench:lists`, or on its own. No plan may scan more than 10,000 rows of a table, nor any statement
 * take longer than 50 ms. `[IROKO_DISPOSABLE_DATABASE_URL=…] npm run bench:plans [-- --all --rows 1000000]`.
 */

import { parseArgs } from 'node:util'
import { LOAN_TABS, loanApi } from '../../contract/loans.ts'
import { STAGES } from '../../contract/vocabulary.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { found } from './goals.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'
import { type Case, type Statement, statementsOf } from './statements.ts'

/** Counting to 10,000 reads one more. */
const ROWS_MAX = 10_001
const MAX_MS = 50
const TRIES = 5

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const named = (endpoint: Case['endpoint'], input: Record<string, unknown>): Case => ({
  name: `${endpoint} ${JSON.stringify(input)}`,
  endpoint,
  input,
})

const across = (first: Record<string, unknown>[], second: Record<string, unknown>[]) =>
  first.flatMap(one => second.map(other => ({ ...one, ...other })))

const LOAN_SORTS = loanApi.loanList.input.shape.sort.def.innerType.options.map(sort => ({ sort }))
const CASES: Case[] = [
  ...across(
    ['name', '-name', 'opened', '-opened'].map(sort => ({ sort })),
    [
      {},
      { status: 'active' },
      { status: 'deceased' },
      { state: 'Kano' },
      { officerCode: 'AO-014' },
      { payrollSource: 'State payroll' },
      { status: 'dormant', state: 'Kano' },
      { state: 'Kano', officerCode: 'AO-014' },
      { officerCode: 'AO-014', payrollSource: 'State payroll' },
      { search: 'okonkwo' },
      { search: 'konk' },
      { search: 'ade' },
      { search: 'okonkwo adaeze' },
      { search: 'ad' },
      { search: '0803123' },
      { search: '4321' },
      { search: 'C0500000' },
      { search: '512345' },
      { search: 'ade', state: 'Kano' },
    ],
  ).map(input => named('customerList', input)),
  ...across(
    across(
      LOAN_TABS.map(tab => ({ tab })),
      LOAN_SORTS,
    ),
    [
      {},
      { officerCode: 'AO-014' },
      { search: 'okonkwo' },
      { search: 'ade' },
      { search: 'L0500000' },
      { search: '0803123' },
      { search: '+234 803 123 4567' },
      { search: 'police' },
      { search: 'okonkwo police' },
      { search: 'ad' },
      { className: 'Lost' },
    ],
  ).map(input => named('loanList', input)),
  ...across(
    across(
      STAGES.map(stage => ({ stage })),
      ['age', '-age', 'amount', 'applicant', '-applicant'].map(sort => ({ sort })),
    ),
    [
      {},
      { officerCode: 'AO-014' },
      { search: 'okonkwo' },
      { search: 'ade' },
      { search: 'ad' },
      { search: '0803123' },
      { search: '0803 123 4567' },
      { search: 'IRK-2345-6789' },
      { search: 'police' },
      { channel: 'staff' },
      { claimed: 'nobody' },
      { from: '2026-03-01', to: '2026-03-02' },
    ],
  ).map(input => named('requestList', input)),
]

/** The page of one record, with all its tabs, must find its own rows by an index. */
async function recordsOf(): Promise<Case[]> {
  const { rows } = await pool.query<{ loan: string; customer: string }>(
    `select id as loan, customer_id as customer from loan where status = 'live' order by number offset 1000 limit 1`,
  )
  const [first] = rows
  if (!first) throw new Error('there is no live loan to look at')
  const { loan, customer } = first
  return [
    named('customerGet', { id: customer }),
    named('loansOfCustomer', { customerId: customer }),
    named('requestsOfCustomer', { customerId: customer }),
    named('customerMessages', { id: customer }),
    named('loanGet', { id: loan }),
    named('ledgerLoanJournal', { loanId: loan }),
    named('messageList', { subjectType: 'loan', subjectId: loan }),
    named('documentList', { subjectType: 'customer', subjectId: customer }),
    named('dashboardWork', {}),
    named('dashboardPortfolio', {}),
  ]
}

function faultsOf(plan: Node): string[] {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const own =
    plan['Node Type'].includes('Seq Scan') && rows > ROWS_MAX
      ? [`reads ${rows} rows of ${plan['Relation Name']} from end to end`]
      : []
  return [...own, ...(plan.Plans ?? []).flatMap(faultsOf)]
}

const shapeOf = (plan: Node): string =>
  [
    plan['Index Name'] ?? (plan['Node Type'].includes('Scan') ? plan['Relation Name'] : undefined),
    ...(plan.Plans ?? []).map(shapeOf),
  ]
    .filter(Boolean)
    .join(' ')

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean' },
    only: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
  },
})
const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 2, name: 'bench plans' })
const program = {
  db: openDb(pool),
  clock: clockAt(TODAY),
  keys: deriveKeys(SECRET),
  dataDirectory: '',
}
await buildOnce(program, pool, Number(options.rows))

async function explain(statement: Statement): Promise<{ ms: number; faults: string[]; shape: string }> {
  const text = `explain (analyze, timing off, format json) ${statement.text}`
  const { rows } = await pool.query(text, [...statement.values])
  const [{ Plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'] as [{ Plan: Node; 'Execution Time': number }]
  return { ms, faults: faultsOf(Plan), shape: shapeOf(Plan) }
}

/** What was on disk the first time, or had to wait for other work, says nothing about the plan: that takes as long every time. */
async function quickest(statement: Statement): ReturnType<typeof explain> {
  let best = await explain(statement)
  for (let again = 1; again < TRIES && best.ms > MAX_MS; again++) {
    const next = await explain(statement)
    if (next.ms < best.ms) best = next
  }
  return best
}

let [statements, bad] = [0, 0]
const cases = [...CASES, ...(await recordsOf())]
for (const each of cases.filter(({ name }) => !options.only || name.includes(options.only))) {
  for (const statement of await statementsOf(program, pool, each)) {
    if (!/^\s*(\/\* kept \*\/)?\s*(select|with)/i.test(statement.text)) continue
    statements += 1
    const { ms, faults, shape } = await quickest(statement)
    if (ms > MAX_MS) faults.push(`takes ${ms.toFixed(0)} ms`)
    if (faults.length > 0) bad += 1
    if (faults.length > 0 || options.all)
      console.log(
        `${faults.length > 0 ? 'BAD ' : 'good'} ${each.name}\n       ${faults.join('; ')} ${ms.toFixed(1)} ms: ${shape}`,
      )
  }
}
console.log(`${cases.length} lists and records, ${statements} statements, ${bad} bad plans`)
if (!options.only) found('P8', bad, `of ${statements}`)
await pool.end()
await database.close()
process.exitCode = bad === 0 ? 0 : 1
