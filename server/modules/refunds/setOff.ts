import type { Api, CommandInput } from '../../../contract/api.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { payOut } from '../loans/loans.ts'
import * as store from './refunds.sql.ts'
import { rulesOf, whyNot } from './state.ts'

/** A credit that repays another active loan of the same customer: submitted and approved, never by itself. */

type Whole = { row: store.CaseRow; loan: store.ActiveLoan; amount: Kobo }

async function prepare(ctx: Context, caseId: string, loanId: string, isApproval: boolean): Promise<Whole> {
  const [seen = refuse('record.unknown', { what: 'refund' })] = await store.casesByIds(ctx.tx, [caseId])
  if (ctx.tx.isTransaction) await store.lockLoans(ctx.tx, [seen.loan_id, loanId])
  const [found = seen] = ctx.tx.isTransaction ? await store.lockCases(ctx.tx, [caseId]) : [seen]
  const row = isApproval ? { ...found, waiting_approval: null } : found
  const why = whyNot(row, 'setOff', await rulesOf(ctx), ctx.today)
  if (why) refuse('refund.unfit', { cases: `${row.number}: ${why}` })
  const loans = await store.activeLoansOf(ctx.tx, row.customer_id, row.loan_id)
  const loan = loans.find(each => each.id === loanId)
  if (!loan) return refuse('refund.unfit', { cases: 'It is not an active loan of the same customer.' })
  return { row, loan, amount: kobo(row.amount < loan.owed_total ? row.amount : loan.owed_total) }
}

const effectOf = ({ row, loan, amount }: Whole): Foresight => ({
  before: { creditNow: formatNaira(kobo(row.loan_credit)), outstanding: formatNaira(kobo(loan.owed_total)) },
  after: {
    effect: `${formatNaira(amount)} of the credit of ${row.loan_number} repays ${loan.number}`,
    creditNow: formatNaira(kobo(row.loan_credit - amount)),
    outstanding: formatNaira(kobo(loan.owed_total - amount)),
  },
})

export const proposeSetOff: Handler<Api['refundSetOff']> = async (ctx, { id, caseId, loanId, reason }) => {
  const whole = await prepare(ctx, caseId, loanId, false)
  const approvalId = await propose(ctx, {
    command: 'refundSetOff',
    input: { id, caseId, loanId, amount: whole.amount },
    subject: ['refund', caseId],
    summary: `${whole.row.number}: ${formatNaira(whole.amount)} of ${whole.row.loan_number} repays ${whole.loan.number}`,
    amount: whole.amount,
    ...effectOf(whole),
    reason,
  })
  return { approvalId }
}

export const foreseeSetOff = async (
  ctx: Context,
  { caseId, loanId, amount }: CommandInput<'refundSetOff'>,
): Promise<Foresight> => {
  const whole = await prepare(ctx, caseId, loanId, true)
  return { ...effectOf(whole), isStale: whole.amount !== amount }
}

export async function approveSetOff(
  ctx: Context,
  input: CommandInput<'refundSetOff'>,
  asked: Asked,
): Promise<void> {
  const { row, loan, amount } = await prepare(ctx, input.caseId, input.loanId, true)
  if (amount !== input.amount) refuse('approval.stale')
  // the case first: the credit that leaves is its own, and what is left of it is detected again
  await store.changeCases(ctx.tx, [row.id], {
    status: 'ended',
    since: ctx.today,
    note: `${formatNaira(amount)} repaid ${loan.number}`,
    approvedAt: ctx.now,
    approvedBy: ctx.actor.name,
  })
  await payOut(ctx, {
    loanId: row.loan_id,
    id: input.id,
    refund: amount,
    on: ctx.today,
    repays: loan.id,
    note: `${row.number}: credit used to repay ${loan.number}`,
    maker: { id: asked.makerId, name: asked.makerName },
  })
  ctx.audit({
    action: 'refundSetOff',
    subject: ['refund', row.id],
    before: { status: row.status },
    after: { status: 'ended', amount: amount.toString() },
    reason: asked.reason,
  })
}
