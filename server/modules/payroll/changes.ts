import type { Api } from '../../../contract/api.ts'
import { CHANGE_KINDS, CHANGE_TITLES, type ChangeKind } from '../../../contract/payroll.ts'
import { may } from '../../../contract/roles.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import type { Tx } from '../../kernel/db.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import * as store from './payroll.sql.ts'

/** Who changed between two files, on the screen and for a spreadsheet. */

export async function fileFound(tx: Tx, id: string): Promise<store.FileRow> {
  return (await store.fileOf(tx, id)) ?? refuse('record.unknown', { what: 'payroll file' })
}

export const counted = (changes: Partial<Record<ChangeKind, number>>): Record<ChangeKind, number> =>
  Object.fromEntries(CHANGE_KINDS.map(kind => [kind, changes[kind] ?? 0])) as Record<ChangeKind, number>

/**
 * Pay is personal data as on a customer's page: it is shown with permission to reveal it, and the access is recorded.
 */
export const mayReveal = (ctx: Context): boolean => may(ctx.actor.roles, 'personal.reveal')
const isPay = (kind: ChangeKind): boolean => kind === 'payUp' || kind === 'payDown'

/** The people behind a figure; against the month before, or, where there is none, against the file it replaces. */
export const changes: Handler<Api['payrollChanges']> = async (ctx, { cursor, limit, ...shape }) => {
  const file = await fileFound(ctx.tx, shape.id)
  const otherId = file.against_id ?? file.replaces_id
  if (otherId === null) return { rows: [], total: 0, totalIsExact: true, next: null }
  const position = readCursor(ctx.keys, 'payrollChanges', shape, cursor)
  const files = { intakeId: shape.id, otherId, kind: shape.kind }
  const customersOnly = shape.customersOnly === 'true'
  const found = await store.listChanges(ctx.tx, files, {
    customersOnly,
    after: position?.[0] ?? '',
    limit: limit + 1,
  })
  const { rows, last } = cutPage(found, limit)
  const isShown = !isPay(shape.kind) || mayReveal(ctx)
  if (isPay(shape.kind) && isShown && rows.length > 0)
    ctx.audit({ subject: ['intake', shape.id], after: { revealed: ['netPay'], people: rows.length } })
  const { total, exact } = customersOnly
    ? await store.countChangedCustomers(ctx.tx, files)
    : { total: howMany(file, shape.kind), exact: true }
  return {
    rows: rows.map(row => ({
      kind: shape.kind,
      staffNumber: row.staff_number,
      name: row.name,
      customerId: row.customer_id,
      before: isShown ? row.before : null,
      after: isShown ? row.after : null,
    })),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'payrollChanges', shape, [last.staff_key]) : null,
  }
}

/** Against the month before, or, where there is none, against the file it replaces. */
const countsOf = (file: store.FileRow): Partial<store.FileRow['changes']> =>
  (file.against_id === null ? file.replaced_changes : file.changes) ?? {}

const howMany = (file: store.FileRow, kind: ChangeKind): number => counted(countsOf(file))[kind]

/** Who is in both files, and whether anything about them is new. */
export function stayed(file: store.FileRow): { changed: number; unchanged: number } {
  if (file.against_id === null && file.replaces_id === null) return { changed: 0, unchanged: 0 }
  const unchanged = countsOf(file).unchanged ?? 0
  return { changed: Math.max(0, file.rows - howMany(file, 'new') - unchanged), unchanged }
}

/** Pay comes as kobo and a status as its code; the rest is text already. */
function columnsOf(kind: ChangeKind, isShown: boolean): SheetColumns<store.ChangeRow> {
  const cell = (value: string | null): string | null => {
    if (value === null || !isShown) return null
    if (isPay(kind)) return sheetNaira(BigInt(value))
    return kind === 'status' ? sheetWords(value) : value
  }
  const unit = isPay(kind) ? ' (NGN)' : ''
  return [
    [IPPIS_NUMBER, row => row.staff_number],
    ['Name', row => row.name],
    ['Our customer', row => (row.customer_id === null ? 'no' : 'yes')],
    ['Change', () => CHANGE_TITLES[kind]],
    [`Before${unit}`, row => cell(row.before)],
    [`After${unit}`, row => cell(row.after)],
  ]
}

/** Leaves pay out without permission to reveal it; otherwise the trail records that it was exported. */
export const exportChanges: Handler<Api['payrollChangeExport']> = async (ctx, { id, format, ...filter }) => {
  const { kind } = filter
  const file = await fileFound(ctx.tx, id)
  const otherId = file.against_id ?? file.replaces_id
  const customersOnly = filter.customersOnly === 'true'
  const isShown = !isPay(kind) || mayReveal(ctx)
  const people = otherId === null ? 0 : howMany(file, kind)
  return sheetOfRows(ctx, format, {
    what: 'changes',
    subject: ['intake', id],
    about: { export: 'changes', filter, ...(isPay(kind) && isShown ? { revealed: ['netPay'] } : {}) },
    rows: customersOnly ? `at most ${people}` : people,
    name: `payroll-${kind}-${file.month.slice(0, 7)}`,
    columns: columnsOf(kind, isShown),
    next: async (last, limit) =>
      otherId === null
        ? []
        : store.listChanges(
            ctx.tx,
            { intakeId: id, otherId, kind },
            { customersOnly, after: last?.staff_key ?? '', limit },
          ),
  })
}
