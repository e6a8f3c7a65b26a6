import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountName, accountNamed, CHART } from '../../../contract/ledger.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { testDatabase } from '../../../test/db.ts'
import { penaltyOf, receiptOf, unknownReceipt } from '../../../test/entries.ts'
import { prove } from '../../app/prove.ts'
import { act, type Program } from '../../kernel/act.ts'
import type { Actor, Context } from '../../kernel/context.ts'
import { connect, openDb } from '../../kernel/db.ts'
import type { Db } from '../../kernel/dbTypes.ts'
import { deriveKeys } from '../../kernel/keys.ts'
import type { Posting } from './posting.ts'
import * as ledgerPosting from './posting.ts'
import * as ledgerStatements from './statements.ts'

const TODAY = localDate('2026-11-16')
const NOW = new Date('2026-11-16T09:30:00Z')
const day = (text: string): LocalDate => localDate(text)
const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)

const BISI: Actor = {
  id: randomUUID(),
  name: 'Bisi Adeyemi',
  email: 'bisi@iroko.ng',
  roles: ['Admin'],
  sessionId: randomUUID(),
  accountOfficerCode: null,
  totpEnrolled: true,
  totpRequired: false,
}

let db: Db
let program: Program
let finish: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  const pool = connect(database.url, { most: 8, name: 'ledger test' })
  db = openDb(pool)
  program = { db, clock: { now: () => NOW }, keys: deriveKeys('x'.repeat(40)), dataDirectory: '' }
  finish = async () => {
    await db.destroy()
    await database.drop()
  }
})
afterAll(() => finish())

const inBooks = <T>(run: (ctx: Context) => Promise<T>): Promise<T> => act(program, 'test', BISI, run)
const post = (posting: Partial<Posting> & Pick<Posting, 'lines'>) =>
  inBooks(ctx =>
    ledgerPosting.post(ctx, { reason: 'receipt', ref: randomUUID(), effectiveOn: TODAY, ...posting }),
  )
const balance = (account: AccountName, loanId?: string, asOf?: LocalDate) =>
  inBooks(ctx =>
    ledgerStatements.balanceOf(ctx, { account, ...(loanId ? { loanId } : {}), ...(asOf ? { asOf } : {}) }),
  )
const newLoan = () => randomUUID()

describe('the chart', () => {
  test('is the same in the contract and in the database', async () => {
    const { rows } = await sql<{ code: number; name: string; title: string; kind: string; per_loan: string }>`
      select code, name, title, kind, per_loan from ledger_chart order by code`.execute(db)
    const chart = Object.entries(CHART).map(([name, { code, title, kind, perLoan }]) => ({
      code,
      name,
      title,
      kind,
      per_loan: perLoan,
    }))
    expect(rows).toEqual(chart)
  })
})

