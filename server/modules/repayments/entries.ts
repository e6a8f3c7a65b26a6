import type { LocalDate } from '../../../engine/dates.ts'
import { type Kobo, negate } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { type Line, post } from '../ledger/ledger.ts'

/** A repayment without an identified owner: the office owes it, and no loan has it. */
export const intoSuspense = (amount: Kobo): Line[] => [
  { account: 'payrollOfficeReceivable', amount },
  { account: 'suspense', amount: negate(amount) },
]

/**
 * A repayment is named by its batch and its row in the file, so that staff find the row from the loan. The letter
 * separates it from those of older releases, which counted rows without the header.
 */
export const lineReference = (batchNumber: string, { line, part }: { line: number; part: number }): string =>
  `${batchNumber}/L${line}${part > 1 ? `.${part}` : ''}`

/** Money from the payroll office: into the bank, and off what the office owes. */
export async function postRemittance(
  ctx: Context,
  { id, amount, reference }: { id: string; amount: Kobo; reference: string },
  on: LocalDate,
  undone?: 'undone',
): Promise<void> {
  const ref = undone ? `${id} undone` : id
  await post(ctx, {
    reason: undone ? 'reversal' : 'remittance',
    ref,
    effectiveOn: on,
    lines: [
      { account: 'bank', amount },
      { account: 'payrollOfficeReceivable', amount: negate(amount) },
    ],
    note: `Bank reference ${reference}`,
    whenClosed: 'adjust',
  })
}
