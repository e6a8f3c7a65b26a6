import type { Api, CommandInput } from '../../../contract/api.ts'
import type { RefundPayee } from '../../../contract/refunds.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira, type Kobo, kobo, sum } from '../../../engine/money.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import * as store from './refunds.sql.ts'
import { officeName, type RefundMove, type Rules, rulesOf, toCustomer, toOffice, whyNot } from './state.ts'
import { paymentsBehind, ruleOf, warningsFor } from './story.ts'

/** One user submits refunds, another approves them. No money moves: the bank pays them with a disbursement batch. */

type Selected = { id: string; caseIds: readonly string[]; reason: string }
const MOVES = { refundApprove: 'propose', refundUnclaim: 'unclaim' } as const satisfies Record<
  string,
  RefundMove
>

export const proposeRefunds: Handler<Api['refundPropose']> = (ctx, input) =>
  submit(ctx, 'refundApprove', input, input.payee)

export const proposeUnclaimed: Handler<Api['refundUnclaim']> = (ctx, input) =>
  submit(ctx, 'refundUnclaim', input, 'customer')

async function submit(
  ctx: Context,
  command: keyof typeof MOVES,
  { id, caseIds, reason }: Selected,
  payee: RefundPayee,
) {
  const ids = [...new Set(caseIds.map(each => each.toLowerCase()))]
  const cases = (await store.lockCases(ctx.tx, ids)).map(payee === 'office' ? toOffice : toCustomer)
  const known = await store.findProposal(ctx.tx, id)
  if (known) return repeated(ctx, known, cases)
  if (cases.length < ids.length) refuse('record.unknown', { what: 'refund' })
  await refuseUnfit(ctx, cases, MOVES[command])
  if (payee === 'office') await refuseOtherPayments(ctx, cases)
  const total = totalOf(cases)
  const isNew = await store.insertProposal(ctx.tx, {
    id,
    cases: cases.length,
    total,
    reason,
    proposed_at: ctx.now,
    proposed_by: ctx.actor.id,
    proposed_by_name: ctx.actor.name,
  })
  if (!isNew) refuse('idempotency.other_body')
  await store.nameProposal(ctx.tx, cases, id)
  if (command === 'refundApprove')
    await store.changeCases(ctx.tx, ids, { status: 'proposed', since: ctx.today })
  const approvalId = await propose(ctx, {
    command,
    input: { id, caseIds: ids, total },
    subject: ['refundProposal', id],
    summary: `${countOf(cases.length, 'refund')}${cases.length === 1 ? ` ${cases[0]?.number} of ${cases[0]?.loan_number}` : ''}, ${formatNaira(total)}`,
    amount: total,
    after: await effectOf(ctx, cases),
    reason,
  })
  for (const row of cases)
    ctx.audit({
      subject: ['refund', row.id],
      before: { status: row.status },
      after: { approval: approvalId, amount: row.amount.toString() },
      reason,
    })
  return { approvalId }
}

/** Sent once more under its id, it is the same proposal. */
async function repeated(ctx: Context, { id, cases }: store.ProposalRow, asked: readonly store.CaseRow[]) {
  const stored = await store.casesOfProposal(ctx.tx, id)
  const isSame =
    cases === asked.length &&
    stored.every(row => asked.some(each => each.id === row.id && each.office === row.office))
  if (!isSame) refuse('idempotency.other_body')
  ctx.audit({ subject: ['refundProposal', id], after: { repeated: true } })
  return { approvalId: stored[0]?.waiting_approval ?? null }
}

const totalOf = (cases: readonly store.CaseRow[]): Kobo => sum(cases.map(row => kobo(row.amount)))

async function refuseUnfit(ctx: Context, cases: readonly store.CaseRow[], move: RefundMove): Promise<void> {
  const rules = await rulesOf(ctx)
  const unfit = cases.flatMap(row => {
    const why = whyNot(row, move, rules, ctx.today)
    return why ? [`${row.number}: ${why}`] : []
  })
  if (unfit.length === 0) return
  const shown = unfit.slice(0, NAMED_MAX).join(' ')
  const more = unfit.length - NAMED_MAX
  refuse('refund.unfit', { cases: more > 0 ? `${shown} And ${more} more.` : shown })
}
/** What a customer paid is the customer's: an office gets back what it deducted. */
async function refuseOtherPayments(ctx: Context, cases: readonly store.CaseRow[]): Promise<void> {
  const loanIds = cases.map(row => row.loan_id)
  const behind = await paymentsBehind(ctx, loanIds)
  const other = cases.find(row => !(behind.get(row.loan_id) ?? []).every(each => each.isDeduction))
  if (other)
    refuse('refund.unfit', {
      cases: `${other.number}: The customer paid part of it, so it cannot be returned to the payroll office.`,
    })
}
const NAMED_MAX = 5

