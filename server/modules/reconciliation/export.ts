import { verdictLabel } from '../../../contract/reconciliation.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira } from '../../kernel/sheet.ts'
import { listLines, listMonths } from './lines.ts'

export const exportMonths = exportOf(listMonths, {
  what: 'reconciliation months',
  name: 'reconciliation-months',
  columns: [
    ['Payroll source', row => row.sourceName],
    ['Payroll month', row => row.month],
    ['Persons', row => row.persons],
    ['Agree', row => row.agreeing],
    ['Open exceptions', row => row.open],
    ['Expected (NGN)', row => sheetNaira(row.expected)],
    ['Instructed (NGN)', row => sheetNaira(row.instructed)],
    ['Deducted (NGN)', row => sheetNaira(row.deducted)],
    ['Remitted (NGN)', row => sheetNaira(row.remitted)],
    ['Posted (NGN)', row => sheetNaira(row.posted)],
    [
      'Exceptions',
      row => row.verdicts.map(each => `${verdictLabel(each.verdict, row)}: ${each.persons}`).join('; '),
    ],
    ['Calculated at', row => (row.calculatedAt === null ? null : sheetMoment(row.calculatedAt))],
  ],
})

export const exportLines = exportOf(listLines, (_, { source, month }) => ({
  what: 'reconciliation',
  name: ['reconciliation', source, month].filter(Boolean).join('-'),
  columns: [
    ['Payroll source', row => row.source],
    ['Payroll month', row => row.month],
    [IPPIS_NUMBER, row => row.staffNumber],
    ['Name', row => row.name],
    [EMPLOYER, row => row.employer],
    ['Expected (NGN)', row => sheetNaira(row.expected)],
    ['Instructed (NGN)', row => sheetNaira(row.instructed)],
    ['Deducted (NGN)', row => sheetNaira(row.deducted)],
    ['Remitted (NGN)', row => sheetNaira(row.remitted)],
    ['Posted (NGN)', row => sheetNaira(row.posted)],
    ['Verdict', row => (row.verdict === null ? null : verdictLabel(row.verdict, row))],
    ['Difference (NGN)', row => sheetNaira(row.difference)],
    ['Since', row => row.since],
    ['Owner', row => row.ownerName],
    ['Note', row => row.note],
    ['Closed on', row => (row.closedAt === null ? null : sheetMoment(row.closedAt))],
    ['Closed by', row => row.closedBy],
    ['Reason', row => row.closedReason],
  ],
}))
