import type { Application } from '../contract/application.ts'
import { STATES } from '../contract/nigeria.ts'
import { addDays, addMonths, type LocalDate } from '../engine/dates.ts'
import { type Kobo, kobo } from '../engine/money.ts'
import { nubanCheckDigit } from '../engine/nuban.ts'
import { EMPLOYERS, type Employer } from './employers.ts'
import { PURPOSES } from './names.ts'
import { PORTFOLIOS } from './officers.ts'
import { SALARY_BANKS } from './publicService.ts'
import { chance, pick, type Roll } from './random.ts'
import { HOMES, PEOPLES, type People } from './regionalNames.ts'

/** The people of the sample lender. Number 412 is the same person every time, on whatever day they are made. */

type Stated = Omit<Application, 'productId' | 'amount' | 'tenor' | 'netPay'>
export type Person = Stated & { no: number; netPay: Kobo; job: string; employer: Employer }

const SEED = 20_240_916
const PREFIXES =
  '803 806 703 706 813 816 810 814 903 906 802 808 708 812 701 902 805 807 705 815 905 809 817 909'.split(' ')

/** Federal staff serve everywhere, most where most people live. */
const BUSY = {
  Lagos: 8,
  'Federal Capital Territory': 9,
  Kano: 6,
  Rivers: 5,
  Oyo: 5,
  Kaduna: 5,
  Enugu: 3,
  Edo: 3,
}
const POSTINGS = STATES.flatMap(({ name }) =>
  Array.from({ length: BUSY[name as keyof typeof BUSY] ?? 2 }, () => name),
)
const WEIGHED = EMPLOYERS.flatMap(employer => Array.from({ length: employer.weight }, () => employer))

const digits = (roll: Roll, count: number): string => String(roll(10 ** count)).padStart(count, '0')
const phoneOf = (roll: Roll): string => `+234${pick(roll, PREFIXES)}${digits(roll, 7)}`
/** Now and then a number whose end makes the built-in outbox refuse, lose or delay what is sent to it. */
const contactOf = (roll: Roll, no: number): string => {
  const phone = phoneOf(roll)
  return no % 53 === 8 ? `${phone.slice(0, -4)}900${1 + (((no / 53) | 0) % 5)}` : phone
}

type Relative = { people: People; surname: string; ofWoman: boolean }

function kinOf(
  roll: Roll,
  { people, surname, ofWoman }: Relative,
): Pick<Stated, 'kinName' | 'kinRelationship'> {
  const isWoman = roll(2) === 0
  const kinName = `${pick(roll, isWoman ? people.women : people.men)} ${surname}`
  const family = isWoman ? ['Sister', 'Mother', 'Daughter'] : ['Brother', 'Father', 'Son']
  return { kinName, kinRelationship: pick(roll, [...family, isWoman === ofWoman ? 'Cousin' : 'Spouse']) }
}

export function personNamed(no: number, today: LocalDate): Person {
  const roll = chance(SEED + no * 7_919)
  const employer = pick(roll, WEIGHED)
  const state = employer.state ?? pick(roll, POSTINGS)
  const home = HOMES[state]
  if (!home) throw new Error(`nobody knows where people live in ${state}`)
  const people = PEOPLES[pick(roll, home.peoples)]
  const isWoman = roll(100) < 44
  const first = isWoman ? people.women : people.men
  const bank = pick(roll, SALARY_BANKS)
  const serial = `${roll(4)}${digits(roll, 8)}`
  const rank = Math.min(roll(employer.ladder.grades.length), roll(employer.ladder.grades.length) + 1)
  const [grade, job, base] = employer.ladder.grades[rank] ?? ['', '', 100_000]
  const step = 1 + roll(9)
  // high grades have served long; none is past retirement
  const age = Math.min(58, 26 + rank * 2 + roll(18))
  const born = addDays(addMonths(today, -12 * age), -roll(360))
  const served = Math.min(age - 22, 2 + rank * 2 + roll(10))
  const surname = pick(roll, people.families)
  const firstName = pick(roll, first)
  const otherNames = roll(3) === 0 ? pick(roll, first) : ''
  return {
    no,
    employer,
    job,
    consentVersion: 0,
    consented: true,
    title: isWoman ? (age > 31 ? 'MRS' : 'MS') : 'MR',
    surname,
    firstName,
    otherNames: otherNames === firstName ? '' : otherNames,
    gender: isWoman ? 'FEMALE' : 'MALE',
    dateOfBirth: born,
    phone: contactOf(roll, no),
    email:
      roll(4) === 0
        ? `${firstName}.${surname}${10 + roll(89)}@mail.test`.toLowerCase().replace(/['’]/g, '')
        : '',
    bvn: `22${digits(roll, 5)}${String(no).padStart(4, '0').slice(-4)}`,
    nin: `${1 + roll(9)}${digits(roll, 5)}${String(no * 3 + 7)
      .padStart(5, '0')
      .slice(-5)}`,
    address: `${1 + roll(148)} ${pick(roll, home.streets)}`,
    state,
    lga: pick(roll, home.lgas),
    payrollSource: employer.source,
    ippisNumber:
      employer.prefix === ''
        ? String(148_213 + no * 211 + roll(200))
        : `${employer.prefix}${20_417 + no * 13 + roll(12)}`,
    mda: employer.name,
    grade,
    step: String(step),
    firstAppointmentOn: addDays(addMonths(today, -12 * served), -roll(330)),
    netPay: kobo(BigInt(base) * (100n + 2n * BigInt(step - 1)) + BigInt(roll(250_000))),
    purpose: pick(roll, PURPOSES),
    bankCode: bank.Code,
    accountNumber: `${serial}${nubanCheckDigit(bank.Code, serial)}`,
    ...kinOf(roll, { people, surname, ofWoman: isWoman }),
    kinPhone: phoneOf(roll),
    kinAddress: '',
    accountOfficerCode: officerOf(roll, state),
  }
}

function officerOf(roll: Roll, state: string): string {
  const zone = STATES.find(each => each.name === state)?.geopoliticalzone
  const local = PORTFOLIOS.filter(officer => officer.zones.some(each => each === zone))
  return roll(12) === 0 || local.length === 0 ? '' : pick(roll, local).code
}

const ceilingOf = (netPay: Kobo, tenor: number): bigint =>
  // a third of pay, at 4% a month on the whole sum: amount × (1/n + 0.04)
  (netPay * 32n * BigInt(tenor)) / (100n + 4n * BigInt(tenor))

/** The amount that a person on this pay requests, in round thousands. */
export function amountFor(roll: Roll, netPay: Kobo, tenor: number): Kobo {
  const share = BigInt(45 + roll(55))
  const naira = (ceilingOf(netPay, tenor) * share) / 100n / 100n
  const round = (naira / 10_000n) * 10_000n
  return kobo((round < 60_000n ? 60_000n : round > 3_000_000n ? 3_000_000n : round) * 100n)
}
