import { UserRound } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function CustomerPage() {
  return (
    <>
      <PageHeading title="Customer details" back={<BackLink to={paths.customers}>Customers</BackLink>} />
      <Card>
        <EmptyState icon={<UserRound />} title="No customer to show">
          Profile, employment and payroll history, loans, requests, repayments, messages, documents and
          promises to pay stand here.
        </EmptyState>
      </Card>
    </>
  )
}
