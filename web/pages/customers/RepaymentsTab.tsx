import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { loanEventLabel } from '../../../contract/labels.ts'
import { loanApi } from '../../../contract/loans.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { MONEY_IN } from '../../../engine/events.ts'
import { useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { StatusBadge } from '../../parts/loan/LoanBadges.tsx'
import type { Happening, LoanRow } from '../../parts/loan/loanWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/Table.tsx'

/** Repayments are fetched with each loan, so only this many loans are listed. */
const LOANS_MAX = 10
/** Repayments, refunds and used credit balances. */
const SHOWN: ReadonlySet<string> = new Set([...MONEY_IN, 'refund', 'credit-used'])

/** Repayments by loan. The allocation is shown on the loan page. */
export function RepaymentsTab({ customerId }: { customerId: string }) {
  const loans = useApi(loanApi.loansOfCustomer, { customerId })
  if (loans.error && !loans.data)
    return (
      <Card>
        <LoadError of={loans} />
      </Card>
    )
  if (!loans.data) return <CardSkeleton />
  const disbursed = loans.data.rows.filter(row => row.disbursedOn !== null)
  if (disbursed.length === 0)
    return (
      <Card flush>
        <EmptyState compact icon={<ReceiptText />} title="No disbursed loans yet">
          Repayments appear here after disbursement.
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-6">
      {disbursed.slice(0, LOANS_MAX).map(row => (
        <LoanRepayments key={row.id} row={row} />
      ))}
      {disbursed.length > LOANS_MAX && (
        <p className="text-muted">
          Showing the newest {LOANS_MAX} of {disbursed.length} loans. The others are under Loans.
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
          <Link to={paths.loan(row.id)} className="rounded font-medium hover:underline">
            Open loan
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
      empty={{ compact: true, title: 'No repayments yet' }}
    />
  )
}

const COLUMNS: readonly Column<Happening>[] = [
  {
    id: 'what',
    title: 'Transaction',
    lead: true,
    cell: each => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{loanEventLabel(each.type)}</span>
        {each.undone && <Badge tone="caution">Reversed</Badge>}
      </span>
    ),
  },
  { id: 'on', title: 'Value date', phone: 'date', cell: each => dayText(each.on) },
  { id: 'amount', title: 'Amount', align: 'right', cell: each => <Amount of={each.amount} /> },
  {
    id: 'after',
    title: 'Outstanding principal',
    align: 'right',
    cell: each => <Amount of={each.principalAfter} />,
  },
  {
    id: 'how',
    title: 'Channel and reference',
    cell: each => (
      <span className="max-md:text-right">
        {[each.channel && capitalised(each.channel), each.reference].filter(Boolean).join(' · ') || (
          <span className="text-faint">None</span>
        )}
      </span>
    ),
  },
]
