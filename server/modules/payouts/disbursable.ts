import { findBank } from '../../../contract/nigeria.ts'
import type { PayoutKind } from '../../../contract/payouts.ts'
import type { OfficeAccount } from '../../../contract/paySources.ts'
import { formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, sum, ZERO } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { payableOf } from '../loans/loans.ts'
import { section } from '../settings/settings.ts'
import * as store from './payouts.sql.ts'
import { type RefundRow, refundsBy } from './refunds.sql.ts'
import { customerHindrance, type Settling } from './state.ts'

/** Which loans can be disbursed and which refunds paid, and why the others cannot. */

export type Fit = {
  kind: PayoutKind
  refundId: string | null
  loanId: string
  number: string
  customerName: string
  beneficiary: string
  bankCode: string
  accountNumber: string
  principal: Kobo
  fees: Kobo
  settles: Settling[]
  amount: Kobo
}
export type Unfit = { loanId: string; number: string; customerName: string; why: string }
export type Judged = { fits: Fit[]; unfit: Unfit[] }

type Payable = NonNullable<Awaited<ReturnType<typeof payableOf>>>
type Question = {
  loanIds: readonly string[]
  refundIds?: readonly string[]
  valueOn: LocalDate
  batchId?: string
}

export async function judgeLoans(ctx: Context, question: Question): Promise<Judged> {
  const judged = await judgeRefunds(ctx, question)
  const payees = new Map((await store.payees(ctx.tx, question.loanIds)).map(each => [each.loan_id, each]))
  for (const loanId of question.loanIds) {
    const payable = await payableOf(ctx, loanId, question.valueOn)
    const payee = payees.get(loanId)
    if (!payable || !payee) {
      judged.unfit.push({ loanId, number: 'Unknown', customerName: '', why: 'There is no such loan' })
      continue
    }
    const { row, terms: _, ...money } = payable
    const named = { loanId, number: row.number, customerName: row.customer_name }
    const why = hindrance(row, payee, question)
    if (why) judged.unfit.push({ ...named, why })
    else {
      const frozen = money.settles.find(each => each.isFrozen)
      const refused = money.settles.find(each => each.refused)
      if (frozen) judged.unfit.push({ ...named, why: `Loan ${frozen.number}, which it settles, is frozen` })
      else if (refused) judged.unfit.push({ ...named, why: `Loan ${refused.number}: ${refused.refused}` })
      else if (money.amount > 0n)
        judged.fits.push({ kind: 'loan', refundId: null, ...named, ...addressOf(payee), ...money })
      else judged.unfit.push({ ...named, why: nothingLeft(money.settles) })
    }
  }
  return judged
}

/** A refund goes to the account of the customer, or of the payroll office, as it is now, out of the credit of its loan. */
async function judgeRefunds(ctx: Context, question: Question): Promise<Judged> {
  const judged: Judged = { fits: [], unfit: [] }
  const ids = question.refundIds ?? []
  if (ids.length === 0) return judged
  const refunds = await refundsBy(ctx.tx, ids)
  const payees = new Map(
    (
      await store.payees(
        ctx.tx,
        refunds.map(each => each.loan_id),
      )
    ).map(each => [each.loan_id, each]),
  )
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  const officeOf = (refund: RefundRow) => sources.find(each => each.code === refund.office)?.account
  const loans = new Set<string>()
  for (const refund of refunds) {
    const payee = payees.get(refund.loan_id)
    if (!payee) continue
    const named = { loanId: refund.loan_id, number: refund.number, customerName: payee.customer_name }
    const isSecond = loans.has(refund.loan_id)
    loans.add(refund.loan_id)
    const why = isSecond
      ? `Another refund of ${payee.loan_number} is in the batch. Pay this one in the next`
      : (refundHindrance(refund, payee, question) ??
        accountHindrance(refund.office === null ? payeeAccount(payee) : officeOf(refund)))
    if (why) judged.unfit.push({ ...named, why })
    else
      judged.fits.push({
        kind: 'refund',
        refundId: refund.refund_id,
        ...named,
        ...(refund.office === null ? addressOf(payee) : officeAddress(officeOf(refund))),
        principal: ZERO,
        fees: ZERO,
        settles: [],
        amount: kobo(refund.amount),
      })
  }
  const known = new Set(refunds.map(each => each.refund_id))
  for (const id of ids)
    if (!known.has(id))
      judged.unfit.push({ loanId: id, number: 'Unknown', customerName: '', why: 'There is no such refund' })
  return judged
}

/** Blacklisting stops lending. It keeps nobody's own money. */
function refundHindrance(refund: RefundRow, payee: store.PayeeRow, question: Question): string | undefined {
  const isHere = question.batchId !== undefined && payee.batch_id === question.batchId
  if (refund.status !== 'approved' && !(isHere && refund.status === 'paying'))
    return `The refund is ${refund.status}`
  const ofCustomer = refund.office === null ? refundOfCustomer(payee, question) : undefined
  if (ofCustomer) return ofCustomer
  if (payee.batch_id && !isHere) return `Already in ${payee.batch_number}`
  if (payee.act_waits) return 'An action on the loan is pending approval'
  if (refund.loan_credit < refund.amount)
    return `The credit of ${payee.loan_number} is now ${formatNaira(kobo(refund.loan_credit))}`
  return undefined
}