describe('posting', () => {
  test('moves the balance of every account it touches, as of its day', async () => {
    const loanId = newLoan()
    await post({
      reason: 'disbursement',
      effectiveOn: day('2026-10-20'),
      lines: [
        { account: 'loanPrincipal', loanId, amount: naira(500_000) },
        { account: 'feeIncome', amount: naira(-10_000) },
        { account: 'bank', amount: naira(-490_000) },
      ],
    })
    await post({
      reason: 'penalty',
      effectiveOn: day('2026-10-25'),
      lines: penaltyOf(loanId, naira(1_250)),
    })
    await post({ effectiveOn: day('2026-11-05'), lines: receiptOf(loanId, naira(42_000)) })
    expect(await balance('loanPrincipal', loanId)).toBe(naira(458_000))
    expect(await balance('loanPrincipal', loanId, day('2026-11-04'))).toBe(naira(500_000))
    expect(await balance('loanPrincipal', loanId, day('2026-10-19'))).toBe(0n)
    expect(await inBooks(ctx => ledgerStatements.loanBalances(ctx, { loanId }))).toEqual({
      loanPrincipal: naira(458_000),
      penaltyReceivable: naira(1_250),
    })
    expect(
      await inBooks(ctx => ledgerStatements.loanBalances(ctx, { loanId, asOf: day('2026-10-31') })),
    ).toEqual({
      loanPrincipal: naira(500_000),
      penaltyReceivable: naira(1_250),
    })
  })

  test('the same fact again is the first entry, with no second effect', async () => {
    const loanId = newLoan()
    const ref = randomUUID()
    const first = await post({ ref, lines: receiptOf(loanId, naira(100)) })
    const second = await post({ ref, lines: receiptOf(loanId, naira(100)) })
    expect(second).toEqual({ ...first, repeated: true })
    expect(await balance('loanPrincipal', loanId)).toBe(naira(-100))
  })

  test.each([
    ['another amount', { lines: receiptOf('0192f7a0-0000-7000-8000-000000000001', naira(101)) }],
    ['another loan', { lines: receiptOf('0192f7a0-0000-7000-8000-000000000002', naira(100)) }],
    ['another day', { effectiveOn: day('2026-11-15') }],
    ['one account less', { lines: unknownReceipt(naira(100)) }],
  ])('the same fact with %s is refused', async (_, change) => {
    const ref = randomUUID()
    const said = { ref, lines: receiptOf('0192f7a0-0000-7000-8000-000000000001', naira(100)) }
    await post(said)
    await expect(post({ ...said, ...change })).rejects.toMatchObject({ code: 'ledger.other_lines' })
  })

  test('lines on one account are joined and empty ones dropped', async () => {
    const loanId = newLoan()
    const ref = randomUUID()
    await post({
      ref,
      lines: [
        ...receiptOf(loanId, naira(70)),
        ...receiptOf(loanId, naira(30)),
        { account: 'bank', amount: kobo(0n) },
      ],
    })
    const { entries } = await inBooks(ctx => ledgerStatements.journal(ctx, { ref }))
    expect(entries[0]?.lines).toEqual([
      { code: 1010, title: 'Bank', loanId: null, amount: naira(100) },
      { code: 1100, title: 'Loan principal', loanId, amount: naira(-100) },
    ])
  })

  test.each<[string, Partial<Posting>, RegExp]>([
    ['debits without credits', { lines: [{ account: 'bank', amount: naira(1) }] }, /1 lines/],
    [
      'debits unlike credits',
      {
        lines: [
          { account: 'bank', amount: naira(2) },
          { account: 'suspense', amount: naira(-1) },
        ],
      },
      /debits equal credits/,
    ],
    [
      'principal of no loan',
      {
        lines: [
          { account: 'bank', amount: naira(1) },
          { account: 'loanPrincipal', amount: naira(-1) },
        ],
      },
      /loanPrincipal/,
    ],
    ['a day to come', { effectiveOn: day('2026-11-17') }, /is in the future/],
  ])('refuses %s', async (_, posting, message) => {
    await expect(post({ lines: unknownReceipt(naira(1)), ...posting })).rejects.toThrow(message)
  })

  test('more than suspense holds never leaves it', async () => {
    await post({ reason: 'unknownReceipt', lines: unknownReceipt(naira(15_000)) })
    const match = (amount: Kobo) => post({ lines: receiptOf(newLoan(), amount, { from: 'suspense' }) })
    await match(naira(10_000))
    await expect(match(naira(5_001))).rejects.toMatchObject({ code: 'ledger.suspense_short' })
    await match(naira(5_000))
    expect(await balance('suspense')).toBe(0n)
  })
})

