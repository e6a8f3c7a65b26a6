import type { Api } from '../../../contract/api.ts'
import {
  changesBetween,
  entryText,
  nameText,
  reasonText,
  recordText,
  valueText,
  wordsOf,
} from '../../../contract/trail.ts'
import { type AuditEntry, auditEntries, countAudit, newestAudit, storedFilter } from '../../kernel/audit.ts'
import type { Handler } from '../../kernel/context.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import { type NextRows, type SheetColumns, sheetMoment } from '../../kernel/sheet.ts'
import { openEntries } from '../customers/customers.ts'
import { recordLabels } from './labels.sql.ts'
import { meantBy } from './list.ts'

/** What the screen shows, and one column for machines; for accesses, what the person concerned must be informed of. */
export const exportTrail: Handler<Api['auditExport']> = async (ctx, { format, ...filter }) => {
  const search = await meantBy(ctx, filter)
  const newest = await newestAudit(ctx.tx)
  const next: NextRows<Labelled> = async (last, limit) => {
    const before = last ? BigInt(last.id) : newest + 1n
    const found = await auditEntries(ctx.tx, search, before, limit)
    const rows = await openEntries(ctx, found)
    const labels = await recordLabels(ctx.tx, rows)
    return rows.map(row => ({
      ...row,
      label: labels.get(row.subjectId) ?? nameText(row.subjectType, row.subjectId) ?? row.subjectId,
    }))
  }
  return sheetOfRows(ctx, format, {
    ...(filter.looks
      ? { what: 'access log', name: 'access-log', columns: ACCESS_COLUMNS }
      : { what: 'audit trail', name: 'audit-trail', columns: TRAIL }),
    about: { filter: storedFilter(filter) },
    rows: await countAudit(ctx.tx, search),
    next,
  })
}

type Labelled = AuditEntry & { label: string }

const json = (value: AuditEntry['before']): string | null => (value === null ? null : JSON.stringify(value))

/** "Status: open → closed; Amount: — → ₦50,000.00". */
const changesText = ({ before, after }: AuditEntry): string =>
  changesBetween(before, after)
    .filter(({ kind }) => kind !== 'same')
    .map(({ path, before: was, after: is }) => {
      const said =
        was === undefined ? valueText(is, path) : `${valueText(was, path)} → ${valueText(is, path)}`
      return `${wordsOf(path)}: ${said}`
    })
    .join('; ')

const TRAIL: SheetColumns<Labelled> = [
  ['Entry', row => row.id],
  ['When (Lagos)', row => sheetMoment(row.at)],
  ['Person', row => row.actorName],
  ['Action', row => entryText(row)],
  ['Record', row => `${recordText(row.subjectType)} ${row.label}`],
  ['Outcome', row => (row.outcome === 'done' ? 'Done' : 'Refused')],
  ['Reason', row => reasonText(row.reason)],
  ['Changes', changesText],
  ['From address', row => row.address],
  ['Code', row => [row.action, row.subjectType, row.subjectId, row.requestId].filter(Boolean).join(' ')],
  ['Before', row => json(row.before)],
  ['After', row => json(row.after)],
]

const ACCESS_COLUMNS: SheetColumns<Labelled> = [
  ['When (Lagos)', row => sheetMoment(row.at)],
  ['Who', row => row.actorName],
  ['From address', row => row.address],
  ['What', row => entryText(row)],
  ['Record', row => `${recordText(row.subjectType)} ${row.label}`],
  ['What was shown', changesText],
  ['Why', row => reasonText(row.reason)],
  ['Entry', row => row.id],
  ['Code', row => [row.action, row.subjectType, row.subjectId, row.actorId].filter(Boolean).join(' ')],
]
