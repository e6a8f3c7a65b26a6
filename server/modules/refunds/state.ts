import { findBank } from '../../../contract/nigeria.ts'
import type { RefundStatus } from '../../../contract/refunds.ts'
import type { Section } from '../../../contract/settings.ts'
import { addMonths, formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { section } from '../settings/settings.ts'
import type { CaseRow } from './refunds.sql.ts'

type Source = Section<'payroll'>['sources'][number]
export type Rules = Section<'refunds'> & { offices: ReadonlyMap<string, Source> }
export async function rulesOf({ tx, today }: Pick<Context, 'tx' | 'today'>): Promise<Rules> {
  const { sources } = await section(tx, 'payroll', today)
  const offices = new Map(sources.map(source => [source.code, source]))
  return { ...(await section(tx, 'refunds', today)), offices }
}

/** Where each act leads from each state. What is not in the table cannot happen. */
export const MOVES = {
  detected: { propose: 'proposed', unclaim: 'unclaimed', setOff: 'ended' },
  proposed: { approve: 'approved' },
  // the line of its disbursement batch leads it on, and back where the bank does not pay
  approved: { pay: 'paying' },
  paying: {},
  paid: {},
  returned: { propose: 'proposed', unclaim: 'unclaimed', setOff: 'ended' },
  unclaimed: { propose: 'proposed', setOff: 'ended' },
  ended: {},
} as const satisfies Record<RefundStatus, Partial<Record<RefundMove, RefundStatus>>>

export type RefundMove = 'propose' | 'approve' | 'pay' | 'unclaim' | 'setOff'

export const isPossible = (status: RefundStatus, move: RefundMove): boolean =>
  Object.hasOwn(MOVES[status], move)

const WRONG_STATE: Record<RefundStatus, string> = {
  detected: 'The refund needs approval first.',
  proposed: 'The refund is pending approval.',
  approved: 'The refund is already approved.',
  paying: 'The refund is in a disbursement batch.',
  paid: 'The refund is paid.',
  returned: 'The refund needs approval again: the bank did not pay it.',
  unclaimed: 'The refund is unclaimed. Propose it again when the customer claims it.',
  ended: 'The case has ended.',
}

/** Why an act on a case is not available, as a sentence; null where it is. */
export function whyNot(row: CaseRow, move: RefundMove, rules: Rules, today: LocalDate): string | null {
  if (row.waiting_approval !== null && move !== 'approve') return 'An action on it is pending approval.'
  if (!isPossible(row.status, move)) return WRONG_STATE[row.status]
  if (move === 'unclaim') {
    const from = addMonths(localDate(row.detected_on), rules.unclaimedMonths)
    return today < from
      ? `Possible from ${formatDate(from)}: ${rules.unclaimedMonths} months after the credit.`
      : null
  }
  if (move === 'setOff') return null
  if (move === 'propose' && row.status === 'detected' && row.amount < rules.minimum)
    return 'The amount is below the minimum of Settings > Refunds.'
  return row.office === null ? payeeProblem(row) : officeProblem(row, row.office, rules)
}

/** The account is the customer's as it is now. A refund to the next of kin is outside this desk. */
export function payeeProblem(row: CaseRow): string | null {
  if (row.customer_status === 'deceased' || row.frozen === 'deceased')
    return 'The customer has died. Pay the estate outside Iroko and record it on the loan.'
  if (row.customer_status === 'erased') return 'The customer’s personal data has been erased.'
  if (row.account_waits) return 'A change of the bank account is pending approval.'
  if (!/^\d{10}$/.test(row.account_number))
    return 'The bank account is missing. Add it on the customer first.'
  if (!findBank(row.bank_code)) return 'The bank is not known. Correct it on the customer first.'
  if (isReturnedAccount(row))
    return 'The bank returned a payment to this account. Change the bank account of the customer first.'
  return null
}

/** What the customer may not receive, the office that deducted it may. */
function officeProblem(row: CaseRow, office: string, rules: Rules): string | null {
  const source = rules.offices.get(office)
  if (office === '' || !source) return 'No payroll office deducted it. Refund the customer.'
  const { name, bankCode, accountNumber } = source.account
  if (name === '' || !findBank(bankCode) || !/^\d{10}$/.test(accountNumber))
    return `The bank account of ${source.name} is missing. Add it under Settings > Payroll sources and calendar.`
  if (isReturnedAccount({ ...row, bank_code: bankCode, account_number: accountNumber }))
    return `The bank returned a payment to the account of ${source.name}. Change it under Settings > Payroll sources and calendar.`
  return null
}

/** To the office that deducted it; empty where there is none. */
export const toOffice = (row: CaseRow): CaseRow => ({ ...row, office: row.deducted_by ?? '' })
export const toCustomer = (row: CaseRow): CaseRow => ({ ...row, office: null })

/** The account that is paid. */
export const payeeOf = (row: CaseRow, rules: Rules) => {
  const source = row.office === null ? undefined : rules.offices.get(row.office)
  return row.office === null
    ? maskedAccount(row.bank_code, row.account_number)
    : maskedAccount(source?.account.bankCode ?? '', source?.account.accountNumber ?? '')
}
export const officeName = (code: string | null, rules: Rules): string | null =>
  code === null ? null : (rules.offices.get(code)?.name ?? code)

const isReturnedAccount = (
  row: Pick<CaseRow, 'returned_account' | 'returned_bank_code' | 'bank_code' | 'account_number'>,
): boolean =>
  row.returned_account !== null &&
  row.returned_bank_code === row.bank_code &&
  row.account_number.endsWith(row.returned_account)

export const describeCase = (row: CaseRow, rules: Rules, today: LocalDate) => ({
  id: row.id,
  number: row.number,
  status: row.status,
  loanId: row.loan_id,
  loanNumber: row.loan_number,
  customerId: row.customer_id,
  customerName: row.customer_name,
  officerCode: row.officer_code,
  officerName: row.officer_name,
  amount: kobo(row.amount),
  detectedOn: row.detected_on,
  since: row.since,
  note: row.note,
  isBelowMinimum: row.amount < rules.minimum,
  office: officeName(row.office, rules),
  deductedBy: officeName(row.deducted_by, rules),
  ...payeeOf(row, rules),
  batch: row.batch_id && row.batch_number ? { id: row.batch_id, number: row.batch_number } : null,
  pendingApprovalId: row.waiting_approval,
  cannotPropose: whyNot(toCustomer(row), 'propose', rules, today),
  cannotReturn: whyNot(toOffice(row), 'propose', rules, today),
  cannotPay: whyNot(row, 'pay', rules, today),
  cannotUnclaim: whyNot(row, 'unclaim', rules, today),
})
