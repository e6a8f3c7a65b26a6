import { UsersRound } from 'lucide-react'
import { customerApi } from '../../../contract/customers.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { CustomerFilters, useCustomerFilter } from './CustomerFilters.tsx'
import { CUSTOMER_COLUMNS } from './customerColumns.tsx'

export default function CustomersPage() {
  const query = useCustomerFilter()
  const { filter } = query
  const list = useList(customerApi.customerList, filter)
  return (
    <>
      <PageHeading
        title="Customers"
        description="Everyone who has or had a loan. Personal data is masked, and each view is logged."
      />
      <ListPage
        name="customers"
        list={list}
        caption="Customers"
        columns={CUSTOMER_COLUMNS}
        query={query}
        usualSort="name"
        filters={<CustomerFilters query={query} />}
        above={
          list.data?.isSimilar &&
          !list.refreshing && (
            <div className="border-b border-line px-4 py-3">
              <Notice tone="notice" alert={false}>
                No exact match for “{filter.search}”. Showing similar names, closest first.
              </Notice>
            </div>
          )
        }
        exports={exportOf('Export customers', customerApi.customerExport, filter)}
        empty={{
          icon: <UsersRound />,
          title: 'No customers yet',
          text: 'Customers appear here when their first loan request is approved.',
          action: <LinkButton to={paths.requests('reviewer')}>Open requests</LinkButton>,
        }}
        noMatch={{
          title: 'No matching customers',
          text: 'Try part of the name. Enter BVN, NIN and account numbers in full. Users who cannot reveal personal data must enter phone numbers in full too.',
        }}
      />
    </>
  )
}
