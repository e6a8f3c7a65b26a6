import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetWords } from '../../kernel/sheet.ts'
import { list } from './decide.ts'

/** What two people have to agree on, for a spreadsheet. */
export const exportApprovals = exportOf(list, {
  what: 'approvals',
  name: 'approvals',
  columns: [
    ['What', row => row.title],
    ['About', row => row.summary],
    ['Asked by', row => row.makerName],
    ['Asked (Lagos)', row => sheetMoment(row.askedAt)],
    ['Why', row => row.reason],
    ['Status', row => sheetWords(row.status)],
    ['Decided by', row => row.checkerName],
    ['Decided (Lagos)', row => sheetMoment(row.decidedAt)],
    ['Note', row => row.note],
  ],
})
