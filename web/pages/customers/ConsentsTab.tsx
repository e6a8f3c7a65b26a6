import { FileSignature } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { requestApi } from '../../../contract/requests.ts'
import { useApi } from '../../api.ts'
import { consentTextName } from '../../parts/requestWords.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

type Row = Reply<typeof requestApi.requestsOfCustomer>['rows'][number]

/** What the customer agreed to, when and from where: one consent with every request. */
export function ConsentsTab({ customerId }: { customerId: string }) {
  const requests = useApi(requestApi.requestsOfCustomer, { customerId })
  return (
    <Card flush title="Consents">
      <Table
        caption="Consents of this customer"
        columns={COLUMNS}
        rows={requests.data?.rows}
        rowKey={row => row.id}
        error={requests.error}
        onRetry={() => void requests.refetch()}
        skeletonRows={3}
        empty={
          <EmptyState compact icon={<FileSignature />} title="No consent on record">
            It comes with the request: the version of the text, its hash, the time and the address.
          </EmptyState>
        }
      />
    </Card>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'text',
    title: 'Text',
    lead: true,
    cell: row => <span className="font-medium">{consentTextName(row.consent.version)}</span>,
  },
  { id: 'at', title: 'Given', cell: row => exactTime(new Date(row.submittedAt)) },
  {
    id: 'request',
    title: 'With',
    cell: row => (
      <Link
        to={paths.request(row.stage, row.id)}
        className="rounded font-medium text-brand-ink tabular-nums hover:underline"
      >
        {row.reference}
      </Link>
    ),
  },
  { id: 'address', title: 'From', cell: row => <span className="tabular-nums">{row.consent.address}</span> },
  {
    id: 'hash',
    title: 'Hash of the text',
    cell: row => (
      <code className="max-w-64 font-mono text-xs break-all max-md:text-right">{row.consent.hash}</code>
    ),
  },
]