describe('a batch', () => {
  test('posts what is new and says of the rest why not', async () => {
    const [a, b] = [newLoan(), newLoan()]
    const posting = (ref: string, loanId: string, amount: number): Posting => ({
      reason: 'deduction',
      ref,
      effectiveOn: TODAY,
      lines: receiptOf(loanId, naira(amount)),
    })
    const first = await inBooks(ctx =>
      ledgerPosting.postAll(ctx, [
        posting('oct/1', a, 100),
        posting('oct/2', b, 200),
        posting('oct/1', a, 100),
      ]),
    )
    expect(first.map(({ outcome }) => outcome)).toEqual(['posted', 'posted', 'repeated'])
    const second = await inBooks(ctx =>
      ledgerPosting.postAll(ctx, [
        posting('oct/2', b, 200),
        posting('oct/1', a, 101),
        posting('oct/3', a, 50),
      ]),
    )
    expect(second.map(({ outcome }) => outcome)).toEqual(['repeated', 'different', 'posted'])
    expect(await balance('loanPrincipal', a)).toBe(naira(-150))
    expect(await balance('loanPrincipal', b)).toBe(naira(-200))
  })

  test('a single posting and a batch know each other', async () => {
    const said: Posting = {
      reason: 'receipt',
      ref: randomUUID(),
      effectiveOn: TODAY,
      lines: receiptOf(newLoan(), naira(5)),
    }
    const first = await post(said)
    const [again] = await inBooks(ctx => ledgerPosting.postAll(ctx, [said]))
    expect(again).toMatchObject({ outcome: 'repeated', entryId: first.entryId })
  })
})

describe('reversal', () => {
  test('undoes an entry exactly, on its own day, linked to it', async () => {
    const loanId = newLoan()
    const first = await post({ effectiveOn: day('2026-11-02'), lines: receiptOf(loanId, naira(9_000)) })
    const ref = randomUUID()
    const undone = await inBooks(ctx =>
      ledgerPosting.reverse(ctx, { entryId: first.entryId, ref, note: 'Bounced' }),
    )
    expect(undone).toMatchObject({ effectiveOn: '2026-11-02', repeated: false })
    expect(await balance('loanPrincipal', loanId, day('2026-11-02'))).toBe(0n)
    const { entries } = await inBooks(ctx => ledgerStatements.journal(ctx, { ref }))
    expect(entries[0]).toMatchObject({ reverses: first.entryId.toString(), note: 'Bounced' })
  })

  test('the same act again is the same reversal; another act is refused', async () => {
    const { entryId } = await post({ lines: receiptOf(newLoan(), naira(9_000)) })
    const ref = randomUUID()
    const first = await inBooks(ctx => ledgerPosting.reverse(ctx, { entryId, ref }))
    expect(await inBooks(ctx => ledgerPosting.reverse(ctx, { entryId, ref }))).toEqual({
      ...first,
      repeated: true,
    })
    await expect(
      inBooks(ctx => ledgerPosting.reverse(ctx, { entryId, ref: randomUUID() })),
    ).rejects.toMatchObject({
      code: 'ledger.already_reversed',
    })
  })

  test('twenty people at once reverse it once', async () => {
    const loanId = newLoan()
    const { entryId } = await post({ lines: receiptOf(loanId, naira(9_000)) })
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        inBooks(ctx => ledgerPosting.reverse(ctx, { entryId, ref: randomUUID() })),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const refused of tries)
      if (refused.status === 'rejected')
        expect(refused.reason).toMatchObject({ code: 'ledger.already_reversed' })
    expect(await balance('loanPrincipal', loanId)).toBe(0n)
  })

  test('an unknown entry cannot be reversed', async () => {
    await expect(
      inBooks(ctx => ledgerPosting.reverse(ctx, { entryId: 999_999_999n, ref: 'x' })),
    ).rejects.toMatchObject({ code: 'record.unknown' })
  })
})

