import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import { parsePhone } from '../../../engine/phone.ts'
import type { Context, Handler, PublicContext } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { addDocument } from '../documents/documents.ts'
import { answered } from './decide.ts'
import { senderOf } from './drafts.ts'
import * as store from './requests.sql.ts'
import { nextStage } from './stages.ts'

/** What an applicant can do after submitting, with reference and phone: see the status, add a document, withdraw. */

async function findOwn(
  ctx: PublicContext,
  input: { reference: string; phone: string },
): Promise<store.RequestRow> {
  const phone = parsePhone(input.phone)
  const found = phone ? await store.requestByReference(ctx.tx, input.reference, phone) : undefined
  return found ?? refuse('request.not_found')
}

export const status: Handler<Api['requestStatus']> = async (ctx, input) => {
  const found = await findOwn(ctx, input)
  return {
    reference: found.reference,
    stage: found.stage,
    submittedAt: found.submitted_at.toISOString(),
    documentsWanted: found.documents_wanted,
    canWithdraw: nextStage(found.stage, 'withdraw') !== undefined,
  }
}

/** At the desk, with the applicant beside them: staff who add documents, and under their own name. */
function refuseOtherStaff({ actor }: PublicContext): void {
  if (actor && !may(actor.roles, 'customer.change')) refuse('permission.missing')
}

export const withdraw: Handler<Api['requestWithdraw']> = async (ctx, input) => {
  refuseOtherStaff(ctx)
  const { id } = await findOwn(ctx, input)
  const request = (await store.lockRequest(ctx.tx, id)) ?? refuse('request.not_found')
  const to = nextStage(request.stage, 'withdraw')
  if (!to) return refuse('request.wrong_stage', { stage: request.stage })
  await store.updateRequest(ctx.tx, id, {
    stage: to,
    stage_since: ctx.now,
    claimed_by: null,
    claimed_at: null,
    ...answered(request),
  })
  await store.insertEvent(ctx.tx, {
    requestId: id,
    at: ctx.now,
    byId: ctx.actor?.id ?? null,
    byName: senderOf(ctx).byName,
    kind: 'withdrawn',
    fromStage: request.stage,
    toStage: to,
  })
  await store.recordMove(ctx.tx, request.stage, to)
  ctx.audit({ subject: ['request', id], before: { stage: request.stage }, after: { stage: to } })
  return { stage: to }
}

export const addOwnDocument: Handler<Api['requestDocumentAdd']> = async (ctx, input) => {
  refuseOtherStaff(ctx)
  const { id } = await findOwn(ctx, input)
  const request = (await store.lockRequest(ctx.tx, id)) ?? refuse('request.not_found')
  if (request.stage !== 'reviewer') refuse('request.wrong_stage', { stage: request.stage })
  await addDocument(ctx, {
    id: input.id,
    subject: ['request', id],
    title: input.title,
    path: input.path,
    ...senderOf(ctx),
  })
  await noteDocument(ctx, request, input.title, senderOf(ctx).byName)
  return {}
}

/** A document that arrives answers the reviewer's question. */
async function noteDocument(
  ctx: PublicContext,
  request: store.RequestRow,
  title: string,
  byName: string,
): Promise<void> {
  await store.updateRequest(ctx.tx, request.id, {
    documents_wanted: null,
    flags: request.flags.filter(flag => flag !== 'documentsWanted'),
  })
  await store.insertEvent(ctx.tx, {
    requestId: request.id,
    at: ctx.now,
    byId: ctx.actor?.id ?? null,
    byName,
    kind: 'documentAdded',
    note: title,
  })
}

/** Staff may add to any request that is not closed; to none that does not exist. */
export async function noteStaffDocument(
  ctx: Context,
  document: { subjectId: string; title: string },
): Promise<void> {
  const request =
    (await store.lockRequest(ctx.tx, document.subjectId)) ?? refuse('record.unknown', { what: 'request' })
  if (request.stage === 'withdrawn') refuse('request.wrong_stage', { stage: request.stage })
  if (!request.phone.startsWith('+')) refuse('request.erased')
  await noteDocument(ctx, request, document.title, ctx.actor.name)
}
