import { stringify } from 'csv-stringify/sync'
import type { Api } from '../../contract/api.ts'
import { may } from '../../contract/roles.ts'
import { type AuditEntry, type AuditFilter, auditEntries, countAudit, verifyAudit } from '../audit.ts'
import type { Context, Handler } from '../context.ts'
import { cutPage, makeCursor, readCursor } from '../cursor.ts'
import { readAuditAnchors } from '../files.ts'
import { refuse } from '../refusal.ts'

/** A spreadsheet opens this many rows in a second; more is a question for a narrower filter. */
const EXPORT_ROWS = 10_000

async function pageOf(ctx: Context, filter: AuditFilter, cursor: string | undefined, limit: number) {
  const position = readCursor(ctx.keys, 'audit', filter, cursor)
  const before = position?.[0] ? BigInt(position[0]) : null
  const { rows, last } = cutPage(await auditEntries(ctx.tx, filter, before, limit + 1), limit)
  const { total, exact } = await countAudit(ctx.tx, filter)
  return {
    rows,
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'audit', filter, [last.id]) : null,
  }
}

export const listTrail: Handler<Api['auditList']> = (ctx, { cursor, limit, ...filter }) =>
  pageOf(ctx, filter, cursor, limit)

/** Not records that everybody reads, but people and the house itself: their history is part of the whole trail. */
const CLOSED_SUBJECTS = ['user', 'endpoint', 'export', 'audit', 'ledgerSeal']

export const history: Handler<Api['recordHistory']> = (ctx, { cursor, limit, subjectType, subjectId }) => {
  const isOwn = subjectType === 'user' && subjectId === ctx.actor.id
  if (CLOSED_SUBJECTS.includes(subjectType) && !isOwn && !may(ctx.actor.roles, 'audit.read'))
    refuse('permission.missing')
  return pageOf(ctx, { subjectType, subjectId }, cursor, limit)
}

export const exportTrail: Handler<Api['auditExport']> = async (ctx, filter) => {
  const rows = await auditEntries(ctx.tx, filter, null, EXPORT_ROWS)
  ctx.audit({ subject: ['export', 'audit trail'], after: { filter, rows: rows.length } })
  return { fileName: `audit-trail-${ctx.today}.csv`, csv: toCsv(rows), rows: rows.length }
}

/** Excel reads bytes as UTF-8 only behind a mark, and runs a cell that begins like a formula unless it is quoted away. */
const toCsv = (rows: readonly AuditEntry[]): string =>
  stringify(
    rows.map(row => ({
      ...row,
      before: row.before === null ? '' : JSON.stringify(row.before),
      after: row.after === null ? '' : JSON.stringify(row.after),
    })),
    {
      header: true,
      bom: true,
      escape_formulas: true,
      columns: [
        'id',
        'at',
        'actorName',
        'action',
        'subjectType',
        'subjectId',
        'outcome',
        'before',
        'after',
        'reason',
        'address',
        'requestId',
      ],
    },
  )

export const verifyTrail: Handler<Api['auditVerify']> = async ctx => {
  const verdict = await verifyAudit(ctx.tx, await readAuditAnchors(ctx.dataDirectory))
  ctx.audit({ subject: ['audit', 'chain'], after: { sealed: verdict.sealed, breaks: verdict.breaks.length } })
  return verdict
}
