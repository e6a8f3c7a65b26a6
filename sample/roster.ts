import { STATES } from '../contract/nigeria.ts'
import { addDays, addMonths, type LocalDate, localDate, type PayMonth, toCalendar } from '../engine/dates.ts'
import { type Kobo, kobo, share } from '../engine/money.ts'
import { nubanCheckDigit } from '../engine/nuban.ts'
import { FIRST_NAMES, SURNAMES } from './names.ts'
import { EMPLOYERS, type Employer, MORE_FIRST_NAMES, MORE_SURNAMES, SALARY_BANKS } from './publicService.ts'
import { chance, pick, type Roll } from './random.ts'

/**
 * A month of a payroll that never was. Each post on it is held by one person after another; every choice about a
 * person follows from the seed, the post and who it is in line. So a month can be made without the months before it,
 * holds the same people as they do, and a million rows need no memory.
 */

export const ROSTER_COLUMNS = [
  'STAFF_ID', 'FULL_NAME', 'EMPLOYMENT_STATUS', 'ASSIGNMENT_STATUS', 'HIRE_DATE', 'BIRTH_DATE', 'JOB_TITLE', 'COMMAND',
  'TELEPHONE_NUMBER', 'BANK_NAME', 'ACCOUNT_NUMBER', 'STAFF_CATEGORY', 'EMPLOYEE_TYPE', 'NETPAY', 'PERIOD',
] as const // biome-ignore format: a list of columns
export type RosterColumn = (typeof ROSTER_COLUMNS)[number]
export type RosterRow = Record<RosterColumn, string>

export type RosterWishes = { rows: number; seed: number; month: PayMonth; source: string }

export function* roster(wishes: RosterWishes): Generator<RosterRow> {
  const month = monthsFromStart(wishes.month)
  const house = mix(
    wishes.seed,
    [...wishes.source].reduce((sum, letter) => mix(sum, letter.charCodeAt(0)), 7),
  )
  for (let post = 0; post < wishes.rows; post++) yield rowOf(holderOf(house, post, month), wishes, month)
}

// ── Chance ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const mix = (a: number, b: number): number => {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

// ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Months are counted from here; no payroll is requested before it. */
const START = localDate('2020-01-01')

function monthsFromStart(month: PayMonth): number {
  const { year, month: number } = toCalendar(localDate(`${month}-01`))
  const months = (year - 2020) * 12 + number - 1
  if (months < 0) throw new Error('the sample payrolls begin in January 2020')
  return months
}

type Departure = 'RETIRED' | 'DECEASED' | 'left'
type Holder = { post: number; round: number; seed: number; from: number; until: number; departure: Departure }

/** About one in 250 leaves a month: retired, a few dead, some simply gone. */
function holderOf(house: number, post: number, month: number): Holder {
  let from = 0
  for (let round = 0; ; round++) {
    const seed = mix(house, mix(post, round))
    const roll = chance(seed)
    const until = from + 1 + roll(round === 0 ? 250 : 400)
    const lot = roll(100)
    // people who joined after the start are too young to retire
    const departure: Departure = lot < 10 ? 'DECEASED' : lot < 65 && round === 0 ? 'RETIRED' : 'left'
    if (month <= until) return { post, round: round, seed, from, until, departure }
    from = until + 1
  }
}

const WOMEN = [...FIRST_NAMES.women, ...MORE_FIRST_NAMES.women].map(name => name.toUpperCase())
const MEN = [...FIRST_NAMES.men, ...MORE_FIRST_NAMES.men].map(name => name.toUpperCase())
const FAMILIES = [...SURNAMES, ...MORE_SURNAMES].map(name => name.toUpperCase())
const PREFIXES = [
  '0803',
  '0806',
  '0703',
  '0813',
  '0706',
  '0802',
  '0808',
  '0701',
  '0805',
  '0705',
  '0809',
  '0903',
]
const COMMANDS = STATES.map(state => `${state.name.toUpperCase()} COMMAND`)

function nameOf(roll: Roll): string {
  const names = roll(2) === 0 ? WOMEN : MEN
  const middle = roll(4) === 0 ? '' : ` ${pick(roll, names)}`
  return `${pick(roll, FAMILIES)} ${pick(roll, names)}${middle}`
}

