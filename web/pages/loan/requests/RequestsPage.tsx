import { ClipboardCheck } from 'lucide-react'
import { useParams } from 'react-router'
import { StageOnly } from '../../../parts/StageOnly.tsx'
import type { Stage } from '../../../paths.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'

const QUEUES: Record<Stage, { title: string; empty: string; how: string }> = {
  reviewer: {
    title: 'Pending Reviewer',
    empty: 'Nothing waits for review',
    how: 'A request comes here when an applicant or a member of staff submits it.',
  },
  authorizer: {
    title: 'Pending Authorizer',
    empty: 'Nothing waits for authorization',
    how: 'A request comes here when a reviewer recommends it.',
  },
  approved: {
    title: 'Approved requests',
    empty: 'No approved requests yet',
    how: 'A request comes here when an authorizer approves it; its loan then waits for disbursement.',
  },
  rejected: {
    title: 'Rejected requests',
    empty: 'No rejected requests',
    how: 'A request comes here when a reviewer or an authorizer rejects it.',
  },
  withdrawn: {
    title: 'Withdrawn requests',
    empty: 'No withdrawn requests',
    how: 'A request comes here when the applicant withdraws it before approval.',
  },
}

export default function RequestsPage() {
  return <StageOnly stage={useParams().stage}>{stage => <Queue stage={stage} />}</StageOnly>
}

function Queue({ stage }: { stage: Stage }) {
  const { title, empty, how } = QUEUES[stage]
  return (
    <>
      <PageHeading title={title} />
      <Card>
        <EmptyState icon={<ClipboardCheck />} title={empty}>
          {how}
        </EmptyState>
      </Card>
    </>
  )
}
