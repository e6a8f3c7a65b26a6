import { type Kobo, parseNaira } from '../../../engine/money.ts'
import { chosenFileProblem } from '../../parts/intake/intakeWords.ts'
import type { Problems } from '../../parts/intake/useUploadForm.ts'

/** Values of the upload form and their validation. */

export type Typed = {
  source: string
  period: string
  rows: string
  total: string
  /** The batch it corrects; empty for an additional file. */
  correctsId: string
  file: File | undefined
}

const ROWS_MAX = 1_100_000
const rowsOf = (typed: string): number | undefined => {
  const digits = typed.trim().replaceAll(',', '')
  const rows = /^\d{1,7}$/.test(digits) ? Number.parseInt(digits, 10) : 0
  return rows >= 1 && rows <= ROWS_MAX ? rows : undefined
}

/** Rows and total are declared together or not at all. */
export function declaredOf({ rows, total }: Typed): { rows: number; total: Kobo } | undefined {
  const [count, amount] = [rowsOf(rows), parseNaira(total)]
  return count === undefined || amount === undefined ? undefined : { rows: count, total: amount }
}

export function problemsOf(typed: Typed): Problems {
  const { source, period, rows, total, file } = typed
  const isDeclared = rows.trim() !== '' || total.trim() !== ''
  const fileProblem = file ? chosenFileProblem(file) : 'Choose a file'
  return {
    ...(source === '' ? { source: 'Choose a source' } : {}),
    ...(period === '' ? { period: 'Choose the payroll month' } : {}),
    ...(isDeclared && rowsOf(rows) === undefined ? { rows: 'Enter a whole number from 1 to 1,100,000' } : {}),
    ...(isDeclared && parseNaira(total) === undefined ? { total: 'Enter an amount in naira' } : {}),
    ...(fileProblem === undefined ? {} : { file: fileProblem }),
  }
}
