import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/db.ts'
import { WRONG } from './checks.ts'
import { WRONG_NIGHTS } from './nights.ts'
import { withOthers } from './strikes.ts'

/** The suite's own eyes: a check that cannot complain proves nothing. */

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test.each(Object.entries({ ...WRONG, 'I16 nights': WRONG_NIGHTS }))(
  '%s finds nothing where nothing is, and could say what',
  async (_, query) => {
    const { rows, fields } = await client.query(query)
    expect(rows).toEqual([])
    expect(fields.map(field => field.name)).toEqual(['problem'])
  },
)

const ID = '5f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const OTHER = '6f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
type Plant = readonly [table: string, values: Record<string, unknown>]
const batch = (status: string): Plant => ['repayment_batch', { intake_id: ID, number: 'RB-1', status }]
const row = (status: string): Plant => [
  'repayment_row',
  { batch_id: ID, row_number: 7, status, posting_id: OTHER, loan_id: ID },
]
const receipt = (values: object): Plant => ['loan_event', { loan_id: ID, type: 'receipt', ...values }]
const reversal: Plant = ['loan_event', { loan_id: ID, sequence: 2, type: 'reversal', event: { of: OTHER } }]
const upload = (values: object): Plant => [
  'intake',
  { id: ID, rows: 5, refused_rows: 1, skipped_rows: 1, ...values },
]
const booked = (reason: string): Plant[] => [1, 2].map(id => ['ledger_entry', { id, reason, ref: 'R-1' }])
const approval = (values: object): Plant => ['approval', { id: ID, maker_id: ID, ...values }]
const decided: Plant = ['audit_entry', { outcome: 'done', before: { approval: ID }, after: { approval: ID } }]

/** Past triggers, keys and checks, as a damaged disk or direct database access would write it. */
const DAMAGES: readonly [id: string, what: string, plants: readonly Plant[], told: readonly string[]][] = [
  ['I1', 'half an entry', [['ledger_line', { entry_id: 7, amount: 500 }]], ['entry 7 is off by 500']],
  ['I5', 'an upload that lost a row', [upload({ status: 'matched', good_rows: 2 })], [`intake ${ID}: 2 + 1 + 1 of 5`]],
  ['I5', 'a row left out of a posted batch', [batch('posted'), row('ready')], ['RB-1 is posted and row 7 is ready']],
  ['I5', 'a row left in an undone batch', [batch('undone'), row('posted')], ['RB-1 is undone and row 7 is posted']],
  ['I6', 'a posted row without its entry', [row('posted')], ['row 7 (posted) has 0 entries, 0 reversals']],
  ['I6', 'a row in both places', [row('posted'), receipt({ id: OTHER }), ['repayment_suspense', { id: OTHER }]], ['row 7 (posted) has 2 entries, 0 reversals']],
  ['I6', 'an entry of a row that waits', [row('ready'), receipt({ id: OTHER })], ['row 7 (ready) has 1 entries, 0 reversals']],
  ['I6', 'a posted row that was taken back', [row('posted'), receipt({ id: OTHER }), reversal], ['row 7 (posted) has 1 entries, 1 reversals']],
  ['I6', 'an undone row that was not', [row('undone'), receipt({ id: OTHER })], ['row 7 (undone) has 1 entries, 0 reversals']],
  ['I7', 'a transfer taken twice', [1, 2].map(sequence => receipt({ sequence, channel: 'cash', reference: 'R-1' })), ['cash R-1 was taken 2 times']],
  ['I7', 'a transfer typed in two ways', ['GTB/1a', 'gtb / 1A'].map((reference, sequence) => receipt({ sequence, channel: 'cash', reference })), ['cash GTB/1a was taken 2 times']],
  ['I7', 'a deduction booked twice', booked('deduction'), ['deduction R-1 was booked 2 times']],
  ['I9', 'a message on its way', [['message', { id: ID, status: 'sending' }], ['message', { id: OTHER, status: 'sent' }]], [`message ${ID} is still sending`]],
  ['I11', 'its maker approves', [approval({ status: 'approved', checker_id: ID })], [`approval ${ID} decided by its maker`]],
  ['I11', 'somebody who had a hand in it approves', [approval({ status: 'approved', checker_id: OTHER, involved: [OTHER] })], [`approval ${ID} decided by its maker`]],
  ['I10', 'decided by nobody', [approval({ status: 'approved' })], [`approval ${ID} (approved) has 0 entries`]],
  ['I10', 'decided twice', [approval({ status: 'declined' }), decided, decided], [`approval ${ID} (declined) has 2 entries`]],
  ['I10', 'decided and still waiting', [approval({ status: 'waiting' }), decided], [`approval ${ID} (waiting) has 1 entries`]],
  ['I15', 'a batch that nobody posts', [batch('posting')], ['RB-1 is posting and nobody works on it']],
  ['I15', 'an upload that nobody reads', [upload({ status: 'mapped', good_rows: 3 })], [`upload ${ID} stands at mapped`]],
  ['I16', 'an instalment that fell due twice', booked('instalmentDue'), ['R-1 was booked 2 times']],
] // biome-ignore format: a table

