import { createHash } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import { type Kobo, kobo, sum } from '../../../engine/money.ts'
import { sayMoment } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { layoutExtension } from '../../kernel/layoutFile.ts'
import { maskDigits } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { bankFileIn, bankLayout, encodeLayout, storedLayout } from './bankLayout.ts'
import { changedSince } from './disbursable.ts'
import * as store from './payouts.sql.ts'
import { closeIfDone, lockFor } from './state.ts'

/** The bank file: taken once, again only as a marked copy, with figures that let a person at the bank compare it. */

export type Control = { lines: number; total: Kobo; hashTotal: string; sha256: string }

export function controlOf(lines: readonly store.LineRow[], file: Uint8Array): Control {
  return {
    lines: lines.length,
    total: sum(lines.map(line => kobo(line.amount))),
    hashTotal: hashTotalOf(lines),
    sha256: createHash('sha256').update(file).digest('hex'),
  }
}

/** The sum of one account number would be the number itself. */
const hashTotalOf = (lines: readonly store.LineRow[]): string =>
  lines.length === 1
    ? maskDigits(lines[0]?.account_number ?? '')
    : String(lines.reduce((total, line) => total + BigInt(line.account_number), 0n))

/** Of the file as it was last taken, or as it would be taken now. */
export async function currentControl(
  ctx: Pick<Context, 'tx' | 'today'>,
  batch: store.BatchRow,
  taken: readonly store.ExportRow[],
): Promise<Control | null> {
  const last = taken.at(-1)
  if (last)
    return last.sha256 === null || last.hash_total === null
      ? null
      : { lines: last.lines, total: kobo(last.total), hashTotal: last.hash_total, sha256: last.sha256 }
  const lines = await store.linesOf(ctx.tx, batch.id, 'open')
  if (lines.length === 0) return null
  const layout = await bankLayout(ctx, 'payout', batch.paying_account)
  return controlOf(lines, (await bankFileIn(layout, batch, lines)).bytes)
}

function nameOf({ number }: store.BatchRow, row: store.ExportRow): string {
  const layout = storedLayout(row)
  return `${number}${row.copy > 1 ? `-copy${row.copy}` : ''}.${layout ? layoutExtension(layout) : 'csv'}`
}

export const describeExport = (batch: store.BatchRow, row: store.ExportRow) => ({
  copy: row.copy,
  fileName: nameOf(batch, row),
  takenAt: row.taken_at.toISOString(),
  takenBy: row.taken_by_name,
  reason: row.reason,
  lines: row.lines,
  total: kobo(row.total),
  hashTotal: row.hash_total,
  sha256: row.sha256,
})

export const exportBatch: Handler<Api['payoutBatchExport']> = async (ctx, { id, exportId, reason }) => {
  if (!may(ctx.actor.roles, 'personal.reveal')) refuse('permission.missing')
  const batch = await lockFor(ctx, id, 'export')
  const repeated = await store.findExport(ctx.tx, exportId)
  if (repeated) return sameFile(ctx, batch, repeated)
  const taken = await store.exportsOf(ctx.tx, id)
  const first = taken[0]
  if (first && reason === undefined)
    refuse('payout.taken', {
      number: batch.number,
      who: first.taken_by_name,
      when: sayMoment(first.taken_at),
    })
  const heldBack = first ? 0 : await holdBack(ctx, batch)
  const lines = await store.linesOf(ctx.tx, id, 'open')
  // a copy is what the first file was, whatever the settings say since
  const layout = first ? storedLayout(first) : await bankLayout(ctx, 'payout', batch.paying_account)
  const { bytes, type } = await bankFileIn(layout, batch, lines)
  const { hashTotal, sha256, total } = controlOf(lines, bytes)
  const row: store.ExportRow = {
    id: exportId,
    batch_id: id,
    copy: taken.length + 1,
    taken_at: ctx.now,
    taken_by_name: ctx.actor.name,
    reason: first ? (reason ?? null) : null,
    line_nos: lines.map(line => line.no),
    lines: lines.length,
    total,
    hash_total: hashTotal,
    sha256,
    layout: encodeLayout(layout),
  }
  await store.insertExport(ctx.tx, row)
  await store.updateBatch(ctx.tx, id, {
    status: 'sent',
    ...(first ? {} : { sent_at: ctx.now, sent_by_name: ctx.actor.name }),
  })
  ctx.audit({
    subject: ['payoutBatch', id],
    before: { status: batch.status },
    after: { status: 'sent', copy: row.copy, accountNumbersRevealed: lines.length, heldBack, sha256 },
    reason: row.reason,
  })
  if (lines.length === 0) await closeIfDone(ctx, id)
  return { ...describeExport(batch, row), content: bytes.toString('base64'), type, heldBack }
}

/** The answer was lost on its way: the same bytes, whatever the bank has said since. */
async function sameFile(ctx: Context, batch: store.BatchRow, row: store.ExportRow) {
  if (row.batch_id !== batch.id) refuse('idempotency.other_body')
  const lines = (await store.linesOf(ctx.tx, batch.id)).filter(line => row.line_nos.includes(line.no))
  ctx.audit({
    subject: ['payoutBatch', batch.id],
    after: { repeated: true, copy: row.copy, accountNumbersRevealed: lines.length },
  })
  const { bytes, type } = await bankFileIn(storedLayout(row), batch, lines)
  return { ...describeExport(batch, row), content: bytes.toString('base64'), type, heldBack: 0 }
}

/** Lines whose loan was frozen or account changed after the approval: money that has left is hard to get back. */
async function holdBack(ctx: Context, batch: store.BatchRow): Promise<number> {
  const lines = await store.linesOf(ctx.tx, batch.id, 'open')
  const changed = await changedSince(ctx, batch, lines)
  for (const line of lines) {
    const why = changed.get(line.loan_id)
    if (!why) continue
    // not "failed": it never went to the bank, so it cannot be recorded as paid later
    await store.updateLine(ctx.tx, line.id, {
      status: 'cancelled',
      reason: `Held back: ${why}`,
      told_at: ctx.now,
      told_by: ctx.actor.id,
      told_by_name: ctx.actor.name,
    })
  }
  return changed.size
}
