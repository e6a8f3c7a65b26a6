import type { Api, CommandInput } from '../../../contract/api.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { eraseApprovals, propose } from '../approvals/approvals.ts'
import { eraseClaimsOn, eraseInbound } from '../bankAlerts/bankAlerts.ts'
import { eraseFromCampaigns } from '../campaigns/campaigns.ts'
import {
  type Erased,
  eraseRecords,
  known,
  lockCustomer,
  onceOn,
  recordsOf,
  statedOn,
} from '../customers/customers.ts'
import { eraseDocuments, listDocuments } from '../documents/documents.ts'
import { eraseInstructions } from '../instructions/instructions.ts'
import { deleteRefusalsOf } from '../intake/intake.ts'
import { eraseImports } from '../loanImport/loanImport.ts'
import { countMessagesOf, eraseReader } from '../messaging/messaging.ts'
import { erasePayouts, openPaymentTo } from '../payouts/payouts.ts'
import { eraseAllOf as erasePayrolls } from '../payroll/payroll.ts'
import { eraseAdvised, eraseLinesOf } from '../reconciliation/reconciliation.ts'
import { eraseAllOf as eraseRepayments, heldBySuspense } from '../repayments/repayments.ts'
import {
  countOpenRequestsOf,
  countRequestsOf,
  eraseAllOf as eraseRequests,
  statedBy,
  unsharedPhones,
} from '../requests/requests.ts'
import { eraseSignals } from '../signals/signals.ts'

import { countNotes, loanIdsOf, loansOf, phonesWrittenTo } from './person.sql.ts'

type CustomerRow = Awaited<ReturnType<typeof known>>
type Records = Awaited<ReturnType<typeof recordsOf>>
type Stated = ReturnType<typeof statedOn>

/**
 * The right to erasure. Ledger, loans and trail are retained by law; what identifies the person is removed, in one
 * transaction and for good.
 */

async function whyNot(ctx: Context, row: CustomerRow): Promise<string | null> {
  const { tx } = ctx
  if (row.status === 'erased') return 'it was erased already'
  if (row.status === 'merged') return `it lives on in ${row.merged_into_number}: erase that one`
  const { open } = await loansOf(ctx, row.id)
  if (open > 0) return open === 1 ? 'a loan is open' : `${open} loans are open`
  const requests = await countOpenRequestsOf(tx, row.id)
  if (requests > 0) return 'a request is under way'
  const payment = await openPaymentTo(tx, row.id)
  if (payment) return `payment ${payment} to them is on its way, or claimed back`
  return heldBySuspense(tx, row.id)
}

export const previewErasure: Handler<Api['customerErasePreview']> = async (ctx, { id }) => {
  const row = await known(ctx.tx, id)
  const { ids: customerIds, requestIds, phones } = await personOf(ctx, [row])
  return {
    goes: [
      { what: 'notes and promises', count: await countNotes(ctx.tx, id) },
      { what: 'documents', count: (await listDocuments(ctx.tx, ['customer', id])).length },
      {
        what: 'texts of messages',
        count: await countMessagesOf(ctx.tx, { customerIds, requestIds, phones }),
      },
    ],
    stays: [
      { what: 'loans', count: (await loansOf(ctx, id)).total },
      { what: 'requests', count: await countRequestsOf(ctx.tx, id) },
    ],
    blocked: await whyNot(ctx, row),
  }
}

