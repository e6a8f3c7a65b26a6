import { BINS as ALL_BINS, type BINS, type Bin } from '../../../contract/repayments.ts'
import { localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { sourceNames } from '../settings/settings.ts'
import * as store from './repayments.sql.ts'

/** One batch: held for an act, or as people see it. */

export async function locked(
  ctx: Context,
  id: string,
  ...statuses: store.BatchStatus[]
): Promise<store.BatchRow> {
  const batch = (await store.lockBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'batch' })
  if (!statuses.includes(batch.status))
    refuse('repayment.status', { number: batch.number, status: batch.status })
  return batch
}

/** For what an approver reads: held in a transaction, so that nothing changes until it is done; a page only reads. */
export const seen = async ({ tx }: Context, id: string): Promise<store.BatchRow> =>
  (await (tx.isTransaction ? store.lockBatch : store.findBatch)(tx, id)) ??
  refuse('record.unknown', { what: 'batch' })

export async function lockedOpen(ctx: Context, id: string): Promise<store.BatchRow> {
  const batch = await locked(ctx, id, 'open', 'waiting', 'posted')
  if ((await waitingOn(ctx.tx, 'repayment', [id])).size > 0)
    refuse('repayment.status', { number: batch.number, status: 'pending approval' })
  return batch
}

/** A correction is based on what this batch has posted: reversing it needs the correction reversed first. */
export async function refuseCorrected(tx: Tx, id: string): Promise<void> {
  const correction = await store.correctionOf(tx, id)
  if (correction) refuse('repayment.has_correction', { number: correction.number })
}

type Bins = Record<
  (typeof BINS)[number],
  { rows: number; total: ReturnType<typeof kobo>; expected: ReturnType<typeof kobo> }
>

function binsOf(figures: store.Figures): Bins {
  const found = new Map(figures.bins.map(each => [each.bin, each]))
  const figure = (bin: Bin) => {
    const each = found.get(bin)
    return {
      rows: each?.rows ?? 0,
      total: kobo(BigInt(each?.total ?? 0)),
      expected: kobo(BigInt(each?.expected ?? 0)),
    }
  }
  return Object.fromEntries(ALL_BINS.map(bin => [bin, figure(bin)])) as Bins
}

/** Of the file: deducted for other lenders. */
export const foreignTotal = ({ done }: store.BatchRow): bigint =>
  BigInt(done.bins.find(({ bin }) => bin === 'foreign')?.total ?? 0)

const moneyOf = ({ rows, total }: { rows: number; total: string }) => ({ rows, total: kobo(BigInt(total)) })

export function describe(row: store.BatchRow, names: ReadonlyMap<string, string>, approvalId: string | null) {
  const [posted, suspense] = [kobo(BigInt(row.done.posted)), kobo(BigInt(row.done.suspense))]
  const owing = row.owed
  const bins = binsOf(row.done)
  return {
    id: row.intake_id,
    number: row.number,
    source: row.source,
    sourceName: names.get(row.source) ?? row.source,
    period: payMonthOf(localDate(row.period)),
    kind: row.kind,
    cashAccount: row.cash_account,
    channel: row.channel,
    fileName: row.file_name,
    status: row.status,
    approvalId,
    correctsId: row.corrects_id,
    valueOn: row.value_on,
    gapNote: row.gap_note,
    holdsMessages: row.holds_messages,
    declaredRows: row.declared_rows,
    declaredTotal: row.declared_total === null ? null : kobo(row.declared_total),
    fileRows: row.file_rows,
    fileTotal: kobo(row.file_total),
    bankCredit: kobo(row.bank_credit),
    bins,
    invalidRows: row.invalid_rows,
    namesDiffer: {
      toLoans: moneyOf(row.done.nameToLoans),
      toSuspense: moneyOf(row.done.nameToSuspense),
    },
    undecided: row.done.undecided,
    foreign: { rows: bins.foreign.rows, total: bins.foreign.total },
    rowsWithoutName: row.done.withoutName,
    rowsToDo: row.done.todo,
    rowsDone: row.done.done,
    rowsRefused: row.done.refused,
    rowsMoved: row.done.moved,
    rowsPassedOver: row.done.passedOver,
    postedTotal: posted,
    suspenseTotal: suspense,
    officeCharges: kobo(row.office_charges),
    writtenDown: kobo(row.written_down),
    unremitted: kobo(owing > 0n && row.status === 'posted' ? owing : 0n),
    uploadedBy: row.uploaded_by_name,
    openedAt: row.opened_at.toISOString(),
    submittedBy: row.submitted_by_name,
    approvedBy: row.approved_by_name,
    postedAt: row.posted_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  }
}

export async function shown(ctx: Context, id: string) {
  const row = (await store.findBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'batch' })
  return describe(row, await sourceNames(ctx), (await waitingOn(ctx.tx, 'repayment', [id])).get(id) ?? null)
}

/** The month of a batch is calculated again, once what changed is saved. */
export const reconcileAgain = (
  ctx: Context,
  batch: Pick<store.BatchRow, 'source' | 'period'>,
): Promise<void> => ctx.queue('reconciliationRun', { source: batch.source, month: batch.period })
