import type { CustomerStatus } from '../../../contract/customers.ts'
import { EMPLOYER } from '../../../contract/vocabulary.ts'
import { type CustomerRow, STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { Officer } from '../../parts/Officer.tsx'
import { dayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

export const CUSTOMER_COLUMNS: readonly Column<CustomerRow>[] = [
  {
    id: 'name',
    title: 'Customer',
    sort: 'name',
    lead: true,
    cell: row => (
      <RowLink to={paths.customer(row.id)} beside={row.number} className="tabular-nums">
        {row.name}
      </RowLink>
    ),
  },
  {
    id: 'employer',
    title: EMPLOYER,
    cell: row => (
      <CellText beside={<span className="tabular-nums">{row.ippisNumber}</span>}>{row.mda}</CellText>
    ),
  },
  { id: 'state', title: 'State', cell: row => row.state },
  {
    id: 'phone',
    title: 'Phone',
    cell: row => <span className="whitespace-nowrap tabular-nums">{row.phone}</span>,
  },
  {
    id: 'officer',
    title: 'Account officer',
    cell: row => <Officer name={row.officerName} code={row.officerCode} />,
  },
  { id: 'status', title: 'Status', cell: row => <CustomerStatusBadge status={row.status} /> },
  {
    id: 'opened',
    title: 'Customer since',
    sort: 'opened',
    cell: row => <span className="whitespace-nowrap">{dayInLagos(row.openedAt)}</span>,
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
