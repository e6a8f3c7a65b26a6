import type { CustomerStatus, ListedCustomer } from '../../../contract/customers.ts'
import { EMPLOYER } from '../../../contract/vocabulary.ts'
import { Amount } from '../../parts/Amount.tsx'
import { STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { ClassBadge } from '../../parts/loan/LoanBadges.tsx'
import { Officer } from '../../parts/Officer.tsx'
import { dayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

export const CUSTOMER_COLUMNS: readonly Column<ListedCustomer>[] = [
  {
    id: 'name',
    title: 'Customer',
    sort: 'name',
    lead: true,
    className: 'md:min-w-60!',
    cell: row => (
      <RowLink to={paths.customer(row.id)} number={row.number}>
        {row.name}
      </RowLink>
    ),
  },
  {
    id: 'employer',
    title: EMPLOYER,
    goes: 'second',
    className: 'md:max-w-52!',
    cell: row => (
      <CellText below={<span className="tabular-nums">{row.ippisNumber}</span>}>{row.mda}</CellText>
    ),
  },
  { id: 'state', title: 'State', isOptional: true, cell: row => row.state },
  {
    id: 'outstanding',
    title: 'Outstanding',
    align: 'right',
    cell: row =>
      row.outstanding === 0n ? (
        <EmptyValue>Nothing</EmptyValue>
      ) : (
        <Amount of={row.outstanding} className="font-medium" />
      ),
  },
  {
    id: 'arrears',
    title: 'Arrears',
    align: 'right',
    cell: row =>
      row.arrears === 0n ? <EmptyValue /> : <Amount of={row.arrears} className="font-medium text-negative" />,
  },
  {
    id: 'class',
    title: 'Class',
    goes: 'second',
    phone: 'date',
    cell: row => (row.className ? <ClassBadge className={row.className} /> : <EmptyValue />),
  },
  {
    id: 'officer',
    title: 'Account officer',
    goes: 'first',
    cell: row => <Officer name={row.officerName} code={row.officerCode} />,
  },
  { id: 'status', title: 'Status', cell: row => <CustomerStatusBadge status={row.status} /> },
  {
    id: 'opened',
    title: 'Customer since',
    sort: 'opened',
    isOptional: true,
    cell: row => <span className="whitespace-nowrap">{dayInLagos(row.openedAt)}</span>,
  },
  {
    id: 'phone',
    title: 'Phone',
    isOptional: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: row => row.phone,
  },
]

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  const { title, tone } = STATUS_WORDS[status]
  return (
    <Badge tone={tone} dot>
      {title}
    </Badge>
  )
}
