import { WalletCards } from 'lucide-react'
import { Link } from 'react-router'
import { instructionApi } from '../../../contract/instructions.ts'
import { loanApi } from '../../../contract/loans.ts'
import { tenorText } from '../../../contract/products.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { comingText } from '../../parts/loan/comingText.ts'
import { ClassBadge, StatusBadge } from '../../parts/loan/LoanBadges.tsx'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { wholeList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { CellText } from '../../ui/CellText.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

export function LoansTab({ customerId }: { customerId: string }) {
  return (
    <div className="flex flex-col gap-5">
      <ComingDeductions customerId={customerId} />
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
    </div>
  )
}

/** What the payroll office deducts in any case: it was instructed, and its file is not posted yet. */
function ComingDeductions({ customerId }: { customerId: string }) {
  const { data } = useApi(instructionApi.instructionsOfCustomer, { customerId })
  if (!data || data.rows.length === 0) return null
  return (
    <Notice tone="notice" title="Deductions still to come">
      <ul>
        {data.rows.map(({ loanId, loanNumber, coming }) => (
          <li key={loanId}>
            <Link to={paths.loan(loanId)} className="font-medium tabular-nums underline underline-offset-2">
              {loanNumber}
            </Link>{' '}
            {comingText({ coming, stopMonth: data.stopMonth })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const COLUMNS: readonly Column<LoanRow>[] = [
  {
    id: 'number',
    title: 'Loan',
    lead: true,
    cell: row => (
      <RowLink to={paths.loan(row.id)} beside={row.productName} className="tabular-nums">
        {row.number}
      </RowLink>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: row => (
      <span className="flex gap-1.5 max-md:flex-wrap">
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
      <CellText beside={tenorText(row.tenor, row.rhythm)}>
        <Amount of={row.principal} />
      </CellText>
    ),
  },
  {
    id: 'outstanding',
    phone: 'amount',
    title: 'Outstanding balance',
    align: 'right',
    cell: row => <Amount of={row.outstandingTotal} className="font-medium" />,
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
