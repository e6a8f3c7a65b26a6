import type { Api } from '../../../contract/api.ts'
import { fieldsOf } from '../../../contract/intake.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { layoutOf } from './layout.ts'
import { coverCell, coverText, coverUnknown, mayReveal, personalFields } from './mask.ts'
import * as store from './notes.sql.ts'
import { found } from './shown.ts'

/** What the reader repaired in a file and which lines it excluded. */

async function pageOf(
  ctx: Context,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
  kind: store.NoteKind,
) {
  const row = await found(ctx.tx, id)
  const after = readCursor(ctx.keys, 'intakeNotes', { id, kind }, cursor)?.[0] ?? '0'
  const { rows, last } = cutPage(await store.listNotes(ctx.tx, id, kind, after, limit + 1), limit)
  const isShown = mayReveal(ctx.actor)
  if (isShown && rows.length > 0)
    ctx.audit({
      // stored under the action that the access log lists for rows of an upload
      action: 'intakeGet',
      subject: ['intake', id],
      after: { revealed: personalFields(row.mapping ?? {}), lines: rows.length },
    })
  return {
    row,
    rows,
    isShown,
    paged: {
      total: await store.countNotes(ctx.tx, id, kind),
      totalIsExact: true,
      next: last ? makeCursor(ctx.keys, 'intakeNotes', { id, kind }, [last.no]) : null,
    },
  }
}

export const repairs: Handler<Api['intakeRepairs']> = async (ctx, input) => {
  const { row, rows, isShown, paged } = await pageOf(ctx, input, 'repaired')
  const headers = row.layout === null ? [] : layoutOf(row).columns.map(column => column.header)
  const cover = (field: string, text: string): string =>
    isShown ? text : coverCell(field === '' ? undefined : field, text)
  return {
    rows: rows.map(({ sheet, line, field, was, became }) => {
      const header = headers[row.mapping?.[field] ?? -1] ?? ''
      return {
        sheet,
        line,
        field: fieldsOf(row.kind)[field]?.title ?? 'Row',
        column: isShown ? header : coverUnknown(header),
        was: cover(field, was),
        became: cover(field, became),
      }
    }),
    ...paged,
  }
}

/** Codes of `became` of an excluded line. */
const REASONS: Record<string, string> = {
  total: 'Total, not a person',
  blank: 'No number and no name',
  note: 'Note, not a person',
  repeat: 'Repeats an earlier row',
}

export const excluded: Handler<Api['intakeExcluded']> = async (ctx, input) => {
  const { rows, isShown, paged } = await pageOf(ctx, input, 'excluded')
  return {
    rows: rows.map(({ sheet, line, was, became }) => ({
      sheet,
      line,
      text: isShown ? was : coverText(was),
      reason: REASONS[became] ?? became,
    })),
    ...paged,
  }
}
