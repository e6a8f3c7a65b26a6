import { FREE_FIELDS, SENSITIVE_FIELDS } from '../../../contract/customers.ts'
import type { Context } from '../../kernel/context.ts'
import { COLUMNS } from './change.ts'
import type { CustomerRow } from './customers.sql.ts'
import { onceOn, type Records } from './erase.ts'
import { openBvn, openNin } from './mask.ts'
import * as notes from './notes.sql.ts'
import { statusOn } from './profile.ts'
import { describeRetirement, retirementRuleFor } from './retirement.ts'

/** More than any person's file holds. */
const SHOWN_MAX = 10_000

/** What the records of one person say of them, for that person. */
export async function heldOnRecords(ctx: Context, rows: Records) {
  const [row, ...merged] = rows
  const ids = rows.map(each => each.id)
  const { rule } = await retirementRuleFor(ctx, row.payroll_source)
  return {
    customer: recordOf(ctx, row),
    mergedRecords: merged.map(each => recordOf(ctx, each)),
    earlierValues: (await onceOn(ctx, ids)).changed,
    retirement: describeRetirement(row, rule, ctx.today),
    notes: await notesOf(ctx, ids),
  }
}

const recordOf = (ctx: Context, row: CustomerRow) => ({
  number: row.number,
  ...Object.fromEntries([...SENSITIVE_FIELDS, ...FREE_FIELDS].map(field => [field, row[COLUMNS[field]]])),
  // stored sealed, exported open
  bvn: openBvn(ctx.keys, row),
  nin: openNin(ctx.keys, row),
  netPay: row.net_pay,
  status: statusOn(row, ctx.today),
  customerSince: row.opened_at,
})

async function notesOf(ctx: Context, ids: readonly string[]): Promise<notes.NoteRow[]> {
  const all: notes.NoteRow[] = []
  for (const id of ids) all.push(...(await notes.notesOf(ctx.tx, id, null, SHOWN_MAX)))
  return all
}
