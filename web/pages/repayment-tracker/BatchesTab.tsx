import { ReceiptText } from 'lucide-react'
import { z } from 'zod/mini'
import { BATCH_STATUSES, repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { isReady } from '../../parts/intake/intakeWords.ts'
import { MonthSelect } from '../../parts/intake/MonthSelect.tsx'
import { OpenUploads } from '../../parts/intake/OpenUploads.tsx'
import { ListTable } from '../../parts/ListTable.tsx'
import { BATCH_WORDS, uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { useLookAgain } from '../../ui/useLookAgain.ts'
import { BATCH_COLUMNS } from './batchColumns.tsx'

const FILTER = z.pick(repaymentApi.repaymentList.input, {
  status: true,
  source: true,
  period: true,
  refused: true,
})

/** Every file of deductions, newest first; those still being read stand above. */
export function BatchesTab() {
  const { filter, setFilter, clearFilter, isFiltered } = useUrlFilter(FILTER)
  const paging = usePaging()
  const list = useApi(repaymentApi.repaymentList, { ...filter, ...paging.input })
  const isMoving = list.data?.rows.some(({ status }) => status === 'posting' || status === 'undoing') ?? false
  useLookAgain(isMoving, list.refetch)
  return (
    <div className="flex flex-col gap-6">
      <OpenUploads kind="repayment" pathOf={uploadPath} isShown={intake => !isReady(intake)}>
        <Card flush>
          <Filters {...{ filter, setFilter, clearFilter, isFiltered }} />
          <ListTable
            list="batches"
            actions={
              <ExportMenu
                label="Export the batches"
                size="small"
                save={format => fetchFile(repaymentExportApi.repaymentListExport, { ...filter, format })}
              />
            }
            caption="Batches of repayments, newest first"
            columns={BATCH_COLUMNS}
            {...paging.tableOf(list)}
            rowKey={batch => batch.id}
            empty={<NoBatches isFiltered={isFiltered} onClear={clearFilter} />}
          />
        </Card>
      </OpenUploads>
    </div>
  )
}

type Query = Pick<
  ReturnType<typeof useUrlFilter<typeof FILTER>>,
  'filter' | 'setFilter' | 'clearFilter' | 'isFiltered'
>

function Filters({ filter, setFilter, clearFilter }: Query) {
  const sources = useSection('payroll')?.sources ?? []
  return (
    <FilterBar count={Object.keys(filter).length} onClear={clearFilter} openOnDesk className="sm:grid-cols-4">
      <Select
        label="State"
        placeholder="Any state"
        value={filter.status ?? ''}
        options={BATCH_STATUSES.map(status => ({ value: status, label: BATCH_WORDS[status].title }))}
        onChange={event => setFilter({ status: event.target.value })}
      />
      <Select
        label="Source"
        placeholder="Any source"
        value={filter.source ?? ''}
        options={sources.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={event => setFilter({ source: event.target.value })}
      />
      <MonthSelect
        placeholder="Any month"
        value={filter.period ?? ''}
        onChange={period => setFilter({ period })}
      />
      <Select
        label="Rows"
        placeholder="Any rows"
        value={filter.refused ?? ''}
        options={[{ value: 'true', label: 'With refused rows' }]}
        onChange={event => setFilter({ refused: event.target.value })}
      />
    </FilterBar>
  )
}

function NoBatches({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<ReceiptText />}
        title="No batch fits this filter"
        action={<Button onClick={onClear}>Show every batch</Button>}
      >
        A batch stands under the month it pays for, not the day it was uploaded.
      </EmptyState>
    )
  return (
    <EmptyState icon={<ReceiptText />} title="No repayment batches yet">
      A batch is one file of deductions: its match, its posting and its messages. It begins with an upload.
    </EmptyState>
  )
}
