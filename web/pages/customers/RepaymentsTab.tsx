import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { loanApi } from '../../../contract/loans.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { MONEY_IN } from '../../../engine/events.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { StatusBadge } from '../../parts/loan/LoanBadges.tsx'
import { type Happening, happeningTitle, type LoanRow } from '../../parts/loan/loanWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/Table.tsx'

/** Each loan's receipts are read with the loan; more loans than this are looked up on their own pages. */
const LOANS_MAX = 10
/** What a customer asks about: money in, money back, and credit that stood in for it. */
const SHOWN: ReadonlySet<string> = new Set([...MONEY_IN, 'refund', 'credit-used'])

/** What came in, loan by loan; how each sum was divided stands on the loan's page. */
export function RepaymentsTab({ customerId }: { customerId: string }) {
  const loans = useApi(loanApi.loansOfCustomer, { customerId })
  if (loans.error && !loans.data)
    return (
      <Card>
        <LoadError of={loans} />
      </Card>
    )
  if (!loans.data) return <CardSkeleton />
  const paidOut = loans.data.rows.filter(row => row.disbursedOn !== null)
  if (paidOut.length === 0)
    return (
      <Card flush>
        <EmptyState compact icon={<ReceiptText />} title="Nothing was paid out yet">
          Receipts stand here, loan by loan, once a loan has been paid out.
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-6">
      {paidOut.slice(0, LOANS_MAX).map(row => (
        <LoanRepayments key={row.id} row={row} />
      ))}
      {paidOut.length > LOANS_MAX && (
        <p className="text-muted">
          The newest {LOANS_MAX} of {paidOut.length} loans. The others are under Loans.
        </p>
      )}
    </div>
  )
}

function LoanRepayments({ row }: { row: LoanRow }) {
  const loan = useApi(loanApi.loanGet, { id: row.id })
  return (
    <ListPage
      title={row.number}
      actions={
        <>
          <StatusBadge row={row} />
          <Link to={paths.loan(row.id)} className="rounded font-medium text-brand-ink hover:underline">
            Open the loan
          </Link>
        </>
      }
      list={{
        rows: loan.data?.happenings.filter(each => SHOWN.has(each.type)),
        error: loan.error,
        onRetry: () => void loan.refetch(),
      }}
      caption={`Repayments of ${row.number}`}
      columns={COLUMNS}
      rowKey={each => `${each.id} ${each.type}`}
      skeletonRows={2}
      empty={{ compact: true, title: 'Nothing has come in yet.' }}
    />
  )
}

const COLUMNS: readonly Column<Happening>[] = [
  {
    id: 'what',
    title: 'What',
    lead: true,
    cell: each => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{happeningTitle(each.type)}</span>
        {each.undone && <Badge tone="caution">Reversed</Badge>}
      </span>
    ),
  },
  { id: 'on', title: 'Day', cell: each => dayText(each.on) },
  { id: 'amount', title: 'Amount', align: 'right', cell: each => formatNaira(each.amount) },
  {
    id: 'after',
    title: 'Principal after',
    align: 'right',
    cell: each => formatNaira(each.principalAfter),
  },
  {
    id: 'how',
    title: 'How',
    cell: each => (
      <span className="max-md:text-right">
        {[each.channel && capitalised(each.channel), each.reference].filter(Boolean).join(' · ') || (
          <span className="text-faint">None</span>
        )}
      </span>
    ),
  },
]
