import type { Api, CommandInput } from '../../../contract/api.ts'
import { fieldsOf, type IntakeKind } from '../../../contract/intake.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatMonth, localDate, payMonthOf } from '../../../engine/dates.ts'
import { daysBefore } from '../../kernel/clock.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { unspool } from '../../kernel/files.ts'
import { storableJson } from '../../kernel/json.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { section, sourceNames } from '../settings/settings.ts'
import { missingFields } from './columns.ts'
import * as store from './intake.sql.ts'
import { describeLayout, type Layout } from './layout.ts'
import * as lists from './list.sql.ts'
import { latestPeriod } from './period.ts'
import type { Drops } from './run.ts'
import { describe, found, isPendingApproval, locked, shown, whole, withLayout } from './shown.ts'

/** An upload and its steps: the bytes, the columns, the run, the approval. */

export const open: Handler<Api['intakeOpen']> = async (ctx, input) => {
  const names = await sourceNames(ctx)
  if (!names.has(input.source)) refuse('intake.source_unknown')
  if (input.period > latestPeriod(input.kind, ctx.today)) refuse('intake.period')
  if (input.correctsId !== undefined) {
    const corrected = await found(ctx.tx, input.correctsId)
    const fits =
      corrected.kind === input.kind &&
      corrected.source === input.source &&
      payMonthOf(localDate(corrected.period)) === input.period &&
      ['matched', 'waiting', 'accepted'].includes(corrected.status)
    if (!fits) refuse('intake.correction')
  }
  const isNew = await store.insertIntake(ctx.tx, {
    id: input.id,
    kind: input.kind,
    source: input.source,
    period: `${input.period}-01`,
    fileName: input.fileName,
    bytes: input.bytes,
    correctsId: input.correctsId ?? null,
    declaredRows: input.declared?.rows ?? null,
    declaredTotal: input.declared?.total ?? null,
    by: ctx.actor.id,
    at: ctx.now,
  })
  const row = await found(ctx.tx, input.id)
  if (!isNew && row.uploaded_by !== ctx.actor.id) refuse('record.unknown', { what: 'upload' })
  if (!isNew && !isSameUpload(row, input)) refuse('idempotency.other_body')
  const { kind, source, period, fileName: file, bytes } = input
  ctx.audit({
    subject: ['intake', input.id],
    after: isNew ? { kind, source, period, file, bytes } : { repeated: true },
  })
  return describe(row, names)
}

const isSameUpload = (row: store.IntakeRow, input: Parameters<typeof open>[1]): boolean =>
  row.kind === input.kind &&
  row.source === input.source &&
  payMonthOf(localDate(row.period)) === input.period &&
  row.file_name === input.fileName &&
  whole(row.bytes) === input.bytes &&
  row.corrects_id === (input.correctsId ?? null) &&
  row.declared_rows === (input.declared?.rows ?? null) &&
  row.declared_total === (input.declared?.total ?? null)

export const addPiece: Handler<Api['intakePiece']> = async (ctx, { id, offset }) => {
  const row = (await store.lockIntake(ctx.tx, id)) ?? refuse('record.unknown', { what: 'upload' })
  if (row.uploaded_by !== ctx.actor.id) refuse('permission.missing')
  const received = whole(row.received_bytes)
  const end = offset + ctx.bytes.length
  // the answer to a piece was lost on the way and it comes again
  if (end <= received && ctx.bytes.length > 0) return progressOf(row, received)
  if (row.status !== 'receiving') refuse('intake.status', { status: row.status })
  if (offset !== received) refuse('intake.offset', { at: received })
  if (end > whole(row.bytes)) refuse('intake.too_long')
  if (ctx.bytes.length === 0) refuseFields({ content: 'Nothing was sent' })
  const isComplete = end === whole(row.bytes)
  // the last piece makes all of them durable; after a crash before it, the caller is told where to go on
  if (!isComplete) await store.commitLater(ctx.tx)
  await store.insertPiece(ctx.tx, id, offset, ctx.bytes)
  await store.changeIntake(ctx.tx, id, {
    received_bytes: BigInt(end),
    ...(isComplete ? { status: 'received' } : {}),
  })
  if (isComplete) await ctx.queue('intakeRun', { id })
  return progressOf(row, end)
}

const progressOf = (row: store.IntakeRow, received: number) => ({
  receivedBytes: received,
  isComplete: received === whole(row.bytes),
})

export const get: Handler<Api['intakeGet']> = async (ctx, { id }) => withLayout(ctx, id)

export const list: Handler<Api['intakeList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'intakes', filter, cursor), 'at', 'id')
  const { rows, last } = cutPage(await lists.listIntakes(ctx.tx, filter, after, limit + 1), limit)
  const names = await sourceNames(ctx)
  return {
    rows: rows.map(row => describe(row, names)),
    total: await lists.countIntakes(ctx.tx, filter),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'intakes', filter, [last.uploaded_at.toISOString(), last.id]) : null,
  }
}

