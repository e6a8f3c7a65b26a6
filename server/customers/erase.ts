import { randomBytes } from 'node:crypto'
import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/commands.ts'
import { eraseApprovals, propose } from '../approvals/approvals.ts'
import type { Asked, Context, Handler } from '../context.ts'
import type { Tx } from '../db.ts'
import { eraseDocuments, listDocuments } from '../documents/documents.ts'
import { deleteRefusalsOf } from '../intake/intake.ts'
import { countMessagesOf, eraseReader } from '../messaging/messaging.ts'
import { refuse } from '../refusal.ts'
import * as store from './customers.sql.ts'
import { eraseCustomer, eraseNotes } from './erase.sql.ts'
import { countNotes } from './notes.sql.ts'
import { type Counts, known } from './profile.ts'

/**
 * The right to be forgotten. Ledger, loans and trail are kept by law and stay; what says who it was is cut, in one
 * transaction, and cannot be brought back.
 */

/** A person on the way out: every record that was merged into one, and what stands in their place. */
export type Erased = {
  ids: readonly string[]
  /** Instead of a name. */
  label: string
  /** Instead of a phone or a number, and no other customer's. */
  mark: string
  payrolls: readonly { source: string; staffNumber: string }[]
}

/** What stands to the right of customers; handed in by api.ts. */
export type Elsewhere = {
  counts: Counts
  openRequests: (tx: Tx, customerId: string) => Promise<number>
  cuts: readonly ((ctx: Context, person: Erased) => Promise<void>)[]
}

async function whyNot(tx: Tx, row: store.CustomerRow, elsewhere: Elsewhere): Promise<string | null> {
  if (row.status === 'erased') return 'it was erased already'
  if (row.status === 'merged') return `it lives on in ${row.merged_into_number}: erase that one`
  const { open } = await elsewhere.counts.loans(tx, row.id)
  if (open > 0) return open === 1 ? 'a loan is open' : `${open} loans are open`
  const requests = await elsewhere.openRequests(tx, row.id)
  return requests > 0 ? 'a request is under way' : null
}

export const previewErasure =
  (elsewhere: Elsewhere): Handler<Api['customerErasePreview']> =>
  async (ctx, { id }) => {
    const row = await known(ctx.tx, id)
    const { counts } = elsewhere
    return {
      goes: [
        { what: 'notes and promises', count: (await countNotes(ctx.tx, id)).notes },
        { what: 'documents', count: (await listDocuments(ctx.tx, ['customer', id])).length },
        { what: 'texts of messages', count: await countMessagesOf(ctx.tx, [row.phone]) },
      ],
      stays: [
        { what: 'loans', count: (await counts.loans(ctx.tx, id)).total },
        { what: 'requests', count: await counts.requests(ctx.tx, id) },
      ],
      blocked: await whyNot(ctx.tx, row, elsewhere),
    }
  }

export const askToErase =
  (elsewhere: Elsewhere): Handler<Api['customerErase']> =>
  async (ctx, { id, basedOn, reason }) => {
    const row = (await store.lockCustomer(ctx.tx, id)) ?? refuse('record.unknown', { what: 'customer' })
    if (row.revision !== basedOn) refuse('customer.stale')
    const why = await whyNot(ctx.tx, row, elsewhere)
    if (why) refuse('customer.erase_refused', { why })
    const approvalId = await propose(ctx, {
      command: 'customerErase',
      input: { id, revision: row.revision },
      subject: ['customer', id],
      // no name: this is read long after the name is gone
      summary: `Everything that says who ${row.number} is`,
      reason,
    })
    return { approvalId }
  }

export const eraseApproved =
  (elsewhere: Elsewhere) =>
  async (ctx: Context, { id, revision }: CommandInput<'customerErase'>, asked: Asked): Promise<void> => {
    const row = (await store.lockCustomer(ctx.tx, id)) ?? refuse('record.unknown', { what: 'customer' })
    const why = await whyNot(ctx.tx, row, elsewhere)
    if (why) refuse('customer.erase_refused', { why })
    if (row.revision !== revision) refuse('approval.stale')
    const rows = [row]
    for (const merged of await store.mergedFrom(ctx.tx, id)) rows.push(await known(ctx.tx, merged.id))
    const person = personOf(row, rows)
    // what finds its rows by the BVN goes first: afterwards no index leads there
    for (const cut of elsewhere.cuts) await cut(ctx, person)
    await cutHere(ctx, person, rows)
    ctx.audit({
      action: 'customerErase',
      subject: ['customer', id],
      before: { status: row.status },
      after: { status: 'erased', askedBy: asked.makerName, records: person.ids.length },
      reason: asked.reason,
    })
  }

const personOf = ({ number }: store.CustomerRow, rows: readonly store.CustomerRow[]): Erased => ({
  ids: rows.map(each => each.id),
  label: `Erased customer ${number}`,
  mark: `erased ${number}`,
  payrolls: rows.map(each => ({ source: each.payroll_source, staffNumber: each.ippis_number })),
})

async function cutHere(ctx: Context, person: Erased, rows: readonly store.CustomerRow[]): Promise<void> {
  const { ids, label, mark } = person
  await eraseReader(ctx.tx, { customerIds: ids, phones: rows.map(each => each.phone), label, mark })
  await eraseDocuments(ctx.tx, 'customer', ids)
  await eraseApprovals(ctx.tx, 'customer', ids, label)
  await eraseNotes(ctx.tx, ids)
  for (const row of rows) {
    await deleteRefusalsOf(ctx.tx, {
      numbers: [
        ctx.keys.open(row.bvn_sealed),
        ctx.keys.open(row.nin_sealed),
        row.account_number,
        row.phone,
        `0${row.phone.slice(4)}`,
      ],
      staffNumber: row.ippis_number,
      surname: row.surname,
    })
    const blank = { sealed: ctx.keys.seal(''), bvnIndex: randomBytes(32), ninIndex: randomBytes(32) }
    await eraseCustomer(ctx.tx, row.id, blank, ctx.now)
  }
}
