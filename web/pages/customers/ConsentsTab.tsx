import { FileSignature } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { requestApi } from '../../../contract/requests.ts'
import { useApi } from '../../api.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { consentTextName } from '../../parts/requestWords.ts'
import { wholeList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { exactTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'

type Row = Reply<typeof requestApi.requestsOfCustomer>['rows'][number]

/** The consents of the customer, one with each request. */
export function ConsentsTab({ customerId }: { customerId: string }) {
  return (
    <ListPage
      title="Consents"
      list={wholeList(useApi(requestApi.requestsOfCustomer, { customerId }))}
      caption="Consents of this customer"
      columns={COLUMNS}
      skeletonRows={3}
      empty={{
        compact: true,
        icon: <FileSignature />,
        title: 'No consents yet',
        text: 'Each request records the consent text version, its hash, the time and the IP address.',
      }}
    />
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
    title: 'Request',
    cell: row => (
      <Link
        to={paths.request(row.stage, row.id)}
        className="rounded font-medium tabular-nums hover:underline"
      >
        {row.reference}
      </Link>
    ),
  },
  {
    id: 'address',
    title: 'IP address',
    cell: row => <span className="tabular-nums">{row.consent.address}</span>,
  },
  {
    id: 'hash',
    title: 'Text hash',
    cell: row => (
      <code className="max-w-64 font-mono text-xs break-all max-md:text-right">{row.consent.hash}</code>
    ),
  },
]
