import { randomBytes } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import type { CommandInput } from '../../../contract/commands.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { refuse } from '../../kernel/refusal.ts'
import { eraseApprovals, propose, valuesOnceHeld } from '../approvals/approvals.ts'
import { eraseDocuments, listDocuments } from '../documents/documents.ts'
import { deleteRefusalsOf, type Recognised } from '../intake/intake.ts'
import { countMessagesOf, eraseReader, phonesWrittenTo } from '../messaging/messaging.ts'
import * as store from './customers.sql.ts'
import { eraseCustomer, eraseNotes } from './erase.sql.ts'
import { bvnIndex, openBvn, openNin } from './mask.ts'
import { countNotes } from './notes.sql.ts'
import { type Counts, known } from './profile.ts'
import { forgetTrailKeys } from './trail.sql.ts'

/**
 * The right to be forgotten. Ledger, loans and trail are kept by law and stay; what says who it was is cut, in one
 * transaction, and cannot be brought back.
 */

/** A person on the way out: every record that was merged into one, and what stands in their place. */
export type Erased = {
  ids: readonly string[]
  requestIds: readonly string[]
  /** Instead of a name. */
  label: string
  /** Instead of a phone or a number, and no other customer's. */
  mark: string
  /** Names that they went by, to tell their lines from those of whoever had one of their numbers. */
  names: readonly string[]
  /** Numbers that nobody else has. */
  phones: readonly string[]
  /** `isPresent`: as their record says; the others they had once, or gave by mistake. */
  payrolls: readonly { source: string; staffNumber: string; isPresent: boolean }[]
  accounts: readonly string[]
  /** Every BVN and NIN that they gave. */
  identities: readonly string[]
}

/** What somebody once stated or had on record, opened, by the names of the fields; a field may be missing. */
export type Stated = Partial<
  Record<
    'surname' | 'firstName' | 'phone' | 'payrollSource' | 'ippisNumber' | 'accountNumber' | 'bvn' | 'nin',
    string
  >
>

/** What stands to the right of customers; handed in by api.ts. */
export type Elsewhere = {
  counts: Counts
  openRequests: (tx: Tx, customerId: string) => Promise<number>
  /** Why a person is still needed by name: money to or from them that nobody has placed yet. */
  holds: readonly ((tx: Tx, customerId: string) => Promise<string | null>)[]
  /** Their requests, held while they are erased, and everything stated in any version of them. */
  requestsOf: (
    ctx: Pick<Context, 'tx' | 'keys'>,
    person: { customerIds: readonly string[]; bvnsOnce: readonly Buffer[] },
    isHeld: boolean,
  ) => Promise<{ ids: readonly string[]; stated: readonly Stated[] }>
  /** Of these phones those that no other customer and no other applicant has. */
  phonesOfNobodyElse: (
    tx: Tx,
    phones: readonly string[],
    own: { customerIds: readonly string[]; requestIds: readonly string[] },
  ) => Promise<string[]>
  cuts: readonly ((ctx: Context, person: Erased) => Promise<void>)[]
}

async function whyNot(tx: Tx, row: store.CustomerRow, elsewhere: Elsewhere): Promise<string | null> {
  if (row.status === 'erased') return 'it was erased already'
  if (row.status === 'merged') return `it lives on in ${row.merged_into_number}: erase that one`
  const { open } = await elsewhere.counts.loans(tx, row.id)
  if (open > 0) return open === 1 ? 'a loan is open' : `${open} loans are open`
  const requests = await elsewhere.openRequests(tx, row.id)
  if (requests > 0) return 'a request is under way'
  for (const held of elsewhere.holds) {
    const why = await held(tx, row.id)
    if (why) return why
  }
  return null
}

