import { Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import {
  BIN_TITLES,
  BINS,
  ROW_STATUSES,
  repaymentApi,
  repaymentExportApi,
} from '../../../contract/repayments.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { type Batch, BIN_WORDS, type RepaymentRow, ROW_WORDS } from '../../parts/repayments/repaymentWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { BinTiles } from './BinTiles.tsx'
import { rowColumns } from './rowColumns.tsx'

const RowDialog = lazily(() => import('./RowDialog.tsx').then(dialog => dialog.RowDialog))

const FILTER = z.pick(repaymentApi.repaymentRows.input, { bin: true, status: true, search: true })

/** The bins, which filter, and the rows behind them. */
export function RowsTab({ batch }: { batch: Batch }) {
  const { filter, setFilter, clearFilter, isFiltered } = useUrlFilter(FILTER)
  const paging = usePaging(50)
  const list = useApi(repaymentApi.repaymentRows, { id: batch.id, ...filter, ...paging.input })
  const [open, setOpen] = useState<RepaymentRow>()
  const { refetch } = list
  const moved = `${batch.status} ${batch.rowsDone} ${batch.rowsRefused}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what moved between the states is the reason to ask again
  useEffect(() => void refetch(), [moved, refetch])
  const fresh = list.data?.rows.find(row => open && isSame(row, open))
  // an open row shows what the list has since learned of it, such as a reversal approved a moment ago
  useEffect(() => {
    if (fresh) setOpen(now => now && fresh)
  }, [fresh])
  return (
    <div className="flex flex-col gap-6">
      <BinTiles batch={batch} chosen={filter.bin} onChoose={bin => setFilter({ bin })} />
      <Card
        flush
        title={filter.bin ? `Rows: ${BIN_TITLES[filter.bin].toLowerCase()}` : 'Every row'}
        actions={<RowFilters filter={filter} setFilter={setFilter} />}
      >
        <ListTable
          list="batch-rows"
          actions={
            <ExportMenu
              label={`Export the rows of ${batch.number}`}
              size="small"
              save={format =>
                fetchFile(repaymentExportApi.repaymentRowsExport, { id: batch.id, ...filter, format })
              }
            />
          }
          caption={`Rows of ${batch.number}`}
          columns={rowColumns(batch, setOpen)}
          {...paging.tableOf(list)}
          rowKey={row => `${row.rowNumber}.${row.part}`}
          empty={
            <EmptyState
              compact
              icon={<Rows3 />}
              title={isFiltered ? 'No row fits this filter' : 'No row could be taken'}
              action={isFiltered && <Button onClick={clearFilter}>Show every row</Button>}
            >
              {isFiltered
                ? 'A row is matched in exactly one way; placing it by hand makes it another.'
                : 'Every row of the file is among the invalid ones, with its reason.'}
            </EmptyState>
          }
        />
      </Card>
      {open && (
        <RowDialog
          key={`${open.rowNumber}.${open.part}`}
          batch={batch}
          row={open}
          // one that was closed meanwhile stays closed, whatever becomes of it by an undo
          onPlaced={placed => setOpen(now => (now && isSame(now, placed) ? placed : now))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

const isSame = (one: RepaymentRow, other: RepaymentRow): boolean =>
  one.rowNumber === other.rowNumber && one.part === other.part

type FiltersProps = Pick<ReturnType<typeof useUrlFilter<typeof FILTER>>, 'filter' | 'setFilter'>

function RowFilters({ filter, setFilter }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <div className="flex items-center gap-2 max-sm:w-full">
        <Hint label="What the matches mean">
          <Meanings of={BINS.map(bin => ({ term: BIN_TITLES[bin], means: BIN_WORDS[bin].means }))} />
        </Hint>
        <SearchInput
          className="max-sm:flex-1 sm:w-64"
          label="Search rows"
          placeholder="Name, staff or loan number"
          maxLength={80}
          value={filter.search ?? ''}
          onSearch={search => setFilter({ search }, true)}
        />
      </div>
      <Select
        className="max-sm:w-full"
        label="State of the rows"
        labelHidden
        placeholder="Any state"
        value={filter.status ?? ''}
        options={ROW_STATUSES.map(status => ({ value: status, label: ROW_WORDS[status].title }))}
        onChange={event => setFilter({ status: event.target.value })}
      />
    </div>
  )
}
