import { Dice } from './dice.ts'

/**
 * A payroll office as a lender meets it: it holds standing orders, deducts what stands, sends files and money, and makes
 * mistakes of its own, which it writes down. It is pure, repeats itself for a seed, and shares no code with the program
 * that it tests. Amounts are kobo, months are YYYY-MM.
 */

export type Month = string
export type Person = { staff: string; name: string; employer: string }

/** What an instruction asks for. `continue` says nothing new. */
export const CHANGES = ['new', 'change', 'stop', 'resume', 'continue'] as const
export type Change = (typeof CHANGES)[number]
export type Instruction = { staff: string; change: Change; amount: bigint }
export type Answer = Instruction & { accepted: boolean; why: string }

/** What can go wrong for one person in one month, each planted at most once a month. */
export const PLANTS = [
  'refused',
  'none',
  'short',
  'over',
  'afterStop',
  'uninstructed',
  'unremitted',
  'unlisted',
] as const
export type Plant = (typeof PLANTS)[number]

/** Chances in a thousand. */
export type Habits = {
  /** Of an order, that it is rejected in that month. */
  refused: number
  /** Of a stop, that it takes effect one month late; half of these two. */
  lateStop: number
  /** Of a person and month. */
  none: number
  short: number
  over: number
  uninstructed: number
  unremitted: number
  unlisted: number
  /** Of a person and month: absent from the payroll for one to three months. */
  leaves: number
  /** Of a person and month: a line for another lender too. */
  foreign: number
  /** Of a month: its file comes ten days later than usual, its money a month. */
  lateFile: number
  lateMoney: number
  /** Of a month: its money waits for that of the next. */
  merged: number
  /** Of a month: the same file comes twice; the first file is wrong and a corrected one follows. */
  duplicateFile: number
  correctedFile: number
}

export const FLAWLESS: Habits = {
  refused: 0,
  lateStop: 0,
  none: 0,
  short: 0,
  over: 0,
  uninstructed: 0,
  unremitted: 0,
  unlisted: 0,
  leaves: 0,
  foreign: 0,
  lateFile: 0,
  lateMoney: 0,
  merged: 0,
  duplicateFile: 0,
  correctedFile: 0,
}

export type OfficeWishes = {
  code: string
  seed: number
  habits: Habits
  /** Our element as this office writes it, and those of other lenders. */
  element: string
  foreignElements: readonly string[]
  /** Kept back of what is remitted. */
  chargePpm: number
  payDay: number
  /** Days from pay day to the file and to the money; late ones come later. */
  fileDays: number
  moneyDays: number
  /** From this month on nothing goes wrong any more. */
  calmFrom: Month
}

export type Line = { staff: string; name: string; employer: string; element: string; amount: bigint }
export type SentFile = {
  month: Month
  /** The day it arrives. */
  on: string
  kind: 'only' | 'again' | 'wrong' | 'corrected'
  lines: readonly Line[]
}
export type Credit = {
  on: string
  reference: string
  /** What arrives in the bank, after what is kept back. */
  amount: bigint
  charge: bigint
  parts: readonly { month: Month; amount: bigint }[]
}

/** What happened to one person in one month, as the office knows it. */
export type Fact = {
  staff: string
  month: Month
  /** Stood at the office for this month by the lender's will: nothing once a stop was sent. */
  instructed: bigint
  deducted: bigint
  /** In the newest file of the month. */
  listed: bigint
  /** Before what is kept back. */
  remitted: bigint
  plants: readonly Plant[]
}

type Order = {
  amount: bigint
  /** A stop was sent for this month, and is obeyed from the other on. */
  stopped: Month | null
  obeyedFrom: Month | null
}

export class Office {
  readonly code: string
  readonly #wishes: OfficeWishes
  readonly #dice: Dice
  readonly #people = new Map<string, Person>()
  readonly #orders = new Map<string, Order>()
  /** Orders that were rejected, by month: who, and what was asked. */
  readonly #refused = new Map<Month, Map<string, bigint>>()
  /** Every order a person had, whether it was a stop. */
  readonly #stops = new Map<string, { month: Month; isStop: boolean }[]>()
  readonly #facts = new Map<Month, Map<string, Fact>>()
  readonly #foreign = new Map<Month, Line[]>()
  readonly #credited: Credit[] = []
  /** Months whose money waits for a later credit. */
  #held: Month[] = []

  constructor(wishes: OfficeWishes) {
    this.code = wishes.code
    this.#wishes = wishes
    this.#dice = new Dice(wishes.seed)
  }

  /** On the payroll, with or without an order. */
  employ(person: Person): void {
    this.#people.set(person.staff, person)
  }

