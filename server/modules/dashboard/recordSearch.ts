import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import { FOUND_KINDS, FOUND_MAX, type FoundKind, searchWords } from '../../../contract/search.ts'
import { formatDate, formatMonth, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Handler } from '../../kernel/context.ts'
import { typedWords } from '../../kernel/like.ts'
import { type FoundRow, findRecords } from './recordSearch.sql.ts'

/** More words than a file name has; further words would only slow the search down. */
const WORDS_MAX = 8

/** What the command palette finds beside customers, loans and requests: only records whose page the user may open. */
export const search: Handler<Api['recordSearch']> = async (ctx, input) => {
  const words = searchWords(input.search).slice(0, WORDS_MAX)
  const kinds = FOUND_KINDS.filter(kind => kind !== 'user' || may(ctx.actor.roles, 'users.manage'))
  const rows = []
  for (const kind of kinds) {
    // names of people are compared without accents and apostrophes
    const sought = kind === 'user' ? typedWords(input.search) : words
    for (const row of await findRecords(ctx.tx, kind, sought, FOUND_MAX))
      rows.push({ subjectType: kind, subjectId: row.id, title: row.title, detail: detailOf(kind, row) })
  }
  return { rows }
}

const UPLOADS = {
  payroll: 'Payroll file',
  repayment: 'Deduction file',
  book: 'Existing loans',
  acknowledgement: 'Acknowledgement file',
} as const

function detailOf(kind: FoundKind, row: FoundRow): string {
  const amount = row.amount === null ? '' : formatNaira(kobo(row.amount))
  switch (kind) {
    case 'payoutBatch':
      return `${amount}, value date ${formatDate(localDate(row.at))}`
    case 'repayment':
    case 'instruction':
      return `${amount}, ${row.about} ${formatMonth(row.at.slice(0, 7))}`
    case 'officeReceipt':
      return `${amount}, ${row.about}, received ${formatDate(localDate(row.at))}`
    case 'refund':
      return `${amount}, loan ${row.about}`
    case 'campaign':
      return `Created by ${row.about} on ${formatDate(localDate(row.at))}`
    case 'intake':
      return `${row.kind ? `${UPLOADS[row.kind]}, ` : ''}${row.about} ${formatMonth(row.at.slice(0, 7))}`
    case 'user':
      return row.about
  }
}