function refundOfCustomer(payee: store.PayeeRow, question: Question): string | undefined {
  if (payee.frozen === 'deceased') return 'The customer has died'
  return payee.customer_status === 'blacklisted' && !payee.account_waits
    ? undefined
    : customerHindrance(payee, question.valueOn)
}

type Account = { bankCode: string; accountNumber: string }
const payeeAccount = (payee: store.PayeeRow): Account => ({
  bankCode: payee.bank_code,
  accountNumber: payee.account_number,
})

function accountHindrance(account: Account | undefined): string | undefined {
  if (!/^\d{10}$/.test(account?.accountNumber ?? '')) return 'The account number is missing or not 10 digits'
  return findBank(account?.bankCode ?? '') ? undefined : 'The bank is not known'
}

const officeAddress = (account: OfficeAccount | undefined) => ({
  beneficiary: account?.name ?? '',
  bankCode: account?.bankCode ?? '',
  accountNumber: account?.accountNumber ?? '',
})

const nothingLeft = (settles: readonly Settling[]): string =>
  `Settling ${settles.map(each => each.number).join(', ')} takes ${formatNaira(sum(settles.map(each => each.amount)))}, so nothing is left to disburse`

const addressOf = (payee: store.PayeeRow) => ({
  beneficiary: payee.beneficiary,
  bankCode: payee.bank_code,
  accountNumber: payee.account_number,
})

/** The first thing that stands in the way, as a sentence; undefined when nothing does. */
function hindrance(row: Payable['row'], payee: store.PayeeRow, question: Question): string | undefined {
  if (row.status !== 'awaiting disbursement') return `The loan is ${row.status}`
  if (row.frozen)
    return `Frozen: ${row.frozen === 'deceased' ? 'the customer has died' : 'the customer disputes it'}`
  const ofCustomer = customerHindrance(payee, question.valueOn)
  if (ofCustomer) return ofCustomer
  if (payee.batch_id && payee.batch_id !== question.batchId) return `Already in ${payee.batch_number}`
  if (payee.act_waits) return 'An action on the loan is pending approval'
  const ofAccount = accountHindrance(payeeAccount(payee))
  if (ofAccount) return ofAccount
  if (row.approved_on > question.valueOn)
    return `Approved on ${formatDate(localDate(row.approved_on))}, after the value date`
  return undefined
}

/** The same of one line, as the page of its loan reads it. */
export async function changeOf(
  ctx: Context,
  loanId: string,
  line: {
    batch_id: string
    value_on: string
    account_number: string
    bank_code: string
    amount: bigint | string
  },
): Promise<string | null> {
  const batch = { id: line.batch_id, value_on: line.value_on }
  const amount = BigInt(line.amount)
  const asLine = { ...line, loan_id: loanId, refund_id: null, amount }
  return (await changedSince(ctx, batch, [asLine])).get(loanId) ?? null
}

/** What has changed about the lines since the batch was made: loan number and why, for those that no longer fit. */
export async function changedSince(
  ctx: Context,
  batch: Pick<store.BatchRow, 'id' | 'value_on'>,
  lines: readonly Pick<store.LineRow, 'loan_id' | 'refund_id' | 'account_number' | 'bank_code' | 'amount'>[],
): Promise<Map<string, string>> {
  const question = { valueOn: localDate(batch.value_on), batchId: batch.id }
  const { fits, unfit } = await judgeLoans(ctx, {
    ...question,
    loanIds: lines.filter(each => each.refund_id === null).map(each => each.loan_id),
    refundIds: lines.flatMap(each => each.refund_id ?? []),
  })
  const found = new Map(unfit.map(each => [each.loanId, each.why]))
  const now = new Map(fits.map(each => [each.loanId, each]))
  for (const line of lines) {
    const fit = now.get(line.loan_id)
    if (!fit) continue
    if (fit.accountNumber !== line.account_number || fit.bankCode !== line.bank_code)
      found.set(line.loan_id, 'The bank account has changed')
    else if (fit.amount !== line.amount)
      found.set(
        line.loan_id,
        `The amount is now ${formatNaira(fit.amount)}, not ${formatNaira(kobo(line.amount))}`,
      )
  }
  return found
}

const NAMED_MAX = 10

/** "L0100007: the loan is live; …", as many as a person reads. */
export function namesOf(unfit: readonly { number: string; why: string }[]): string {
  const named = unfit
    .slice(0, NAMED_MAX)
    .map(({ number, why }) => `${number}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`)
  return named.join('; ') + (unfit.length > NAMED_MAX ? `; and ${unfit.length - NAMED_MAX} more` : '')
}
