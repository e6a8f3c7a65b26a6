import { ClipboardList } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { tenorText } from '../../../contract/products.ts'
import { CHANNEL_WORDS, requestApi } from '../../../contract/requests.ts'
import { useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { QUEUES } from '../../parts/requestWords.ts'
import { wholeList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

type Row = Reply<typeof requestApi.requestsOfCustomer>['rows'][number]

export function RequestsTab({ customerId }: { customerId: string }) {
  return (
    <ListPage
      title="Requests"
      list={wholeList(useApi(requestApi.requestsOfCustomer, { customerId }))}
      caption="Requests of this customer"
      columns={COLUMNS}
      skeletonRows={3}
      empty={{
        compact: true,
        icon: <ClipboardList />,
        title: 'No requests',
        text: 'All requests with this BVN appear here.',
      }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'reference',
    title: 'Request',
    lead: true,
    cell: row => (
      <RowLink
        to={paths.request(row.stage, row.id)}
        beside={CHANNEL_WORDS[row.channel]}
        className="tabular-nums"
      >
        {row.reference}
      </RowLink>
    ),
  },
  {
    id: 'stage',
    phone: 'status',
    title: 'Stage',
    cell: row => (
      <Badge tone={QUEUES[row.stage].tone} dot>
        {QUEUES[row.stage].short}
      </Badge>
    ),
  },
  { id: 'product', title: 'Product', cell: row => row.productName },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: row => (
      <CellText beside={tenorText(row.tenor, row.rhythm)}>
        <Amount of={row.amount} className="font-medium" />
      </CellText>
    ),
  },
  { id: 'submitted', title: 'Submitted', phone: 'date', cell: row => <RelativeTime at={row.submittedAt} /> },
  {
    id: 'loan',
    title: 'Loan',
    cell: row =>
      row.loanId ? (
        <Link to={paths.loan(row.loanId)} className="rounded font-medium hover:underline">
          Open loan
        </Link>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
]
