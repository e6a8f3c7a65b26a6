import { CircleCheck } from 'lucide-react'
import type { Reply } from '../../../contract/endpoint.ts'
import { refundApi, refundExportApi } from '../../../contract/refunds.ts'
import { countOf } from '../../../engine/countText.ts'
import { Amount } from '../../parts/Amount.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { payMonthText } from '../../parts/loan/loanWords.ts'
import { Officer } from '../../parts/Officer.tsx'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { CellText } from '../../ui/CellText.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { RefundViews } from './RefundViews.tsx'
import type { RefundView } from './refundWords.ts'

type Row = Reply<typeof refundApi.refundForecast>['rows'][number]

/** Who will be deducted more than they owe, before it happens. */
export function RefundForecast({ onChoose }: { onChoose: (view: RefundView) => void }) {
  const list = useList(refundApi.refundForecast, {})
  return (
    <ListPage
      name="refund-forecast"
      list={list}
      rowKey={row => row.loanId}
      caption="Over-deductions to expect"
      columns={COLUMNS}
      above={<RefundViews chosen="forecast" onChoose={onChoose} />}
      note={
        list.data && (
          <>
            {countOf(list.data.total, 'person', 'people')} ·{' '}
            <Amount of={list.data.amount} className="font-medium text-ink" /> to expect
          </>
        )
      }
      exports={exportOf('Export forecast', refundExportApi.refundForecastExport, {})}
      empty={{
        icon: <CircleCheck />,
        title: 'No over-deductions to expect',
        text: 'Loans appear here when a list that was already sent deducts more than they owe.',
      }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'customer',
    title: 'Customer',
    lead: true,
    cell: row => (
      <RowLink to={paths.loan(row.loanId)} number={row.loanNumber}>
        {row.customerName}
      </RowLink>
    ),
  },
  {
    id: 'why',
    title: 'Reason',
    cell: row => (
      <CellText below={row.sourceName}>
        {row.isRepaid ? 'Repaid after the list was sent' : 'Owes less than is deducted'}
      </CellText>
    ),
  },
  { id: 'months', title: 'Lists already sent', cell: row => row.months.map(payMonthText).join(', ') },
  { id: 'owed', title: 'Outstanding balance', align: 'right', cell: row => <Amount of={row.owed} /> },
  { id: 'expected', title: 'Deductions to come', align: 'right', cell: row => <Amount of={row.expected} /> },
  {
    id: 'over',
    title: 'Over-deduction',
    align: 'right',
    phone: 'amount',
    cell: row => <Amount of={row.over} className="font-medium" />,
  },
  {
    id: 'officer',
    title: 'Account officer',
    cell: row => <Officer code={row.officerCode} name={row.officerName} />,
  },
]
