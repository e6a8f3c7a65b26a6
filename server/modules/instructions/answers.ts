import type { Api } from '../../../contract/api.ts'
import { formatDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { exportOf } from '../../kernel/export.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { markAccepted } from '../intake/intake.ts'
import * as preview from './acknowledge.sql.ts'
import * as store from './instructions.sql.ts'
import * as standing from './standing.sql.ts'
import { knownList, lockFor } from './state.ts'

/** What the payroll office answers: the whole list or line by line. A rejected line is a task until it is closed. */

export const acknowledgeList: Handler<Api['instructionAcknowledge']> = async (ctx, { id, on, reference }) => {
  const list = await lockFor(ctx, id, 'acknowledge')
  if (on > ctx.today) refuseFields({ on: 'Not in the future' })
  const acknowledgement = `${reference}, ${formatDate(on)}`
  if (list.acknowledgement === acknowledgement) {
    ctx.audit({ subject: ['instruction', id], after: { repeated: true } })
    return {}
  }
  if (list.acknowledgement !== null)
    refuse('instruction.acknowledged', {
      number: list.number,
      who: list.acknowledged_by_name ?? '',
      reference: list.acknowledgement,
    })
  await store.changeList(ctx.tx, id, {
    ...(list.status === 'sent' ? { status: 'acknowledged' as const } : {}),
    acknowledged_at: ctx.now,
    acknowledged_by_name: ctx.actor.name,
    acknowledgement,
  })
  await standing.acknowledgeStanding(ctx.tx, id)
  ctx.audit({
    subject: ['instruction', id],
    before: { status: list.status },
    after: { status: 'acknowledged', on, reference },
  })
  return {}
}

export const answerLine: Handler<Api['instructionAnswer']> = async (
  ctx,
  { id, no, outcome, amount, reason },
) => {
  await lockFor(ctx, id, 'acknowledge')
  const line = await store.findLine(ctx.tx, id, no)
  if (!line || line.kind === 'none') return refuse('record.unknown', { what: 'line' })
  if (outcome === 'rejected' && reason === '')
    refuseFields({ reason: 'Enter the reason of the payroll office' })
  if (outcome === 'rejected' && amount !== undefined)
    refuseFields({ amount: 'Leave blank for a rejected line' })
  if (amount !== undefined && amount < 0n) refuseFields({ amount: 'Zero or more' })
  const otherAmount = amount === undefined || amount === line.amount ? null : amount
  // the same answer once more is no new one, and a task that was closed stays closed
  const isRepeated =
    line.answer === outcome && line.answer_amount === otherAmount && line.answer_reason === reason
  if (isRepeated) {
    ctx.audit({ subject: ['instruction', id], after: { line: no, repeated: true } })
    return {}
  }
  await standing.saveAnswer(ctx.tx, {
    listId: id,
    no,
    outcome,
    amount: otherAmount,
    reason,
    at: ctx.now,
    byName: ctx.actor.name,
  })
  await standing.refreshStanding(ctx.tx, id, no)
  ctx.audit({
    subject: ['instruction', id],
    before: { line: no, answer: line.answer },
    after: { line: no, answer: outcome, ...(amount === undefined ? {} : { amount: amount.toString() }) },
    reason,
  })
  return {}
}

const REJECTIONS_SHOWN = 50

export const previewAnswers: Handler<Api['instructionAnswersPreview']> = async (ctx, { id, intakeId }) => {
  const list = await knownList(ctx, id)
  await acknowledgementFor(ctx, list, intakeId)
  const rejections = await preview.rejectedIn(ctx.tx, id, intakeId, REJECTIONS_SHOWN)
  return {
    listNumber: list.number,
    ...(await preview.countAnswers(ctx.tx, id, intakeId)),
    rejections: rejections.map(row => ({
      staffNumber: row.staff_number,
      customerName: row.name,
      reason: row.reason,
    })),
  }
}

export const recordAnswers: Handler<Api['instructionAnswersRecord']> = async (ctx, { id, intakeId }) => {
  const list = await lockFor(ctx, id, 'acknowledge')
  await acknowledgementFor(ctx, list, intakeId)
  const recorded = await standing.recordAnswers(ctx.tx, id, intakeId, ctx.now, ctx.actor.name)
  if (recorded.accepted + recorded.rejected === 0)
    refuse('instruction.file', { why: `None of its staff numbers is in ${list.number}` })
  await standing.refreshStanding(ctx.tx, id, null)
  await markAccepted(ctx, intakeId)
  if (list.status === 'sent') await store.changeList(ctx.tx, id, { status: 'acknowledged' })
  ctx.audit({ subject: ['instruction', id], after: { ...recorded, upload: intakeId } })
  return recorded
}

async function acknowledgementFor(ctx: Context, list: store.ListRow, intakeId: string): Promise<void> {
  const file = await standing.findAcknowledgement(ctx.tx, intakeId)
  if (!file) return refuse('record.unknown', { what: 'acknowledgement file' })
  if (file.status !== 'matched')
    refuse('instruction.file', { why: 'Confirm its columns and wait until it is read' })
  if (file.source !== list.source || file.period !== list.month)
    refuse('instruction.file', { why: `It is not of ${list.number}` })
}

export const listRejections: Handler<Api['instructionRejections']> = async (
  ctx,
  { cursor, limit, ...asked },
) => {
  const { mine, ...rest } = asked
  const filter = { ...rest, ...(mine ? { ownerId: ctx.actor.id } : {}) }
  const after = placeOf(readCursor(ctx.keys, 'instructionRejections', asked, cursor), 'at', 'list', 'no')
  const { rows, last } = cutPage(await standing.listRejections(ctx.tx, filter, after, limit + 1), limit)
  const { total, exact } = await standing.countRejections(ctx.tx, filter)
  return {
    rows: rows.map(describeRejection),
    total,
    totalIsExact: exact,
    next: last
      ? makeCursor(ctx.keys, 'instructionRejections', asked, [
          last.answered_at.toISOString(),
          last.list_id,
          String(last.no),
        ])
      : null,
  }
}

const describeRejection = (row: standing.RejectionRow) => ({
  listId: row.list_id,
  listNumber: row.list_number,
  source: row.source,
  month: payMonthOf(localDate(row.month)),
  no: row.no,
  staffNumber: row.staff_number,
  customerId: row.customer_id,
  customerName: row.name,
  kind: row.kind,
  previous: kobo(row.previous),
  amount: kobo(row.amount),
  reason: row.reason,
  answeredAt: row.answered_at.toISOString(),
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  note: row.note,
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closed_by_name,
})

export const changeRejection: Handler<Api['instructionRejectionChange']> = async (
  ctx,
  { listId, no, ownerId, note, close },
) => {
  const known = await standing.lockRejection(ctx.tx, listId, no)
  if (known?.outcome !== 'rejected') return refuse('record.unknown', { what: 'rejected line' })
  if (ownerId && !(await standing.isActiveStaff(ctx.tx, ownerId)))
    refuse('record.unknown', { what: 'colleague' })
  if (close && known.closed_at !== null)
    refuse('instruction.rejection_closed', { who: known.closed_by_name ?? '' })
  if (close && (note ?? known.note) === '') refuseFields({ note: 'Say how it was resolved' })
  const closedAt = close === undefined ? known.closed_at : close ? ctx.now : null
  const after = {
    owner_id: ownerId === undefined ? known.owner_id : ownerId,
    note: note ?? known.note,
    closed_at: closedAt,
    closed_by_name: closedAt === known.closed_at ? known.closed_by_name : closedAt && ctx.actor.name,
  }
  await standing.changeRejection(ctx.tx, listId, no, after)
  ctx.audit({
    subject: ['instruction', listId],
    before: { line: no, owner: known.owner_id, note: known.note, closed: known.closed_at !== null },
    after: { line: no, owner: after.owner_id, note: after.note, closed: closedAt !== null },
  })
  return {}
}

export const exportRejections = exportOf(listRejections, {
  what: 'rejected instruction lines',
  name: 'rejected-instructions',
  columns: [
    ['List', row => row.listNumber],
    ['Line', row => row.no],
    ['IPPIS / staff number', row => row.staffNumber],
    ['Customer', row => row.customerName],
    ['Instruction', row => sheetWords(row.kind)],
    ['Amount (NGN)', row => sheetNaira(row.amount)],
    ['Reason of the office', row => row.reason],
    ['Answered (Lagos)', row => sheetMoment(row.answeredAt)],
    ['Owner', row => row.ownerName],
    ['Note', row => row.note],
    ['Closed (Lagos)', row => sheetMoment(row.closedAt)],
  ],
})
