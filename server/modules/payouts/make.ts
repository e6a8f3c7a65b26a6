import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { PAYOUT_LINES_MAX } from '../../../contract/payouts.ts'
import { addDays, formatDate, type LocalDate, toCalendar } from '../../../engine/dates.ts'
import { formatNaira, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { awaitingLoans } from '../loans/loans.ts'
import { section } from '../settings/settings.ts'
import { submitBatch } from './approve.ts'
import { type Fit, judgeLoans, namesOf } from './disbursable.ts'
import * as store from './payouts.sql.ts'
import { refundsBy } from './refunds.sql.ts'
import { describeBatch, encodeSettles, knownBatch } from './state.ts'

/** A pay day is planned at most a fortnight in advance; further is a typing mistake. */
const FUTURE_DAYS_MAX = 14

export const previewPayout: Handler<Api['payoutPreview']> = async (
  ctx,
  { loanIds, filter, refundIds, valueOn },
) => {
  checkValueDate(ctx, valueOn)
  const isNamed = loanIds !== undefined || (refundIds !== undefined && filter === undefined)
  const awaiting = isNamed ? undefined : await awaitingLoans(ctx, filter ?? {}, PAYOUT_LINES_MAX)
  const taken = loanIds ?? awaiting?.ids ?? []
  const { fits, unfit } = await judgeLoans(ctx, { loanIds: taken, refundIds: refundIds ?? [], valueOn })
  return {
    fits: fits.map(({ beneficiary: _, bankCode, accountNumber, ...fit }) => ({
      ...fit,
      ...maskedAccount(bankCode, accountNumber),
    })),
    unfit,
    total: sum(fits.map(each => each.amount)),
    leftOut: awaiting ? awaiting.total - taken.length : 0,
  }
}

function checkValueDate(ctx: Context, valueOn: LocalDate): void {
  const latest = addDays(ctx.today, FUTURE_DAYS_MAX)
  if (valueOn > latest) refuseFields({ valueOn: `At the latest ${formatDate(latest)}` })
}

/** A lender that has listed its bank accounts pays from one of them; without a list, any name is taken. */
async function checkPayingAccount(ctx: Context, payingAccount: string): Promise<void> {
  const { bankAccounts } = await section(ctx.tx, 'organisation', ctx.today)
  const active = bankAccounts.filter(each => each.status === 'active').map(each => each.name)
  if (active.length > 0 && !active.includes(payingAccount))
    refuseFields({
      payingAccount: `Choose a bank account of Settings > Organisation: ${active.join(', ')}`,
    })
}

export const makeBatch: Handler<Api['payoutBatchMake']> = async (
  ctx,
  { id, loanIds: named, refundIds: cases, valueOn, payingAccount, reason },
) => {
  const loanIds = [...new Set(named.map(each => each.toLowerCase()))]
  const refundIds = [...new Set(cases.map(each => each.toLowerCase()))]
  const count = loanIds.length + refundIds.length
  if (count === 0) refuseFields({ loanIds: 'Select at least one loan or refund' })
  if (count > PAYOUT_LINES_MAX) refuseFields({ loanIds: `At most ${PAYOUT_LINES_MAX} payments` })
  const credited = (await refundsBy(ctx.tx, refundIds)).map(each => each.loan_id)
  // held first, so that the same batch sent twice at one moment is made once and then repeated
  await store.lockLoans(ctx.tx, [...loanIds, ...credited])
  const known = await store.findBatch(ctx.tx, id)
  if (known) {
    if (!(await isSameBatch(ctx, known, { loanIds, refundIds, valueOn, payingAccount })))
      refuse('idempotency.other_body')
    ctx.audit({ subject: ['payoutBatch', id], after: { repeated: true } })
    return describeBatch(known, await waitingOn(ctx.tx, 'payoutBatch', [id]))
  }
  checkValueDate(ctx, valueOn)
  await checkPayingAccount(ctx, payingAccount)
  const { fits, unfit } = await judgeLoans(ctx, { loanIds, refundIds, valueOn })
  if (unfit.length > 0) refuse('payout.unfit', { loans: namesOf(unfit) })
  const number = await store.takeNumber(ctx.tx, toCalendar(ctx.today).year)
  const total = sum(fits.map(each => each.amount))
  const batch = {
    id,
    number,
    value_on: valueOn,
    paying_account: payingAccount,
    lines: fits.length,
    total,
    made_at: ctx.now,
    made_by: ctx.actor.id,
    made_by_name: ctx.actor.name,
  }
  await saveBatch(ctx, batch, linesFor(batch, fits))
  ctx.audit({
    subject: ['payoutBatch', id],
    after: { number, ...countsOf(fits), total: formatNaira(total), valueOn, payingAccount },
  })
  const stored = await knownBatch(ctx.tx, id)
  if (reason !== undefined) await submitBatch(ctx, stored, reason)
  return describeBatch(stored, await waitingOn(ctx.tx, 'payoutBatch', [id]))
}

const countsOf = (fits: readonly Fit[]): object => {
  const refunds = fits.filter(each => each.kind === 'refund').length
  return { loans: fits.length - refunds, ...(refunds > 0 ? { refunds } : {}) }
}

type Asked = {
  loanIds: readonly string[]
  refundIds: readonly string[]
  valueOn: LocalDate
  payingAccount: string
}

/** Its lines stay listed, also when cancelled or returned. */
async function isSameBatch(ctx: Context, known: store.BatchRow, asked: Asked): Promise<boolean> {
  const stored = new Set((await store.linesOf(ctx.tx, known.id)).map(line => line.refund_id ?? line.loan_id))
  const wanted = [...asked.loanIds, ...asked.refundIds]
  return (
    known.value_on === asked.valueOn &&
    known.paying_account === asked.payingAccount &&
    stored.size === wanted.length &&
    wanted.every(each => stored.has(each))
  )
}

type NewBatch = Parameters<typeof store.insertBatch>[1]

const linesFor = ({ id, number }: NewBatch, fits: readonly Fit[]): store.NewLine[] =>
  fits
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    .map((fit, index) => ({
      id: randomUUID(),
      batch_id: id,
      no: index + 1,
      kind: fit.kind,
      refund_id: fit.refundId,
      loan_id: fit.loanId,
      reference: `${number}-${String(index + 1).padStart(4, '0')}`,
      beneficiary: fit.beneficiary,
      bank_code: fit.bankCode,
      account_number: fit.accountNumber,
      principal: fit.principal,
      fees: fit.fees,
      settles: encodeSettles(fit.settles),
      settled: sum(fit.settles.map(each => each.amount)),
      amount: fit.amount,
      payout_id: randomUUID(),
      undo_id: randomUUID(),
    }))

async function saveBatch(ctx: Context, batch: NewBatch, lines: readonly store.NewLine[]): Promise<void> {
  try {
    await store.insertBatch(ctx.tx, batch)
    await store.insertLines(ctx.tx, lines)
  } catch (error) {
    // other loans were sent under its id at the same instant
    if (isUniqueViolation(error, 'payout_batch_pkey')) refuse('idempotency.other_body')
    if (isUniqueViolation(error, 'payout_line_once'))
      refuse('payout.unfit', { loans: 'a colleague has just put one of them into another batch' })
    throw error
  }
}
