import { useParams } from 'react-router'
import { customerApi } from '../../../contract/customers.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { CustomerScreen } from './CustomerScreen.tsx'

export default function CustomerPage() {
  const { customerId = '' } = useParams()
  const customer = useApi(customerApi.customerGet, { id: customerId })
  // the previous customer is not shown while this one loads
  if (customer.data?.row.id === customerId)
    return <CustomerScreen key={customerId} customer={customer.data} />
  return (
    <>
      <PageHeading title="Customer details" back={<BackLink to={paths.customers}>Customers</BackLink>} />
      {customer.error ? (
        <Card>
          <LoadError of={customer} missing="Customer not found" />
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          <CardSkeleton lines={2} />
          <CardSkeleton lines={10} />
        </div>
      )}
    </>
  )
}
