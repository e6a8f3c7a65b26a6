import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { testDatabase } from '../../../test/db.ts'
import { receiptOf as linesOf, unknownReceipt } from '../../../test/entries.ts'
import { prove } from '../../app/prove.ts'
import { connect, openDb, retried, type Tx } from '../../kernel/db.ts'
import type { Db } from '../../kernel/dbTypes.ts'
import type { Line, Posting } from './posting.ts'
import * as ledgerPosting from './posting.ts'
import * as ledgerProofSql from './proof.sql.ts'
import * as ledgerStatements from './statements.ts'

const WRITERS = 64
const TODAY = localDate('2026-11-16')
const NOW = new Date('2026-11-16T09:30:00Z')

let db: Db
let finish: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  db = openDb(connect(database.url, { most: WRITERS, name: 'ledger concurrency', hasty: true }))
  finish = async () => {
    await db.destroy()
    await database.drop()
  }
})
afterAll(() => finish())

const books = (tx: Tx): ledgerPosting.Books => ({ tx, now: NOW, today: TODAY, actor: undefined })
/** One transaction and no second try: a deadlock or a lost update would show. */
const once = <T>(run: (ctx: ledgerPosting.Books) => Promise<T>): Promise<T> =>
  db.transaction().execute(tx => run(books(tx)))
/** As the HTTP layer does it. */
const patiently = <T>(run: (ctx: ledgerPosting.Books) => Promise<T>): Promise<T> => retried(() => once(run))

const posting = (lines: readonly Line[], ref: string = randomUUID()): Posting => ({
  reason: 'receipt',
  ref,
  effectiveOn: TODAY,
  lines,
})
const receiptOf = (loanId: string, amount: bigint, from: Line['account'] = 'bank'): Line[] =>
  linesOf(loanId, kobo(amount), { from })
const atOnce = <T>(count: number, act: (writer: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, writer) => act(writer)))
const balance = (account: 'loanPrincipal' | 'bank', loanId?: string): Promise<Kobo> =>
  ledgerStatements.balanceOf(books(db), { account, ...(loanId ? { loanId } : {}) })
/** The ledger alone: no batch stands behind these entries. */
const provedProblems = async (): Promise<string[]> =>
  (await prove(db, ledgerProofSql.ledgerChecks)).checks.flatMap(check => check.problems)

test('64 writers on the same accounts lose nothing', async () => {
  const loanId = randomUUID()
  const before = await balance('bank')
  await atOnce(WRITERS, async writer => {
    for (let round = 0; round < 10; round++)
      await once(ctx => ledgerPosting.post(ctx, posting(receiptOf(loanId, BigInt(writer + 1)))))
  })
  const expected = 10n * BigInt((WRITERS * (WRITERS + 1)) / 2)
  expect(await balance('loanPrincipal', loanId)).toBe(-expected)
  expect((await balance('bank')) - before).toBe(expected)
  expect(await provedProblems()).toEqual([])
})

test('64 writers over many loans, their lines in every order, never lock each other in a circle', async () => {
  const loans = Array.from({ length: 6 }, () => randomUUID())
  await atOnce(WRITERS, async writer => {
    for (let round = 0; round < 10; round++) {
      const order = writer % 2 === 0 ? loans : loans.toReversed()
      const lines = order.flatMap((loanId, index) => receiptOf(loanId, BigInt(index + round + 1)))
      await once(ctx => ledgerPosting.post(ctx, posting(lines)))
    }
  })
  expect(await provedProblems()).toEqual([])
})

test('one fact sent by 64 writers at once is posted once', async () => {
  const loanId = randomUUID()
  const said = posting(receiptOf(loanId, 5_000n))
  const answers = await atOnce(WRITERS, () => once(ctx => ledgerPosting.post(ctx, said)))
  expect(new Set(answers.map(answer => answer.entryId)).size).toBe(1)
  expect(answers.filter(answer => !answer.repeated)).toHaveLength(1)
  expect(await balance('loanPrincipal', loanId)).toBe(-5_000n)
})

test('batches of the same file in different orders, and single postings among them, post each row once', async () => {
  const rows = Array.from({ length: 40 }, (_, row) =>
    posting(receiptOf(randomUUID(), BigInt(row + 1)), `sep/${row}`),
  )
  const tries = await atOnce(16, async (writer): Promise<object[]> => {
    const [single] = rows.slice(writer, writer + 1)
    if (writer % 4 === 3 && single) return [await once(ctx => ledgerPosting.post(ctx, single))]
    return once(ctx => ledgerPosting.postAll(ctx, writer % 2 === 0 ? rows : rows.toReversed()))
  })
  const fresh = tries.flat().filter(answer => 'repeated' in answer && !answer.repeated)
  expect(fresh).toHaveLength(rows.length)
  expect(await provedProblems()).toEqual([])
})