export const previewErasure =
  (elsewhere: Elsewhere): Handler<Api['customerErasePreview']> =>
  async (ctx, { id }) => {
    const row = await known(ctx.tx, id)
    const { counts } = elsewhere
    const { ids: customerIds, requestIds, phones } = await personOf(ctx, elsewhere, [row])
    return {
      goes: [
        { what: 'notes and promises', count: (await countNotes(ctx.tx, id)).notes },
        { what: 'documents', count: (await listDocuments(ctx.tx, ['customer', id])).length },
        {
          what: 'texts of messages',
          count: await countMessagesOf(ctx.tx, { customerIds, requestIds, phones }),
        },
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
    const rows = await recordsOf(ctx.tx, row)
    const person = await personOf(ctx, elsewhere, rows, true)
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

/** A person's record, and those that were merged into it. */
type Records = readonly [store.CustomerRow, ...store.CustomerRow[]]

export async function recordsOf(tx: Tx, row: store.CustomerRow): Promise<Records> {
  const rows: [store.CustomerRow, ...store.CustomerRow[]] = [row]
  for (const merged of await store.mergedFrom(tx, row.id)) rows.push(await known(tx, merged.id))
  return rows
}

/** Everything by which a person can be known, from their records, their requests and what was changed meanwhile. */
export async function personOf(
  { tx, keys }: Pick<Context, 'tx' | 'keys'>,
  elsewhere: Elsewhere,
  rows: Records,
  isHeld = false,
): Promise<Erased> {
  const [{ number }] = rows
  const ids = rows.map(each => each.id)
  const present = rows.map(row => statedOn(keys, row))
  const { changed, bvnsOnce } = await onceOn({ tx, keys }, ids)
  const requests = await elsewhere.requestsOf({ tx, keys }, { customerIds: ids, bvnsOnce }, isHeld)
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
    phones: await elsewhere.phonesOfNobodyElse(tx, distinct([...all.map(each => each.phone), ...written]), {
      customerIds: ids,
      requestIds: requests.ids,
    }),
    payrolls: payrollsOf(present, once),
    accounts: distinct(all.map(each => each.accountNumber)),
    identities: distinct(all.flatMap(each => [each.bvn, each.nin])),
  }
}

/** What was changed on these records, and by what the BVNs that they had meanwhile are found. */
export async function onceOn(
  { tx, keys }: Pick<Context, 'tx' | 'keys'>,
  ids: readonly string[],
): Promise<{ changed: Stated[]; bvnsOnce: Buffer[] }> {
  const held = await valuesOnceHeld(tx, 'customerSensitiveChange', 'customer', ids)
  const changed = held.map(({ id, values: { bvn, nin, ...plain } }) => ({
    ...plain,
    ...(bvn ? { bvn: keys.open(bvn, ['customer.bvn', id]) } : {}),
    ...(nin ? { nin: keys.open(nin, ['customer.nin', id]) } : {}),
  }))
  const bvnsOnce = distinct(changed.map(each => each.bvn)).map(bvn => bvnIndex(keys, bvn))
  return { changed, bvnsOnce }
}

const statedOn = (keys: Keys, row: store.CustomerRow): Stated => ({
  surname: row.surname,
  firstName: row.first_name,
  phone: row.phone,
  payrollSource: row.payroll_source,
  ippisNumber: row.ippis_number,
  accountNumber: row.account_number,
  bvn: openBvn(keys, row),
  nin: openNin(keys, row),
})

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

/** By what a line of a file is told to be theirs; a number that was never given is not empty cells of everybody. */
export function recognisedBy(
  { keys }: Pick<Context, 'keys'>,
  person: Erased,
  rows: readonly store.CustomerRow[],
): Recognised {
  return {
    own: distinct([
      ...rows.flatMap(row => [openBvn(keys, row), openNin(keys, row)]),
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

async function cutHere(ctx: Context, person: Erased, rows: readonly store.CustomerRow[]): Promise<void> {
  const { ids, label, mark, requestIds, phones } = person
  await eraseReader(ctx.tx, { customerIds: ids, requestIds, phones, label, mark, at: ctx.now })
  await eraseDocuments(ctx.tx, 'customer', ids)
  await eraseApprovals(ctx.tx, 'customer', ids, label)
  await forgetTrailKeys(ctx.tx, ids)
  await eraseNotes(ctx.tx, ids)
  await deleteRefusalsOf(ctx.tx, recognisedBy(ctx, person, rows))
  for (const row of rows) {
    const blank = {
      bvn: ctx.keys.seal('', ['customer.bvn', row.id]),
      nin: ctx.keys.seal('', ['customer.nin', row.id]),
      bvnIndex: randomBytes(32),
      ninIndex: randomBytes(32),
    }
    await eraseCustomer(ctx.tx, row.id, blank, ctx.now)
  }
}
