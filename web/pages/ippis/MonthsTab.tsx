import { FileSpreadsheet } from 'lucide-react'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { payrollApi, payrollExportApi } from '../../../contract/payroll.ts'
import { countText } from '../../../engine/countText.ts'
import { Amount } from '../../parts/Amount.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { OpenUploads } from '../../parts/intake/OpenUploads.tsx'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useSection } from '../../parts/useSection.ts'
import { paths } from '../../paths.ts'
import { CellText } from '../../ui/CellText.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

const FILTER = z.pick(payrollApi.payrollMonths.input, { source: true })

type Month = Reply<typeof payrollApi.payrollMonths>['rows'][number]

/** Approved payroll months, with uploads in progress above. */
export function MonthsTab() {
  const query = useUrlFilter(FILTER)
  const list = useList(payrollApi.payrollMonths, query.filter)
  const sources = useSection('payroll')?.sources ?? []
  return (
    <div className="flex flex-col gap-6">
      <OpenUploads kind="payroll" pathOf={paths.ippisUploadOf}>
        <ListPage
          filters={
            <ListFilters
              query={query}
              filters={[
                choiceFilter(query, {
                  name: 'source',
                  label: 'Source',
                  any: 'Any source',
                  options: sources.map(({ code, name }) => ({ value: code, label: name })),
                }),
              ]}
            />
          }
          name="payroll-months"
          list={list}
          caption="Approved payroll months, newest first"
          columns={COLUMNS}
          rowKey={month => month.intakeId}
          exports={exportOf('Export months', payrollExportApi.payrollMonthExport, query.filter)}
          skeletonRows={4}
          empty={{
            icon: <FileSpreadsheet />,
            title: query.filter.source ? 'No approved months for this source' : 'No payroll data yet',
            text: 'Upload a payroll file to check employment, employer and net pay. Only approved data is used.',
          }}
        />
      </OpenUploads>
    </div>
  )
}

const COLUMNS: Column<Month>[] = [
  {
    id: 'month',
    title: 'Month',
    lead: true,
    cell: month => (
      <RowLink to={paths.ippisUploadOf(month.intakeId)} className="max-md:whitespace-normal">
        {periodText(month.month)}
        <span className="text-[0.8125rem] font-normal text-muted md:hidden group-data-open/row:hidden">
          {' '}
          {month.sourceName}
        </span>
      </RowLink>
    ),
  },
  { id: 'source', title: 'Source', cell: month => month.sourceName },
  {
    id: 'rows',
    title: 'Rows',
    align: 'right',
    cell: month => (
      <CellText beside={`${countText(month.refusedRows)} invalid`}>{countText(month.rows)}</CellText>
    ),
  },
  {
    id: 'coverage',
    phone: 'status',
    title: 'Customers found',
    cell: month => <Coverage month={month} />,
  },
  {
    id: 'netPay',
    phone: 'amount',
    title: 'Total net pay',
    align: 'right',
    cell: month => <Amount of={month.netPayTotal} />,
  },
  {
    id: 'uploaded',
    title: 'Uploaded',
    isOptional: true,
    cell: month => <By name={month.uploadedBy} at={month.uploadedAt} />,
  },
  {
    id: 'accepted',
    phone: 'date',
    title: 'Approved',
    cell: month => <By name={month.acceptedBy} at={month.acceptedAt} />,
  },
]

/** Share of customers found below which the coverage is amber. */
const USUAL_PERCENT = 90

function Coverage({ month: { customersFound, customers } }: { month: Month }) {
  if (customers === 0) return <span className="text-faint">No customers on this source</span>
  const percent = (customersFound / customers) * 100
  return (
    <div className="flex items-center gap-2">
      <div className="w-16">
        <ProgressBar
          label="Customers found in the file"
          percent={percent}
          tone={percent >= USUAL_PERCENT ? 'positive' : 'caution'}
          valueText={`${customersFound} of ${customers}`}
        />
      </div>
      <span className="text-[0.8125rem] whitespace-nowrap tabular-nums">
        {countText(customersFound)} of {countText(customers)}
      </span>
    </div>
  )
}

const By = ({ name, at }: { name: string; at: string }) => (
  <CellText beside={<RelativeTime at={at} />}>
    <span className="max-md:hidden max-md:group-data-open/row:inline">{name}</span>
  </CellText>
)
