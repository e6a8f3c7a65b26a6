import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { type Application, bankStep, identityStep, workStep } from '../../../contract/application.ts'
import { tenorUnits } from '../../../contract/products.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../../engine/loan.ts'
import { formatNaira, type Kobo, kobo, smaller } from '../../../engine/money.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { agreementFor } from '../../../engine/product.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import { cutText } from '../../../engine/text.ts'
import type { Owner } from '../../kernel/keys.ts'
import { readAccount, readAmount, readBank, readDay, readStaffNumber } from '../intake/intake.ts'
import type { Product } from '../settings/settings.ts'

/** Reads one line of a loan import and replays it. */

/** What a line states, once it was understood. */
/** Whose value the sealed line of a book is. */
export const statedOwner = (intakeId: string, row: number | string): Owner => [
  'loanImport.stated',
  `${intakeId} ${row}`,
]

export type StatedLoan = {
  application: Application
  oldNumber: string
  productCode: string
  principal: Kobo
  tenor: number
  paidOutOn: LocalDate
  repaid: Kobo
  officerCode: string
  /** When the row was checked, and by which version of the product; older rows have none. */
  checked?: { on: LocalDate; version: number }
}

/** The form's names for what a file calls otherwise: its messages are the file's messages. */
const FIELD_OF: Record<string, string> = {
  dateOfBirth: 'birthDate', firstAppointmentOn: 'hireDate', mda: 'employer', ippisNumber: 'staffNumber', bankCode: 'bank',
} // biome-ignore format: a table

const person = z.object({ ...identityStep.shape, ...workStep.shape, ...bankStep.shape })

const GENDERS: Record<string, 'MALE' | 'FEMALE'> = { M: 'MALE', MALE: 'MALE', F: 'FEMALE', FEMALE: 'FEMALE' }

/** Reads the cells of a row one after another; problems are collected by field. */
function openCells(cells: Record<string, string>, today: LocalDate) {
  const text = (field: string): string => cells[field] ?? ''
  const faults: string[] = text('problem') === '' ? [] : [`row.${text('problem')}`]
  const isFaulty = (field: string): boolean => faults.some(fault => fault.startsWith(`${field}.`))
  const took = <T>(field: string, read: { value: T } | { fault: string }): T | undefined => {
    if ('value' in read) return read.value
    faults.push(`${field}.${read.fault}`)
    return undefined
  }
  return {
    text,
    took,
    faults,
    /** A field is blamed once: what was unreadable is not called missing as well. */
    blame: (field: string, why: string): void => {
      if (!isFaulty(field)) faults.push(`${field}.${why}`)
    },
    day: (field: string): string => took(field, readDay(text(field), today)) ?? '',
    amount: (field: string): Kobo => took(field, readAmount(text(field))) ?? kobo(0n),
  }
}
type Cells = ReturnType<typeof openCells>

function readPerson({ text, took, day, amount, blame }: Cells, source: string) {
  const bankCode = readBank(text('bank')) ?? ''
  const gender = GENDERS[text('gender').toUpperCase()] ?? text('gender')
  const parsed = person.safeParse({
    title: text('title').toUpperCase() || (gender === 'FEMALE' ? 'MS' : 'MR'),
    surname: text('surname'),
    firstName: text('firstName'),
    otherNames: text('otherNames'),
    gender,
    dateOfBirth: day('birthDate'),
    phone: parsePhone(text('phone')) ?? text('phone'),
    email: text('email'),
    bvn: text('bvn'),
    nin: text('nin'),
    address: text('address'),
    state: text('state'),
    lga: text('lga'),
    payrollSource: source,
    ippisNumber: took('staffNumber', readStaffNumber(text('staffNumber'))) ?? '',
    mda: text('employer'),
    grade: text('grade'),
    step: text('step'),
    firstAppointmentOn: day('hireDate'),
    netPay: amount('netPay').toString(),
    bankCode,
    accountNumber: took('accountNumber', readAccount(text('accountNumber'), bankCode)) ?? '',
  })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0])
    blame(FIELD_OF[name] ?? name, issue.message)
  }
  return undefined
}

