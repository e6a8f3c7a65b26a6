import type { Api, CommandInput } from '../../../contract/api.ts'
import { findBank } from '../../../contract/nigeria.ts'
import { EMPLOYER } from '../../../contract/vocabulary.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { maskDigits, maskPhone } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { section } from '../settings/settings.ts'
import * as store from './customers.sql.ts'
import { openBvn, openNin } from './mask.ts'
import { countNotes, moveNotes } from './notes.sql.ts'
import { describeRow, known, likenessOf, nameOf, statusOn } from './profile.ts'
import { hasSameSources, recordSourceChange } from './sources.sql.ts'
import { sealFor } from './trail.ts'

type Pair = { kept: store.CustomerRow; merged: store.CustomerRow }

/** A merge must not hide a blacklisting or a death. */
function whyNot(ctx: Context, { kept: stored, merged }: Pair): string | null {
  if (stored.id === merged.id) return 'both are the same record'
  for (const row of [stored, merged])
    if (row.status === 'erased') return `${row.number} was erased`
    else if (row.status === 'merged')
      return `${row.number} was merged already, into ${row.merged_into_number}`
  const status = statusOn(merged, ctx.today)
  const isHidden =
    (status === 'blacklisted' || status === 'deceased') && statusOn(stored, ctx.today) !== status
  return isHidden ? `${merged.number} is ${status} and ${stored.number} is not: settle that first` : null
}

/** What the two records say of each other; what they hold elsewhere is counted where it is known. */
export async function previewMerge(ctx: Context, id: string, mergedId: string) {
  const pair = { kept: await known(ctx.tx, id), merged: await known(ctx.tx, mergedId) }
  const { nameScorePass } = await section(ctx.tx, 'affordability', ctx.today)
  return {
    kept: describeRow(pair.kept, ctx.today),
    merged: describeRow(pair.merged, ctx.today),
    ...likenessOf(pair.kept, pair.merged, nameScorePass),
    fields: fieldsOf(ctx.keys, pair),
    notes: (await countNotes(ctx.tx, mergedId)).notes,
    warnings: warningsOn(pair, nameScorePass),
    blocked: whyNot(ctx, pair),
  }
}

type Shown = [name: string, raw: (row: store.CustomerRow) => string, as?: (value: string) => string]

/** What the two records say, masked; whether they differ is judged on the whole value. */
function fieldsOf(keys: Keys, { kept: stored, merged }: Pair) {
  const rows: Shown[] = [
    ['Name', nameOf],
    ['Born', row => row.date_of_birth, value => formatDate(localDate(value))],
    ['BVN', row => openBvn(keys, row), maskDigits],
    ['NIN', row => openNin(keys, row), maskDigits],
    ['Phone', row => row.phone, maskPhone],
    ['E-mail', row => row.email],
    ['Address', row => `${row.address}, ${row.lga}, ${row.state}`],
    [EMPLOYER, row => row.mda],
    ['Payroll', row => `${row.payroll_source} ${row.ippis_number}`],
    ['Bank', row => findBank(row.bank_code)?.Name ?? row.bank_code],
    ['Account', row => row.account_number, maskDigits],
    ['Next of kin', row => row.kin_name],
  ]
  return rows.map(([name, raw, as = value => value]) => ({
    name,
    kept: as(raw(stored)),
    merged: as(raw(merged)),
    differs: raw(stored) !== raw(merged),
  }))
}

function warningsOn({ kept: stored, merged }: Pair, nameScorePass: number): string[] {
  const { nameScore } = likenessOf(stored, merged, nameScorePass)
  const warnings: string[] = []
  if (!stored.bvn_index.equals(merged.bvn_index))
    warnings.push('The BVNs differ. One person has one BVN: be sure which record is right.')
  if (!stored.nin_index.equals(merged.nin_index)) warnings.push('The NINs differ.')
  if (stored.date_of_birth !== merged.date_of_birth) warnings.push('The birth dates differ.')
  if (nameScore < nameScorePass) warnings.push(`The names agree only to ${nameScore} of 100.`)
  return warnings
}

export const ask: Handler<Api['customerMerge']> = async (ctx, { id, mergedId, reason }) => {
  const pair = await lockPair(ctx.tx, id, mergedId)
  const why = whyNot(ctx, pair)
  if (why) refuse('customer.merge_refused', { why })
  const { kept: stored, merged } = pair
  const differing = fieldsOf(ctx.keys, pair).filter(field => field.differs)
  const before = Object.fromEntries(differing.map(({ name, merged: value }) => [name, value]))
  const after = Object.fromEntries(differing.map(({ name, kept: value }) => [name, value]))
  const [storedBefore = {}, storedAfter = {}] = await sealFor(ctx, id, before, after)
  const approvalId = await propose(ctx, {
    command: 'customerMerge',
    input: { id, mergedId, keptRevision: stored.revision, mergedRevision: merged.revision },
    subject: ['customer', id],
    summary: `${merged.number}, ${nameOf(merged)}, into ${stored.number}, ${nameOf(stored)}`,
    before,
    after,
    stored: { before: storedBefore, after: storedAfter },
    reason,
  })
  return { approvalId }
}

/** Both, always in the same order, so that two merges cannot lock each other out. */
async function lockPair(tx: Tx, storedId: string, mergedId: string): Promise<Pair> {
  const rows = new Map<string, store.CustomerRow>()
  for (const id of [storedId, mergedId].toSorted()) {
    const row = (await store.lockCustomer(tx, id)) ?? refuse('record.unknown', { what: 'customer' })
    rows.set(id, row)
  }
  const stored = rows.get(storedId) ?? refuse('record.unknown', { what: 'customer' })
  return { kept: stored, merged: rows.get(mergedId) ?? stored }
}

/** Both records of an approved merge, locked and as they were when it was submitted. */
export async function lockForMerge(ctx: Context, input: CommandInput<'customerMerge'>): Promise<Pair> {
  const pair = await lockPair(ctx.tx, input.id, input.mergedId)
  const { kept: stored, merged } = pair
  const why = whyNot(ctx, pair)
  if (why) refuse('customer.merge_refused', { why })
  if (stored.revision !== input.keptRevision || merged.revision !== input.mergedRevision)
    refuse('approval.stale')
  return pair
}

/** The record that goes keeps its row and its history; `moved` says what else it gave to the one that stays. */
export async function mergeRecords(
  ctx: Context,
  { kept: stored, merged }: Pair,
  moved: { loans: number; requests: number },
  asked: Asked,
): Promise<void> {
  await moveNotes(ctx.tx, merged.id, stored.id)
  if (!(await hasSameSources(ctx.tx, merged.id, stored.id)))
    await recordSourceChange(ctx.tx, merged.id, {
      from: merged.payroll_source,
      to: stored.payroll_source,
      on: ctx.today,
    })
  await store.repointMerged(ctx.tx, merged.id, stored.id)
  await store.updateCustomer(ctx.tx, merged.id, {
    status: 'merged',
    merged_into: stored.id,
    status_reason: asked.reason,
    status_since: ctx.now,
    status_until: null,
  })
  await store.updateCustomer(ctx.tx, stored.id, {})
  const trace = { action: 'customerMerge', reason: asked.reason }
  ctx.audit({ ...trace, subject: ['customer', stored.id], after: { tookOver: merged.number, ...moved } })
  ctx.audit({
    ...trace,
    subject: ['customer', merged.id],
    before: { status: merged.status },
    after: { status: 'merged', into: stored.number, ...moved },
  })
}