const LISTED_MAX = 20

/** No names: what is approved outlives an erased person. */
async function effectOf(ctx: Context, cases: readonly store.CaseRow[]): Promise<object> {
  const behind = await paymentsBehind(
    ctx,
    cases.map(row => row.loan_id),
  )
  const lines = cases
    .slice(0, LISTED_MAX)
    .map(
      row =>
        `${row.number}, ${row.loan_number}, ${formatNaira(kobo(row.amount))}: ${ruleOf(behind.get(row.loan_id) ?? [])}`,
    )
  const more = cases.length - lines.length
  const rules = await rulesOf(ctx)
  const offices = new Set(cases.flatMap(row => (row.office === null ? [] : [row.office])))
  const warnings = warningsFor(cases, behind)
  return {
    paidBack: formatNaira(totalOf(cases)),
    payments: cases.length,
    ...(offices.size > 0 ? { payees: [...offices].map(code => officeText(code, rules)) } : {}),
    cases: [...lines, ...(more > 0 ? [`and ${more} more`] : [])],
    ...(warnings.length > 0 ? { beAware: warnings } : {}),
  }
}

/** "IPPIS, Zenith Bank •••• 4321". */
function officeText(code: string, rules: Rules): string {
  const { bankCode = '', accountNumber = '' } = rules.offices.get(code)?.account ?? {}
  const { bankName, account } = maskedAccount(bankCode, accountNumber)
  return `${officeName(code, rules)}, ${bankName} ${account}`
}

/** The cases as they were submitted, or a refusal that names what changed. */
async function unchanged(
  ctx: Context,
  { id, caseIds, total }: CommandInput<'refundApprove'>,
  move: 'approve' | 'unclaim',
): Promise<store.CaseRow[]> {
  const cases = await (ctx.tx.isTransaction ? store.lockCases : store.casesByIds)(ctx.tx, caseIds)
  const own = cases.filter(row => row.proposal_id === id)
  if (own.length < caseIds.length) refuse('approval.stale')
  // what is being approved is no obstacle to itself
  await refuseUnfit(
    ctx,
    own.map(row => ({ ...row, waiting_approval: null })),
    move,
  )
  if (totalOf(own) !== total) refuse('approval.stale')
  return own
}

export const foreseeRefunds = async (
  ctx: Context,
  input: CommandInput<'refundApprove'>,
): Promise<Foresight> => ({ after: await effectOf(ctx, await unchanged(ctx, input, 'approve')) })

export const foreseeUnclaimed = async (
  ctx: Context,
  input: CommandInput<'refundUnclaim'>,
): Promise<Foresight> => ({ after: await effectOf(ctx, await unchanged(ctx, input, 'unclaim')) })

export async function approveRefunds(ctx: Context, input: CommandInput<'refundApprove'>): Promise<void> {
  await carryOut(ctx, await unchanged(ctx, input, 'approve'), 'approved')
}

export async function approveUnclaimed(ctx: Context, input: CommandInput<'refundUnclaim'>): Promise<void> {
  await carryOut(ctx, await unchanged(ctx, input, 'unclaim'), 'unclaimed')
}

async function carryOut(
  ctx: Context,
  cases: readonly store.CaseRow[],
  status: 'approved' | 'unclaimed',
): Promise<void> {
  await store.changeCases(
    ctx.tx,
    cases.map(row => row.id),
    { status, since: ctx.today, approvedAt: ctx.now, approvedBy: ctx.actor.name },
  )
  for (const row of cases)
    ctx.audit({
      action: status === 'approved' ? 'refundApprove' : 'refundUnclaim',
      subject: ['refund', row.id],
      before: { status: row.status },
      after: { status, amount: row.amount.toString() },
    })
}

/** Declined or withdrawn: the cases can be proposed again. */
export async function reopenRefunds(
  ctx: Context,
  { id, caseIds }: CommandInput<'refundApprove'>,
  why: string,
): Promise<void> {
  const cases = await store.lockCases(ctx.tx, caseIds)
  await store.reopenCases(ctx.tx, id, ctx.today, why)
  for (const row of cases)
    if (row.status === 'proposed' && row.proposal_id === id)
      ctx.audit({
        action: 'refundReopen',
        subject: ['refund', row.id],
        before: { status: 'proposed' },
        after: { status: 'detected' },
        reason: why,
      })
}