describe('damage that no program of ours does', () => {
  const CHECKS = { ...WRONG, 'I16 nights': WRONG_NIGHTS }
  const reported = async (id: string): Promise<string[]> => {
    const query = Object.entries(CHECKS).find(([name]) => name.split(' ')[0] === id)?.[1]
    if (!query) throw new Error(`No query looks after ${id}.`)
    return (await client.query<{ problem: string }>(query)).rows.map(each => each.problem)
  }
  beforeEach(async () => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
  })
  afterEach(async () => void (await client.query('rollback')))

  test.each(DAMAGES)('%s %s is reported', async (id, _, plants, expected) => {
    for (const table of new Set(plants.map(([name]) => name))) await unguard(table)
    for (const [table, values] of plants) await plant(table, values)
    expect(await reported(id)).toEqual(expected)
  })

  test('I15 reports a failed job, and staging that was left', async () => {
    await client.query(`select graphile_worker.add_job('payoutPost', '{}'::json, max_attempts => 1)`)
    await client.query(`update graphile_worker._private_jobs set attempts = 1, last_error = 'out of luck'`)
    await client.query('create table staging.intake_left ()')
    expect(await reported('I15')).toEqual([
      'payoutPost gave up: out of luck',
      'staging of intake_left was left',
    ])
  })

  test('no query is without its damage', () => {
    const asked = Object.keys(CHECKS).map(name => name.split(' ')[0])
    expect(new Set(DAMAGES.map(([id]) => id))).toEqual(new Set(asked))
  })
})

/** Takes away what would refuse the damage, until the transaction is rolled back. */
async function unguard(table: string): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('alter table %I drop constraint %I cascade', $1::text, conname) as sql from pg_constraint
     where conrelid = $1::regclass and contype in ('c', 'u')
     union all select format('drop index %s', i.indexrelid::regclass) from pg_index i
     where i.indrelid = $1::regclass and i.indisunique and not i.indisprimary
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { sql } of rows) await client.query(sql)
}

/** What a column holds where the damage says nothing about it. */
const ANYTHING: Readonly<Record<string, unknown>> = {
  uuid: ID, text: 'x', smallint: 1, integer: 1, bigint: 1, boolean: false, date: '2026-11-16', 'timestamp with time zone': '2026-11-16T09:00:00Z',
  jsonb: {}, bytea: Buffer.from('x'), ARRAY: [],
} // biome-ignore format: a list

async function plant(table: string, values: Record<string, unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  )
  // rows of one table differ by their key, whatever else is the same
  const filled = Object.fromEntries(
    rows.map(({ name, type }) => [name, name === 'id' && type === 'uuid' ? randomUUID() : ANYTHING[type]]),
  )
  const whole = Object.entries({ ...filled, ...values })
  await client.query(
    `insert into ${table} (${whole.map(([name]) => `"${name}"`).join(', ')}) overriding system value
     values (${whole.map((_, place) => `$${place + 1}`).join(', ')})`,
    whole.map(([, value]) => value),
  )
}

test('I16 reports a missing or unfinished night between two others', async () => {
  await client.query(
    `insert into loan_daily_run (day, started_at, finished_at, worker)
     select day, now(), case when day <> '2026-03-30' then now() end, 'here'
     from generate_series('2026-03-27'::timestamp, '2026-04-01', '1 day') day where day <> '2026-03-29'`,
  )
  const { rows } = await client.query<{ problem: string }>(WRONG_NIGHTS)
  expect(rows.map(row => row.problem)).toEqual([
    'the night of 2026-03-29 is missing or unfinished',
    'the night of 2026-03-30 is missing or unfinished',
  ])
})

describe('work beside something else', () => {
  const workUntil = async (isOver: () => boolean): Promise<string> => {
    while (!isOver()) await new Promise(resolve => setImmediate(resolve))
    return 'went home'
  }

  test('ends when that is done', async () => {
    let ended = ''
    await withOthers(
      async isOver => {
        ended = await workUntil(isOver)
      },
      async () => {},
    )
    expect(ended).toBe('went home')
  })

  test('ends when that breaks off', async () => {
    let working: Promise<string> | undefined
    const broken = withOthers(
      isOver => {
        working = workUntil(isOver)
        return working
      },
      async () => {
        throw new Error('the program did not start')
      },
    )
    await expect(broken).rejects.toThrow('the program did not start')
    await expect(working).resolves.toBe('went home')
  })

  test('reports a failure at the end, and does not end everything', async () => {
    const broken = withOthers(
      async () => {
        throw new Error('no answer for minutes')
      },
      () => new Promise(resolve => setTimeout(resolve, 20)),
    )
    await expect(broken).rejects.toThrow('no answer for minutes')
  })
})
