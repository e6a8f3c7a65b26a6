import { createHash, randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import type { DocumentType } from '../../../contract/documents.ts'
import { FileReply, type Reply } from '../../../contract/endpoint.ts'
import { may } from '../../../contract/roles.ts'
import { SYSTEM } from '../../kernel/act.ts'
import type { Context, Handler, PublicContext } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { limitReveals } from '../auth/auth.ts'
import { readPath } from './base64.ts'
import { clean } from './clean.ts'
import * as store from './documents.sql.ts'
import { fileNameOf } from './fileName.ts'
import { PROBLEMS } from './problems.ts'
import { sniff } from './sniff.ts'

/** A stored document: `Document` of the contract, whose subject may still be a draft. */
export type StoredDocument = Omit<Reply<Api['documentAdd']>, 'subjectType'> & {
  subjectType: store.SubjectType
}

/** A year of payslips, statements and letters is below a hundred; a public draft gets far fewer. */
const PER_RECORD_MAX = 100
const PER_DRAFT_MAX = 20
/** What Iroko writes itself: an offer letter with its fonts is some hundred kilobytes. */
const SYSTEM_MAX_BYTES = 5 * 1024 * 1024

type Acting = Pick<PublicContext, 'tx' | 'actor' | 'now' | 'audit'>

// ── For modules to the right ───────────────────────────────────────────────────────────────────────────────────────

/**
 * Stores a file: strictly decoded, within the size limit, of a type detected from its content. The same id with the
 * same file is the same document; with another file it is refused.
 */
export async function addDocument(
  ctx: Acting,
  sent: {
    id: string
    subject: store.Subject
    title: string
    path: string
    source: store.Source
    byName: string
  },
): Promise<StoredDocument> {
  const { bytes, claimed } = readPath(sent.path)
  const verdict = await sniff(bytes)
  if ('problem' in verdict) return refuseFields({ path: PROBLEMS[verdict.problem] })
  if (claimed !== undefined && claimed !== verdict.type) refuseFields({ path: PROBLEMS.wrongType })
  return keep(ctx, { ...sent, bytes, type: verdict.type })
}

/** Keeps what Iroko wrote itself, such as an offer letter. */
export async function addSystemDocument(
  ctx: Acting,
  written: { subject: store.Subject; title: string; bytes: Uint8Array; type: DocumentType },
): Promise<StoredDocument> {
  const bytes = Buffer.from(written.bytes)
  const verdict = await sniff(bytes)
  if (!('type' in verdict) || verdict.type !== written.type || bytes.length > SYSTEM_MAX_BYTES)
    throw new Error(`${written.title} is no ${written.type} of at most ${SYSTEM_MAX_BYTES} bytes`)
  return keep(ctx, { ...written, bytes, id: randomUUID(), source: 'system', byName: SYSTEM.name })
}

type Stored = {
  id: string
  subject: store.Subject
  title: string
  bytes: Buffer
  type: DocumentType
  source: store.Source
  byName: string
}

async function keep(ctx: Acting, file: Stored): Promise<StoredDocument> {
  const { tx, now } = ctx
  const [subjectType, subjectId] = file.subject
  await store.lockSubject(tx, file.subject)
  await store.shareContents(tx)
  const row = {
    id: file.id,
    subject_type: subjectType,
    subject_id: subjectId,
    title: file.title,
    type: file.type,
    bytes: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest(),
    source: file.source,
    added_by: file.source === 'staff' ? (ctx.actor?.id ?? null) : null,
    added_by_name: file.byName,
    added_at: now,
  }
  const first = await store.documentById(tx, file.id)
  if (first && !isSame(first, row)) refuse('idempotency.other_body')
  if (!first) {
    const most = subjectType === 'draft' ? PER_DRAFT_MAX : PER_RECORD_MAX
    if ((await store.countDocuments(tx, file.subject)) >= most) refuse('document.too_many', { most })
    await store.insertContent(tx, { sha256: row.sha256, type: file.type, bytes: file.bytes, at: now })
    // taken by another record between the look and now
    if (!(await store.insertDocument(tx, row))) refuse('idempotency.other_body')
  }
  const document = describe(first ?? { ...row, retired_at: null })
  ctx.audit({ action: 'documentAdd', subject: file.subject, after: trace(document) })
  return document
}

const isSame = (first: store.DocumentRow, again: Omit<store.DocumentRow, 'retired_at'>): boolean =>
  first.sha256.equals(again.sha256) &&
  first.title === again.title &&
  first.subject_type === again.subject_type &&
  first.subject_id === again.subject_id

const describe = (row: store.DocumentRow): StoredDocument => ({
  id: row.id,
  title: row.title,
  type: row.type,
  bytes: row.bytes,
  sha256: row.sha256.toString('hex'),
  addedAt: row.added_at.toISOString(),
  addedBy: row.added_by_name,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  source: row.source,
})

/**
 * What the trail stores of a document: enough to find it and to prove it unchanged. A title typed by a user may name a
 * person, and the trail outlives an erasure; only the program's own titles are stored.
 */
const trace = ({ id, title, type, bytes, sha256, source }: StoredDocument) => ({
  document: id,
  ...(source === 'system' ? { title } : {}),
  type,
  bytes,
  sha256,
  source,
})

/** Oldest first, without those retired. */
export async function listDocuments(tx: Tx, subject: store.Subject): Promise<StoredDocument[]> {
  return (await store.documentsOf(tx, subject)).map(describe)
}

/** Everything stored about these records, including retired documents: for a subject access request. */
export async function heldDocuments(
  tx: Tx,
  type: store.SubjectType,
  ids: readonly string[],
): Promise<(StoredDocument & { retiredAt: Date | null })[]> {
  const rows = await store.documentsEverOf(tx, type, ids)
  return rows.map(row => ({ ...describe(row), retiredAt: row.retired_at }))
}

/** Those that something else names, retired or not; without those that were erased. */
export async function namedDocuments(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  if (ids.length === 0) return new Map()
  return new Map((await store.documentsById(tx, ids)).map(row => [row.id, describe(row)]))
}

/** Gives the documents of a draft to the request it became. */
export async function moveDocuments(tx: Tx, from: store.Subject, to: store.Subject): Promise<void> {
  await store.moveDocuments(tx, from, to)
}

/** Deletes a document of a draft, with its content. */
/** Deletes them entirely, also from the tables. */
export async function eraseDocuments(tx: Tx, type: store.SubjectType, ids: readonly string[]): Promise<void> {
  await store.holdContents(tx)
  await store.deleteDocumentsOf(tx, type, ids)
}

export async function removeDraftDocument(ctx: Acting, draftId: string, id: string): Promise<void> {
  if (!(await store.deleteDraftDocument(ctx.tx, draftId, id))) refuse('record.unknown', { what: 'document' })
  ctx.audit({ action: 'draftDocumentRemove', subject: ['draft', draftId], before: { document: id } })
}

/** Housekeeping: deletes unsubmitted drafts and contents without a document. */
export async function sweepDrafts(tx: Tx, before: Date): Promise<{ documents: bigint; contents: bigint }> {
  const documents = await store.deleteDraftsBefore(tx, before)
  await store.holdContents(tx)
  return { documents, contents: await store.deleteUnnamedContents(tx) }
}

/**
 * Returns the file under a safe name, cleaned of metadata; the access is recorded. Titles say little about the page, so
 * every upload counts as personal data; letters of the program mask the numbers they name.
 */
async function openDocument(ctx: Context, id: string, reason: string | undefined): Promise<FileReply> {
  const row = await store.documentWithContent(ctx.tx, id)
  // a draft is still the applicant's own
  if (!row || row.subject_type === 'draft') return refuse('record.unknown', { what: 'document' })
  if (row.source !== 'system') {
    if (!may(ctx.actor.roles, 'personal.reveal')) refuse('document.reveal')
    if (reason === undefined) refuseFields({ reason: 'Give a reason for opening this document' })
    await limitReveals(ctx, [row.subject_type, row.subject_id])
  }
  ctx.audit({
    action: 'documentOpen',
    subject: ['document', id],
    after: { of: `${row.subject_type} ${row.subject_id}` },
    reason: reason ?? null,
  })
  return new FileReply(clean(row.type, row.content), row.type, fileNameOf(row.title, row.type))
}

/** Takes a document out of its record's list; row and content stay. */
export async function retireDocument(ctx: Context, id: string, reason: string): Promise<StoredDocument> {
  const row = await store.documentById(ctx.tx, id)
  if (!row || row.subject_type === 'draft') return refuse('record.unknown', { what: 'document' })
  if (row.source === 'system') refuse('document.own')
  if (!(await store.retireDocument(ctx.tx, id, ctx.now))) refuse('document.retired')
  const document = describe(row)
  ctx.audit({
    action: 'documentRetire',
    subject: [row.subject_type, row.subject_id],
    before: trace(document),
    after: null,
    reason,
  })
  return document
}

// ── Endpoints ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const list: Handler<Api['documentList']> = async (ctx, { subjectType, subjectId }) => ({
  rows: (await listDocuments(ctx.tx, [subjectType, subjectId])).map(document => ({
    ...document,
    subjectType,
  })),
})

export const open: Handler<Api['documentOpen']> = (ctx, { id, reason }) => openDocument(ctx, id, reason)

export const retire: Handler<Api['documentRetire']> = async (ctx, { id, reason }) => {
  await retireDocument(ctx, id, reason)
  return {}
}
