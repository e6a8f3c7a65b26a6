import { fieldsOf, type IntakeKind } from '../../../contract/intake.ts'
import type { RefusalRow } from './intake.sql.ts'

/** What is wrong with a cell, and what to do about it. Rows carry codes; people read these. */
const SENTENCES: Record<string, string> = {
  missing: 'Nothing is filled in.',
  notNumber: 'Not a staff number: 1 to 20 letters, digits, slashes or hyphens.',
  rounded: 'The spreadsheet rounded it and digits are lost. Format the column as text and export again.',
  notAmount: 'Not an amount of naira and kobo.',
  negative: 'An amount below zero.',
  tooLarge: 'More than a trillion naira.',
  notDate: 'Not a date that exists. Write it as 2026-10-31 or 31/10/2026.',
  inFuture: 'A day that has not come yet.',
  notAccount: 'Not a bank account: ten digits, with the zeros in front.',
  notMonth: 'Not a month. Write it as 2026-10.',
  otherMonth: 'Another month than the one this file was uploaded for.',
  notPhone: 'Not a Nigerian phone number.',
  tooLong: 'Longer than the field can hold.',
  twice: 'The same staff number is on another row with different details. Keep the correct one.',
  tooManyCells: 'More cells than the header has columns. Look for a comma or quote that does not belong.',
  notAnswer: 'Neither accepted nor rejected.',
  unknown: 'Not known here.',
}

/** Codes of one row, as SQL joins them. */
export const FAULT_SEPARATOR = '\u001f'

export type ExplainedFault = { field: string; column: string; value: string; reason: string }

/** `netPay.notAmount` → the column as the file calls it, what stood there, and the sentence. */
export function explainFaults(
  kind: IntakeKind,
  headers: readonly string[],
  mapping: Record<string, number>,
  row: Pick<RefusalRow, 'cells' | 'faults'>,
): ExplainedFault[] {
  return row.faults.split(FAULT_SEPARATOR).map(code => {
    const dot = code.indexOf('.')
    const [field, what] = [code.slice(0, dot), code.slice(dot + 1)]
    const index = mapping[field]
    return {
      field: fieldsOf(kind)[field]?.title ?? 'Row',
      column: index === undefined ? '' : (headers[index] ?? ''),
      value: index === undefined ? '' : (row.cells[index] ?? ''),
      // what the reader of the file could not make out comes as a sentence already
      reason: SENTENCES[what] ?? what,
    }
  })
}