test('transactions that post their entries one by one, in opposite orders, end well when they are simply run again', async () => {
  const loans = [randomUUID(), randomUUID(), randomUUID()]
  await atOnce(2, async writer => {
    await patiently(async ctx => {
      for (const loanId of writer % 2 === 0 ? loans : loans.toReversed())
        await ledgerPosting.post(ctx, posting(receiptOf(loanId, 100n)))
    })
  })
  for (const loanId of loans) expect(await balance('loanPrincipal', loanId)).toBe(-200n)
})

test('the same as batches needs no second try', async () => {
  const loans = [randomUUID(), randomUUID(), randomUUID()]
  await atOnce(24, async writer => {
    const order = writer % 2 === 0 ? loans : loans.toReversed()
    for (let round = 0; round < 3; round++)
      await once(ctx =>
        ledgerPosting.postAll(
          ctx,
          order.map(loanId => posting(receiptOf(loanId, 100n))),
        ),
      )
  })
  for (const loanId of loans) expect(await balance('loanPrincipal', loanId)).toBe(-7_200n)
})

test('suspense is not matched twice by two people at once', async () => {
  await once(ctx => ledgerPosting.post(ctx, posting(unknownReceipt(kobo(10_000n)))))
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      once(ctx => ledgerPosting.post(ctx, posting(receiptOf(randomUUID(), 4_000n, 'suspense')))),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await provedProblems()).toEqual([])
})

/** What a writer does in one go: money in, money moved between two loans, or an earlier entry of its own undone. */
const step = fc.oneof(
  fc.record({ does: fc.constant('receive' as const), loan: fc.nat(4), amount: fc.bigInt(1n, 10n ** 12n) }),
  fc.record({
    does: fc.constant('move' as const),
    loan: fc.nat(4),
    to: fc.nat(4),
    amount: fc.bigInt(1n, 10n ** 12n),
  }),
  fc.record({ does: fc.constant('undo' as const), which: fc.nat(5) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('balances = Σ entries under random concurrent postings and reversals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 6 }), { minLength: 2, maxLength: 10 }),
      async writers => {
        const loans = Array.from({ length: 5 }, () => randomUUID())
        const expected = loans.map(() => 0n)
        await Promise.all(writers.map(steps => write(steps, loans, expected)))
        for (const [index, loanId] of loans.entries())
          expect(await ledgerStatements.loanBalances(books(db), { loanId })).toEqual(
            (await wasMoved(loanId)) ? { loanPrincipal: expected[index] } : {},
          )
        expect(await provedProblems()).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})

/** Plays the steps of one writer and keeps, apart from the database, what each loan must come to. */
async function write(steps: readonly Step[], loans: readonly string[], expected: bigint[]): Promise<void> {
  const mine: { entryId: bigint; effect: bigint[] }[] = []
  const settle = (effect: readonly bigint[]) => {
    for (const [index, amount] of effect.entries()) expected[index] = (expected[index] ?? 0n) + amount
  }
  for (const taken of steps) {
    if (taken.does === 'undo') {
      const undone = mine.splice(taken.which % Math.max(1, mine.length), 1)[0]
      if (!undone) continue
      await once(ctx => ledgerPosting.reverse(ctx, { entryId: undone.entryId, ref: randomUUID() }))
      settle(undone.effect.map(amount => -amount))
      continue
    }
    const effect = loans.map(() => 0n)
    const put = (index: number, amount: bigint): Line => {
      effect[index] = (effect[index] ?? 0n) + amount
      return { account: 'loanPrincipal', loanId: loans[index] ?? '', amount: kobo(amount) }
    }
    if (taken.does === 'move' && taken.to === taken.loan) continue
    const other: Line =
      taken.does === 'move' ? put(taken.to, taken.amount) : { account: 'bank', amount: kobo(taken.amount) }
    const lines = [other, put(taken.loan, -taken.amount)]
    const { entryId } = await once(ctx => ledgerPosting.post(ctx, posting(lines)))
    mine.push({ entryId, effect })
    settle(effect)
  }
}

async function wasMoved(loanId: string): Promise<boolean> {
  const { rows } = await sql`select from ledger_loan where loan_id = ${loanId}`.execute(db)
  return rows.length > 0
}
