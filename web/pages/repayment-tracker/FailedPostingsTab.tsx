import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { Amount } from '../../parts/Amount.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { freshAmount, type RefusedRow } from '../../parts/repayments/repaymentWords.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { CellText } from '../../ui/CellText.tsx'
import type { Column } from '../../ui/Table.tsx'
import { LINE, LOAN } from './rowColumns.tsx'
import { TabLine } from './TabLine.tsx'

/** Rows of all batches that could not be posted; each links to its batch, where it is reassigned and retried. */
export function FailedPostingsTab() {
  const list = useList(repaymentApi.repaymentRefused, {})
  return (
    <>
      <TabLine
        means="Failed postings: approved rows that could not be posted."
        count={list.data?.total}
        one="row"
        total={list.data?.amount}
      />
      <ListPage
        name="refused-rows"
        views={false}
        list={list}
        caption="Failed postings"
        columns={COLUMNS}
        rowKey={row => `${row.batchId} ${row.rowNumber}.${row.part}`}
        exports={exportOf('Export failed postings', repaymentExportApi.repaymentRefusedExport, {})}
        empty={{
          icon: <CircleCheck />,
          title: 'No failed postings',
          text: 'Rows that cannot be posted appear here with the reason, for example when a loan was closed after approval.',
        }}
      />
    </>
  )
}

const COLUMNS: readonly Column<RefusedRow>[] = [
  {
    id: 'who',
    title: 'Name in file',
    lead: true,
    cell: row => (
      <CellText beside={row.staffNumber} className="tabular-nums">
        <span className="font-medium">{row.name || 'No name'}</span>
      </CellText>
    ),
  },
  {
    id: 'batch',
    phone: 'status',
    title: 'Batch',
    cell: row => (
      <CellText beside={`${row.sourceName}, ${periodText(row.period)}`}>
        <Link
          to={`${paths.repayment(row.batchId)}?status=refused`}
          className="whitespace-nowrap underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {row.batchNumber}
        </Link>
      </CellText>
    ),
  },
  LINE,
  LOAN,
  {
    id: 'received',
    phone: 'amount',
    title: 'Amount',
    align: 'right',
    cell: row => <Amount of={freshAmount(row)} className="font-medium" />,
  },
  {
    id: 'problem',
    title: 'Reason',
    className: 'md:max-w-80',
    cell: row => <span className="text-negative">{row.problem}</span>,
  },
]
