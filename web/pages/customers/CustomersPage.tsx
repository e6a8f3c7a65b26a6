import { Download, UsersRound } from 'lucide-react'
import { customerApi } from '../../../contract/customers.ts'
import { useAct, useApi } from '../../api.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { download } from '../../ui/download.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { CustomerFilters } from './CustomerFilters.tsx'
import { CUSTOMER_COLUMNS } from './customerColumns.tsx'
import { useCustomerFilter } from './customerSearch.ts'

export default function CustomersPage() {
  const query = useCustomerFilter()
  const { filter, setFilter, clearFilter } = query
  const paging = usePaging()
  const list = useApi(customerApi.customerList, { ...filter, ...paging.input })
  const paged = paging.pagingOf(list.data)
  const { sort: _, ...narrowed } = filter
  return (
    <>
      <PageHeading
        title="Customers"
        description="Everybody who has or had a loan. Personal numbers are masked; a look at them is kept."
        actions={<ExportButton filter={filter} />}
      />
      <Card flush>
        <CustomerFilters {...query} />
        {list.data?.isSimilar && !list.isPlaceholderData && (
          <div className="border-b border-line px-4 py-3">
            <Notice tone="notice" alert={false}>
              Nobody fits “{filter.search}” exactly. These names are spelt alike, the nearest first.
            </Notice>
          </div>
        )}
        <Table
          caption="Customers"
          columns={CUSTOMER_COLUMNS}
          rows={list.data?.rows}
          rowKey={row => row.id}
          empty={<NoCustomers isFiltered={Object.keys(narrowed).length > 0} onClear={clearFilter} />}
          error={list.error}
          onRetry={() => (list.error?.code === 'cursor.invalid' ? setFilter({}) : void list.refetch())}
          sort={filter.sort}
          onSort={sort => setFilter({ sort: sort === 'name' ? undefined : sort })}
          refreshing={list.isPlaceholderData}
          {...(paged ? { paging: paged } : {})}
        />
      </Card>
    </>
  )
}

function ExportButton({ filter }: { filter: ReturnType<typeof useCustomerFilter>['filter'] }) {
  const exportList = useAct(customerApi.customerExport)
  const start = (): void =>
    exportList.mutate(filter, {
      onSuccess: file => {
        download(file.fileName, file.csv, 'text/csv')
        if (!file.isWhole)
          toast('warning', 'The file holds the first 10,000 rows. Narrow the filter for the rest.')
      },
      onError: error => toast('error', error.message),
    })
  return (
    <Button icon={<Download aria-hidden size={16} />} pending={exportList.isPending} onClick={start}>
      Export CSV
    </Button>
  )
}

function NoCustomers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState
        icon={<UsersRound />}
        title="No customers yet"
        action={<LinkButton to={paths.requests('reviewer')}>Open the requests</LinkButton>}
      >
        Somebody becomes a customer when their first loan request is approved.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<UsersRound />}
      title="Nobody fits this filter"
      action={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Try a part of the name or the last digits of the phone. BVN, NIN and account number are found only as a
      whole.
    </EmptyState>
  )
}
