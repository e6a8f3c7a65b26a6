import { FilePen } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'

export default function RejectedRequestEditPage() {
  return (
    <>
      <PageHeading
        title="Edit a rejected request"
        back={<BackLink to={paths.rejectedRequests}>Rejected requests</BackLink>}
      />
      <Card>
        <EmptyState icon={<FilePen />} title="No request to edit">
          A rejected request is corrected here and resubmitted as a new version, which the reviewer sees
          beside the old one.
        </EmptyState>
      </Card>
    </>
  )
}
