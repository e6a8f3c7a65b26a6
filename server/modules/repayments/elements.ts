import type { Api, CommandInput } from '../../../contract/api.ts'
import { BLANK_CODE } from '../../../contract/paySources.ts'
import { BATCH_CODES_MAX, type CodeKind } from '../../../contract/repayments.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { lockedOpen } from './batch.ts'
import { placeAnswered } from './check.ts'
import * as store from './elements.sql.ts'
import { findBatch, lockBatch } from './repayments.sql.ts'

/** Whose deduction a row is: named by the settings of its source, or marked once by a user. */

/** Rows above this are matched again by a job. */
const AT_ONCE_MAX = 20_000

export const codes: Handler<Api['repaymentCodeList']> = async (ctx, { id }) => {
  const { rows, total } = await store.codesOf(ctx.tx, id, BATCH_CODES_MAX)
  return {
    rows: rows.map(row => ({
      kind: row.kind,
      key: row.key,
      code: row.code,
      isOurs: row.is_ours,
      answeredBy: row.answered_by_name,
      answeredAt: row.answered_at?.toISOString() ?? null,
      rows: row.rows,
      total: kobo(row.total),
      sample: row.sample,
    })),
    total,
  }
}

const answerText = (isOurs: boolean): string => (isOurs ? 'ours' : 'not ours')

export const markCode: Handler<Api['repaymentCodeMark']> = async (ctx, { id, kind, key, isOurs }) => {
  const { source } = (await findBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'batch' })
  await store.lockCodes(ctx.tx, source)
  const batch = await lockedOpen(ctx, id)
  if (batch.status === 'posted') refuse('repayment.status', { number: batch.number, status: batch.status })
  const text = (await store.codeText(ctx.tx, id, { kind, key })) ?? refuse('record.unknown', { what: 'code' })
  const code = { source: batch.source, kind, key }
  const isNew = await store.insertAnswer(ctx.tx, {
    ...code,
    code: text === '' ? BLANK_CODE : text,
    isOurs,
    by: ctx.actor.id,
    at: ctx.now,
    batchId: id,
    note: '',
  })
  const known = await store.lockAnswer(ctx.tx, code)
  if (!isNew && known && known.is_ours !== isOurs)
    refuse('repayment.code_answered', { who: known.answered_by_name, answer: answerText(known.is_ours) })
  ctx.audit({
    subject: ['repayment', id],
    after: isNew ? { [kind]: text || BLANK_CODE, isOurs } : { repeated: true },
  })
  return applyAnswer(ctx, code)
}

/** To every batch of the source without a decision yet; a large one is matched again by a job. */
async function applyAnswer(
  ctx: Context,
  code: { source: string; kind: CodeKind; key: string },
): Promise<{ rows: number; isQueued: boolean }> {
  const batches = await store.openBatchesWith(ctx.tx, code)
  const pending = await waitingOn(
    ctx.tx,
    'repayment',
    batches.map(batch => batch.id),
  )
  let isQueued = false
  for (const batch of batches.filter(({ id }) => !pending.has(id))) {
    if (batch.rows > AT_ONCE_MAX) {
      isQueued = true
      await ctx.queue('repaymentRun', { batchId: batch.id })
    } else if (await lockBatch(ctx.tx, batch.id)) await placeAnswered(ctx, batch.id)
  }
  return { rows: batches.reduce((sum, batch) => sum + batch.rows, 0), isQueued }
}

const describeAnswer = (row: store.AnswerRow, approvalId: string | null) => ({
  kind: row.kind,
  key: row.code_key,
  code: row.code,
  isOurs: row.is_ours,
  answeredBy: row.answered_by_name,
  answeredAt: row.answered_at.toISOString(),
  batchId: row.batch_id,
  note: row.note,
  approvalId,
})

export const sourceCodes: Handler<Api['sourceCodeList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'sourceCodes', filter, cursor), 'code', 'kind', 'key')
  const { rows, last } = cutPage(await store.listAnswers(ctx.tx, filter, after, limit + 1), limit)
  const subjects = rows.map(({ source, kind, code_key: key }) => subjectOf({ source, kind, key }))
  const waiting = await waitingOn(ctx.tx, 'sourceCode', subjects)
  return {
    rows: rows.map((row, n) => describeAnswer(row, waiting.get(subjects[n] ?? '') ?? null)),
    total: await store.countAnswers(ctx.tx, filter),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'sourceCodes', filter, [last.code, last.kind, last.code_key]) : null,
  }
}

type Change = CommandInput<'sourceCodeChange'>

const subjectOf = ({ source, kind, key }: Omit<Change, 'isOurs' | 'reason'>): string =>
  `${source} ${kind} ${key}`

/** The answer as it is now; refused where it is already the one asked for. */
async function heldAnswer(ctx: Context, { isOurs, ...code }: Change): Promise<store.AnswerRow> {
  if (ctx.tx.isTransaction) await store.lockCodes(ctx.tx, code.source)
  const known = (await store.findAnswer(ctx.tx, code)) ?? refuse('record.unknown', { what: 'code' })
  if (known.is_ours === isOurs)
    refuse('repayment.code_answered', { who: known.answered_by_name, answer: answerText(isOurs) })
  return known
}

export async function foreseeCodeChange(ctx: Context, input: Change): Promise<Foresight> {
  const known = await heldAnswer(ctx, input)
  const batches = await store.openBatchesWith(ctx.tx, input)
  return {
    before: { code: known.code, answer: capitalised(answerText(known.is_ours)) },
    after: {
      effect: `${known.code} counts as ${answerText(input.isOurs)} for ${input.source}`,
      answer: capitalised(answerText(input.isOurs)),
      rows: batches.reduce((sum, batch) => sum + batch.rows, 0),
    },
  }
}

export const askToChangeCode: Handler<Api['sourceCodeChange']> = async (ctx, input) => {
  const effect = await foreseeCodeChange(ctx, input)
  const known = await heldAnswer(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'sourceCodeChange',
    input,
    subject: ['sourceCode', subjectOf(input)],
    summary: `Mark ${input.kind} ${known.code} of ${input.source} as ${answerText(input.isOurs)}`,
    ...effect,
    reason: input.reason,
  })
  return { approvalId }
}

export async function changeCodeApproved(ctx: Context, input: Change, asked: Asked): Promise<void> {
  const { isOurs, reason, ...code } = input
  const before = await heldAnswer(ctx, input)
  await store.changeAnswer(ctx.tx, code, { isOurs, by: asked.makerId, at: ctx.now, note: reason })
  await applyAnswer(ctx, code)
  ctx.audit({
    subject: ['sourceCode', subjectOf(code)],
    before: { source: code.source, [code.kind]: before.code, isOurs: before.is_ours },
    after: { source: code.source, [code.kind]: before.code, isOurs },
    reason,
  })
}
