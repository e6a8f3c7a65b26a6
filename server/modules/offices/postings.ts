import { accountNamed } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { kobo, negate } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { type Line, type Posting, post } from '../ledger/ledger.ts'

/** The entries of an office's account: what the bank received, what pays a batch, what the office kept back. */

/** A part of a receipt on the receivable of its batch. Negative where it is taken off again. */
export type Paid = { code: number; amount: bigint; charge: bigint }

/** The batch is paid by what was received and what was kept back. */
export const paidLines = (paid: readonly Paid[]): Line[] =>
  paid.flatMap(({ code, amount, charge }) => [
    { account: accountNamed(code), amount: kobo(-amount - charge) },
    { account: 'payrollCharges', amount: kobo(charge) },
  ])

/** Out of the credit of the office, or back into it. */
export const fromCredit = (paid: readonly Paid[]): Line[] => [
  ...paidLines(paid),
  { account: 'remittanceClearing', amount: kobo(paid.reduce((total, each) => total + each.amount, 0n)) },
]

/** A bank credit: what is allocated pays batches, the rest is the credit of the office. */
export function receiptLines(amount: bigint, paid: readonly Paid[]): Line[] {
  const allocated = paid.reduce((total, each) => total + each.amount, 0n)
  return [
    { account: 'bank', amount: kobo(amount) },
    { account: 'remittanceClearing', amount: kobo(allocated - amount) },
    ...paidLines(paid),
  ]
}

export const reversed = (lines: readonly Line[]): Line[] =>
  lines.map(line => ({ ...line, amount: negate(line.amount) }))

export const writeDownLines = (code: number, amount: bigint): Line[] => [
  { account: 'officeDebtWrittenDown', amount: kobo(amount) },
  { account: accountNamed(code), amount: kobo(-amount) },
]

/** The day the ledger counts it on. Lines that cancel each other need no entry. */
export async function postOfficeEntry(
  ctx: Context,
  entry: Pick<Posting, 'reason' | 'ref' | 'effectiveOn' | 'bank' | 'note'> & { lines: readonly Line[] },
): Promise<LocalDate> {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of entry.lines) sums.set(account, (sums.get(account) ?? 0n) + amount)
  if ([...sums.values()].every(amount => amount === 0n)) return entry.effectiveOn
  return (await post(ctx, { ...entry, whenClosed: 'adjust' })).effectiveOn
}