/** The tenor counts what the product counts: weeks of a weekly loan. */
function readTerms({ text, day, amount, blame }: Cells, product: Product | undefined) {
  const tenor = /^\d{1,3}$/.test(text('tenor')) ? parseInt(text('tenor'), 10) : 0
  const units = tenorUnits(product?.terms.frequency.rhythm ?? 'monthly')
  if (tenor < 1 || tenor > 120) blame('tenor', `A whole number of ${units}, 1 to 120.`)
  const paidOutOn = day('paidOutOn')
  if (paidOutOn === '') blame('paidOutOn', 'missing')
  const [principal, repaid] = [amount('principal'), amount('repaid')]
  if (principal === 0n) blame('principal', 'missing')
  if (text('loanNumber') === '') blame('loanNumber', 'missing')
  return { tenor, paidOutOn, principal, repaid }
}

/** Rows at the start that ask for less: a schedule needs one more. */
export const spared = ({ terms: { moratorium } }: Product): number =>
  Math.max(moratorium.principalRows, moratorium.interestRows)

/** Understands a line, or says by field what is wrong with it. */
export function readLine(
  line: Record<string, string>,
  { source, today, products }: { source: string; today: LocalDate; products: readonly Product[] },
): { stated: StatedLoan; outstanding: Kobo } | { faults: string[] } {
  const cells = openCells(line, today)
  const { text, faults } = cells
  const known = readPerson(cells, source)
  const product = products.find(each => each.code.toUpperCase() === text('product').toUpperCase())
  if (!product) cells.blame('product', 'No product in use has this code.')
  const { tenor, paidOutOn, principal, repaid } = readTerms(cells, product)
  if (product && tenor > 0 && tenor <= spared(product))
    cells.blame('tenor', `More instalments than the product’s moratorium of ${spared(product)}.`)
  if (faults.length > 0 || !known || !product) return { faults }
  const stated: StatedLoan = {
    application: {
      ...known,
      consentVersion: 0,
      consented: true,
      productId: product.id,
      amount: principal,
      tenor,
      purpose: 'Imported from the previous system',
      kinName: cutText(text('kinName'), 120),
      kinRelationship: cutText(text('kinRelationship'), 40),
      kinPhone: parsePhone(text('kinPhone')) ?? cutText(text('kinPhone'), 30),
      kinAddress: '',
      accountOfficerCode: text('officerCode'),
    },
    oldNumber: cutText(text('loanNumber'), 60),
    productCode: product.code,
    principal,
    tenor,
    paidOutOn: localDate(paidOutOn),
    repaid,
    officerCode: cutText(text('officerCode'), 60),
    checked: { on: today, version: product.version },
  }
  return judged(stated, product, today, text('balance'))
}

/** The loan as the engine reads it must agree with the balance of the old books, where they state one. */
function judged(stated: StatedLoan, product: Product, today: LocalDate, balance: string) {
  const { state } = replayMigratedLoan(stated, product, today)
  if (state.status === 'closed' || state.status === 'overpaid')
    return { faults: ['repaid.The loan is already repaid. Only active loans are imported.'] }
  const old = balance === '' ? undefined : readAmount(balance)
  if (old && 'fault' in old) return { faults: [`balance.${old.fault}`] }
  if (old && old.value !== state.outstandingTotal)
    return { faults: [`balance.By these terms ${formatNaira(state.outstandingTotal)} is owed.`] }
  return { stated, outstanding: state.outstandingTotal }
}

/** A replayed loan. */
export type Lived = { agreement: LoanAgreement; events: LoanEvent[]; state: LoanState }

/**
 * Paid out on its day, and repaid on its due days as far as the money goes. What is over came with the last of them, or on the disbursement
 * day: today nothing reaches the bank.
 */
export function replayMigratedLoan(stated: StatedLoan, product: Product, today: LocalDate): Lived {
  const { principal, tenor, paidOutOn } = stated
  const agreement = agreementFor(product.terms, { amount: principal, tenor, payOutOn: paidOutOn })
  const events: LoanEvent[] = [
    {
      id: randomUUID(),
      type: 'disbursement',
      date: paidOutOn,
      amount: principal,
      enteredOn: today,
      sequence: 1,
    },
  ]
  let left = stated.repaid
  const receive = (amount: Kobo, date: LocalDate): void => {
    if (amount <= 0n) return
    events.push({
      id: randomUUID(),
      type: 'receipt',
      date,
      amount,
      enteredOn: today,
      sequence: events.length + 1,
    })
    left = kobo(left - amount)
  }
  const fallen = buildSchedule(agreement.terms).rows.filter(({ dueDate }) => dueDate <= today)
  for (const row of fallen) receive(smaller(left, row.total), row.dueDate)
  receive(left, fallen.at(-1)?.dueDate ?? paidOutOn)
  return { agreement, events, state: foldLoan(agreement, events, today) }
}
