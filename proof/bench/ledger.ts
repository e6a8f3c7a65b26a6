/**
 * Measures how fast the ledger posts, next to the same rows in raw SQL in the same run: `npm run bench:ledger`. "by
 * hand" is the same entry, lines and balances in the same tables, as one prepared statement without the ledger's
 * functions. "bare" is the limit of the machine: the same rows and indexes in tables without rules. Uses its own
 * PostgreSQL, or overwrites the empty database of IROKO_DISPOSABLE_DATABASE_URL.
 */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { localDate } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { prove } from '../../server/app/prove.ts'
import { act, SYSTEM } from '../../server/kernel/act.ts'
import { sealAudit, verifyAudit } from '../../server/kernel/audit.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import * as ledgerPosting from '../../server/modules/ledger/posting.ts'
import * as ledgerProofSql from '../../server/modules/ledger/proof.sql.ts'
import * as ledgerStatements from '../../server/modules/ledger/statements.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { receiptOf } from '../../test/entries.ts'
import { found } from './goals.ts'

const LOANS = 5_000
const SLICE_MS = 500
const ROUNDS = 11
const BATCH = 5_000
const BATCHES = 4
const TODAY = localDate('2026-11-16')
const NOW = new Date('2026-11-16T09:30:00Z')

const loans = Array.from({ length: LOANS }, () => randomUUID())
const anyLoan = (): string => loans[Math.floor(Math.random() * LOANS)] ?? ''

/** A repayment of ₦62,000: bank, principal, interest. */
const AMOUNTS = [6_200_000n, -4_200_000n, -2_000_000n]

type Writer = () => Promise<unknown>

const postQuery = (loan: string, ref: string) => ({
  name: 'post',
  text: 'select * from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
  values: [
    'receipt',
    ref,
    TODAY,
    [1010, 1100, 1110],
    [null, loan, loan],
    AMOUNTS,
    null,
    null,
    NOW,
    null,
    null,
  ],
})

/** Entry, lines and (where no trigger does it) balances in one statement; the loan's number is looked up alike. */
const handQuery = (prefix: 'ledger' | 'bare', loan: string, ref: string) => ({
  name: `hand ${prefix}`,
  text: `
    with loan as (select no from ${prefix}_loan where loan_id = $1),
    entry as (
      insert into ${prefix}_entry (inserted_at, effective_on, line_count, reason, ref)
      values ($2, $3, 3, 'receipt', $4) on conflict (ref, reason) do nothing returning id
    ), line as (
      insert into ${prefix}_line (entry_id, loan_no, amount, effective_on, code, position)
      select entry.id, l.loan_no, l.amount, $3, l.code, l.position
      from entry, loan, lateral (values
        (0, 1010::smallint, $5::bigint, 1::smallint), (loan.no, 1100, $6, 2), (loan.no, 1110, $7, 3)
      ) as l (loan_no, code, amount, position)
      returning loan_no, code, amount
    )${
      prefix === 'ledger'
        ? ' select count(*) from line'
        : `
    insert into bare_balance as b (loan_no, code, stripe, balance)
    select loan_no, code, case when loan_no = 0 then pg_backend_pid() & 15 else 0 end, amount from line order by 1, 2, 3
    on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance`
    }`,
  values: [loan, NOW, TODAY, ref, ...AMOUNTS],
})

async function prepare(pool: pg.Pool): Promise<void> {
  for (const table of ['loan', 'entry', 'line', 'balance'])
    await pool.query(
      `drop table if exists bare_${table};
       create table bare_${table} (like ledger_${table} including defaults including identity including indexes)
       ${table === 'balance' ? 'with (fillfactor = 50)' : ''}`,
    )
  await pool.query('insert into bare_loan (loan_id) select unnest($1::uuid[])', [loans])
  await pool.query('insert into ledger_loan (loan_id) select unnest($1::uuid[])', [loans])
  await pool.query('vacuum analyze')
}