describe('the statement', () => {
  test('runs in order of effective dates, whatever the order of entry, and pages without gaps', async () => {
    const loanId = newLoan()
    const days = ['2026-11-03', '2026-11-01', '2026-11-05', '2026-11-01', '2026-11-04']
    for (const [index, text] of days.entries())
      await post({ effectiveOn: day(text), lines: receiptOf(loanId, naira(index + 1)) })
    const read = (cursor?: string) =>
      inBooks(ctx =>
        ledgerStatements.statement(ctx, {
          code: CHART.loanPrincipal.code,
          loanId,
          limit: 2,
          ...(cursor ? { cursor } : {}),
        }),
      )
    const rows: [LocalDate, bigint, bigint][] = []
    for (let page = await read(); ; page = await read(page.next ?? '')) {
      expect([page.opening, page.closing, page.total]).toEqual([0n, naira(-15), 5])
      rows.push(
        ...page.rows.map((row): [LocalDate, bigint, bigint] => [row.effectiveOn, row.amount, row.balance]),
      )
      if (page.next === null) break
    }
    expect(rows).toEqual([
      ['2026-11-05', naira(-3), naira(-15)],
      ['2026-11-04', naira(-5), naira(-12)],
      ['2026-11-03', naira(-1), naira(-7)],
      ['2026-11-01', naira(-4), naira(-6)],
      ['2026-11-01', naira(-2), naira(-2)],
    ])
  })

  test('of a span opens with what came before and closes as of its last day', async () => {
    const loanId = newLoan()
    for (const text of ['2026-10-01', '2026-10-15', '2026-11-01'])
      await post({ effectiveOn: day(text), lines: receiptOf(loanId, naira(10)) })
    const page = await inBooks(ctx =>
      ledgerStatements.statement(ctx, {
        code: CHART.loanPrincipal.code,
        loanId,
        from: day('2026-10-02'),
        asOf: day('2026-10-31'),
        limit: 25,
      }),
    )
    expect(page).toMatchObject({ opening: naira(-10), closing: naira(-20), total: 1, next: null })
    expect(page.rows).toMatchObject([{ effectiveOn: '2026-10-15', balance: naira(-20) }])
  })

  test('of the whole account holds every loan', async () => {
    const loanId = newLoan()
    await post({ lines: penaltyOf(loanId, naira(77)) })
    const page = await inBooks(ctx =>
      ledgerStatements.statement(ctx, { code: CHART.penaltyReceivable.code, limit: 25 }),
    )
    expect(page.rows[0]).toMatchObject({ loanId, amount: naira(77), balance: page.closing })
  })

  test('a journal of a loan lists its entries, newest first', async () => {
    const loanId = newLoan()
    for (const text of ['2026-11-01', '2026-11-03', '2026-11-02'])
      await post({ effectiveOn: day(text), lines: receiptOf(loanId, naira(10)) })
    const first = await inBooks(ctx => ledgerStatements.loanJournal(ctx, { loanId, limit: 2 }))
    expect(first.entries.map(entry => entry.effectiveOn)).toEqual(['2026-11-03', '2026-11-02'])
    const second = await inBooks(ctx =>
      ledgerStatements.loanJournal(ctx, { loanId, limit: 2, cursor: first.next ?? '' }),
    )
    expect(second.entries.map(entry => entry.effectiveOn)).toEqual(['2026-11-01'])
    expect(second.next).toBeNull()
  })
})

