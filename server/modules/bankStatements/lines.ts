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