export const askToErase: Handler<Api['customerErase']> = async (ctx, { id, basedOn, reason }) => {
  const row = (await lockCustomer(ctx.tx, id)) ?? refuse('record.unknown', { what: 'customer' })
  if (row.revision !== basedOn) refuse('customer.stale')
  const why = await whyNot(ctx, row)
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

/** The approved command behind `customerErase`. */
export async function eraseApproved(
  ctx: Context,
  { id, revision }: CommandInput<'customerErase'>,
  asked: Asked,
): Promise<void> {
  const row = (await lockCustomer(ctx.tx, id)) ?? refuse('record.unknown', { what: 'customer' })
  const why = await whyNot(ctx, row)
  if (why) refuse('customer.erase_refused', { why })
  if (row.revision !== revision) refuse('approval.stale')
  const rows = await recordsOf(ctx.tx, row)
  const person = await personOf(ctx, rows, true)
  // what finds its rows by the BVN goes first: afterwards no index leads there
  for (const cut of [eraseRequests, eraseBesideLoans, eraseRepayments, erasePayrolls]) await cut(ctx, person)
  await cutBeside(ctx, person, rows)
  ctx.audit({
    action: 'customerErase',
    subject: ['customer', id],
    before: { status: row.status },
    after: { status: 'erased', askedBy: asked.makerName, records: person.ids.length },
    reason: asked.reason,
  })
}

/** Everything that identifies a person, from their records, their requests and changes since. */
export async function personOf(
  { tx, keys }: Pick<Context, 'tx' | 'keys'>,
  rows: Records,
  isHeld = false,
): Promise<Erased> {
  const [{ number }] = rows
  const ids = rows.map(each => each.id)
  const present = rows.map(row => statedOn(keys, row))
  const { changed, bvnsOnce } = await onceOn({ tx, keys }, ids)
  const requests = await statedBy({ tx, keys }, { customerIds: ids, bvnsOnce }, isHeld)
  const once = [...requests.stated, ...changed]
  const all = [...present, ...once]
  const written = await phonesWrittenTo(tx, ids)
  return {
    ids,
    requestIds: requests.ids,
    label: `Erased customer ${number}`,
    mark: `erased ${number}`,
    // a name of one or two letters stands in half of all names
    names: distinct(all.flatMap(each => [each.surname, each.firstName])).filter(name => name.length > 2),
    phones: await unsharedPhones(tx, distinct([...all.map(each => each.phone), ...written]), {
      customerIds: ids,
      requestIds: requests.ids,
    }),
    payrolls: payrollsOf(present, once),
    accounts: distinct(all.map(each => each.accountNumber)),
    identities: distinct(all.flatMap(each => [each.bvn, each.nin])),
  }
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap(value => value || [])),
]

/** A change may have named the source or the number alone: every number is looked for in every source of theirs. */
function payrollsOf(present: readonly Stated[], once: readonly Stated[]): Erased['payrolls'] {
  const sources = distinct([...present, ...once].map(each => each.payrollSource))
  const isPresent = (source: string, staffNumber: string): boolean =>
    present.some(each => each.payrollSource === source && each.ippisNumber === staffNumber)
  return distinct([...present, ...once].map(each => each.ippisNumber)).flatMap(staffNumber =>
    sources.map(source => ({ source, staffNumber, isPresent: isPresent(source, staffNumber) })),
  )
}

/** Keys by which a row of a file is theirs; a number never given does not match empty cells. */
export function recognisedBy(
  { keys }: Pick<Context, 'keys'>,
  person: Erased,
  rows: readonly CustomerRow[],
): Parameters<typeof deleteRefusalsOf>[1] {
  return {
    own: distinct([
      ...rows.flatMap(row => {
        const { bvn, nin } = statedOn(keys, row)
        return [bvn, nin]
      }),
      ...person.phones.flatMap(phone => [phone, `0${phone.slice(4)}`]),
    ]),
    shared: distinct([
      ...person.identities,
      ...person.accounts,
      ...person.payrolls.map(each => each.staffNumber),
    ]),
    names: person.names,
  }
}

async function cutBeside(ctx: Context, person: Erased, rows: Records): Promise<void> {
  const { ids, label, mark, requestIds, phones } = person
  await eraseWrittenTo(ctx.tx, { customerIds: ids, requestIds, phones, label, mark, at: ctx.now })
  await eraseDocuments(ctx.tx, 'customer', ids)
  await eraseApprovals(ctx.tx, 'customer', ids, label)
  await deleteRefusalsOf(ctx.tx, recognisedBy(ctx, person, rows))
  await eraseRecords(ctx, rows)
}

/** The loans stay as they are; what stands beside them no longer says whose they were. */
async function eraseBesideLoans(ctx: Context, { ids, label, payrolls }: Erased): Promise<void> {
  const loanIds = await loanIdsOf(ctx.tx, ids)
  await erasePayouts(ctx.tx, loanIds, label)
  await eraseInstructions(ctx.tx, ids, label)
  await eraseImports(ctx.tx, loanIds, label)
  await eraseSignals(ctx.tx, loanIds)
  await eraseLinesOf(ctx.tx, ids)
  await eraseAdvised(ctx.tx, payrolls)
  await eraseClaimsOn(ctx.tx, loanIds)
  await eraseDocuments(ctx.tx, 'loan', loanIds)
  await eraseApprovals(ctx.tx, 'loan', loanIds, label)
}

/** Nothing that was written to a person, or came from a number of theirs alone, says any more what or to whom. */
export async function eraseWrittenTo(tx: Tx, reader: Parameters<typeof eraseReader>[1]): Promise<void> {
  await eraseReader(tx, reader)
  await eraseFromCampaigns(tx, reader)
  await eraseInbound(tx, reader)
}
