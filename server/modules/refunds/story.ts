import { formatDate, localDate } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { foldLoans } from '../loans/loans.ts'
import * as store from './refunds.sql.ts'

/** What made a credit: the payments whose surplus it is, and the rule by which it is the customer's. */

export type Behind = {
  on: string
  /** The part of the payment that became credit. */
  amount: Kobo
  text: string
  isDeduction: boolean
  /** The whole payment became credit: nothing was owed any more when it came. */
  afterRepaid: boolean
  /** The batch can still be reversed: its office has not remitted it. */
  isReversible: boolean
}

/** Of each loan, the newest payments that left a credit, as far back as the credit of today reaches. */
export async function paymentsBehind(
  ctx: Pick<Context, 'tx' | 'today'>,
  loanIds: readonly string[],
): Promise<Map<string, Behind[]>> {
  const known = new Map((await store.paymentsOf(ctx.tx, loanIds)).map(each => [each.id, each]))
  const folded = await foldLoans(ctx.tx, loanIds, ctx.today, ({ entries, credit }, loanId) => {
    const behind: Behind[] = []
    let left: bigint = credit
    for (const entry of entries.toReversed()) {
      const payment = known.get(entry.event)
      if (left <= 0n || !payment || entry.undone || entry.credit <= 0n) continue
      behind.push({
        on: entry.date,
        amount: kobo(entry.credit),
        text: textOf(payment),
        isDeduction: payment.cash === 'payrollOfficeReceivable',
        afterRepaid: entry.credit === entry.amount,
        isReversible: payment.is_reversible,
      })
      left -= entry.credit
    }
    return [loanId, behind] as const
  })
  return new Map(folded)
}

const textOf = ({ cash, note, channel, reference, type }: store.PaymentRow): string =>
  cash === 'payrollOfficeReceivable' && note
    ? note
    : [channel ?? type, ...(reference ? [`reference ${reference}`] : [])].join(', ')

const NAMED_MAX = 3

/** "Deducted after the loan was repaid: RB-000012, line 41, 25 Oct 2026". */
export function ruleOf(behind: readonly Behind[]): string {
  if (behind.length === 0) return 'More was paid than was owed'
  const isAfter = behind.every(each => each.afterRepaid)
  const verb = behind.every(each => each.isDeduction) ? 'Deducted' : 'Paid'
  const named = behind.slice(0, NAMED_MAX).map(each => `${each.text}, ${formatDate(localDate(each.on))}`)
  const more = behind.length - named.length
  return [
    isAfter ? `${verb} after the loan was repaid: ` : `${verb} more than was owed: `,
    named.join('; '),
    ...(more > 0 ? [` and ${more} more`] : []),
  ].join('')
}

/** What an approver must know and confirm, in one sentence for all cases that share it. */
export function warningsFor(
  cases: readonly store.CaseRow[],
  behind: ReadonlyMap<string, readonly Behind[]>,
): string[] {
  const reversible = cases.flatMap(row => {
    const first = (behind.get(row.loan_id) ?? []).find(each => each.isReversible)
    return first ? [`${row.number} (${first.text})`] : []
  })
  const blacklisted = cases.filter(row => row.customer_status === 'blacklisted').map(row => row.number)
  return [
    ...(reversible.length > 0
      ? [
          `The batch behind it can still be reversed: the payroll office has not remitted. ${listed(reversible)}`,
        ]
      : []),
    ...(blacklisted.length > 0 ? [`The customer is blacklisted: ${listed(blacklisted)}`] : []),
  ]
}

const LISTED_MAX = 10
const listed = (names: readonly string[]): string =>
  names.slice(0, LISTED_MAX).join(', ') +
  (names.length > LISTED_MAX ? ` and ${names.length - LISTED_MAX} more` : '')
