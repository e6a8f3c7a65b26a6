import type { Api } from '../../contract/api.ts'
import { type AuditEntry, auditEntries, keptFilter } from '../audit.ts'
import type { Handler } from '../context.ts'
import { csvOf, type SheetColumns, sheetOf } from '../sheet.ts'
import { idleSince } from './profile.ts'
import { meantBy, type NumberedOf } from './trail.ts'
import * as people from './users.sql.ts'

/** A spreadsheet opens this many rows in a second; more is a question for a narrower filter. */
const EXPORT_ROWS = 10_000

export const exportTrail =
  (numberedOf: NumberedOf): Handler<Api['auditExport']> =>
  async (ctx, filter) => {
    const about = await meantBy(ctx, filter, numberedOf)
    const rows = await auditEntries(ctx.tx, { ...filter, about }, null, EXPORT_ROWS)
    ctx.audit({
      subject: ['export', 'audit trail'],
      after: { filter: keptFilter(filter), rows: rows.length },
    })
    return { fileName: `audit-trail-${ctx.today}.csv`, csv: csvOf(TRAIL, rows), rows: rows.length }
  }

const json = (value: AuditEntry['before']): string | null => (value === null ? null : JSON.stringify(value))

const TRAIL: SheetColumns<AuditEntry> = [
  ['id', row => row.id],
  ['at', row => row.at],
  ['actorName', row => row.actorName],
  ['action', row => row.action],
  ['subjectType', row => row.subjectType],
  ['subjectId', row => row.subjectId],
  ['outcome', row => row.outcome],
  ['before', row => json(row.before)],
  ['after', row => json(row.after)],
  ['reason', row => row.reason],
  ['address', row => row.address],
  ['requestId', row => row.requestId],
]

export const exportStaff: Handler<Api['userExport']> = async (ctx, { format, sort, ...filter }) => {
  const order = {
    sort: sort.replace('-', '') as people.StaffSort,
    descending: sort.startsWith('-'),
    after: null,
    limit: EXPORT_ROWS,
  }
  const rows = await people.listStaff(ctx.tx, filter, order, idleSince(ctx))
  ctx.audit({ subject: ['export', 'staff'], after: { filter, format, rows: rows.length } })
  return sheetOf(format, { name: 'staff', on: ctx.today }, STAFF, rows)
}

const STAFF: SheetColumns<people.StaffListRow> = [
  ['First name', row => row.first_name],
  ['Last name', row => row.last_name],
  ['E-mail', row => row.email],
  ['Phone', row => row.phone],
  ['Status', row => row.status],
  ['Roles', row => row.roles.join(', ')],
  ['Officer code', row => row.account_officer_code],
  ['Second factor', row => (row.totp_enrolled_at ? 'yes' : 'no')],
  ['Signed up', row => row.signed_up_at.toISOString()],
  ['Last sign-in', row => row.last_sign_in_at?.toISOString() ?? null],
]
