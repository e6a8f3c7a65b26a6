import { fieldsOf } from '../contract/intake.ts'
import { addDays, addMonths, type LocalDate, weekday } from '../engine/dates.ts'
import { formatNaira, type Kobo, kobo, sum } from '../engine/money.ts'
import { agreementFor } from '../engine/product.ts'
import { buildSchedule } from '../engine/schedule.ts'
import type { Program } from '../server/kernel/act.ts'
import { offeredProducts, type Product } from '../server/modules/settings/products.ts'
import { amountFor, type Person, personNamed } from './people.ts'
import { chance, pick, type Roll } from './random.ts'
import { STATE_CODE } from './stateLoans.ts'
import { csv } from './uploads.ts'

/** Two years of lending from before the lender had Iroko: loans that were still running on moving day. */

/** How many of the last instalments were missed, per thousand customers. */
const MISSED = [
  [0, 868],
  [1, 46],
  [2, 30],
  [3, 20],
  [5, 14],
  [8, 12],
  [12, 10],
] as const
const TENORS = [6, 6, 9, 9, 12, 12, 12, 15, 18, 18, 24, 24] as const
const OLDEST_MONTHS = 23

export type OldLoan = {
  number: string
  person: Person
  product: string
  principal: Kobo
  tenor: number
  paidOutOn: LocalDate
  repaid: Kobo
  missed: number
}

export async function olderLoans(program: Program, count: number, movingDay: LocalDate): Promise<OldLoan[]> {
  const products = await offeredProducts(program.db, movingDay)
  const named = (code: string): Product => {
    const found = products.find(product => product.code === code)
    if (!found) throw new Error(`no product ${code}`)
    return found
  }
  const [loan, advance, stateLoan] = [named('PSL'), named('SAL-ADV'), named(STATE_CODE)]
  return Array.from({ length: count }, (_, index) => {
    const roll = chance(98_117 + index * 31)
    const person = TWINS[index + 1] ? twinOf(index + 1, movingDay) : personNamed(index + 1, movingDay)
    const isAdvance = roll(11) === 0
    if (person.payrollSource === 'STATE') return oldLoan(roll, person, stateLoan, movingDay)
    return isAdvance ? oldAdvance(roll, person, advance, movingDay) : oldLoan(roll, person, loan, movingDay)
  })
}

/** People listed twice in the old sheets, the second time with a mistyped BVN. */
export const TWINS: Readonly<Record<number, number>> = { 912: 40, 1304: 77, 1611: 230 }

function twinOf(no: number, movingDay: LocalDate): Person {
  const first = personNamed(TWINS[no] ?? no, movingDay)
  const own = personNamed(no, movingDay)
  return { ...first, no, bvn: own.bvn, otherNames: '' }
}

function oldLoan(roll: Roll, person: Person, product: Product, movingDay: LocalDate): OldLoan {
  const missed = pickMissed(roll)
  const tenor = pick(roll, TENORS)
  // the lender has grown: most of what runs is young; a loan that is paid on time must still be running, and one paid
  // out early in a month is first due in the same month
  const most = missed === 0 ? tenor - 2 : Math.min(OLDEST_MONTHS, tenor + missed)
  const age = Math.max(
    missed,
    Math.min(most, Math.min(roll(OLDEST_MONTHS), roll(OLDEST_MONTHS), roll(OLDEST_MONTHS))),
  )
  return lived(person, product, {
    tenor,
    missed,
    principal: amountFor(roll, person.netPay, tenor),
    paidOutOn: paidOutBefore(roll, movingDay, age),
    movingDay,
  })
}

const oldAdvance = (roll: Roll, person: Person, product: Product, movingDay: LocalDate): OldLoan =>
  lived(person, product, {
    tenor: 3,
    missed: 0,
    principal: kobo(BigInt(3 + roll(12)) * 1_000_000n),
    paidOutOn: paidOutBefore(roll, movingDay, roll(2)),
    movingDay,
  })

function pickMissed(roll: Roll): number {
  let lot = roll(1_000)
  for (const [missed, share] of MISSED) {
    if (lot < share) return missed
    lot -= share
  }
  return 0
}

/** A working day of the month that lies so far back. */
function paidOutBefore(roll: Roll, movingDay: LocalDate, months: number): LocalDate {
  const first = addDays(movingDay, 1)
  const day = addDays(addMonths(first, -months - 1), roll(27))
  const on = weekday(day)
  return addDays(day, on === 'sunday' ? 1 : on === 'saturday' ? -1 : 0)
}

const SHARED = new Set(Object.entries(TWINS).flatMap(([no, of]) => [Number(no), of]))
/** Universities and states send the last month after the move: it is posted from their files, which leave out shared numbers. */
const onItsWay = ({ no, payrollSource }: Person): number =>
  payrollSource === 'IPPIS' || SHARED.has(no) ? 0 : 1

function lived(
  person: Person,
  product: Product,
  terms: { tenor: number; missed: number; principal: Kobo; paidOutOn: LocalDate; movingDay: LocalDate },
): OldLoan {
  const { tenor, missed, principal, paidOutOn, movingDay } = terms
  const agreement = agreementFor(product.terms, { amount: principal, tenor, payOutOn: paidOutOn })
  const due = buildSchedule(agreement.terms).rows.filter(row => row.dueDate <= movingDay)
  const paid = due.slice(0, Math.max(0, due.length - Math.max(missed, onItsWay(person))))
  return {
    // the old sheets numbered by year and line
    number: `${paidOutOn.slice(2, 4)}/${String(person.no).padStart(4, '0')}`,
    person,
    product: product.code,
    principal,
    tenor,
    paidOutOn,
    repaid: sum(paid.map(row => row.total)),
    missed: due.length - paid.length,
  }
}

// ── As a file ──────────────────────────────────────────────────────────────────────────────────────────────────────

const FIELDS = Object.entries(fieldsOf('book'))
const plainNaira = (amount: Kobo): string => formatNaira(amount, '').replaceAll(',', '')

export const bookFile = (loans: readonly OldLoan[]): string =>
  csv([
    FIELDS.map(([, field]) => field.title),
    ...loans.map(loan => {
      const cells = cellsOf(loan)
      return FIELDS.map(([name]) => cells[name] ?? '')
    }),
  ])

const cellsOf = ({
  number,
  person,
  product,
  principal,
  tenor,
  paidOutOn,
  repaid,
}: OldLoan): Record<string, string> => ({
  staffNumber: person.ippisNumber,
  title: person.title,
  surname: person.surname,
  firstName: person.firstName,
  otherNames: person.otherNames,
  gender: person.gender,
  birthDate: person.dateOfBirth,
  hireDate: person.firstAppointmentOn,
  phone: person.phone,
  email: person.email,
  bvn: person.bvn,
  nin: person.nin,
  address: person.address,
  state: person.state,
  lga: person.lga,
  employer: person.mda,
  grade: person.grade,
  step: person.step,
  netPay: plainNaira(person.netPay),
  bank: person.bankCode,
  accountNumber: person.accountNumber,
  product,
  loanNumber: number,
  principal: plainNaira(principal),
  tenor: String(tenor),
  paidOutOn,
  repaid: plainNaira(repaid),
  officerCode: person.accountOfficerCode,
  kinName: person.kinName,
  kinRelationship: person.kinRelationship,
  kinPhone: person.kinPhone,
})
