import type { Api } from '../../contract/api.ts'
import { FREE_FIELDS, SENSITIVE_FIELDS } from '../../contract/customers.ts'
import type { Context, Handler } from '../context.ts'
import { listDocuments } from '../documents/documents.ts'
import { COLUMNS } from './change.ts'
import * as notes from './notes.sql.ts'
import { known, statusOn } from './profile.ts'
import { describeRetirement, retirementRuleFor } from './retirement.ts'

/** More than anybody's file holds; a person is not a list. */
const MOST = 10_000

/** What stands to the right of customers, in the words of its own endpoints; handed in by api.ts. */
export type Elsewhere = Record<string, (ctx: Context, input: { customerId: string }) => Promise<unknown>>

/** The right of access: what is held about a person, given to that person, whole and readable by other programs. */
export const subjectExport =
  (elsewhere: Elsewhere, requestsOf: notes.RequestsOf): Handler<Api['customerSubjectExport']> =>
  async (ctx, { id, reason }) => {
    const row = await known(ctx.tx, id)
    const { rule } = await retirementRuleFor(ctx, row.payroll_source)
    const held: Record<string, unknown> = {
      customer: {
        number: row.number,
        ...Object.fromEntries(
          [...SENSITIVE_FIELDS, ...FREE_FIELDS].map(field => [field, row[COLUMNS[field]]]),
        ),
        // kept sealed, handed over open
        bvn: ctx.keys.open(row.bvn_sealed),
        nin: ctx.keys.open(row.nin_sealed),
        netPay: row.net_pay,
        status: statusOn(row, ctx.today),
        customerSince: row.opened_at,
      },
      retirement: describeRetirement(row, rule, ctx.today),
      notes: await notes.notesOf(ctx.tx, id, null, MOST),
      messages: await notes.messagesTo(ctx.tx, { customerId: id, requestsOf }, null, MOST),
      documents: await listDocuments(ctx.tx, ['customer', id]),
    }
    for (const [what, read] of Object.entries(elsewhere)) held[what] = await read(ctx, { customerId: id })
    ctx.audit({ subject: ['customer', id], after: { handedOver: Object.keys(held) }, reason })
    const json = JSON.stringify({ madeAt: ctx.now, ...held }, koboAsDigits, 2)
    return { fileName: `${row.number}-${ctx.today}.json`, json }
  }

const koboAsDigits = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