describe('direct inserts, past every function', () => {
  const entry = (lines: number) => sql<{ id: bigint }>`
    insert into ledger_entry (effective_on, line_count, reason, ref)
    values ('2026-11-10', ${lines}, 'correction', ${randomUUID()}) returning id`
  const line = (id: bigint, position: number, amount: bigint) => sql`
    insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
    values (${id}, 0, ${amount}, '2026-11-10', ${position === 1 ? 1010 : 5030}, ${position})`
  const insertDirectly = (amounts: bigint[], declared = amounts.length) =>
    db.transaction().execute(async tx => {
      const id = (await entry(declared).execute(tx)).rows[0]?.id ?? 0n
      for (const [index, amount] of amounts.entries()) await line(id, index + 1, amount).execute(tx)
      return id
    })

  test('a balanced entry is accepted and its balances follow', async () => {
    const before = await balance('waivers')
    await insertDirectly([500n, -500n])
    expect((await balance('waivers')) - before).toBe(-500n)
  })

  test.each<[string, bigint[], number]>([
    ['unbalanced', [500n, -499n], 2],
    ['one-sided', [500n], 1],
    ['empty', [], 0],
    ['short of a line', [500n, -500n], 3],
  ])('an %s entry is refused at commit', async (_, amounts, declared) => {
    await expect(insertDirectly(amounts, declared)).rejects.toMatchObject({ code: 'LG001' })
  })

  test.each<[string, number, string]>([
    ['unbalanced', -499, 'null'],
    ['with the reversal of another in it', -500, '(select min(id) from ledger_entry)'],
  ])('a receipt that is %s is refused when it is written', async (_, credit, reverses) => {
    const writing = sql
      .raw(
        `with entry as (
           insert into ledger_entry (effective_on, line_count, reason, ref, reverses_id)
           values ('2026-11-10', 2, 'receipt', gen_random_uuid()::text, ${reverses}) returning id
         )
         insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
         select id, 0, amount, '2026-11-10', code, position
         from entry, (values (1, 1010, 500), (2, 5030, ${credit})) as l (position, code, amount)`,
      )
      .execute(db)
    await expect(writing).rejects.toMatchObject({
      code: 'LG001',
      message: expect.stringContaining('when it is written'),
    })
  })

  test('a receipt without its lines is refused when it is written', async () => {
    const attempt = db.transaction().execute(tx =>
      sql`insert into ledger_entry (effective_on, line_count, reason, ref)
          values ('2026-11-10', 2, 'deduction', ${randomUUID()})`.execute(tx),
    )
    await expect(attempt).rejects.toMatchObject({ code: 'LG001' })
  })

  test('a line is never added to an entry of an earlier transaction', async () => {
    const id = await insertDirectly([500n, -500n])
    await expect(line(id, 3, 5n).execute(db)).rejects.toMatchObject({ code: 'LG002' })
  })

  test('a line too many is refused even when the check has already run', async () => {
    const attempt = db.transaction().execute(async tx => {
      const id = (await entry(2).execute(tx)).rows[0]?.id ?? 0n
      await line(id, 1, 500n).execute(tx)
      await line(id, 2, -500n).execute(tx)
      await sql`set constraints all immediate`.execute(tx)
      await line(id, 3, 5n).execute(tx)
    })
    await expect(attempt).rejects.toMatchObject({ code: 'LG002' })
  })

  test.each([
    'update ledger_entry set note = $$changed$$',
    'delete from ledger_entry',
    'truncate ledger_entry cascade',
    'update ledger_line set amount = amount + 1',
    'delete from ledger_line',
    'truncate ledger_line',
    'update ledger_balance set balance = balance + 1',
    'insert into ledger_balance (loan_no, code, stripe, balance) values (0, 1010, 3, 5) on conflict do nothing',
    'delete from ledger_balance',
    'truncate ledger_balance',
    'update ledger_loan set loan_id = gen_random_uuid()',
  ])('I4 refuses: %s', async statement => {
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '23001' })
  })

  test('a reversal that is not the exact opposite is refused', async () => {
    const id = await insertDirectly([500n, -500n])
    const attempt = db.transaction().execute(async tx => {
      const made = await sql<{ id: bigint }>`
        insert into ledger_entry (effective_on, line_count, reason, ref, reverses_id)
        values ('2026-11-10', 2, 'reversal', ${randomUUID()}, ${id}) returning id`.execute(tx)
      const reversal = made.rows[0]?.id ?? 0n
      await line(reversal, 1, -400n).execute(tx)
      await line(reversal, 2, 400n).execute(tx)
    })
    await expect(attempt).rejects.toMatchObject({ code: 'LG001' })
  })
})

describe('all of it', () => {
  test('the trial balance balances on every day', async () => {
    for (const text of ['2026-09-30', '2026-10-20', '2026-11-02', '2026-11-16']) {
      const trial = await inBooks(ctx => ledgerStatements.trialBalance(ctx, { asOf: day(text) }))
      expect(trial.debits).toBe(trial.credits)
      for (const row of trial.rows)
        expect([row.code, row.balance]).toEqual([
          row.code,
          await balance(accountNamed(row.code), undefined, day(text)),
        ])
    }
  })

  test('is proved', async () => {
    const verdict = await prove(db)
    expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
    expect(verdict.holds).toBe(true)
  })
})
