import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { exportOf } from '../../kernel/export.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { bookRows } from './import.ts'

/** The lines of a book that is taken over; a sheet about no book would only look like one. */
export const exportBookRows = exportOf(bookRows, async (ctx, { id }) => {
  const { total } = await bookRows(ctx, { id, limit: 1 })
  if (total === 0) return refuse('record.unknown', { what: 'line of a book' })
  return { what: 'book lines', name: 'book-lines', columns: COLUMNS }
})

const COLUMNS: SheetColumns<Reply<Api['bookRows']>['rows'][number]> = [
  ['Line', row => String(row.line)],
  ['Loan number there', row => row.oldNumber],
  ['Customer', row => row.name],
  ['Principal (NGN)', row => sheetNaira(row.principal)],
  ['Repaid (NGN)', row => sheetNaira(row.repaid)],
  ['Outstanding (NGN)', row => sheetNaira(row.outstanding)],
  ['Status', row => sheetWords(row.status)],
  ['Reason', row => row.problem],
]
