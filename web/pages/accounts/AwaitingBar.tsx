import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../../engine/countText.ts'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { SelectRow } from '../../ui/SelectRow.tsx'
import type { Column } from '../../ui/Table.tsx'
import type { AwaitingSelection } from './awaitingSelection.ts'

const PayoutMakeDialog = lazyPart(() =>
  import('./PayoutMakeDialog.tsx').then(dialog => dialog.PayoutMakeDialog),
)

type Props = { rows: readonly LoanRow[]; total: number; selected: AwaitingSelection }

/** Choosing loans to be disbursed together. */
export function AwaitingBar({ rows, total, selected }: Props) {
  const [isMaking, setMaking] = useState(false)
  const { count } = selected.selection
  const free = rows.filter(row => row.payoutBatch === null)
  const here = free.filter(row => selected.has(row.id)).length
  const isWholePage = free.length > 0 && here === free.length
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-canvas/60 px-5 py-2 print:hidden">
      <Checkbox
        label={count === 0 ? 'Select this page' : `${count} selected`}
        checked={isWholePage}
        ref={box => {
          if (box) box.indeterminate = here > 0 && !isWholePage
        }}
        disabled={free.length === 0}
        onChange={() => selected.turnPage(free, !isWholePage)}
      />
      {!selected.isAll && total > rows.length && (
        <Button size="small" look="quiet" onClick={selected.takeAll}>
          Select all {total} that match
        </Button>
      )}
      {count > 0 && (
        <>
          <Button
            size="small"
            look="primary"
            icon={<Banknote aria-hidden size={16} />}
            onClick={() => setMaking(true)}
          >
            Disburse {countOf(count, 'loan')}
          </Button>
          <Button size="small" look="quiet" onClick={selected.clear}>
            Clear
          </Button>
        </>
      )}
      {isMaking && <PayoutMakeDialog selection={selected.selection} onClose={() => setMaking(false)} />}
    </div>
  )
}

export const selectColumn = (selected: AwaitingSelection): Column<LoanRow> => ({
  id: 'select',
  title: 'Select',
  titleHidden: true,
  className: 'md:w-px md:pr-0!',
  cell: row =>
    row.payoutBatch ? (
      <SelectRow
        name={row.number}
        checked={false}
        disabledReason={`In ${row.payoutBatch.number}. Cancel that batch first.`}
        onChange={() => {}}
      />
    ) : (
      <SelectRow
        name={row.number}
        checked={selected.has(row.id)}
        disabled={selected.isAll}
        onChange={() => selected.toggle(row.id)}
      />
    ),
})
