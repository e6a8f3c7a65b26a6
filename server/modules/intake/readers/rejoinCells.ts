import type { IntakeKind } from '../../../../contract/intake.ts'
import { localDate } from '../../../../engine/dates.ts'
import {
  type ReadCell,
  readAmount,
  readBank,
  readDay,
  readMonth,
  readStaffNumber,
  readStatus,
} from '../values.ts'

/** Whether a cell could stand in a field: what tells a name with a comma in it from two cells. */

type Fits = Record<string, (text: string) => boolean>

/** Far enough that no date of a file is in the future: here only the form of a cell counts. */
const ANY_DAY = localDate('2199-12-31')
const isGood = (read: ReadCell<unknown>): boolean => 'value' in read
const isStatus = (text: string): boolean =>
  text === '' || (readStatus(text) !== 'unknown' && !text.includes(','))

const FITS: Record<IntakeKind, Fits> = {
  payroll: {
    staffNumber: text => isGood(readStaffNumber(text)) && /\d/.test(text),
    fullName: text => /\p{L}/u.test(text) && !/\d/.test(text),
    netPay: text => isGood(readAmount(text)),
    grossPay: text => text === '' || isGood(readAmount(text)),
    deductions: text => text === '' || isGood(readAmount(text)),
    birthDate: text => isGood(readDay(text, ANY_DAY)),
    hireDate: text => isGood(readDay(text, ANY_DAY)),
    period: text => isGood(readMonth(text, ANY_DAY)),
    employmentStatus: isStatus,
    assignmentStatus: isStatus,
    phone: text => /^[\d +()-]*$/.test(text),
    accountNumber: text => /^[\d.E+]*$/i.test(text),
    bank: text => text === '' || readBank(text) !== null,
  },
  repayment: {
    staffNumber: text => text === '' || (/\d/.test(text) && isGood(readStaffNumber(text))),
    fullName: text => !/\d/.test(text),
    amount: text => isGood(readAmount(text)),
    accountNumber: text => /^[\d.E+ -]*$/i.test(text),
  },
  // a loan taken over with one cell too many is for a person to look at
  book: {},
}

export const fits = (kind: IntakeKind, field: string, text: string): boolean =>
  FITS[kind][field]?.(text.trim()) ?? true
