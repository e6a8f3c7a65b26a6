import { UsersRound } from 'lucide-react'
import { customerApi } from '../../../contract/customers.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
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
        description="Everybody who has or had a loan. Personal numbers are masked; a look at them is kept."
        actions={<ExportMenu {...exportOf('Export customers', customerApi.customerExport, filter)} />}
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
                Nobody fits “{filter.search}” exactly. These names are spelt alike, the nearest first.
              </Notice>
            </div>
          )
        }
        empty={{
          icon: <UsersRound />,
          title: 'No customers yet',
          text: 'Somebody becomes a customer when their first loan request is approved.',
          action: <LinkButton to={paths.requests('reviewer')}>Open the requests</LinkButton>,
        }}
        noMatch={{
          title: 'Nobody fits this filter',
          text: 'Try a part of the name, or the phone. BVN, NIN and account number are found only as a whole, and so is the phone for who may not reveal it.',
        }}
      />
    </>
  )
}
