import { sql } from 'kysely'
import { CHART } from '../../contract/ledger.ts'
import { prove } from '../../server/app/prove.ts'
import { makeReminders } from '../../server/modules/campaigns/reminders.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import type { TestApp } from '../../test/testApp.ts'
import { clearSuspense, type Done, randomActs } from './acts.ts'
import { Bank } from './bank.ts'
import { conductOf } from './conduct.ts'
import { type Deskwork, keyOf, openDeskwork, takeCredit, takeFile } from './desk.ts'
import { Dice } from './dice.ts'
import {
  type Borrower,
  disburse,
  ELEMENT,
  FOREIGN,
  type House,
  openBorrowers,
  PAY_DAYS,
  SOURCES,
  settle,
} from './lender.ts'
import { instructByList } from './lists.ts'
import { type Habits, type Month, monthAfter, Office, PLANTS, type SentFile } from './office.ts'
import { chargesOf } from './receipts.ts'
import { refundAll, smallCredits } from './refunds.ts'
import { hireStaff } from './staff.ts'
import { verdictsOf } from './verdicts.ts'

/**
 * Payroll months end to end: a lender with its desk, offices that make mistakes, and the calendar between them. What the
 * offices know of themselves is compared with what the program found, every month and at the end.
 */

export type MonthsPlan = {
  seed: number
  loans: number
  months: number
  habits: Habits
  /** Acts beside deductions, in a thousand live loans a month. */
  acts: number
  /** The whole ledger is checked each so many months, and at the end. */
  checkEvery: number
  say?: (line: string) => void
}

export type Lived = {
  months: number
  loans: number
  done: Done
  refused: Map<string, number>
  planted: Record<string, number>
  /** How often the reconciliation gave each verdict. */
  found: ReadonlyMap<string, number>
  rows: number
  /** Months in which everything had always been deducted from a person, and recovery messages to the others. */
  watched: number
  reminders: number
  /** Spent on each kind of work. */
  seconds: ReadonlyMap<string, number>
  problems: string[]
}

const START: Month = '2026-12'
/** So long may the last loan take to end after the last new one. */
const TAIL_MAX = 30
const CHARGES = { IPPIS: 10_000, GIFMIS: 0 }

type Event = { on: string; order: number; what: string; run: () => Promise<void> }

export async function liveThrough(testApp: TestApp, plan: MonthsPlan): Promise<Lived> {
  const dice = new Dice(plan.seed)
  testApp.clock.set(`${START}-01T08:00:00Z`)
  const house: House = { testApp, staff: await hireStaff(testApp, dice), bank: new Bank(), dice }
  return new Life(house, plan).live()
}

/** Of whom a file said less than the one that corrected it. */
const wronglyListed = ([first, second]: readonly SentFile[]): string[] => {
  if (first?.kind !== 'wrong' || !second) return []
  const said = new Map(first.lines.map(line => [`${line.staff} ${line.element}`, line.amount]))
  return second.lines
    .filter(line => said.get(`${line.staff} ${line.element}`) !== line.amount)
    .map(line => line.staff)
}

class Life {
  readonly #house: House
  readonly #plan: MonthsPlan
  readonly #offices: readonly Office[]
  readonly #borrowers = new Map<string, Borrower>()
  readonly #work: Deskwork = openDeskwork()
  readonly #agenda: Event[] = []
  readonly #problems: string[] = []
  readonly #done: Done = new Map()
  /** Since when an office can be right about a person and the ledger disagree, by what else happened. */
  readonly #disturbed = new Map<string, string>()
  /** Spent on each kind of work. */
  readonly #seconds = new Map<string, number>()
  #found: ReadonlyMap<string, number> = new Map()
  #watched = 0
  #reminders = 0
  #order = 0
  #ranOn = ''
  #loans = 0