async function rate(writers: number, write: Writer): Promise<number> {
  const end = performance.now() + SLICE_MS
  const start = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < end) {
        await write()
        count++
      }
    }),
  )
  return (count * 1000) / (performance.now() - start)
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The ways take short turns, many rounds, so that what else the machine does falls on all of them alike. */
async function compare(label: string, writers: number, ways: Record<string, Writer>): Promise<number[]> {
  const rates = Object.fromEntries(Object.keys(ways).map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, write] of Object.entries(ways)) rates[name]?.push(await rate(writers, write))
  const [ours = 0] = Object.values(rates).map(median)
  console.log(label)
  for (const [name, values] of Object.entries(rates))
    console.log(
      `  ${name.padEnd(48)} ${median(values).toFixed(0).padStart(7)}/s   ratio ${(ours / median(values)).toFixed(2)}`,
    )
  return Object.values(rates).map(median)
}

async function timed<T>(run: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const start = performance.now()
  const result = await run()
  return [(performance.now() - start) / 1000, result]
}

async function batches(pool: pg.Pool): Promise<void> {
  const db = openDb(pool)
  const chunks = Array.from({ length: BATCHES }, (_, chunk) =>
    Array.from({ length: BATCH }, (_, row) => ({
      reason: 'deduction' as const,
      ref: `bench ${process.pid}/${chunk}/${row}`,
      effectiveOn: TODAY,
      lines: receiptOf(anyLoan(), kobo(4_200_000n), {
        interest: kobo(2_000_000n),
        from: 'payrollOfficeReceivable',
      }),
    })),
  )
  const postAll = async () => {
    for (const chunk of chunks)
      await db
        .transaction()
        .execute(tx => ledgerPosting.postAll({ tx, now: NOW, today: TODAY, actor: undefined }, chunk))
  }
  const [first] = await timed(postAll)
  const [again] = await timed(postAll)
  const [bare] = await timed(async () => {
    for (const [index] of chunks.entries()) await pool.query(setQuery(`set ${process.pid}/${index}`))
  })
  const rows = BATCH * BATCHES
  console.log(`Batches of ${BATCH}`)
  console.log(`  postAll                                          ${(rows / first).toFixed(0).padStart(7)}/s`)
  console.log(
    `  the same file again, 0 effects                   ${(rows / again).toFixed(0).padStart(7)}/s   ${((again / first) * 100).toFixed(0)}% of the first time`,
  )
  found('P13b', again / first)
  console.log(
    `  bare, one INSERT … SELECT a table                ${(rows / bare).toFixed(0).padStart(7)}/s   ratio ${(bare / first).toFixed(2)}`,
  )
}

/** The limit for a set: rows made in the database itself, no rule, no travel. */
const setQuery = (ref: string) => `
  with loan as (select no, row_number() over (order by random()) as n from bare_loan limit ${BATCH}),
  entry as (
    insert into bare_entry (inserted_at, effective_on, line_count, reason, ref)
    select now(), '${TODAY}', 3, 'deduction', '${ref}/' || n from generate_series(1, ${BATCH}) n returning id
  ), numbered as (select id, row_number() over () as n from entry),
  line as (
    insert into bare_line (entry_id, loan_no, amount, effective_on, code, position)
    select numbered.id, l.loan_no, l.amount, '${TODAY}', l.code, l.position
    from numbered join loan using (n), lateral (values
      (0, 1020::smallint, 6200000, 1::smallint), (loan.no, 1100, -4200000, 2), (loan.no, 1110, -2000000, 3)
    ) as l (loan_no, code, amount, position)
    returning loan_no, code, amount
  )
  insert into bare_balance as b (loan_no, code, stripe, balance)
  select loan_no, code, 0, sum(amount) from line group by 1, 2 order by 1, 2
  on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance`

const AUDITED = 100_000
const SEALED_AT_ONCE = 5_000

