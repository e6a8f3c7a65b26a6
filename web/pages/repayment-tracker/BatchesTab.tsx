import { ReceiptText } from 'lucide-react'
import { z } from 'zod/mini'
import { BATCH_STATUSES, repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { isReady } from '../../parts/intake/intakeWords.ts'
import { monthFilter } from '../../parts/intake/MonthSelect.tsx'
import { OpenUploads } from '../../parts/intake/OpenUploads.tsx'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { BATCH_WORDS, uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useSection } from '../../parts/useSection.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { BATCH_COLUMNS } from './batchColumns.tsx'
import { TabLine } from './TabLine.tsx'

const FILTER = z.pick(repaymentApi.repaymentList.input, {
  status: true,
  source: true,
  period: true,
  refused: true,
})

/** Deduction files, newest first; uploads in progress above. */
export function BatchesTab() {
  const query = useUrlFilter(FILTER)
  const list = useList(repaymentApi.repaymentList, query.filter)
  const isMoving = list.rows?.some(({ status }) => status === 'posting' || status === 'undoing') ?? false
  usePolling(isMoving, list.refetch)
  return (
    <div className="flex flex-col gap-6">
      <div className="-mb-6">
        <TabLine means="Batches: one per payroll deduction file." />
      </div>
      <OpenUploads kind="repayment" pathOf={uploadPath} isShown={intake => !isReady(intake)}>
        <ListPage
          name="batches"
          list={list}
          caption="Repayment batches, newest first"
          columns={BATCH_COLUMNS}
          query={query}
          filters={<Filters query={query} />}
          exports={exportOf('Export batches', repaymentExportApi.repaymentListExport, query.filter)}
          empty={{
            icon: <ReceiptText />,
            title: 'No repayment batches yet',
            text: 'Upload a payroll deduction file to create the first batch.',
          }}
          noMatch={{
            title: 'No matching batches',
            text: 'A batch is listed under the payroll month it pays for, not under its upload date.',
            clear: 'Clear filters',
          }}
        />
      </OpenUploads>
    </div>
  )
}

function Filters({ query }: { query: ReturnType<typeof useUrlFilter<typeof FILTER>> }) {
  const sources = useSection('payroll')?.sources ?? []
  return (
    <ListFilters
      query={query}
      filters={[
        choiceFilter(query, {
          name: 'status',
          label: 'Status',
          any: 'Any status',
          options: BATCH_STATUSES.map(status => ({ value: status, label: BATCH_WORDS[status].title })),
        }),
        choiceFilter(query, {
          name: 'source',
          label: 'Source',
          any: 'Any source',
          options: sources.map(({ code, name }) => ({ value: code, label: name })),
        }),
        monthFilter(query, 'period'),
        choiceFilter(query, {
          name: 'refused',
          label: 'Rows',
          any: 'Any rows',
          options: [{ value: 'true', label: 'With failed postings' }],
        }),
      ]}
    />
  )
}