const ENDED: readonly string[] = ['accepted', 'superseded', 'refused', 'cancelled']

/** The newest file of a source and month that is on its way, if there is one. */
export async function uploadUnderWay(ctx: Context, kind: IntakeKind, source: string, period: string) {
  const rows = await lists.listIntakes(ctx.tx, { kind, source, period }, null, 20)
  const row = rows.find(each => !ENDED.includes(each.status))
  return row && { status: row.status, fileName: row.file_name, uploadedBy: row.uploaded_by_name }
}

export const chooseLayout: Handler<Api['intakeLayout']> = async (ctx, { id, sheet, headerLine }) => {
  const row = await locked(ctx, id, 'received')
  if (row.layout === null) return refuse('intake.status', { status: 'still being read' })
  const before = row.layout as Layout
  if (sheet !== null && !before.shape.sheets[sheet]) refuseFields({ sheet: 'No such sheet' })
  const saved = await store.savedMapping(ctx.tx, row.kind, row.source)
  const layout = describeLayout(row.kind, before.shape, before.head, { saved, sheet, headerLine })
  if (layout.headerLine === null) refuseFields({ headerLine: 'Choose one of the lines shown' })
  await store.changeIntake(ctx.tx, id, { layout: storableJson(layout) })
  await store.noteShaper(ctx.tx, id, ctx.actor.id)
  ctx.audit({ subject: ['intake', id], after: { sheet, headerLine } })
  return withLayout(ctx, id)
}

export const map: Handler<Api['intakeMap']> = async (ctx, { id, mapping }) => {
  const row = await locked(ctx, id, 'received')
  if (row.layout === null) return refuse('intake.status', { status: 'still being read' })
  const layout = row.layout as Layout
  const fields = fieldsOf(row.kind)
  const unknown = Object.keys(mapping).find(field => !Object.hasOwn(fields, field))
  if (unknown !== undefined) refuseFields({ [`mapping.${unknown}`]: 'Not a field of this file' })
  const missing = missingFields(row.kind, mapping)
  if (missing.length > 0) refuse('intake.unmapped', { fields: missing.join(', ') })
  const columns = Object.values(mapping)
  if (columns.some(index => index >= layout.columns.length))
    refuseFields({ mapping: 'The file has fewer columns' })
  if (new Set(columns).size !== columns.length) refuseFields({ mapping: 'One column cannot hold two things' })
  const headers = layout.columns.map(column => column.header)
  await store.saveMapping(ctx.tx, row.kind, row.source, { headers, mapping }, ctx.now)
  await store.changeIntake(ctx.tx, id, {
    mapping: JSON.stringify(mapping),
    layout: storableJson({ ...layout, mapping }),
    status: 'mapped',
  })
  await store.noteShaper(ctx.tx, id, ctx.actor.id)
  await ctx.queue('intakeRun', { id })
  ctx.audit({ subject: ['intake', id], after: { mapping } })
  return shown(ctx, id)
}

export const cancel =
  (drops: Drops): Handler<Api['intakeCancel']> =>
  async (ctx, { id }) => {
    const row = await locked(
      ctx,
      id,
      'receiving',
      'received',
      'mapped',
      'staged',
      'checked',
      'matched',
      'waiting',
    )
    if (await isPendingApproval(ctx.tx, id)) refuse('intake.status', { status: 'pending approval' })
    await throwAway(ctx, row, drops, `Cancelled by ${ctx.actor.name}.`)
    return shown(ctx, id)
  }

async function throwAway(ctx: Context, row: store.IntakeRow, drops: Drops, problem: string): Promise<void> {
  await drops[row.kind].drop(ctx, row)
  await store.dropStaging(ctx.tx, row.id)
  await store.letGoOfFile(ctx.tx, row.id)
  await store.deleteRefusals(ctx.tx, row.id)
  await store.forgetProgress(ctx.tx, row.id)
  await unspool(ctx.dataDirectory, row.id)
  await store.changeIntake(ctx.tx, row.id, { status: 'cancelled', problem })
  ctx.audit({ subject: ['intake', row.id], before: { status: row.status }, after: { status: 'cancelled' } })
}

/**
 * Uploads that were begun and never finished, and the bytes of those that were. A checked file that is never accepted
 * is deleted as a whole when its rows expire: thinned and accepted later, it would empty a month.
 */
