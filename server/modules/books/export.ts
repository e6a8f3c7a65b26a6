import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira, sheetOfList, sheetWords } from '../../kernel/sheet.ts'
import { bookRows } from './import.ts'

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

/** The lines of a book that is taken over, for a spreadsheet; a sheet about no book would only look like one. */
export const exportBookRows: Handler<Api['bookRowExport']> = async (ctx, input) => {
  const { total } = await bookRows(ctx, { id: input.id, limit: 1 })
  if (total === 0) return refuse('record.unknown', { what: 'line of a book' })
  return sheetOfList(ctx, bookRows, input, { what: 'book lines', name: 'book-lines', columns: COLUMNS })
}
