import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBook } from '../../../engine/accounts.ts'
import { dueOnly, dueThenInAdvance } from '../../../engine/allocation.ts'
import { addDays, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../../engine/loan.ts'
import { kobo } from '../../../engine/money.ts'
import type { PenaltyRule } from '../../../engine/penalty.ts'
import { projectionOf } from '../../../engine/projection.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import { RandomSource } from '../../../proof/walk/walk.ts'
import { testDatabase } from '../../../test/db.ts'
import { connect, openDb } from '../../kernel/db.ts'
import type { Db } from '../../kernel/dbTypes.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'
import { linesBetween } from './postings.ts'
import { advanceProjection, saveProjection } from './projection.sql.ts'
import { figuresOf, LATE_STORED_MAX, nextNightOf, paidOutBy } from './state.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof connect>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  // the loans stand alone here, without customers and products
  const url = new URL(database.url)
  url.searchParams.set('options', '-c session_replication_role=replica')
  pool = connect(url.href, { most: 1, name: 'iroko projection' })
  db = openDb(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const PAID_OUT = localDate('2026-11-16')
const ORDER = ['penalty', 'fee', 'interest', 'principal'] as const

function randomPenalty(random: RandomSource): PenaltyRule {
  return {
    share: { ppm: BigInt(random.below(20_000) + 1) },
    of: random.pick(['overdue-principal-and-interest', 'overdue-total', 'outstanding-principal']),
    each: random.pick(['once', 'once', 'day']),
    graceDays: random.below(15),
  }
}

function randomAgreement(random: RandomSource): LoanAgreement {
  const penalty = random.happens(0.5) ? randomPenalty(random) : undefined
  return {
    terms: {
      principal: kobo(BigInt(random.below(2_000) + 20) * 100_000n),
      disbursedOn: PAID_OUT,
      tenor: random.below(12) + 1,
      frequency: random.pick([
        { every: 1, unit: 'month' },
        { every: 1, unit: 'week' },
        { every: 2, unit: 'week' },
      ]),
      interest: random.pick(['flat', 'reducing']),
      repayment: random.pick(['equal-instalments', 'equal-principal']),
      rate: { value: { numerator: BigInt(random.below(60)), denominator: 1_000n }, per: 'month' },
      fees: random.happens(0.3)
        ? [{ amount: { flat: kobo(250_000n) }, collected: 'spread', vatPpm: random.pick([0n, 0n, 75_000n]) }]
        : [],
    },
    allocation: random.happens(0.5) ? dueThenInAdvance(ORDER) : dueOnly(ORDER),
    prepayment: random.pick(['in-advance', 'shorter-term', 'smaller-instalment']),
    ...(penalty ? { penalty } : {}),
  }
}

function randomEvent(random: RandomSource, id: string, date: LocalDate, agreement: LoanAgreement): LoanEvent {
  const { instalment } = buildSchedule(agreement.terms)
  const exact = { id, date, type: 'receipt', amount: instalment } as const
  const kinds: LoanEvent[] = [
    exact,
    exact,
    exact,
    { ...exact, amount: random.part(instalment, 300) },
    { ...exact, amount: random.part(instalment, 300), effect: 'shorter-term' },
    {
      id,
      date,
      type: 'charge',
      component: random.pick(['fee', 'penalty']),
      amount: { flat: random.part(instalment) },
      due: random.pick([date, addDays(date, 12), addDays(date, -9)]),
    },
    { id, date, type: 'waiver', of: { component: random.pick(ORDER) }, amount: random.part(instalment) },
    { id, date, type: 'holiday', periods: 1, interest: random.pick(['waived', 'added']) },
    { id, date, type: 'refund', amount: random.part(instalment) },
    { id, date, type: 'reversal', of: 'event 1' },
    { id, date, type: 'restructure', terms: { ...agreement.terms, tenor: 8 }, capitalises: ['interest'] },
  ]
  return random.pick(kinds)
}

/** A loan as the last act left it, with all that is entered; one in ten has an event that is yet to take effect. */
function randomLoan(random: RandomSource) {
  const agreement = randomAgreement(random)
  const events: LoanEvent[] = [
    { id: 'pay-out', date: PAID_OUT, type: 'disbursement', amount: agreement.terms.principal },
  ]
  let today = PAID_OUT
  for (let n = random.below(6); n > 0; n--) {
    today = addDays(today, random.below(34))
    events.push(randomEvent(random, `event ${events.length}`, today, agreement))
  }
  today = addDays(today, random.below(20))
  if (random.happens(0.1))
    events.push(randomEvent(random, 'to come', addDays(today, random.below(50) + 1), agreement))
  return { id: randomUUID(), agreement, events, today, paidOut: paidOutBy(agreement) }
}
type RandomLoan = ReturnType<typeof randomLoan>

async function saved(loan: RandomLoan): Promise<boolean> {
  const { id, agreement, events, today } = loan
  const state = foldLoan(agreement, events, today)
  const projection = projectionOf(state, agreement, events)
  if (!projection) return false
  const other = { request_id: randomUUID(), customer_id: randomUUID(), product_id: randomUUID() }
  await sql`insert into loan ${valuesOf({
    id,
    number: id,
    ...other,
    product_version: 1,
    principal: agreement.terms.principal,
    tenor: 1,
    terms: '{}',
    approved_on: PAID_OUT,
    approved_at: new Date(),
    ...figuresOf(state),
    next_change_on: nextNightOf(state, agreement, projection),
  })}`.execute(db)
  await saveProjection(db, [{ id, projection }])
  return true
}

const placesOf = async (id: string) =>
  (await sql<{ place: string }>`select ctid as place from loan where id = ${id}`.execute(db)).rows.map(
    row => row.place,
  )

/** What lists show on a day. */
const shownOn = async (id: string, day: LocalDate) =>
  (
    await sql<Record<string, unknown> & { next_change_on: LocalDate | null }>`
      select status, disbursed_on, instalment, owed_principal, owed_interest, owed_fee, owed_penalty, credit, arrears,
        oldest_unpaid_on, days_past_due, late_on, late_owed, next_due_on, next_due_amount, last_due_on, last_receipt_on, booked_through, next_change_on
      from loan_on(${day}::date) where id = ${id}`.execute(db)
  ).rows[0] ?? { next_change_on: null }

/** What the engine says of the same day. */
function foldedOn(state: LoanState): Record<string, unknown> {
  const {
    coming_on: _on,
    coming_sum: _sum,
    booked_through: _b,
    next_change_on: _n,
    ...figures
  } = figuresOf(state)
  return { ...figures, days_past_due: state.arrears.daysPastDue }
}

/** The days of which nothing more is stored than of those before. */
const newest = (shown: Record<string, unknown>) => ({
  ...shown,
  late_on: (shown.late_on as unknown[]).slice(-LATE_STORED_MAX),
  late_owed: (shown.late_owed as unknown[]).slice(-LATE_STORED_MAX),
})

/** Follows a loan night by night for as long as what was foreseen holds; gives the nights that changed it. */
async function follow(loan: RandomLoan): Promise<number> {
  const { id, agreement, events, paidOut } = loan
  const toCome = events.find(event => event.date > loan.today)?.date ?? addDays(loan.today, 150)
  let nights = 0
  let shown = await shownOn(id, loan.today)
  for (let [booked, day] = [loan.today, addDays(loan.today, 1)]; day < toCome; day = addDays(day, 1)) {
    const state = foldLoan(agreement, events, day)
    if (shown.next_change_on !== day) {
      // each day after a due date, and every seventh beside
      const isLooked = state.instalments.some(row => addDays(row.dueDate, 1) === day) || day.endsWith('7')
      if (!isLooked) continue
      shown = await shownOn(id, day)
      expect(newest(shown), `${id} is not written on ${day}`).toMatchObject(foldedOn(state))
      const held = readBook(foldLoan(agreement, events, booked), paidOut)
      expect(
        linesBetween(id, held, readBook(state, paidOut), 'bank'),
        `${id} posts nothing on ${day}`,
      ).toEqual([])
      continue
    }
    const { ids, due } = await advanceProjection(db, day, await placesOf(id))
    if (ids.length === 0) return nights
    nights += 1
    shown = await shownOn(id, day)
    expect(newest(shown), `${id} on ${day}`).toMatchObject({ ...foldedOn(state), booked_through: day })
    const before = readBook(foldLoan(agreement, events, booked), paidOut)
    const lines = linesBetween(id, before, readBook(state, paidOut), 'bank')
    const received = (account: string) => lines.find(line => line.account === account)?.amount ?? 0n
    expect(due).toEqual(
      lines.length === 0
        ? null
        : {
            loans: `{${id}}`,
            interests: `{${received('interestReceivable')}}`,
            fees: `{${received('feeReceivable')}}`,
          },
    )
    expect(lines.filter(line => line.amount > 0n).every(line => line.account.endsWith('Receivable'))).toBe(
      true,
    )
    booked = day
  }
  if (events.some(event => event.date === toCome))
    expect(await advanceProjection(db, toCome, await placesOf(id))).toEqual({ ids: [], due: null })
  return nights
}

test('nights that were foreseen leave what the fold of each of those nights gives', async () => {
  const random = new RandomSource(20_261_116)
  let [foreseen, nights] = [0, 0]
  for (let n = 0; n < 150; n++) {
    const loan = randomLoan(random)
    if (!(await saved(loan))) continue
    foreseen += 1
    nights += await follow(loan)
  }
  expect(foreseen).toBeGreaterThan(50)
  expect(nights).toBeGreaterThan(120)
})

test('whatever happens to a loan ends what was foreseen', async () => {
  const random = new RandomSource(3)
  let loan = randomLoan(random)
  while (!(await saved(loan))) loan = randomLoan(random)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`alter table loan_event drop constraint loan_event_loan_id_fkey`.execute(db)
  await sql`
    insert into loan_event (id, loan_id, sequence, type, effective_on, event, entered_at, entered_by_name)
    values (${randomUUID()}, ${loan.id}, 1, 'receipt', ${loan.today}, '{}', now(), 'Adaeze Okonkwo')`.execute(
    db,
  )
  const { rows } =
    await sql`select holds_until::text from loan_projection where loan_id = ${loan.id}`.execute(db)
  expect(rows).toEqual([{ holds_until: '-infinity' }])
})
