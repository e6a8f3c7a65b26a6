import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { countOf, countText } from '../../../engine/countText.ts'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { SelectRow } from '../../ui/SelectRow.tsx'
import type { Column } from '../../ui/Table.tsx'
import type { AwaitingSelection } from './awaitingSelection.ts'

const PayoutMakeDialog = lazyPart(() =>
  import('./PayoutMakeDialog.tsx').then(dialog => dialog.PayoutMakeDialog),
)

type Props = { total: number; shown: number; selected: AwaitingSelection }

/** Creates a disbursement batch from the selected loans. */
export function AwaitingActs({ total, shown, selected }: Props) {
  const [isMaking, setMaking] = useState(false)
  const { count } = selected.selection
  return (
    <>
      <Button
        size="small"
        look="primary"
        icon={<Banknote aria-hidden size={16} />}
        onClick={() => setMaking(true)}
      >
        Disburse {countOf(count, 'loan')}
      </Button>
      {!selected.isAll && total > shown && (
        <Button size="small" look="quiet" onClick={selected.takeAll}>
          Select all {countText(total)} that match
        </Button>
      )}
      {isMaking && <PayoutMakeDialog selection={selected.selection} onClose={() => setMaking(false)} />}
    </>
  )
}

/** How much of the page is selected; a loan that is in a batch already cannot be. */
export function pageSelection(rows: readonly LoanRow[], selected: AwaitingSelection) {
  const free = rows.filter(row => row.payoutBatch === null)
  const here = free.filter(row => selected.has(row.id)).length
  const isWhole = here === free.length
  return {
    page:
      free.length === 0
        ? null
        : isWhole
          ? ('all' as const)
          : here > 0
            ? ('some' as const)
            : ('none' as const),
    onPage: () => selected.turnPage(free, !isWhole),
  }
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
