import { sql } from 'kysely'
import type { Check } from '../../kernel/check.ts'

const SHOWN = 20

/** Every document has its content, and every content is still the bytes it is called by. */
export const documentChecks: readonly Check[] = [
  {
    name: 'Documents are whole',
    async run(tx) {
      const { rows } = await sql<{ documents: number; contents: number }>`
        select (select count(*)::int from document) as documents, (select count(*)::int from document_content) as contents`.execute(
        tx,
      )
      const found = await sql<{ problem: string }>`
        select problem from (
          select 'content ' || encode(sha256, 'hex') || ' has other bytes' as problem
          from document_content where sha256(content) <> sha256
          union all
          select 'document ' || d.id || ' has no content' from document d
          where not exists (select from document_content c where c.sha256 = d.sha256)
          union all
          select 'document ' || d.id || ' says ' || d.bytes || ' bytes of ' || length(c.content)
          from document d join document_content c on c.sha256 = d.sha256 where d.bytes <> length(c.content)
        ) found limit ${SHOWN}`.execute(tx)
      const { documents = 0, contents = 0 } = rows[0] ?? {}
      return {
        figure: `${documents.toLocaleString('en-NG')} documents, ${contents.toLocaleString('en-NG')} contents`,
        problems: found.rows.map(row => row.problem),
      }
    },
  },
]
