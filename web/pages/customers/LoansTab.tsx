import { WalletCards } from 'lucide-react'
import { loanApi } from '../../../contract/loans.ts'
import { tenorText } from '../../../contract/products.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { ClassBadge, StatusBadge } from '../../parts/loan/LoanBadges.tsx'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { wholeList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

export function LoansTab({ customerId }: { customerId: string }) {
  return (
    <ListPage
      title="Loans"
      actions={
        <LinkButton size="small" to={paths.account(customerId)}>
          Open account details
        </LinkButton>
      }
      list={wholeList(useApi(loanApi.loansOfCustomer, { customerId }))}
      caption="Loans of this customer"
      columns={COLUMNS}
      skeletonRows={3}
      empty={{
        compact: true,
        icon: <WalletCards />,
        title: 'No loans',
        text: 'Loans appear here when a request is approved.',
      }}
    />
  )
}

const COLUMNS: readonly Column<LoanRow>[] = [
  {
    id: 'number',
    title: 'Loan',
    lead: true,
    cell: row => (
      <RowLink to={paths.loan(row.id)} below={row.productName} className="w-fit tabular-nums">
        {row.number}
      </RowLink>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: row => (
      <span className="flex flex-wrap gap-1.5 max-md:justify-end">
        <StatusBadge row={row} />
        <ClassBadge className={row.className} />
      </span>
    ),
  },
  {
    id: 'principal',
    title: 'Principal',
    align: 'right',
    cell: row => (
      <span className="max-md:text-right">
        {formatNaira(row.principal)}
        <span className="block text-[0.8125rem] text-muted">{tenorText(row.tenor, row.rhythm)}</span>
      </span>
    ),
  },
  {
    id: 'outstanding',
    title: 'Outstanding balance',
    align: 'right',
    cell: row => <span className="font-medium">{formatNaira(row.outstandingTotal)}</span>,
  },
  {
    id: 'arrears',
    title: 'Arrears',
    align: 'right',
    cell: row => (
      <span className={row.arrears > 0n ? 'text-negative' : 'text-muted'}>{formatNaira(row.arrears)}</span>
    ),
  },
  {
    id: 'next',
    title: 'Next due',
    cell: row => (row.nextDueOn ? dayText(row.nextDueOn) : <span className="text-muted">None</span>),
  },
]
