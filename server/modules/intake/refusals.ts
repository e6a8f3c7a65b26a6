import { stringify } from 'csv-stringify/sync'
import type { Api } from '../../../contract/api.ts'
import { StreamedFile } from '../../../contract/endpoint.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { CSV_SAFE } from '../../kernel/sheet.ts'
import { explainFaults } from './faults.ts'
import * as store from './intake.sql.ts'
import { layoutOf } from './layout.ts'
import { coverRow, coverUnknown, mayReveal, personalFields } from './mask.ts'

/** Rows of a file that could not be taken: read on the screen, or downloaded to be corrected. */

const found = async (ctx: Context, id: string): Promise<store.IntakeRow> =>
  (await store.findIntake(ctx.tx, id)) ?? refuse('record.unknown', { what: 'upload' })

export const refusals: Handler<Api['intakeRefusals']> = async (ctx, { id, cursor, limit }) => {
  const row = await found(ctx, id)
  const position = readCursor(ctx.keys, 'refusals', { id }, cursor)
  const after = position ? parseInt(position[0] ?? '0', 10) : 0
  const { rows, last } = cutPage(await store.listRefusals(ctx.tx, id, after, limit + 1), limit)
  const headers = headersOf(row)
  const mapping = row.mapping ?? {}
  const isShown = mayReveal(ctx.actor)
  if (isShown && rows.length > 0)
    ctx.audit({
      subject: ['intake', id],
      after: { revealed: personalFields(mapping), lines: rows.length },
    })
  return {
    rows: rows.map(each => ({
      sheet: each.sheet,
      line: each.line,
      cells: isShown ? each.cells : coverRow(mapping, each).cells.map(coverUnknown),
      problems: isShown
        ? explainFaults(row.kind, headers, mapping, each)
        : explainFaults(row.kind, headers.map(coverUnknown), mapping, coverRow(mapping, each)),
    })),
    total: after === 0 && rows.length === 0 ? 0 : await countOf(ctx, row),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'refusals', { id }, [String(last.row_number)]) : null,
  }
}

const countOf = async (ctx: Context, row: store.IntakeRow): Promise<number> =>
  row.refused_rows ?? (await store.countRefusals(ctx.tx, row.id))

/** Their number stays with the file; the rows are deleted with those of people who are not customers. */
const areGone = async (ctx: Context, row: store.IntakeRow): Promise<boolean> =>
  (row.refused_rows ?? 0) > 0 && (await store.listRefusals(ctx.tx, row.id, 0, 1)).length === 0

const headersOf = (row: store.IntakeRow): string[] =>
  row.layout === null ? [] : layoutOf(row).columns.map(column => column.header)

const FILE_BATCH = 5_000

/** In the columns of the file, so that it can be corrected and uploaded as it is; the reasons stand behind them. */
export const refusalFile: Handler<Api['intakeRefusalFile']> = async (ctx, { id }) => {
  // it cannot be corrected with its numbers covered
  if (!mayReveal(ctx.actor)) refuse('permission.missing')
  const row = await found(ctx, id)
  if (await areGone(ctx, row)) refuse('intake.lines_gone')
  ctx.audit({
    subject: ['intake', id],
    after: {
      export: 'refused rows',
      rows: await countOf(ctx, row),
      revealed: personalFields(row.mapping ?? {}),
    },
  })
  return new StreamedFile(
    refusedLines(ctx, row),
    'text/csv; charset=utf-8',
    `refused-${row.file_name.replace(/\.\w+$/, '')}.csv`,
  )
}

/** Written while it is sent: one wrong column refuses a million rows, and that file is larger than the one it came from. */
async function* refusedLines(ctx: Context, row: store.IntakeRow): AsyncGenerator<string> {
  const headers = headersOf(row)
  yield stringify([[...headers, 'Line', 'What is wrong']], { bom: true, ...CSV_SAFE })
  for (let after = 0; ; ) {
    const batch = await store.listRefusals(ctx.tx, row.id, after, FILE_BATCH)
    const last = batch.at(-1)
    if (!last) return
    const lines = batch.map(each => [
      ...each.cells,
      String(each.line),
      explainFaults(row.kind, headers, row.mapping ?? {}, each)
        .map(fault => `${fault.column || fault.field}: ${fault.reason}`)
        .join(' '),
    ])
    yield stringify(lines, CSV_SAFE)
    after = last.row_number
  }
}
