import type { StatementProblem } from '../../../contract/bankStatements.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Kobo } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'

/** What the readers of all formats give. Received is positive, paid negative. */
export type StatementLine = {
  /** Of the file; in XML the number of the entry. */
  line: number
  bookedOn: LocalDate
  valueOn: LocalDate | null
  amount: Kobo
  balance: Kobo | null
  reference: string
  narration: string
}

/** Why a whole file is not read, as a sentence for the person who chose it. */
export class Unreadable extends Error {}

/** The account that a person chose; its number is unknown until the lender enters it. */
export type StatementAccount = { title: string; number: string | null }

const ACCOUNT_END_LENGTH = 4
const maskedNumber = (digits: string): string => `•••• ${digits.slice(-ACCOUNT_END_LENGTH)}`

const PROBLEMS_SHOWN = 200
const NARRATION_MAX_LENGTH = 500
const REFERENCE_MAX_LENGTH = 100
const VALUE_MAX_LENGTH = 60

/** What a reader finds beside the lines. One bad line keeps the whole file out, and reading goes on to name them all. */
export class Findings {
  opening: Kobo | null = null
  closing: Kobo | null = null
  problems: StatementProblem[] = []
  problemCount = 0
  readonly account: StatementAccount

  constructor(account: StatementAccount) {
    this.account = account
  }

  /** The account as the file names it: with a bank code before the number or a currency after it, or only its end. */
  checkAccount(named: string): void {
    const { title, number } = this.account
    const digits = named.replace(/\D/g, '')
    if (number === null || digits.length < ACCOUNT_END_LENGTH) return
    const isSame = digits.length < number.length ? number.endsWith(digits) : digits.includes(number)
    if (isSame) return
    throw new Unreadable(
      `This is the statement of account ${maskedNumber(digits)}, but ${title} is account ${maskedNumber(number)}. Choose the bank account of the statement and upload it again.`,
    )
  }

  refuse(line: number, column: string, value: string, reason: string): void {
    this.problemCount += 1
    if (this.problems.length < PROBLEMS_SHOWN)
      this.problems.push({ line, column, value: plain(value, VALUE_MAX_LENGTH), reason })
  }
}

/** Text that can be stored and shown in one line, without a spreadsheet's guard. */
const plain = (text: string, most: number): string =>
  cutText(
    text
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .replace(/^'/, ''),
    most,
  )

export const narrationOf = (text: string): string => plain(text, NARRATION_MAX_LENGTH)
/** Banks write "NONREF" where there is none. */
export const referenceOf = (text: string): string => {
  const found = plain(text, REFERENCE_MAX_LENGTH)
  return /^(nonref|notprovided|n\/?a|nil|none|-+|0+)$/i.test(found) ? '' : found
}
