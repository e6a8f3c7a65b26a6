import { Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { BINS, ROW_STATUSES, repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { countOf } from '../../../engine/countText.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import {
  attentionRows,
  type Batch,
  BIN_WORDS,
  needsAttention,
  type RepaymentRow,
  ROW_WORDS,
} from '../../parts/repayments/repaymentWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { MatchChips } from './MatchChips.tsx'
import { rowColumns } from './rowColumns.tsx'

const RowDialog = lazyPart(() => import('./RowDialog.tsx').then(dialog => dialog.RowDialog))

const FILTER = z.pick(repaymentApi.repaymentRows.input, {
  bin: true,
  status: true,
  attention: true,
  search: true,
})

/** Match results as filters, and the rows. */
export function RowsTab({ batch }: { batch: Batch }) {
  const query = useUrlFilter(FILTER)
  const { filter, setFilter } = query
  const asked = { id: batch.id, ...filter }
  const again = `${batch.status} ${batch.rowsDone} ${batch.rowsRefused}`
  const list = useList(repaymentApi.repaymentRows, asked, { limit: 50, again })
  const [open, setOpen] = useState<RepaymentRow>()
  const fresh = list.rows?.find(row => open && isSame(row, open))
  // an open row follows the list, for example after an approved reversal
  useEffect(() => {
    if (fresh) setOpen(now => now && fresh)
  }, [fresh])
  const next = nextToDecide(list.rows, open)
  return (
    <div className="flex flex-col gap-4">
      <Attention
        batch={batch}
        isShown={filter.attention === 'true'}
        onShow={attention => setFilter({ attention, bin: undefined, status: undefined })}
      />
      <MatchChips
        batch={batch}
        chosen={filter.bin}
        onChoose={bin => setFilter({ bin, attention: undefined })}
      />
      <ListPage
        title={
          filter.attention
            ? 'Rows that need attention'
            : filter.bin
              ? `Rows: ${MATCH_LABELS[filter.bin].toLowerCase()}`
              : 'All rows'
        }
        filters={<RowFilters query={query} />}
        tools={
          <Hint label="Meaning of the match results">
            <Meanings of={BINS.map(bin => ({ term: MATCH_LABELS[bin], means: BIN_WORDS[bin].means }))} />
          </Hint>
        }
        name="batch-rows"
        list={list}
        caption={`Rows of ${batch.number}`}
        columns={rowColumns(batch, setOpen)}
        rowKey={row => `${row.rowNumber}.${row.part}`}
        query={query}
        exports={exportOf(`Export rows of ${batch.number}`, repaymentExportApi.repaymentRowsExport, asked)}
        empty={{
          compact: true,
          icon: <Rows3 />,
          title: 'No valid rows',
          text: 'Every row has an error. See the Invalid rows tab.',
        }}
        noMatch={{
          title: 'No matching rows',
          text: 'Each row has exactly one match result. A manual match changes it.',
          clear: 'Clear filters',
        }}
      />
      {open && (
        <RowDialog
          key={`${open.rowNumber}.${open.part}`}
          batch={batch}
          row={open}
          // an undo must not reopen a dialog that was closed
          onMatched={matched => setOpen(now => (now && isSame(now, matched) ? matched : now))}
          next={next}
          onNext={() => setOpen(next)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** The next row in the list that needs attention. */
function nextToDecide(
  rows: readonly RepaymentRow[] = [],
  open: RepaymentRow | undefined,
): RepaymentRow | undefined {
  const at = rows.findIndex(row => open && isSame(row, open))
  return open && [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].find(needsAttention)
}

type AttentionProps = {
  batch: Batch
  isShown: boolean
  onShow: (attention: 'true' | undefined) => void
}

function Attention({ batch, isShown, onShow }: AttentionProps) {
  const rows = attentionRows(batch)
  if (rows === 0) return null
  return (
    <Notice
      tone="caution"
      title={`${countOf(rows, 'row needs', 'rows need')} your attention`}
      action={
        <Button size="small" aria-pressed={isShown} onClick={() => onShow(isShown ? undefined : 'true')}>
          {isShown ? 'Show all rows' : 'Show rows'}
        </Button>
      }
    />
  )
}

const isSame = (one: RepaymentRow, other: RepaymentRow): boolean =>
  one.rowNumber === other.rowNumber && one.part === other.part

function RowFilters({ query }: { query: ReturnType<typeof useUrlFilter<typeof FILTER>> }) {
  return (
    <ListFilters
      query={query}
      label="Search rows"
      placeholder="Name, IPPIS or loan number"
      maxLength={80}
      filters={[
        choiceFilter(query, {
          name: 'status',
          label: 'Status',
          any: 'Any status',
          options: ROW_STATUSES.map(status => ({ value: status, label: ROW_WORDS[status].title })),
        }),
      ]}
    />
  )
}
