import { FileX2 } from 'lucide-react'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'

export default function RejectedRequestsPage() {
  return (
    <>
      <PageHeading
        title="Rejected requests"
        description="Requests that were turned down, with the reason and who decided."
      />
      <Card>
        <EmptyState icon={<FileX2 />} title="No rejected requests">
          A request comes here when a reviewer or an authorizer rejects it. It can then be edited and
          resubmitted.
        </EmptyState>
      </Card>
    </>
  )
}
