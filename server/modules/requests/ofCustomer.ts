import { randomBytes } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { eraseApprovals } from '../approvals/approvals.ts'
import type { Erased } from '../customers/customers.ts'
import { eraseDocuments, heldDocuments } from '../documents/documents.ts'
import { openApplication } from './facts.ts'
import * as store from './ofCustomer.sql.ts'
import { eventsOf, overridesEver, versionsOf } from './requests.sql.ts'

export const ofCustomer: Handler<Api['requestsOfCustomer']> = async (ctx, { customerId }) => ({
  rows: (await store.requestsOfCustomer(ctx.tx, customerId)).map(row => ({
    id: row.id,
    reference: row.reference,
    stage: row.stage,
    productName: row.product_name,
    amount: kobo(row.amount),
    tenor: row.tenor,
    rhythm: row.rhythm,
    channel: row.channel,
    submittedAt: row.submitted_at.toISOString(),
    stageSince: row.stage_since.toISOString(),
    loanId: row.loan_id,
    consent: { version: row.consent_version, hash: row.consent_hash, address: row.consent_address },
  })),
})

/** What a person stated in every version of their requests, next of kin and all, and what was said and decided about it. */
export const heldOn = (ctx: Context, { requestIds }: Pick<Erased, 'requestIds'>) =>
  serialised(requestIds, async id => ({
    id,
    versions: (await versionsOf(ctx.tx, id)).map(row => ({
      version: row.version,
      at: row.at,
      by: row.by_name,
      application: openApplication(ctx, row),
    })),
    events: await eventsOf(ctx.tx, id),
    overrides: await overridesEver(ctx.tx, id),
    documents: await heldDocuments(ctx.tx, 'request', [id]),
  }))

/** One after the other: a transaction has one line to the database. */
async function serialised<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (const id of ids) all.push(await read(id))
  return all
}

/** Moves the requests of a merged record to the remaining one. */
export async function moveAllOf(ctx: Context, from: string, to: string): Promise<number> {
  const moved = await store.moveRequestsOf(ctx.tx, from, to)
  for (const id of moved)
    ctx.audit({
      action: 'customerMerge',
      subject: ['request', id],
      before: { customer: from },
      after: { customer: to },
    })
  return moved.length
}

/** Still a valid application, without a person: the requested terms stay as they are. */
const ERASED_PERSON = {
  surname: 'Erased', firstName: 'Customer', otherNames: '', dateOfBirth: '1900-01-01', phone: '00000000', email: '', address: 'Erased',
  lga: 'Erased', ippisNumber: 'ERASED', grade: '', step: '', firstAppointmentOn: '1900-01-01', netPay: '1', purpose: 'Erased',
  accountNumber: '0000000000', kinName: 'Erased', kinRelationship: 'Erased', kinPhone: '00000000', kinAddress: '',
} // biome-ignore format: a table
/** Eleven digits that belong to no person. */
const NO_NUMBER = '00000000001'

/** The requests of a person to erase, and everything stated in any version of them. */
export async function statedBy(
  { tx, keys }: Pick<Context, 'tx' | 'keys'>,
  person: { customerIds: readonly string[]; bvnsOnce: readonly Buffer[] },
  isHeld: boolean,
): Promise<{ ids: string[]; stated: Omit<store.StatedRow, 'request_id'>[] }> {
  const found = async (): Promise<string[]> => {
    const ids = new Set(await store.requestIdsUnder(tx, person))
    for (const customerId of person.customerIds)
      for (const id of await store.requestIdsOf(tx, customerId)) ids.add(id)
    return [...ids]
  }
  if (isHeld) await store.lockRequests(tx, await found())
  const ids = await found()
  const stated = (await store.statedIn(tx, ids)).map(({ request_id, ...row }) => ({
    ...row,
    bvn: keys.open(row.bvn, ['request.bvn', request_id]),
    nin: keys.open(row.nin, ['request.nin', request_id]),
  }))
  return { ids, stated }
}

export async function eraseAllOf(ctx: Context, { requestIds, label, mark }: Erased): Promise<void> {
  await eraseApplicants(
    ctx,
    requestIds.map(id => ({ id, mark })),
    label,
  )
}

/** The requests stay with their terms and their decisions; who asked is cut. */
export async function eraseApplicants(
  ctx: Context,
  requests: readonly { id: string; mark: string }[],
  label: string,
): Promise<void> {
  for (const { id, mark } of requests) {
    const sealed = {
      bvn: ctx.keys.seal(NO_NUMBER, ['request.bvn', id]),
      nin: ctx.keys.seal(NO_NUMBER, ['request.nin', id]),
    }
    for (const { version } of await versionsOf(ctx.tx, id))
      await store.eraseVersion(ctx.tx, id, version, { ...ERASED_PERSON, ...sealed })
    await store.eraseWords(ctx.tx, id)
    await store.eraseRequest(ctx.tx, id, {
      label,
      mark,
      bvnIndex: randomBytes(32),
      ninIndex: randomBytes(32),
      at: ctx.now,
    })
  }
  const requestIds = requests.map(({ id }) => id)
  await eraseDocuments(ctx.tx, 'request', requestIds)
  await eraseApprovals(ctx.tx, 'request', requestIds, label)
}

/** Applicants whose time is over, with the phones that are theirs alone. */
export async function lockForgettable(ctx: Context, before: Date, limit: number) {
  const old = await store.lockForgettable(ctx.tx, before, limit)
  const own = { customerIds: [], requestIds: old.map(({ id }) => id) }
  const stated = await store.statedIn(ctx.tx, own.requestIds)
  const phones = await store.unsharedPhones(
    ctx.tx,
    stated.map(({ phone }) => phone),
    own,
  )
  return { old, ...own, phones }
}
