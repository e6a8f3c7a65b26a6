import { LockKeyhole } from 'lucide-react'
import { useParams } from 'react-router'
import { customerApi } from '../../../contract/customers.ts'
import { useApi } from '../../api.ts'
import { type Customer, fullName, useWhyNotChange } from '../../parts/customer/customerWords.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { EditScreen } from './EditScreen.tsx'

/** Contact, employer and next of kin change immediately; identity, phone, payroll and bank need approval. */
export default function AccountEditPage() {
  const { customerId = '' } = useParams()
  const customer = useApi(customerApi.customerGet, { id: customerId })
  if (customer.data?.row.id === customerId) return <Edit key={customerId} customer={customer.data} />
  return (
    <>
      <PageHeading title="Edit details" back={<BackLink to={paths.customers}>Customers</BackLink>} />
      {customer.error ? (
        <Card>
          <LoadError of={customer} missing="Customer not found" />
        </Card>
      ) : (
        <CardSkeleton lines={10} />
      )}
    </>
  )
}

function Edit({ customer }: { customer: Customer }) {
  const whyNot = useWhyNotChange(customer)
  const { row } = customer
  return (
    <>
      <PageHeading
        title="Edit details"
        description={`${fullName(customer)}, ${row.number}`}
        back={<BackLink to={paths.customer(row.id)}>{fullName(customer)}</BackLink>}
      />
      {whyNot ? (
        <Card flush>
          <EmptyState
            icon={<LockKeyhole />}
            title="You cannot edit this customer"
            action={<LinkButton to={paths.customer(row.id)}>Back to customer</LinkButton>}
          >
            {whyNot}
          </EmptyState>
        </Card>
      ) : (
        <EditScreen customer={customer} />
      )}
    </>
  )
}
