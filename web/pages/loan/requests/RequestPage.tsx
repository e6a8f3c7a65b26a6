import { FileText } from 'lucide-react'
import { useParams } from 'react-router'
import { StageOnly } from '../../../parts/StageOnly.tsx'
import { paths, type Stage } from '../../../paths.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'

export default function RequestPage() {
  return <StageOnly stage={useParams().stage}>{stage => <Request stage={stage} />}</StageOnly>
}

function Request({ stage }: { stage: Stage }) {
  return (
    <>
      <PageHeading
        title="Loan request"
        back={<BackLink to={paths.requests(stage)}>Back to the queue</BackLink>}
      />
      <Card>
        <EmptyState icon={<FileText />} title="No request to show">
          The checklist with its evidence, the terms side by side, the schedule, documents and comments of one
          request stand here.
        </EmptyState>
      </Card>
    </>
  )
}
