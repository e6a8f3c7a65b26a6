import { sql } from 'kysely'
import type { DocumentType } from '../../../contract/documents.ts'
import type { Tx } from '../../kernel/db.ts'

export type SubjectType = 'draft' | 'request' | 'customer' | 'loan' | 'journal'
/** What a document belongs to. */
export type Subject = readonly [type: SubjectType, id: string]
export type Source = 'applicant' | 'staff' | 'system'

export type DocumentRow = {
  id: string
  subject_type: SubjectType
  subject_id: string
  title: string
  type: DocumentType
  bytes: number
  sha256: Buffer
  source: Source
  added_by: string | null
  added_by_name: string
  added_at: Date
  retired_at: Date | null
}

/** Adding to one record happens one after the other, so that its limit is a limit. */
export async function lockSubject(tx: Tx, [type, id]: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('document'), hashtext(${`${type} ${id}`}))`.execute(tx)
}

/** Held while a content is about to be named by a document; the sweep of unnamed contents waits for it. */
export async function shareContents(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('document_content'), 0)`.execute(tx)
}

export async function holdContents(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('document_content'), 0)`.execute(tx)
}

export async function insertContent(
  tx: Tx,
  content: { sha256: Buffer; type: DocumentType; bytes: Buffer; at: Date },
): Promise<void> {
  await sql`
    insert into document_content (sha256, type, content, at)
    values (${content.sha256}, ${content.type}, ${content.bytes}, ${content.at})
    on conflict (sha256) do nothing`.execute(tx)
}

/** False when this id is taken. */
export async function insertDocument(tx: Tx, row: Omit<DocumentRow, 'retired_at'>): Promise<boolean> {
  const result = await sql`
    insert into document
      (id, subject_type, subject_id, title, type, bytes, sha256, source, added_by, added_by_name, added_at)
    values (${row.id}, ${row.subject_type}, ${row.subject_id}, ${row.title}, ${row.type}, ${row.bytes}, ${row.sha256},
      ${row.source}, ${row.added_by}, ${row.added_by_name}, ${row.added_at})
    on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function documentById(tx: Tx, id: string): Promise<DocumentRow | undefined> {
  const result = await sql<DocumentRow>`select * from document where id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function documentsById(tx: Tx, ids: readonly string[]): Promise<DocumentRow[]> {
  const result = await sql<DocumentRow>`select * from document where id = any (${ids}::uuid[])`.execute(tx)
  return result.rows
}

export async function documentWithContent(
  tx: Tx,
  id: string,
): Promise<(DocumentRow & { content: Buffer }) | undefined> {
  const result = await sql<DocumentRow & { content: Buffer }>`
    select d.*, c.content from document d join document_content c on c.sha256 = d.sha256
    where d.id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function documentsOf(tx: Tx, [type, id]: Subject): Promise<DocumentRow[]> {
  const result = await sql<DocumentRow>`
    select * from document where subject_type = ${type} and subject_id = ${id} and retired_at is null
    order by added_at, id limit 1000`.execute(tx)
  return result.rows
}

/** Also those that were retired. */
export async function documentsEverOf(
  tx: Tx,
  type: SubjectType,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  const result = await sql<DocumentRow>`
    select * from document where subject_type = ${type} and subject_id = any (${ids}::uuid[]) order by added_at, id`.execute(
    tx,
  )
  return result.rows
}

export async function countDocuments(tx: Tx, [type, id]: Subject): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from document
    where subject_type = ${type} and subject_id = ${id} and retired_at is null`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function moveDocuments(tx: Tx, from: Subject, to: Subject): Promise<bigint> {
  const result = await sql`
    update document set subject_type = ${to[0]}, subject_id = ${to[1]}
    where subject_type = ${from[0]} and subject_id = ${from[1]}`.execute(tx)
  return result.numAffectedRows ?? 0n
}

/** False when it is retired already. */
export async function retireDocument(tx: Tx, id: string, at: Date): Promise<boolean> {
  const result = await sql`
    update document set retired_at = ${at} where id = ${id} and retired_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function deleteDraftDocument(tx: Tx, draftId: string, id: string): Promise<boolean> {
  const result = await sql`
    delete from document where id = ${id} and subject_type = 'draft' and subject_id = ${draftId}`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function deleteDraftsBefore(tx: Tx, before: Date): Promise<bigint> {
  const result = await sql`
    delete from document where subject_type = 'draft' and added_at < ${before}`.execute(tx)
  return result.numAffectedRows ?? 0n
}

export async function deleteUnnamedContents(tx: Tx): Promise<bigint> {
  const result = await sql`
    delete from document_content c where not exists (select 1 from document d where d.sha256 = c.sha256)`.execute(
    tx,
  )
  return result.numAffectedRows ?? 0n
}

/** The bytes too, unless another record names the same ones. */
export async function deleteDocumentsOf(tx: Tx, type: SubjectType, ids: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from document where subject_type = ${type} and subject_id = any (${ids}::uuid[]) returning id, sha256)
    delete from document_content c
    where c.sha256 in (select sha256 from gone)
      and not exists (select 1 from document d where d.sha256 = c.sha256 and d.id not in (select id from gone))`.execute(
    tx,
  )
}
