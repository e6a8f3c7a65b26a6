import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { Api } from '../../contract/api.ts'
import { application } from '../../contract/application.ts'
import type { LoanAct, LoanActName } from '../../contract/loans.ts'
import { addDays, daysBetween, type LocalDate, localDate } from '../../engine/dates.ts'
import { type Kobo, kobo } from '../../engine/money.ts'
import { quote } from '../../engine/product.ts'
import { disbursed } from '../../sample/disbursed.ts'
import { chance, type Roll } from '../../sample/random.ts'
import { actorOf, loadDemoStaff } from '../../sample/staff.ts'
import { prove } from '../../server/app/prove.ts'
import { act, type Program, SYSTEM } from '../../server/kernel/act.ts'
import type { Clock } from '../../server/kernel/clock.ts'
import type { Actor, Context, Propose } from '../../server/kernel/context.ts'
import { Refusal } from '../../server/kernel/refusal.ts'
import * as loansActs from '../../server/modules/loans/acts.ts'
import * as loansDaily from '../../server/modules/loans/daily.ts'
import * as loansOpen from '../../server/modules/loans/open.ts'
import * as loanPage from '../../server/modules/payouts/loanPage.ts'
import { makeSettlementQuote } from '../../server/modules/repayments/inFlight.ts'
import { offeredProducts, type Product } from '../../server/modules/settings/products.ts'
import { adaeze, openFromApplication } from '../../test/applicants.ts'

/**
 * A seeded walk through the life of a loan book: disbursements, receipts on time and backdated, charges, waivers, holidays,
 * new terms, settlements, write-offs, recoveries, refunds, reversals of any of them, and the daily run, which now and
 * then misses some days. Everything goes through the functions the console uses; at the end the ledger is verified.
 */
export type Plan = {
  acts: number
  loans: number
  seed: number
  /** How long the walk lasts on the lender's calendar. */
  days: number
  /** How often a loan is asked about that another, larger one of the same customer will settle. */
  topUps?: number
  /** Proves after so many acts too, so that a break is found near its cause. */
  proveEvery?: number
}

export type Walked = {
  done: Partial<Record<LoanActName, number>>
  refused: Partial<Record<LoanActName, number>>
  backdated: number
  topUps: number
  dailyRuns: number
  problems: string[]
}

type Loan = z.output<Api['loanGet']['reply']>
type Wish = LoanAct | { act: 'disburse'; on: LocalDate }

const START = localDate('2026-11-16')

/** As many sides as one roll of the dice has bits for. */
const FINEST = 4_294_967_296

/** The same seed, the same walk. */
export class RandomSource {
  #roll: Roll
  constructor(seed: number) {
    this.#roll = chance(seed)
  }
  roll(): number {
    return this.#roll(FINEST) / FINEST
  }
  below(limit: number): number {
    return Math.floor(this.roll() * limit)
  }
  happens(chance: number): boolean {
    return this.roll() < chance
  }
  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  /** Some part of an amount, in whole kobo, at least one. */
  part(of: bigint, upToPercent = 100): Kobo {
    const share = (of * BigInt(this.below(upToPercent * 100) + 1)) / 10_000n
    return kobo(share > 0n ? share : 1n)
  }
}

class WalkingClock implements Clock {
  day: LocalDate = START
  now(): Date {
    return new Date(`${this.day}T09:30:00Z`)
  }
}

export async function walk(
  house: Program,
  plan: Plan,
  say: (line: string) => void = () => {},
): Promise<Walked> {
  const clock = new WalkingClock()
  const walker = new Walker({ ...house, clock }, clock, plan)
  await walker.begin()
  const before = performance.now()
  while (walker.actsDone < plan.acts && walker.walked.problems.length === 0) {
    const isDone = await walker.step()
    if (isDone && plan.proveEvery && walker.actsDone % plan.proveEvery === 0) {
      await walker.prove()
      say(`${walker.actsDone} acts, ${clock.day}, ${Math.round(performance.now() - before)} ms`)
    }
  }
  if (walker.walked.problems.length === 0) await walker.end()
  return walker.walked
}