/** What an act's row in the trail costs, and how fast the whole trail is verified. */
async function audit(pool: pg.Pool): Promise<void> {
  const db = openDb(pool)
  const clock = { now: () => NOW }
  const program = {
    db,
    clock,
    keys: deriveKeys('a secret for measuring, long enough to be one'),
    dataDirectory: '',
  }
  const posting =
    (isAnnounced: boolean): Writer =>
    () =>
      act(program, 'receipt', SYSTEM, async ctx => {
        const loanId = anyLoan()
        const lines = receiptOf(loanId, kobo(4_200_000n))
        await ledgerPosting.post(
          { ...ctx, today: TODAY, actor: undefined },
          { reason: 'receipt', ref: randomUUID(), effectiveOn: TODAY, lines },
        )
        if (isAnnounced)
          ctx.audit({ subject: ['loan', loanId], before: { owed: '6200000' }, after: { owed: '2000000' } })
      })
  const rates = await compare('16 acts at a time', 16, {
    'an act with its audit row': posting(true),
    'the same without': posting(false),
  })
  const [reported = 0, untold = 1] = rates
  found('P16', reported / untold)
  await pool.query(
    `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome, after)
     select now(), 'Iroko', 'receipt', 'loan', gen_random_uuid()::text, 'done', '{"owed": "2000000"}'
     from generate_series(1, ${AUDITED})`,
  )
  const [sealing] = await timed(async () => {
    while ((await db.transaction().execute(tx => sealAudit(tx, SEALED_AT_ONCE))) > 0);
  })
  const [verifying, { entries, breaks }] = await timed(() => verifyAudit(db, []))
  found('P16b', entries / verifying)
  console.log(
    `  ${entries} entries: sealed ${(entries / sealing).toFixed(0)} a second, verified ${(entries / verifying).toFixed(0)} a second, ${breaks.length} breaks`,
  )
}

async function reads(pool: pg.Pool): Promise<void> {
  const db = openDb(pool)
  await pool.query('vacuum analyze ledger_line')
  const { rows } = await pool.query<{ lines: bigint }>('select count(*) as lines from ledger_line')
  const [trial] = await timed(() => ledgerStatements.trialBalance({ tx: db, today: TODAY } as never, {}))
  // no loan stands behind these accounts, so only the ledger's own checks can hold
  const [proof, verdict] = await timed(() => prove(db, ledgerProofSql.ledgerChecks))
  for (const { name, problems } of verdict.checks.filter(check => check.problems.length > 0))
    console.log(`  BROKEN ${name}: ${problems[0]}`)
  console.log(`Over ${rows[0]?.lines} lines`)
  console.log(
    `  trial balance                                    ${(trial * 1000).toFixed(0).padStart(7)} ms`,
  )
  console.log(
    `  prove (${verdict.holds ? 'holds' : 'BROKEN'})                                    ${(proof * 1000).toFixed(0).padStart(7)} ms`,
  )
}

async function run(url: string): Promise<void> {
  const pool = connect(url, { most: 16, name: 'bench ledger' })
  await prepare(pool)
  const db = openDb(pool)
  const inTransaction: Writer = () =>
    db.transaction().execute(tx =>
      ledgerPosting.post(
        { tx, now: NOW, today: TODAY, actor: undefined },
        {
          reason: 'receipt',
          ref: randomUUID(),
          effectiveOn: TODAY,
          lines: receiptOf(anyLoan(), kobo(4_200_000n), { interest: kobo(2_000_000n) }),
        },
      ),
    )
  for (const writers of [1, 16])
    await compare(`${writers} writer${writers === 1 ? '' : 's'}`, writers, {
      'ledger_post, one round trip': () => pool.query(postQuery(anyLoan(), randomUUID())),
      'the same inserts by hand, same tables': () => pool.query(handQuery('ledger', anyLoan(), randomUUID())),
      'bare tables without rules': () => pool.query(handQuery('bare', anyLoan(), randomUUID())),
      'post() in a transaction, three round trips': inTransaction,
    })
  await batches(pool)
  await audit(pool)
  await reads(pool)
  await pool.end()
}

const database = await disposableDatabase()
try {
  await run(database.url)
} finally {
  await database.close()
}
