import { localDate, payMonthOf } from '../../../engine/dates.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { sourceNames } from '../settings/settings.ts'
import * as store from './intake.sql.ts'
import { type Layout, monthInFile, showLayout } from './layout.ts'
import { coverLayout, mayReveal, personalFields } from './mask.ts'

/** One upload: held for an act, or as people see it. */

export async function found(tx: Tx, id: string): Promise<store.IntakeRow> {
  return (await store.findIntake(tx, id)) ?? refuse('record.unknown', { what: 'upload' })
}

export async function locked(
  ctx: Context,
  id: string,
  ...statuses: store.IntakeRow['status'][]
): Promise<store.IntakeRow> {
  const row = (await store.lockIntake(ctx.tx, id)) ?? refuse('record.unknown', { what: 'upload' })
  if (!statuses.includes(row.status)) refuse('intake.status', { status: row.status })
  return row
}

export function describe(row: store.IntakeRow, names: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    sourceName: names.get(row.source) ?? row.source,
    period: payMonthOf(localDate(row.period)),
    fileName: row.file_name,
    bytes: whole(row.bytes),
    receivedBytes: whole(row.received_bytes),
    sha256: row.sha256?.toString('hex') ?? null,
    status: row.status,
    problem: row.problem,
    uploadedBy: row.uploaded_by_name,
    uploadedById: row.uploaded_by,
    uploadedAt: row.uploaded_at.toISOString(),
    acceptedBy: row.accepted_by_name,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    approvalId: row.approval_id,
    correctsId: row.corrects_id,
    sameAsId: row.same_as_id,
    rows: row.rows,
    goodRows: row.good_rows,
    refusedRows: row.refused_rows,
    skippedRows: row.skipped_rows,
    matchedRows: row.matched_rows,
    repairedValues: row.repaired_values,
    progress: row.progress && {
      step: row.progress.step,
      done: parseInt(row.progress.done, 10),
      total: row.progress.total === null ? null : parseInt(row.progress.total, 10),
      startedAt: new Date(row.progress.startedAt).toISOString(),
      at: new Date(row.progress.at).toISOString(),
    },
  }
}

/** Counts of bytes, which no file brings near the edge of a number. */
export const whole = (count: bigint): number => parseInt(count.toString(), 10)

export const shown = async (ctx: Context, id: string) => describePending(ctx, await found(ctx.tx, id))

async function describePending(ctx: Context, row: store.IntakeRow) {
  const pending = (await waitingOn(ctx.tx, 'intake', [row.id])).get(row.id) ?? null
  return { ...describe(row, await sourceNames(ctx)), approvalId: pending }
}

export async function withLayout(ctx: Context, id: string) {
  const row = await found(ctx.tx, id)
  return {
    ...(await describePending(ctx, row)),
    layout:
      row.layout === null
        ? null
        : {
            ...showLayout(seenLayout(ctx, row, row.layout as Layout)),
            monthInFile: monthInFile(row.layout as Layout, ctx.today),
          },
  }
}

/** Lines of the file are shown while its columns are confirmed, and no longer: who saw them whole is on the trail. */
function seenLayout(ctx: Context, row: store.IntakeRow, layout: Layout): Layout {
  const shown = row.status === 'received' ? layout : { ...layout, head: [] }
  if (!mayReveal(ctx.actor)) return coverLayout(shown)
  if (shown.head.length > 0)
    ctx.audit({
      subject: ['intake', row.id],
      after: { revealed: personalFields(layout.mapping), lines: shown.head.length },
    })
  return shown
}

export const isPendingApproval = async (tx: Tx, id: string): Promise<boolean> =>
  (await waitingOn(tx, 'intake', [id])).size + (await waitingOn(tx, 'repayment', [id])).size > 0