class Walker {
  readonly walked: Walked = { done: {}, refused: {}, backdated: 0, topUps: 0, dailyRuns: 0, problems: [] }
  actsDone = 0
  readonly #program: Program
  readonly #clock: WalkingClock
  readonly #plan: Plan
  readonly #random: RandomSource
  readonly #loans: string[] = []
  #products: readonly Product[] = []
  #maker: Actor = SYSTEM
  #checker: Actor = SYSTEM

  constructor(program: Program, clock: WalkingClock, plan: Plan) {
    this.#program = program
    this.#clock = clock
    this.#plan = plan
    this.#random = new RandomSource(plan.seed)
  }

  async begin(): Promise<void> {
    await loadDemoStaff(this.#program)
    this.#maker = await actorOf(this.#program, 'admin@iroko.test')
    this.#checker = await actorOf(this.#program, 'authorizer@iroko.test')
    const products = await offeredProducts(this.#program.db, START)
    this.#products = products
    for (let n = 0; n < this.#plan.loans; n++) this.#loans.push(await this.#open(this.#random.pick(products)))
  }

  /** An approved loan of a new customer, or one that tops an old one up, on terms that vary what a product may vary. */
  #open(product: Product, old?: Loan['row']): Promise<string> {
    const terms = varied(product.terms, this.#random)
    const amount = kobo((old?.outstandingTotal ?? 0n) + BigInt(this.#random.below(290) + 10) * 1_000_000n)
    const tenor = this.#random.below(18) + 1
    const stated = z.decode(application, adaeze())
    const wish = { amount, tenor, payOutOn: this.#clock.day }
    return act(this.#program, 'loanOpen', SYSTEM, async ctx => {
      const customerId = old?.customerId ?? (await openFromApplication(ctx, stated)).id
      const { id } = await loansOpen.openLoan(ctx, {
        customerId,
        requestId: randomUUID(),
        product: { ...product, terms },
        principal: amount,
        tenor,
        instalment: quote(terms, wish).instalment,
        officerCode: 'AO-014',
        settles: old ? [old.id] : [],
      })
      return id
    })
  }

  /** Whether something was done; a refusal is not. */
  async step(): Promise<boolean> {
    await this.#letTimePass()
    const loanId = this.#random.pick(this.#loans)
    const loan = await act(this.#program, 'loanGet', this.#maker, ctx => loanPage.get(ctx, { id: loanId }))
    // a loan is topped up by one other, never by two
    const canTopUp = loan.row.status === 'live' && loan.topUp.by === null
    if (this.#plan.topUps && canTopUp && this.#random.happens(this.#plan.topUps)) {
      this.#loans.push(await this.#open(this.#random.pick(this.#products), loan.row))
      return false
    }
    const wish = await this.#wish(loan)
    if (!wish) return false
    try {
      await this.#do(loanId, wish)
      this.actsDone += 1
      this.walked.done[wish.act] = (this.walked.done[wish.act] ?? 0) + 1
      if (wish.act === 'disburse' && loan.topUp.settles.length > 0) this.walked.topUps += 1
      if ('on' in wish && wish.on < this.#clock.day) this.walked.backdated += 1
      return true
    } catch (error) {
      if (error instanceof Refusal) this.walked.refused[wish.act] = (this.walked.refused[wish.act] ?? 0) + 1
      else
        this.walked.problems.push(
          `act ${this.actsDone} on ${this.#clock.day}, ${loan.row.number}: ${wish.act}: ${error instanceof Error ? error.stack : String(error)}`,
        )
      return false
    }
  }

  async #letTimePass(): Promise<void> {
    const projection =
      (this.#plan.days * (this.actsDone + 1)) / this.#plan.acts - daysBetween(START, this.#clock.day)
    if (projection < 1) return
    // several days at once are days without work
    this.#clock.day = addDays(this.#clock.day, Math.min(Math.floor(projection), 1 + this.#random.below(4)))
    if (this.#random.happens(0.8)) await this.#runDaily()
  }

  async #runDaily(): Promise<void> {
    this.walked.dailyRuns += (await loansDaily.runDaily(this.#program)).days
  }

  /** One person asks; another approves where the rules say so. */
  async #do(loanId: string, wish: Wish): Promise<void> {
    if (wish.act === 'disburse')
      return disbursed(this.#program, [this.#maker, this.#checker], {
        loanId,
        on: wish.on,
        payingAccount: 'GTBank operations',
      })
    const input = { loanId, id: randomUUID(), input: wish, reason: 'A step of the walk' }
    let isAsked = false
    const propose: Propose = async () => {
      isAsked = true
      return randomUUID()
    }
    await act(this.#program, 'loanActDo', this.#maker, ctx => loansActs.askBy(propose, ctx, input))
    if (!isAsked) return
    const asked = { makerId: this.#maker.id, makerName: this.#maker.name, reason: input.reason, before: null }
    await act(this.#program, 'approvalApprove', this.#checker, ctx =>
      loansActs.actApproved(ctx, input, asked),
    )
  }

  /** Something that makes sense for the loan as it stands; nothing when the dice find no such thing. */
  async #wish(loan: Loan): Promise<Wish | undefined> {
    const { row } = loan
    if (row.status === 'awaiting disbursement') return { act: 'disburse', on: this.#recently(row.approvedOn) }
    const chance = this.#random.roll()
    if (chance < 0.12) return this.#reversal(loan)
    if (row.status === 'written off') return this.#recovery(row.disbursedOn)
    if (row.credit > 0n && chance < 0.3)
      return { act: 'refund', amount: this.#random.part(row.credit, 110), reference: ref('RF') }
    if (chance < 0.62 || row.outstandingTotal === 0n) return this.#receipt(loan)
    if (chance < 0.7) return this.#charge(row.disbursedOn)
    if (chance < 0.78) return this.#waiver(row)
    if (chance < 0.83)
      return {
        act: 'holiday',
        periods: this.#random.below(3) + 1,
        interest: this.#random.pick(['waived', 'added']),
      }
    if (chance < 0.89)
      return {
        act: 'restructure',
        tenor: this.#random.below(24) + 1,
        ratePpm: this.#random.below(60) * 1_000,
        capitalises: (['interest', 'fee', 'penalty'] as const).filter(() => this.#random.happens(0.5)),
      }
    if (chance < 0.93) return this.#settlement(row.id)
    if (chance < 0.95) return { act: 'writeOff' }
    return row.frozen
      ? { act: 'unfreeze' }
      : { act: 'freeze', cause: this.#random.pick(['dispute', 'deceased']) }
  }

  /** Today mostly; a third of what is entered happened earlier, some of it long ago. */
  #recently(notBefore: string | null): LocalDate {
    const since = notBefore === null ? 0 : Math.max(0, daysBetween(localDate(notBefore), this.#clock.day))
    if (!this.#random.happens(0.35)) return this.#clock.day
    const back = this.#random.happens(0.2) ? since : Math.min(since, 45)
    return addDays(this.#clock.day, -this.#random.below(back + 1))
  }

  #receipt({ row }: Loan): LoanAct {
    const on = this.#recently(row.disbursedOn)
    const due = row.instalment > 0n ? row.instalment : 100_000n
    const amount = this.#random.happens(0.5)
      ? kobo(due)
      : this.#random.happens(0.9)
        ? this.#random.part(due, 250)
        : this.#random.part(row.outstandingTotal, 120)
    const effect = this.#random.happens(0.3)
      ? { effect: this.#random.pick(['in-advance', 'shorter-term', 'smaller-instalment'] as const) }
      : {}
    return { act: 'receipt', amount, on, channel: 'payroll deduction', reference: ref('RC'), ...effect }
  }

  #reversal({ happenings }: Loan): LoanAct | undefined {
    const open = happenings.filter(each => each.cannotReverse === null && !each.undone)
    return open.length === 0 ? undefined : { act: 'reversal', of: this.#random.pick(open).id }
  }

  #recovery(disbursedOn: string | null): LoanAct {
    const on = this.#recently(disbursedOn)
    return {
      act: 'recovery',
      amount: this.#random.part(20_000_000n),
      on,
      channel: 'cash',
      reference: ref('RV'),
    }
  }

  #charge(disbursedOn: string | null): LoanAct {
    const on = this.#recently(disbursedOn)
    return {
      act: 'charge',
      component: this.#random.pick(['fee', 'penalty']),
      amount: this.#random.part(1_000_000n),
      on,
    }
  }

  #waiver({ outstanding }: Loan['row']): LoanAct | undefined {
    const open = (['interest', 'fee', 'penalty'] as const).filter(each => outstanding[each] > 0n)
    if (open.length === 0) return undefined
    const component = this.#random.pick(open)
    return { act: 'waiver', component, amount: this.#random.part(outstanding[component]) }
  }

  async #settlement(loanId: string): Promise<LoanAct | undefined> {
    const input = { loanId, id: randomUUID(), on: this.#clock.day }
    const made = await this.#try(ctx => makeSettlementQuote(ctx, input))
    return (
      made && {
        act: 'settle',
        quoteId: made.id,
        on: this.#clock.day,
        channel: 'bank transfer',
        reference: ref('ST'),
      }
    )
  }

  async #try<T>(run: (ctx: Context) => Promise<T>): Promise<T | undefined> {
    try {
      return await act(this.#program, 'walk', this.#maker, run)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  async prove(): Promise<void> {
    const { checks } = await prove(this.#program.db)
    this.walked.problems.push(
      ...checks.flatMap(({ name, problems }) => problems.map(each => `${name}: ${each}`)),
    )
  }

  /** Proved as the last act left it, and again when every loan has been brought two months on. */
  async end(): Promise<void> {
    await this.prove()
    this.#clock.day = addDays(this.#clock.day, 62)
    await this.#runDaily()
    await this.prove()
  }
}

const ref = (kind: string): string => `${kind}-${randomUUID()}`

/** The engine's choices that two seeded products alone would never meet. */
function varied(terms: Product['terms'], random: RandomSource): Product['terms'] {
  const other: Product['terms'] = {
    ...terms,
    interest: random.pick(['flat', 'reducing']),
    repayment: random.pick(['equal-instalments', 'equal-principal']),
    ratePpm: random.below(60) * 1_000,
    frequency: {
      ...terms.frequency,
      rhythm: random.pick(['weekly', 'two-weekly', 'monthly', 'monthly', 'quarterly']),
    },
    fees: terms.fees.map(fee => ({ ...fee, collected: random.pick(['deducted', 'capitalised', 'spread']) })),
    penalty: random.happens(0.6)
      ? {
          sharePpm: 500 + random.below(10) * 500,
          each: random.pick(['day', 'once']),
          of: random.pick([
            'overdue-principal-and-interest',
            'overdue-total',
            'outstanding-principal',
            'original-principal',
          ]),
          graceDays: random.below(20),
          capPpm: random.happens(0.5) ? 100_000 : null,
        }
      : null,
    allocation: { ...terms.allocation, beyondDue: random.pick(['pay-ahead', 'keep-as-credit']) },
    roundingUnit: kobo(random.pick([1n, 100n, 10_000n])),
    prepayment: random.pick(['in-advance', 'shorter-term', 'smaller-instalment']),
  }
  if (other.interest === 'flat' || !random.happens(0.5)) return other
  return {
    ...other,
    interestBasis: 'daily-balance',
    accrual: random.pick(['actual/365', 'actual/actual-isda', '30e/360']),
    allocation: { ...other.allocation, beyondDue: 'pay-ahead' },
  }
}