  get people(): readonly Person[] {
    return [...this.#people.values()]
  }

  /** Takes the list of a month, and answers each line of it. */
  take(month: Month, list: readonly Instruction[]): Answer[] {
    return list.map(line => {
      const why = this.#whyNot(month, line)
      const known = this.#stops.get(line.staff) ?? []
      this.#stops.set(line.staff, [...known, { month, isStop: line.change === 'stop' }])
      if (why === '') this.#order(month, line)
      else this.#refusedIn(month).set(line.staff, line.amount)
      return { ...line, accepted: why === '', why }
    })
  }

  standing(staff: string): bigint {
    const order = this.#orders.get(staff)
    return order && order.stopped === null ? order.amount : 0n
  }

  /** What the lender asked for in a month: what stands, or an order that was rejected. */
  asked(staff: string, month: Month): { amount: bigint; isRefused: boolean } {
    const refused = this.#refused.get(month)?.get(staff)
    if (refused !== undefined) return { amount: refused, isRefused: true }
    return { amount: this.factOf(staff, month)?.instructed ?? 0n, isRefused: false }
  }

  /** The newest order for this month or an earlier one was a stop, of the last twelve months. */
  isStopped(staff: string, month: Month): boolean {
    const last = this.#stops.get(staff)?.findLast(each => each.month <= month)
    return last?.isStop === true && month <= monthAfter(last.month, 12)
  }

  isAbsent(staff: string, month: Month): boolean {
    if (this.#isCalm(month)) return false
    return [0, 1, 2].some(back => {
      const since = monthAfter(month, -back)
      const away = 1 + this.#dice.below(3, this.code, staff, since, 'away')
      return back < away && this.#happens('leaves', staff, since)
    })
  }

  /** Pay day. */
  deduct(month: Month): readonly Fact[] {
    const facts = new Map<string, Fact>()
    const foreign: Line[] = []
    for (const person of this.#people.values()) {
      const fact = this.#deductFrom(month, person.staff)
      if (fact) facts.set(person.staff, fact)
      if (this.#happens('foreign', person.staff, month)) foreign.push(this.#foreignLine(month, person))
    }
    this.#facts.set(month, facts)
    this.#foreign.set(month, foreign)
    return [...facts.values()]
  }

  /** The files of a month in the order they come. */
  files(month: Month): SentFile[] {
    const on = this.#arrives(month, this.#wishes.fileDays, 'lateFile')
    const lines = this.#lines(month)
    if (this.#happens('correctedFile', month)) {
      const wrong = lines.flatMap(line => this.#asWronglyListed(month, line))
      const isWrong = sumOf(wrong.map(line => line.amount)) < sumOf(lines.map(line => line.amount))
      if (wrong.length > 0 && isWrong)
        return [
          { month, on, kind: 'wrong', lines: wrong },
          { month, on: dayAfter(on, 6), kind: 'corrected', lines },
        ]
    }
    const only: SentFile = { month, on, kind: 'only', lines }
    return this.#happens('duplicateFile', month)
      ? [only, { ...only, on: dayAfter(on, 4), kind: 'again' }]
      : [only]
  }

  /** The money of a month: with that of months before it, or later with that of the next. */
  remit(month: Month): Credit | undefined {
    if (this.#happens('merged', month) && !this.#isCalm(monthAfter(month, 1))) {
      this.#held.push(month)
      return undefined
    }
    const months = [...this.#held, month]
    this.#held = []
    const parts = months
      .map(each => ({ month: each, amount: sumOf(this.factsOf(each).map(fact => fact.remitted)) }))
      .filter(part => part.amount > 0n)
    const whole = sumOf(parts.map(part => part.amount))
    if (whole === 0n) return undefined
    const charge = (whole * BigInt(this.#wishes.chargePpm)) / 1_000_000n
    const credit: Credit = {
      on: this.#arrives(month, this.#wishes.moneyDays, 'lateMoney'),
      reference: `${this.code}/${month}/${100_000 + this.#dice.below(900_000, this.code, month, 'reference')}`,
      amount: whole - charge,
      charge,
      parts,
    }
    this.#credited.push(credit)
    return credit
  }

  factsOf(month: Month): readonly Fact[] {
    return [...(this.#facts.get(month)?.values() ?? [])]
  }
  factOf(staff: string, month: Month): Fact | undefined {
    return this.#facts.get(month)?.get(staff)
  }
  get months(): readonly Month[] {
    return [...this.#facts.keys()]
  }
  get credits(): readonly Credit[] {
    return this.#credited
  }

  /** What this office owes the lender by its own account: listed, less sent, less kept back. */
  owes(through: { files: (month: Month) => boolean; credits: (credit: Credit) => boolean }): bigint {
    const listed = this.months.filter(through.files).flatMap(month => this.factsOf(month))
    const sent = this.#credited.filter(through.credits)
    return sumOf(listed.map(fact => fact.listed)) - sumOf(sent.map(credit => credit.amount + credit.charge))
  }

  /** How often each mistake was made. */
  planted(): Record<Plant, number> {
    const counts = Object.fromEntries(PLANTS.map(plant => [plant, 0])) as Record<Plant, number>
    for (const month of this.months)
      for (const fact of this.factsOf(month)) for (const plant of fact.plants) counts[plant] += 1
    return counts
  }

  #whyNot(month: Month, { staff, change }: Instruction): string {
    if (!this.#people.has(staff)) return 'NOT ON PAYROLL'
    if (change === 'stop' || change === 'continue') return ''
    return this.#happens('refused', staff, month) ? 'NO ROOM FOR THIS DEDUCTION' : ''
  }

  #order(month: Month, { staff, change, amount }: Instruction): void {
    const order = this.#orders.get(staff)
    if (change !== 'stop') {
      if (change !== 'continue' || !order)
        this.#orders.set(staff, { amount, stopped: null, obeyedFrom: null })
      return
    }
    if (!order || order.stopped !== null) return
    const late = this.#happens('lateStop', staff, month)
      ? 1 + this.#dice.below(2, this.code, staff, month)
      : 0
    this.#orders.set(staff, { ...order, stopped: month, obeyedFrom: monthAfter(month, late) })
  }

  #refusedIn(month: Month): Map<string, bigint> {
    const refused = this.#refused.get(month) ?? new Map<string, bigint>()
    this.#refused.set(month, refused)
    return refused
  }

  #deductFrom(month: Month, staff: string): Fact | undefined {
    const order = this.#orders.get(staff)
    const instructed = order && (order.stopped === null || order.stopped > month) ? order.amount : 0n
    const stands = order && (order.obeyedFrom === null || order.obeyedFrom > month) ? order.amount : 0n
    const plants: Plant[] = this.#refusedIn(month).has(staff) ? ['refused'] : []
    const [deducted, ...mistakes] = this.#amountFor(month, staff, instructed, stands)
    if (instructed === 0n && deducted === 0n && plants.length === 0) return undefined
    plants.push(...mistakes)
    // a mistake with a line that is right, so that no line has two
    const isRight = deducted > 0n && plants.length === 0
    const isUnlisted = isRight && this.#happens('unlisted', staff, month)
    const isUnremitted = isRight && !isUnlisted && this.#happens('unremitted', staff, month)
    if (isUnlisted) plants.push('unlisted')
    if (isUnremitted) plants.push('unremitted')
    const [listed, remitted] = [isUnlisted ? 0n : deducted, isUnremitted ? 0n : deducted]
    return { staff, month, instructed, deducted, listed, remitted, plants }
  }

  #amountFor(month: Month, staff: string, instructed: bigint, stands: bigint): [bigint, ...Plant[]] {
    if (this.isAbsent(staff, month)) return instructed > 0n ? [0n, 'none'] : [0n]
    if (stands > 0n && instructed === 0n) return [stands, 'afterStop']
    if (stands === 0n)
      return this.#happens('uninstructed', staff, month)
        ? [
            BigInt(500_000 + 100 * this.#dice.below(20_000, this.code, staff, month, 'uninstructed')),
            'uninstructed',
          ]
        : [0n]
    if (this.#happens('none', staff, month)) return [0n, 'none']
    const share = BigInt(10 + this.#dice.below(80, this.code, staff, month, 'share'))
    if (this.#happens('short', staff, month)) return [(stands * share) / 100n || 1n, 'short']
    if (this.#happens('over', staff, month)) return [stands + (stands * share) / 100n + 1n, 'over']
    return [stands]
  }

  #lines(month: Month): Line[] {
    const ours = this.factsOf(month).flatMap(fact => {
      const person = this.#people.get(fact.staff)
      if (!person || fact.listed === 0n) return []
      return [{ ...person, element: this.#wishes.element, amount: fact.listed }]
    })
    return [...ours, ...(this.#foreign.get(month) ?? [])].sort((a, b) => (a.staff < b.staff ? -1 : 1))
  }

  /** A tenth of the lines of a wrong file are missing or say less. */
  #asWronglyListed(month: Month, line: Line): Line[] {
    const chance = this.#dice.share(this.code, month, line.staff, line.element, 'wrong')
    if (line.element !== this.#wishes.element || chance > 0.1) return [line]
    return chance < 0.05 || line.amount < 2n ? [] : [{ ...line, amount: line.amount / 2n }]
  }

  #foreignLine(month: Month, person: Person): Line {
    const { foreignElements } = this.#wishes
    const which = this.#dice.below(foreignElements.length, this.code, person.staff, month, 'lender')
    const amount = BigInt(300_000 + 100 * this.#dice.below(30_000, this.code, person.staff, month, 'foreign'))
    return { ...person, element: foreignElements[which] ?? 'OTHER LOAN', amount }
  }

  #arrives(month: Month, days: number, late: 'lateFile' | 'lateMoney'): string {
    const payDay = `${month}-${String(this.#wishes.payDay).padStart(2, '0')}`
    return dayAfter(payDay, days + (this.#happens(late, month) ? LATE_DAYS[late] : 0))
  }

  #isCalm(month: Month): boolean {
    return month >= this.#wishes.calmFrom
  }

  /** The last two words are the person and the month, or the month alone. */
  #happens(what: keyof Habits, ...about: readonly string[]): boolean {
    if (this.#isCalm(about.at(-1) ?? '')) return false
    return this.#dice.happens(this.#wishes.habits[what], this.code, what, ...about)
  }
}

/** A file stays within the tolerance of fourteen days. */
const LATE_DAYS = { lateFile: 10, lateMoney: 30 }

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

export function monthAfter(month: Month, months: number): Month {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + months, 1)).toISOString().slice(0, 7)
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
