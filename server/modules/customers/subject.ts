import type { Api } from '../../../contract/api.ts'
import { FREE_FIELDS, SENSITIVE_FIELDS } from '../../../contract/customers.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { heldDocuments } from '../documents/documents.ts'
import { refusalsOf } from '../intake/intake.ts'
import { campaignsNaming, optOutsOf, repliesFrom } from '../messaging/messaging.ts'
import { COLUMNS } from './change.ts'
import type { CustomerRow } from './customers.sql.ts'
import { type Elsewhere, type Erased, onceOn, personOf, recognisedBy, recordsOf } from './erase.ts'
import { openBvn, openNin } from './mask.ts'
import * as notes from './notes.sql.ts'
import { known, statusOn } from './profile.ts'
import { describeRetirement, retirementRuleFor } from './retirement.ts'

/** More than anybody's file holds; a person is not a list. */
const MOST = 10_000

/**
 * What stands to the right of customers, in the words of its own endpoints or as an erasure would find it; handed in by
 * api.ts.
 */
export type HeldElsewhere = Record<
  string,
  (ctx: Context, person: Erased & { customerId: string }) => Promise<unknown>
>

/**
 * The right of access: what is held about a person, given to that person, whole and readable by other programs. The person
 * is known by the same records, requests and numbers as whoever is erased: what would be cut is what is handed over. What
 * came from a phone that others use too may be theirs, and stays out.
 */
export const subjectExport =
  (
    elsewhere: HeldElsewhere,
    erasing: Elsewhere,
    requestsOf: notes.RequestsOf,
  ): Handler<Api['customerSubjectExport']> =>
  async (ctx, { id, reason }) => {
    const row = await known(ctx.tx, id)
    const rows = await recordsOf(ctx.tx, row)
    const person = await personOf(ctx, erasing, rows)
    const { ids, phones } = person
    const { rule } = await retirementRuleFor(ctx, row.payroll_source)
    const held: Record<string, unknown> = {
      customer: recordOf(ctx, row),
      mergedRecords: rows.slice(1).map(merged => recordOf(ctx, merged)),
      earlierValues: (await onceOn(ctx, ids)).changed,
      retirement: describeRetirement(row, rule, ctx.today),
      notes: await notesOf(ctx, ids),
      messages: await notes.messagesTo(ctx.tx, { customerId: id, requestsOf }, null, MOST),
      replies: await repliesFrom(ctx.tx, phones),
      optOuts: await optOutsOf(ctx.tx, phones),
      campaigns: await campaignsNaming(ctx.tx, { customerIds: ids, phones }),
      documents: await heldDocuments(ctx.tx, 'customer', ids),
      refusedLines: await refusalsOf(ctx.tx, recognisedBy(ctx, person, rows)),
    }
    for (const [what, read] of Object.entries(elsewhere))
      held[what] = await read(ctx, { ...person, customerId: id })
    ctx.audit({ subject: ['customer', id], after: { handedOver: Object.keys(held) }, reason })
    const json = JSON.stringify({ madeAt: ctx.now, ...held }, koboAsDigits, 2)
    return { fileName: `${row.number}-${ctx.today}.json`, json }
  }

const recordOf = (ctx: Context, row: CustomerRow) => ({
  number: row.number,
  ...Object.fromEntries([...SENSITIVE_FIELDS, ...FREE_FIELDS].map(field => [field, row[COLUMNS[field]]])),
  // kept sealed, handed over open
  bvn: openBvn(ctx.keys, row),
  nin: openNin(ctx.keys, row),
  netPay: row.net_pay,
  status: statusOn(row, ctx.today),
  customerSince: row.opened_at,
})

async function notesOf(ctx: Context, ids: readonly string[]): Promise<notes.NoteRow[]> {
  const all: notes.NoteRow[] = []
  for (const id of ids) all.push(...(await notes.notesOf(ctx.tx, id, null, MOST)))
  return all
}

const koboAsDigits = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
