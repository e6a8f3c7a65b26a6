import { Users } from 'lucide-react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function CustomersPage() {
  return (
    <>
      <PageHeading
        title="Customers"
        description="Everyone the lender has lent to, found by name, phone, BVN, NIN, IPPIS or account number."
      />
      <Card>
        <EmptyState icon={<Users />} title="No customers yet">
          A customer appears when a request is approved.
        </EmptyState>
      </Card>
    </>
  )
}