/** Retirees turn sixty in that month; new staff are between 20 and 35. */
function careerOf(roll: Roll, { from, until, departure }: Holder): { born: LocalDate; hired: LocalDate } {
  if (from > 0) {
    const hired = addDays(addMonths(START, from), roll(20))
    return { born: addDays(hired, -365 * (20 + roll(15)) - roll(365)), hired }
  }
  const age = departure === 'RETIRED' ? 60 : Math.min(57, 24 + roll(30) + Math.floor(until / 24))
  const born = addDays(addMonths(START, until - age * 12), roll(28))
  const service = roll(Math.max(12, Math.min(34 * 12 - until, (age - 21) * 12 - until)))
  return { born, hired: addDays(addMonths(START, -service - 1), roll(28)) }
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** 14-MAR-2009, as payslips print it. */
const printed = (date: LocalDate): string =>
  `${date.slice(8)}-${MONTHS[toCalendar(date).month - 1]}-${date.slice(0, 4)}`

function accountOf(roll: Roll): { BANK_NAME: string; ACCOUNT_NUMBER: string } {
  const bank = pick(roll, SALARY_BANKS)
  const serial = `${roll(3)}${String(roll(100_000_000)).padStart(8, '0')}`
  return {
    BANK_NAME: bank.Name.toUpperCase(),
    ACCOUNT_NUMBER: `${serial}${nubanCheckDigit(bank.Code, serial)}`,
  }
}

const commandOf = (roll: Roll, { name, hasCommands }: Employer): string =>
  hasCommands ? `${name} - ${pick(roll, COMMANDS)}` : name

/** A step up every January, a promotion once, a loan taken off the pay for a year, half pay when suspended. */
function payOf(roll: Roll, month: number, naira: number, isSuspended: boolean): Kobo {
  const steps = Math.floor(month / 12)
  const promoted = roll(200)
  const loan = roll(300)
  const taken = 60_000 + roll(190_000)
  let ppm = 1_000_000 + steps * 25_000 + roll(180_000)
  if (month >= promoted) ppm += 110_000
  if (month >= loan && month < loan + 12) ppm -= taken
  if (isSuspended) ppm = Math.floor(ppm / 2)
  return share(kobo(BigInt(naira) * 100n), { ppm: BigInt(ppm) }, 'half-up')
}

const nairaText = (amount: Kobo): string => {
  const text = String(amount).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Digits for the federal payroll, letters of the source before them for others; successors have later numbers. */
function staffId({ post, round }: Holder, source: string): string {
  const number = String(100_000 + post + round * 2_000_000)
  return source === 'IPPIS'
    ? number
    : `${source
        .replace(/[^A-Za-z]/g, '')
        .slice(0, 3)
        .toUpperCase()}${number}`
}

function rowOf(holder: Holder, { source, month: period }: RosterWishes, month: number): RosterRow {
  // the first two numbers of the seed decided when the person leaves
  const roll = chance(mix(holder.seed, 1))
  const name = nameOf(roll)
  const { born, hired } = careerOf(roll, holder)
  const employer = pick(roll, EMPLOYERS)
  const { grades } = employer.ladder
  const [title, naira] = pick(roll, holder.round === 0 ? grades : grades.slice(0, 3))
  const command = commandOf(roll, employer)
  const account = accountOf(roll)
  const phone = `${pick(roll, PREFIXES)}${String(roll(10_000_000)).padStart(7, '0')}`
  const isContract = roll(40) === 0
  const suspended = roll(1_250)
  const isSuspended = month >= suspended && month < suspended + 3
  const movesBank = roll(400)
  const moves = roll(500)
  const pay = payOf(roll, month, naira, isSuspended)
  const isLeaving = month === holder.until && holder.departure !== 'left'
  return {
    STAFF_ID: staffId(holder, source),
    FULL_NAME: name,
    EMPLOYMENT_STATUS: isLeaving ? holder.departure : isSuspended ? 'SUSPENDED' : 'ACTIVE',
    ASSIGNMENT_STATUS: isLeaving
      ? 'Inactive Assignment'
      : isSuspended
        ? 'Suspended Assignment'
        : 'Active Assignment',
    HIRE_DATE: printed(hired),
    BIRTH_DATE: printed(born),
    JOB_TITLE: title,
    COMMAND: month >= moves ? commandOf(roll, sameLadder(roll, employer)) : command,
    TELEPHONE_NUMBER: phone,
    ...(month >= movesBank ? accountOf(chance(mix(holder.seed, 2))) : account),
    STAFF_CATEGORY: employer.ladder.category,
    EMPLOYEE_TYPE: isContract ? 'CONTRACT' : 'PERMANENT',
    NETPAY: nairaText(pay),
    PERIOD: period,
  }
}

const SIBLINGS = new Map(
  EMPLOYERS.map(({ ladder }) => [ladder, EMPLOYERS.filter(employer => employer.ladder === ladder)]),
)
/** People move where their grade exists. */
const sameLadder = (roll: Roll, { ladder }: Employer): Employer =>
  pick(roll, SIBLINGS.get(ladder) ?? EMPLOYERS)