  constructor(house: House, plan: MonthsPlan) {
    this.#house = house
    this.#plan = plan
    const calmFrom = monthAfter(START, plan.months)
    this.#offices = SOURCES.map(
      (code, index) =>
        new Office({
          code,
          seed: plan.seed * 10 + index,
          habits: plan.habits,
          element: ELEMENT,
          foreignElements: FOREIGN,
          chargePpm: CHARGES[code],
          payDay: PAY_DAYS[code],
          fileDays: 14,
          moneyDays: 21,
          calmFrom,
        }),
    )
  }

  async live(): Promise<Lived> {
    await settle(this.#house, CHARGES)
    let month = START
    let lived = 0
    for (; lived < this.#plan.months + TAIL_MAX; lived++) {
      this.#schedule(month, lived)
      await this.#runUntil(`${monthAfter(month, 1)}-01`)
      await this.#check(month, lived)
      if (this.#problems.length > 0) break
      month = monthAfter(month, 1)
      if (lived >= this.#plan.months && (await this.#isOver())) break
    }
    if (this.#problems.length === 0) await this.#prove('the end')
    if (this.#problems.length === 0) await this.#checkEnd()
    return this.#report(lived)
  }

  /** The days of a month on which something is done. */
  #schedule(month: Month, no: number): void {
    const { months, acts } = this.#plan
    const isGrowing = no < Math.max(1, months - 4)
    if (isGrowing) this.#on(`${month}-02`, 'lending', () => this.#lend(no))
    if (no < months) this.#on(`${month}-06`, 'acts', () => this.#act(`${month} a`, acts / 2))
    this.#on(`${month}-10`, 'lists', async () => {
      for (const office of this.#offices) await instructByList(this.#house, this.#work, office, month)
    })
    if (no < months) this.#on(`${month}-17`, 'acts', () => this.#act(`${month} b`, acts / 2))
    for (const office of this.#offices)
      this.#on(`${month}-${PAY_DAYS[office.code as 'IPPIS']}`, 'pay day', async () =>
        this.#payDay(office, month),
      )
    this.#on(`${month}-20`, 'refunds', async () => {
      await refundAll(this.#house, month, this.#done)
      await clearSuspense(this.#house, this.#work, this.#done)
    })
    for (const day of ['03', '08', '13', '22', '27']) this.#on(`${month}-${day}`, 'nothing', async () => {})
  }

  async #act(when: string, perMille: number): Promise<void> {
    const touched = await randomActs(this.#house, this.#borrowers, when, perMille, this.#done)
    for (const staff of touched) this.#disturb(staff)
  }

  async #lend(no: number): Promise<void> {
    const { loans, months } = this.#plan
    const growing = Math.max(1, months - 4)
    // half at once, the others month by month
    const wanted = Math.round(loans * (0.5 + (0.5 * (no + 1)) / growing)) - this.#borrowers.size
    const opened = await openBorrowers(this.#house, this.#borrowers.size, Math.max(0, wanted))
    for (const { borrower } of opened) {
      this.#borrowers.set(borrower.staff, borrower)
      this.#offices.find(office => office.code === borrower.source)?.employ(borrower)
    }
    await disburse(
      this.#house,
      opened.map(each => each.loanId),
    )
    this.#loans += opened.length
  }

  #disturb(staff: string): void {
    if (!this.#disturbed.has(staff)) this.#disturbed.set(staff, this.#ranOn)
  }

  #payDay(office: Office, month: Month): void {
    office.deduct(month)
    const files = office.files(month)
    for (const staff of wronglyListed(files)) this.#disturb(staff)
    for (const file of files)
      if (file.lines.length > 0)
        this.#on(file.on, 'files', () => takeFile(this.#house, this.#work, office, file))
    const credit = office.remit(month)
    if (credit) this.#on(credit.on, 'receipts', () => takeCredit(this.#house, this.#work, office, credit))
  }

  #on(day: string, what: string, run: Event['run']): void {
    this.#order += 1
    this.#agenda.push({ on: day, order: this.#order, what, run })
  }

  async #runUntil(day: string): Promise<void> {
    for (;;) {
      const [next] = this.#agenda
        .filter(event => event.on < day)
        .sort((a, b) => (a.on === b.on ? a.order - b.order : a.on < b.on ? -1 : 1))
      if (!next) return
      this.#agenda.splice(this.#agenda.indexOf(next), 1)
      await this.#morning(next.on)
      try {
        await this.#timed(next.what, next.run)
      } catch (error) {
        this.#problems.push(
          `${next.on}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        )
        return
      }
    }
  }

  async #morning(day: string): Promise<void> {
    if (day <= this.#ranOn) return
    this.#ranOn = day
    const { clock, program } = this.#house.testApp
    clock.set(`${day}T08:00:00Z`)
    await this.#timed('daily run', () => runDaily(program))
    await this.#timed('reminders', () => makeReminders(program))
  }

  async #timed<T>(what: string, run: () => Promise<T>): Promise<T> {
    const started = performance.now()
    const done = await run()
    this.#seconds.set(what, (this.#seconds.get(what) ?? 0) + (performance.now() - started) / 1_000)
    return done
  }

  async #isOver(): Promise<boolean> {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from loan
      where status not in ('closed', 'written off', 'cancelled', 'overpaid')`.execute(
      this.#house.testApp.program.db,
    )
    return (
      rows[0]?.n === 0 &&
      (await smallCredits(this.#house)).others === 0 &&
      // every file and all money has come
      this.#agenda.length === 0 &&
      this.#isQuiet()
    )
  }
  #isQuiet(): boolean {
    return this.#offices.every(office => office.people.every(person => office.standing(person.staff) === 0n))
  }

  async #balance(code: number): Promise<bigint> {
    const { rows } = await sql<{ amount: bigint }>`
      select coalesce(sum(amount), 0)::bigint as amount from ledger_line where code = ${code}`.execute(
      this.#house.testApp.program.db,
    )
    return rows[0]?.amount ?? 0n
  }

  async #prove(month: Month): Promise<void> {
    const { checks } = await this.#timed('ledger check', () => prove(this.#house.testApp.program.db))
    this.#problems.push(
      ...checks.flatMap(({ name, problems }) => problems.map(each => `${month} ${name}: ${each}`)),
    )
  }

  async #check(month: Month, no: number): Promise<void> {
    const { program } = this.#house.testApp
    const before = this.#problems.length
    if (no % this.#plan.checkEvery === 0) await this.#prove(month)
    this.#same(`${month} bank`, await this.#balance(1010), this.#house.bank.balance)
    await this.#checkOffices(month)
    await this.#checkStanding(month)
    const conduct = await conductOf(this.#house, this.#offices, this.#disturbed)
    this.#watched = conduct.watched
    this.#reminders = conduct.reminders
    this.#problems.push(...conduct.problems.map(each => `${month} ${each}`))
    const { rows } = await sql<{ status: string; n: number }>`
      select status, count(*)::int as n from loan group by 1 order by 1`.execute(program.db)
    this.#plan.say?.(
      `${month}: ${rows.map(row => `${row.n} ${row.status}`).join(', ')}; ${this.#problems.length - before} problems`,
    )
    this.#plan.say?.([...this.#seconds].map(([what, spent]) => `${what} ${Math.round(spent)}`).join(', '))
  }

  /** Each office's account against its own: listed, less sent, less what it kept back. */
  async #checkOffices(month: Month): Promise<void> {
    for (const office of this.#offices) {
      const receipts = this.#work.receipts.filter(receipt => receipt.office === office.code)
      const { owed, credit } = await this.#house.staff.approver().ok('officeGet', { source: office.code })
      const known = office.owes({
        files: each => this.#work.batches.has(keyOf(office.code, each)),
        credits: each => receipts.some(receipt => receipt.credit === each),
      })
      // what was kept back of money that is not allocated yet is not booked yet
      const unbooked = receipts.reduce((sum, each) => sum + each.credit.charge, 0n) - chargesOf(receipts)
      this.#same(`${month} ${office.code}`, owed - credit, known + unbooked)
    }
    const receipts = this.#work.receipts
    this.#same(`${month} charges`, await this.#balance(CHART.payrollCharges.code), chargesOf(receipts))
  }

  /** What the program says that each office holds, against what it holds, person by person. */
  async #checkStanding(month: Month): Promise<void> {
    const { rows } = await sql<{ source: string; staff: string; amount: bigint }>`
      select source, staff_key as staff, sum(amount)::bigint as amount from instruction_standing
      group by 1, 2`.execute(this.#house.testApp.program.db)
    const known = new Map(rows.map(row => [`${row.source} ${row.staff}`, row.amount]))
    for (const office of this.#offices)
      for (const { staff } of office.people) {
        const who = `${office.code} ${staff}`
        this.#same(`${month} standing order of ${who}`, known.get(who) ?? 0n, office.standing(staff))
      }
  }

  async #checkEnd(): Promise<void> {
    const { rows } = await sql<{ number: string; status: string; owed: bigint; credit: bigint }>`
      select number, status, owed_total as owed, credit from loan
      where status not in ('closed', 'written off', 'cancelled', 'overpaid') or owed_total <> 0`.execute(
      this.#house.testApp.program.db,
    )
    for (const row of rows)
      this.#problems.push(`${row.number} is ${row.status}, owes ${row.owed}, credit ${row.credit}`)
    this.#same('suspense at the end', await this.#balance(2030), 0n)
    const small = await smallCredits(this.#house)
    if (small.others > 0) this.#problems.push(`${small.others} refunds are neither paid nor too small`)
    this.#same('credits at the end', -(await this.#balance(2040)), small.amount)
    const { counts, problems } = await verdictsOf(this.#house, this.#work, this.#offices)
    this.#problems.push(...problems)
    this.#found = counts
  }

  #same(what: string, found: bigint, known: bigint): void {
    if (found !== known)
      this.#problems.push(`${what}: ${found} in the ledger, ${known} outside, ${found - known} apart`)
  }

  async #report(months: number): Promise<Lived> {
    const planted = Object.fromEntries(
      PLANTS.map(plant => [plant, this.#offices.reduce((sum, office) => sum + office.planted()[plant], 0)]),
    )
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from repayment_row`.execute(
      this.#house.testApp.program.db,
    )
    return {
      months,
      loans: this.#loans + (this.#done.get('topUp') ?? 0),
      done: this.#done,
      refused: this.#house.staff.refused,
      planted,
      found: this.#found,
      rows: rows[0]?.n ?? 0,
      watched: this.#watched,
      reminders: this.#reminders,
      seconds: this.#seconds,
      problems: this.#problems,
    }
  }
}
