import type { Api, CommandInput } from '../../../contract/api.ts'
import { LOAN_ACTION_LABELS } from '../../../contract/labels.ts'
import type { PayoutLineStatus, PayoutResult, ROW_OUTCOMES } from '../../../contract/payouts.ts'
import { formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import { Refusal, refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { checkReversal, takenOutside } from '../loans/loans.ts'
import { type ResultRow, readResultFile } from './bankFile.ts'
import { bankLayout } from './bankLayout.ts'
import * as store from './payouts.sql.ts'
import { notifyOfRefund } from './refundNotices.ts'
import { refundsBy } from './refunds.sql.ts'
import { closeIfDone, knownBatch, lockFor, nextStatus } from './state.ts'

/** What the bank can say about a line in each state, and what becomes of it. The rest is explained, not done. */
const ANSWERS = {
  // sent back before we heard that it had been paid: for us it never was
  open: { paid: 'posting', failed: 'failed', returned: 'failed' },
  posting: {},
  paid: { returned: 'returned' },
  failed: { paid: 'posting' },
  returned: { returned: 'returned' },
  cancelled: {},
  // what comes of it two people say, see `payoutsClear.ts`
  claimed: {},
  lost: {},
} as const satisfies Record<PayoutLineStatus, Partial<Record<PayoutResult, PayoutLineStatus>>>

const answerOf = (status: PayoutLineStatus, result: PayoutResult): PayoutLineStatus | undefined =>
  (ANSWERS[status] as Partial<Record<PayoutResult, PayoutLineStatus>>)[result]

/** Results that can be recorded manually for a line; a pending or reversed return is final. */
export function resultsFor(
  batch: Pick<store.BatchRow, 'status'>,
  line: Pick<store.LineRow, 'status' | 'is_undone'>,
  isWaiting: boolean,
): PayoutResult[] {
  if (nextStatus(batch.status, 'mark') === undefined) return []
  if (line.status === 'returned' && (line.is_undone || isWaiting)) return []
  return Object.keys(ANSWERS[line.status]) as PayoutResult[]
}

type Outcome = (typeof ROW_OUTCOMES)[number]
type Judged = { outcome: Outcome; explanation: string; line?: store.LineRow; to?: PayoutLineStatus }

const RECORDED: Record<PayoutLineStatus, string> = {
  open: 'Nothing is known about it yet',
  posting: 'Already recorded as paid; posting is in progress',
  paid: 'Already recorded as paid',
  failed: 'Already recorded as failed',
  returned: 'Already recorded as returned',
  cancelled: 'It was taken out of the batch',
  claimed: 'Already recorded as paid; no loan can take it, and it is claimed back',
  lost: 'Already recorded as paid; no loan could take it, and it is written off',
}

/** The same news again, under whichever name we keep it. */
const SAME_NEWS: Record<PayoutResult, readonly PayoutLineStatus[]> = {
  paid: ['posting', 'paid', 'returned', 'claimed', 'lost'],
  failed: ['failed'],
  returned: ['returned', 'failed'],
}

const problem = (explanation: string): Judged => ({ outcome: 'problem', explanation })
const unchanged = (explanation: string): Judged => ({ outcome: 'unchanged', explanation })

/** What the bank's word means for one line. */
async function judge(
  ctx: Context,
  batch: store.BatchRow,
  line: store.LineRow,
  reported: Reported,
): Promise<Judged> {
  if (reported.amount !== undefined && reported.amount !== line.amount)
    return problem(
      `The bank says ${formatNaira(reported.amount)}, the line ${formatNaira(kobo(line.amount))}`,
    )
  if (reported.on && reported.on > ctx.today) return problem(`${formatDate(reported.on)} has not come yet`)
  const isAgain = line.status === 'returned' && reported.result === 'returned' && !line.is_undone
  if (!isAgain && SAME_NEWS[reported.result].includes(line.status)) return unchanged(RECORDED[line.status])
  if (isOfWhatCameBack(line, reported))
    return unchanged('It was paid, and two people have said that the money came back')
  const to = answerOf(line.status, reported.result)
  if (!to) return problem(`${RECORDED[line.status]}: it cannot be ${reported.result} now`)
  if (to === 'posting') {
    if (!reported.on && batch.value_on > ctx.today)
      return problem(`The value date, ${formatDate(localDate(batch.value_on))}, has not come yet`)
    const elsewhere = await store.openPayoutOf(ctx.tx, line.loan_id)
    if (elsewhere && elsewhere.id !== batch.id)
      return problem(`${line.loan_number} is in ${elsewhere.number} now`)
    if (reported.takenBy !== undefined)
      return problem(
        `${reported.takenBy} was already disbursed under the bank reference ${reported.bankReference}`,
      )
    return { outcome: 'paid', explanation: await whatBeingPaidMeans(ctx, line), line, to }
  }
  if (to === 'returned') return judgeReturn(ctx, line)
  const goesTo = line.refund_number
    ? `${line.refund_number} becomes returned${line.refund_office === null ? ', and the customer is asked for another account' : ''}`
    : `${line.loan_number} goes back to awaiting`
  return { outcome: reported.result, explanation: goesTo, line, to }
}

/** Banks send files that repeat earlier ones; a new payment has its own reference. */
const isOfWhatCameBack = (line: store.LineRow, { result, bankReference }: Reported): boolean =>
  result === 'paid' &&
  line.came_back_at !== null &&
  (bankReference === '' || bankReference === line.bank_reference)

/** The money has left, whatever became of the loan since: it is recorded, and what stands in the way is said before. */
async function whatBeingPaidMeans(ctx: Context, line: store.LineRow): Promise<string> {
  if (line.refund_id !== null) return whatPaidRefundMeans(ctx, line, line.refund_id)
  const status = await store.loanStatus(ctx.tx, line.loan_id)
  if (status === 'awaiting disbursement') return `${line.loan_number} is disbursed`
  const why = status === 'cancelled' ? 'was cancelled' : 'was already disbursed'
  return `${line.loan_number} ${why}: no loan can take this payment, so it stays open on the batch until it is cleared`
}

async function whatPaidRefundMeans(ctx: Context, line: store.LineRow, refundId: string): Promise<string> {
  const [refund] = await refundsBy(ctx.tx, [refundId])
  const isDue =
    refund !== undefined &&
    refund.loan_credit >= line.amount &&
    (refund.payout_id === line.payout_id ? refund.status !== 'ended' : DUE.has(refund.status))
  return isDue
    ? `${line.refund_number} of ${line.loan_number} is refunded`
    : `${line.refund_number} is not due any more: the payment stays open on the batch until it is cleared`
}

const DUE: ReadonlySet<string> = new Set(['proposed', 'approved', 'returned', 'unclaimed'])

type Reported = {
  result: PayoutResult
  on: LocalDate | undefined
  amount: Kobo | undefined
  bankReference: string
  /** The loan whose payment, outside this batch, has the same reference of the bank. */
  takenBy: string | undefined
  reason: string
}

/**
 * One transfer is not two disbursements. Within a batch a reference may repeat: some banks give the whole debit one number. What
 * has no digit but zero, as "N/A", is none.
 */
const takenFrom = (
  ctx: Context,
  batchId: string,
  reported: readonly { bankReference: string }[],
  returned: readonly store.LineRow[],
): Promise<ReadonlyMap<string, string>> =>
  takenOutside(
    ctx.tx,
    batchId,
    reported.map(each => each.bankReference).filter(reference => /[1-9]/.test(reference)),
    returned.map(line => line.loan_id),
  )

/** A reversal needs approval; what cannot be reversed is refused at submission. */
async function judgeReturn(ctx: Context, line: store.LineRow): Promise<Judged> {
  const [payee] = await store.payees(ctx.tx, [line.loan_id])
  if (payee?.act_waits)
    return line.status === 'returned'
      ? unchanged('Already recorded as returned; its reversal is pending approval')
      : problem(`An action on ${line.loan_number} is pending approval: decide it first`)
  try {
    await checkReversal(ctx, line.loan_id, line.payout_id, line.undo_id)
  } catch (error) {
    if (error instanceof Refusal) return problem(error.message)
    throw error
  }
  return {
    outcome: 'returned',
    explanation: `The reversal of ${line.loan_number} is submitted for approval`,
    line,
    to: 'returned',
  }
}

// ── A file ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Explained = ResultRow & Judged

async function explain(
  ctx: Context,
  batch: store.BatchRow,
  rows: readonly ResultRow[],
): Promise<Explained[]> {
  const lines = new Map((await store.linesOf(ctx.tx, batch.id)).map(line => [line.reference, line]))
  const returned = rows.filter(row => row.result === 'returned')
  const taken = await takenFrom(
    ctx,
    batch.id,
    rows,
    returned.flatMap(row => lines.get(row.reference) ?? []),
  )
  const first = new Map<string, number>()
  const explained: Explained[] = []
  for (const row of rows) {
    const earlier = first.get(row.reference)
    const judged =
      row.problem !== undefined || row.result === undefined
        ? problem(row.problem ?? 'The row cannot be read')
        : earlier !== undefined
          ? problem(`Line ${earlier} speaks of the same reference`)
          : await judgeRow(ctx, batch, lines.get(row.reference), {
              ...row,
              takenBy: taken.get(row.bankReference),
            })
    if (row.reference !== '' && earlier === undefined) first.set(row.reference, row.at)
    explained.push({ ...row, ...judged })
  }
  return explained
}

async function judgeRow(
  ctx: Context,
  batch: store.BatchRow,
  line: store.LineRow | undefined,
  row: ResultRow & Pick<Reported, 'takenBy'>,
): Promise<Judged> {
  if (!line) {
    const other = await store.lineWithReference(ctx.tx, row.reference)
    return problem(other ? `Belongs to ${other.batch_number}` : 'No line of this batch has this reference')
  }
  if (row.result === 'empty') return unchanged('No status entered')
  if (row.result === undefined || row.result === 'undecided') return unchanged('The bank has not decided yet')
  return judge(ctx, batch, line, { ...row, result: row.result })
}

async function readResult(ctx: Context, batchId: string, content: string): Promise<ResultRow[]> {
  const { paying_account } = await knownBatch(ctx.tx, batchId)
  const layout = await bankLayout(ctx, 'result', paying_account)
  return readResultFile(ctx.dataDirectory, Buffer.from(content, 'base64'), layout)
}

export const previewResult: Handler<Api['payoutResultPreview']> = async (ctx, { id, content }) => {
  const rows = await readResult(ctx, id, content)
  const batch = await lockFor(ctx, id, 'result')
  return answer(ctx, batch.id, await explain(ctx, batch, rows))
}

export const importResult: Handler<Api['payoutResultImport']> = async (ctx, { id, fileName, content }) => {
  // before the batch is locked: other users do not wait for a slow file
  const rows = await readResult(ctx, id, content)
  const batch = await lockFor(ctx, id, 'result')
  const explained = await explain(ctx, batch, rows)
  for (const each of explained) if (each.line && each.to) await record(ctx, each.line, each.to, each)
  await goOn(ctx, batch, explained)
  const reply = await answer(ctx, id, explained)
  ctx.audit({
    subject: ['payoutBatch', id],
    after: { file: fileName, rows: explained.length, ...reply.counts },
  })
  return reply
}

async function answer(ctx: Context, batchId: string, explained: readonly Explained[]) {
  const counts: Record<Outcome, number> = { paid: 0, failed: 0, returned: 0, unchanged: 0, problem: 0 }
  for (const each of explained) counts[each.outcome] += 1
  const heard = new Set(explained.filter(each => each.to).map(each => each.line?.id))
  const open = await store.linesOf(ctx.tx, batchId, 'open')
  return {
    rows: explained.map(each => ({
      line: each.at,
      reference: each.reference,
      status: each.status,
      outcome: each.outcome,
      explanation: each.explanation,
    })),
    counts,
    unheard: open.filter(line => !heard.has(line.id)).length,
  }
}

// ── Manual results ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Paid is posted; returned after paid is reversed once approved. Failed frees the loan for another transfer, so it needs approval. */
export const markLine: Handler<Api['payoutLineMark']> = async (ctx, input) => {
  if (input.result === 'paid' && input.bankReference.length < 2)
    refuseFields({ bankReference: 'Enter the bank’s reference of the transfer' })
  const { batch, line, reported, judged } = await judgeManualResult(ctx, input)
  if (!judged.to) return refuse('payout.line', { why: judged.explanation })
  if (judged.to === 'failed') return { approvalId: await submitFailure(ctx, batch, line, input) }
  await record(ctx, line, judged.to, reported)
  await goOn(ctx, batch, [judged])
  return { approvalId: null }
}

type ManualResult = CommandInput<'payoutLineFail'>

async function judgeManualResult(
  ctx: Context,
  { id, lineId, result, on, bankReference, reason }: ManualResult,
) {
  const batch = await lockFor(ctx, id, 'mark')
  const line = await store.findLine(ctx.tx, lineId)
  if (line?.batch_id !== id) return refuse('record.unknown', { what: 'line' })
  const returned = result === 'returned' ? [line] : []
  const takenBy = (await takenFrom(ctx, id, [{ bankReference }], returned)).get(bankReference)
  const reported = { result, on, amount: undefined, bankReference, takenBy, reason }
  return { batch, line, reported: reported, judged: await judge(ctx, batch, line, reported) }
}

/** The line stays open, and its loan out of other batches, until this is approved or a bank result file says so. */
async function submitFailure(
  ctx: Context,
  batch: store.BatchRow,
  line: store.LineRow,
  input: ManualResult,
): Promise<string> {
  const amount = kobo(line.amount)
  return propose(ctx, {
    command: 'payoutLineFail',
    input,
    subject: ['loan', line.loan_id],
    summary: `${line.reference}, ${formatNaira(amount)} ${line.refund_number ? `refund ${line.refund_number} of` : 'for'} ${line.loan_number}: not paid by the bank, recorded by hand`,
    amount,
    after: {
      payment: line.reference,
      amount: formatNaira(amount),
      sentToTheBank: batch.sent_at ? formatDate(businessDate(batch.sent_at)) : 'No bank file was exported',
      bankDate: formatDate(input.on),
      ...(line.refund_number
        ? { refundBecomes: 'Returned. It needs approval again' }
        : { loanBecomes: 'Available for another disbursement' }),
    },
    reason: input.reason,
  })
}

export async function failApproved(ctx: Context, input: ManualResult, asked: Asked): Promise<void> {
  const { batch, line, reported, judged } = await judgeManualResult(ctx, input)
  if (judged.to !== 'failed') refuse('approval.stale')
  await record(ctx, line, judged.to, reported, { id: asked.makerId, name: asked.makerName })
  await goOn(ctx, batch, [judged])
}

// ── Recording ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function record(
  ctx: Context,
  line: store.LineRow,
  to: PayoutLineStatus,
  reported: Pick<Reported, 'on' | 'bankReference' | 'reason'>,
  by: { id: string; name: string } = ctx.actor,
): Promise<void> {
  await store.updateLine(ctx.tx, line.id, {
    status: to,
    bank_reference: reported.bankReference || line.bank_reference,
    bank_on: reported.on ?? line.bank_on,
    reason: reported.reason || null,
    told_at: ctx.now,
    told_by: by.id,
    told_by_name: by.name,
    problem: null,
  })
  ctx.audit({
    action: 'payoutLineMark',
    subject: ['loan', line.loan_id],
    before: { payout: line.reference, status: line.status },
    after: { payout: line.reference, status: to, bankReference: reported.bankReference },
    reason: reported.reason || null,
  })
  if (line.refund_id !== null && (to === 'failed' || to === 'returned'))
    await notifyOfRefund(ctx, line, { about: 'refundReturned', facts: {} })
  if (to !== 'returned') return
  const reason = `The bank returned ${line.reference}${reported.reason ? `: ${reported.reason}` : ''}`
  await propose(ctx, {
    command: 'loanActDo',
    input: { loanId: line.loan_id, id: line.undo_id, input: { act: 'reversal', of: line.payout_id }, reason },
    subject: ['loan', line.loan_id],
    summary: `${LOAN_ACTION_LABELS.reversal.item}: ${line.loan_number}, ${line.beneficiary}, ${line.refund_number ? 'refund' : 'disbursement'} of ${formatNaira(kobo(line.amount))} returned by the bank`,
    amount: kobo(line.amount),
    after: { payout: line.reference, amount: formatNaira(kobo(line.amount)), status: 'returned' },
    reason,
  })
}

/** What is paid is posted by a job; where nothing is open any more, the batch is closed. */
async function goOn(
  ctx: Context,
  batch: store.BatchRow,
  judged: readonly Pick<Judged, 'to'>[],
): Promise<void> {
  if (judged.some(each => each.to === 'posting')) {
    await store.updateBatch(ctx.tx, batch.id, { status: 'sent', ended_at: null })
    await ctx.queue('payoutPost', { batchId: batch.id })
  } else if (batch.status !== 'closed') await closeIfDone(ctx, batch.id)
}
