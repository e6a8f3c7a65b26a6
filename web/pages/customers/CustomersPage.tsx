import { UsersRound } from 'lucide-react'
import { customerApi } from '../../../contract/customers.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { usePaging } from '../../parts/usePaging.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
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
        actions={
          <ExportMenu
            label="Export customers"
            save={format => fetchFile(customerApi.customerExport, { ...filter, format })}
          />
        }
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
        <ListTable
          list="customers"
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
      Try a part of the name, or the phone. BVN, NIN and account number are found only as a whole, and so is
      the phone for who may not reveal it.
    </EmptyState>
  )
}