export const discardAbandoned =
  (drops: Drops) =>
  async (ctx: Context, before: Date): Promise<void> => {
    for (const id of await store.abandonedUploads(ctx.tx, before)) {
      const row = await store.lockIntake(ctx.tx, id)
      if (row) await throwAway(ctx, row, drops, 'Left lying; thrown away.')
    }
    const { payrollRowDays } = await section(ctx.tx, 'retention', ctx.today)
    for (const id of await store.unacceptedIntakes(ctx.tx, daysBefore(ctx.now, payrollRowDays))) {
      const row = await store.lockIntake(ctx.tx, id)
      // another user may have acted before the lock, and what is pending approval is not removed
      if (!row || ENDED.includes(row.status) || (await isPendingApproval(ctx.tx, id))) continue
      const days = countOf(payrollRowDays, 'day')
      await throwAway(ctx, row, drops, `Not accepted within ${days}; thrown away.`)
    }
    for (const id of await store.filesReadToTheEnd(ctx.tx, before)) await store.letGoOfFile(ctx.tx, id)
  }

// ── Approval ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the approver must know beyond the counts, in a sentence. */
export type Warns = Partial<Record<IntakeKind, (ctx: Context, row: store.IntakeRow) => Promise<string>>>

const TAKEN: Record<IntakeKind, string> = {
  payroll: 'become the payroll data of the month',
  book: 'become loans',
  repayment: 'become repayments',
  acknowledgement: 'become answers of the payroll office',
}

export const submitUpload =
  (warns: Warns): Handler<Api['intakeHandOver']> =>
  async (ctx, { id, reason }) => {
    const row = await locked(ctx, id, 'matched', 'waiting')
    // a batch of repayments is submitted with its control totals
    if (row.kind === 'repayment') refuse('intake.status', { status: 'submitted in the Repayment Tracker' })
    if (row.kind === 'acknowledgement')
      refuse('intake.status', { status: 'recorded on its instruction list' })
    if ((row.good_rows ?? 0) === 0) refuse('intake.nothing_good')
    const names = await sourceNames(ctx)
    const good = row.good_rows ?? 0
    const rows = `${countOf(good, 'row')} of “${row.file_name}”`
    const warning = (await warns[row.kind]?.(ctx, row)) ?? ''
    const approvalId = await propose(ctx, {
      command: 'intakeAccept',
      input: { id },
      subject: ['intake', id],
      summary: `${names.get(row.source) ?? row.source}, ${formatMonth(row.period)}: ${rows}${warning && `. ${warning}`}`,
      after: effectOf(row, warning),
      reason,
      // who said which column is the pay has decided what the file says
      involved: [row.uploaded_by, ...row.shaped_by],
    })
    await store.changeIntake(ctx.tx, id, { status: 'waiting', approval_id: approvalId })
    return { approvalId }
  }

const effectOf = (row: store.IntakeRow, warning: string): object => ({
  effect: `${countOf(row.good_rows ?? 0, 'row')} ${TAKEN[row.kind]}`,
  ...(warning ? { warning } : {}),
  rows: countText(row.rows ?? 0),
  good: countText(row.good_rows ?? 0),
  refused: countText(row.refused_rows ?? 0),
  repaired: countText(row.repaired_values ?? 0),
  matched: countText(row.matched_rows ?? 0),
})

export async function foreseeAcceptance(
  ctx: Context,
  { id }: CommandInput<'intakeAccept'>,
  warns: Warns,
): Promise<Foresight> {
  const row = await (ctx.tx.isTransaction ? locked(ctx, id, 'waiting') : found(ctx.tx, id))
  return { after: effectOf(row, (await warns[row.kind]?.(ctx, row)) ?? '') }
}

export const accept =
  (accepts: Partial<Record<IntakeKind, (ctx: Context, row: store.IntakeRow) => Promise<void>>>) =>
  async (ctx: Context, { id }: { id: string }): Promise<void> => {
    const row = await locked(ctx, id, 'waiting')
    await accepts[row.kind]?.(ctx, row)
    // its rows are stored: the file itself and its first lines are personal data no longer needed
    await store.letGoOfFile(ctx.tx, id)
    await store.changeIntake(ctx.tx, id, {
      status: 'accepted',
      accepted_by: ctx.actor.id,
      accepted_at: ctx.now,
    })
    ctx.audit({ subject: ['intake', id], before: { status: 'waiting' }, after: { status: 'accepted' } })
  }

/** Its own batch has been approved: the upload stands as it is. */
export async function markAccepted(ctx: Context, id: string): Promise<void> {
  await store.letGoOfFile(ctx.tx, id)
  await store.changeIntake(ctx.tx, id, {
    status: 'accepted',
    accepted_by: ctx.actor.id,
    accepted_at: ctx.now,
  })
}

/** Another file of the same source and month has taken its place. */
export async function supersede(ctx: Context, id: string): Promise<void> {
  const before = await found(ctx.tx, id)
  // one that was never accepted still had them
  await store.letGoOfFile(ctx.tx, id)
  await store.changeIntake(ctx.tx, id, { status: 'superseded' })
  ctx.audit({ subject: ['intake', id], before: { status: before.status }, after: { status: 'superseded' } })
}
