import type { FileReply } from '../../contract/endpoint.ts'
import { type AuditNote, storedFilter } from './audit.ts'
import type { Context } from './context.ts'
import type { Counted } from './counting.sql.ts'
import {
  type NextRows,
  pagedSheet,
  type SHEET_TYPES,
  type SheetColumns,
  type SheetSource,
  wholeSheetOf,
} from './sheet.ts'

/** The handlers of exports: the file, and the line of the trail that says what was taken. */

type Format = keyof typeof SHEET_TYPES
type Paged = { cursor?: string | undefined; limit: number; search?: string | undefined }
type Page<Row> = { rows: Row[]; total: number; totalIsExact: boolean; next: string | null }
type Filter<Asked> = Omit<Asked, 'cursor' | 'limit'> & { format: Format }

export type Sheet<Row> = {
  /** What the trail calls it. */
  what: string
  /** Of the file, before the day. */
  name: string
  columns: SheetColumns<Row>
}

/** Every page of a list as the screen asks for them, so that the file holds the rows that are shown and no others. */
export const exportOf =
  <Asked extends Paged, Row>(
    list: (ctx: Context, input: Asked) => Promise<Page<Row>>,
    /** A function where it depends on what is asked. */
    sheet: Sheet<Row> | ((ctx: Context, input: Filter<Asked>) => Sheet<Row> | Promise<Sheet<Row>>),
  ) =>
  async (ctx: Context, input: Filter<Asked>): Promise<FileReply> => {
    const { what, ...file } = typeof sheet === 'function' ? await sheet(ctx, input) : sheet
    const { format, ...filter } = input
    // the filter and a page of it are all that a list is asked
    const ask = (cursor: string | undefined, limit: number) =>
      list(ctx, { ...filter, cursor, limit } as unknown as Asked)
    const { total, totalIsExact } = await ask(undefined, 1)
    let cursor: string | undefined | null
    const next: NextRows<Row> = async (_, limit) => {
      if (cursor === null) return []
      const page = await ask(cursor, limit)
      cursor = page.next
      return page.rows
    }
    return sheetOfRows(ctx, format, {
      what,
      about: { filter: storedFilter(filter) },
      rows: { total, exact: totalIsExact },
      ...file,
      next,
    })
  }

type Taken = {
  /** What the trail calls it. */
  what: string
  /** Where the trail should show it, if it is about one record. */
  subject?: AuditNote['subject']
  /** What was asked, as the trail may keep it. */
  about: object
  rows: number | string | Counted
  /** Of the file, before the day. */
  name: string
}

/** Rows that are read page by page by their own statement. */
export const sheetOfRows = <Row>(
  ctx: Context,
  format: Format,
  { columns, next, ...taken }: Taken & { columns: SheetColumns<Row>; next: NextRows<Row> },
): FileReply => sheetOfSource(ctx, format, { ...taken, source: pagedSheet(columns, next) })

/** The file and its line of the trail, wherever the rows come from. */
export function sheetOfSource(
  ctx: Context,
  format: Format,
  { what, subject = ['export', what], about, rows, name, source }: Taken & { source: SheetSource },
): FileReply {
  ctx.audit({ subject, after: { ...about, format, rows: countText(rows) } })
  return wholeSheetOf(format, { name, on: ctx.today }, source)
}

const countText = (rows: number | string | Counted): number | string =>
  typeof rows !== 'object' ? rows : rows.exact ? rows.total : `more than ${rows.total}`
