import { CircleDollarSign } from 'lucide-react'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { Amount } from '../../../parts/loan/LoanBadges.tsx'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { EmptyValue } from '../../../ui/EmptyValue.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'

type Charge = Loan['charges'][number]

const WORDS: Record<string, string> = { fee: 'Fee', penalty: 'Penalty' }

const COLUMNS: readonly Column<Charge>[] = [
  {
    id: 'what',
    title: 'Charge',
    lead: true,
    cell: each => (
      <span className="inline-flex items-center gap-2">
        {WORDS[each.component] ?? each.component}
        {/* penalties of the daily run have this id */}
        {/^late-\d+$/.test(each.id) && <Badge>Overdue instalment {each.id.slice(5)}</Badge>}
      </span>
    ),
  },
  {
    id: 'due',
    title: 'Due',
    cell: each => (each.dueOn === null ? <EmptyValue>Not available</EmptyValue> : dayText(each.dueOn)),
  },
  { id: 'amount', title: 'Amount', align: 'right', cell: each => formatNaira(each.due) },
  { id: 'paid', title: 'Paid', align: 'right', cell: each => <Amount value={each.paid} /> },
  { id: 'waived', title: 'Waived', align: 'right', cell: each => <Amount value={each.waived} /> },
  {
    id: 'outstanding',
    title: 'Outstanding',
    align: 'right',
    cell: each => (
      <span className="font-medium">
        <Amount value={each.outstanding} />
      </span>
    ),
  },
]

/** Fees and penalties charged in addition to the schedule. */
export function ChargesTable({ charges }: { charges: readonly Charge[] }) {
  return (
    <Table
      caption="Charges"
      columns={COLUMNS}
      rows={charges}
      rowKey={each => each.id}
      empty={
        <EmptyState compact icon={<CircleDollarSign />} title="No charges">
          Added fees and penalties for overdue instalments appear here.
        </EmptyState>
      }
    />
  )
}
