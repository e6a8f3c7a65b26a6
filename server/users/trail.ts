import type { Api } from '../../contract/api.ts'
import { may } from '../../contract/roles.ts'
import { type AuditEntry, type AuditFilter, auditEntries, countAudit, verifyAudit } from '../audit.ts'
import type { Context, Handler } from '../context.ts'
import { cutPage, makeCursor, readCursor } from '../cursor.ts'
import type { Tx } from '../db.ts'
import { readAuditAnchors } from '../files.ts'
import { refuse } from '../refusal.ts'

type Page = { cursor: string | undefined; limit: number; about?: readonly string[] }

async function pageOf(ctx: Context, filter: AuditFilter, { cursor, limit, about = [] }: Page) {
  const position = readCursor(ctx.keys, 'audit', filter, cursor)
  const before = position?.[0] ? BigInt(position[0]) : null
  const search = { ...filter, about }
  const { rows, last } = cutPage(await auditEntries(ctx.tx, search, before, limit + 1), limit)
  const { total, exact } = await countAudit(ctx.tx, search)
  return {
    rows,
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'audit', filter, [last.id]) : null,
  }
}

/** What people call these records; handed in by api.ts, since the records stand to the right of users. */
export type LabelsOf = (
  tx: Tx,
  records: readonly Pick<AuditEntry, 'subjectType' | 'subjectId'>[],
) => Promise<Map<string, string>>

/** The records that a number belongs to, as L0102003; handed in likewise. */
export type NumberedOf = (tx: Tx, number: string) => Promise<string[]>

/** What is sealed in entries, opened for as long as it may be read; handed in likewise. */
export type OpenEntries = (
  ctx: Pick<Context, 'tx' | 'keys'>,
  entries: readonly AuditEntry[],
) => Promise<AuditEntry[]>

export const meantBy = async (
  ctx: Context,
  filter: AuditFilter,
  numberedOf: NumberedOf,
): Promise<string[]> => (filter.search ? numberedOf(ctx.tx, filter.search) : [])

export const listTrail =
  (labelsOf: LabelsOf, numberedOf: NumberedOf, openEntries: OpenEntries): Handler<Api['auditList']> =>
  async (ctx, { cursor, limit, ...filter }) => {
    const about = await meantBy(ctx, filter, numberedOf)
    const page = await pageOf(ctx, filter, { cursor, limit, about })
    const labels = await labelsOf(ctx.tx, page.rows)
    const rows = await openEntries(ctx, page.rows)
    return { ...page, rows: rows.map(row => ({ ...row, subjectLabel: labels.get(row.subjectId) })) }
  }

/** Not records that everybody reads, but people and the house itself: their history is part of the whole trail. */
const CLOSED_SUBJECTS = ['user', 'endpoint', 'export', 'search', 'audit', 'ledgerSeal']

export const history =
  (openEntries: OpenEntries): Handler<Api['recordHistory']> =>
  async (ctx, { cursor, limit, subjectType, subjectId }) => {
    const isOwn = subjectType === 'user' && subjectId === ctx.actor.id
    if (CLOSED_SUBJECTS.includes(subjectType) && !isOwn && !may(ctx.actor.roles, 'audit.read'))
      refuse('permission.missing')
    const page = await pageOf(ctx, { subjectType, subjectId }, { cursor, limit })
    return { ...page, rows: await openEntries(ctx, page.rows) }
  }

export const verifyTrail: Handler<Api['auditVerify']> = async ctx => {
  const verdict = await verifyAudit(ctx.tx, await readAuditAnchors(ctx.dataDirectory))
  ctx.audit({ subject: ['audit', 'chain'], after: { sealed: verdict.sealed, breaks: verdict.breaks.length } })
  return verdict
}
