import { useParams } from 'react-router'
import { QUEUES } from '../../../parts/requestWords.ts'
import type { Stage } from '../../../paths.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RequestQueue } from './RequestQueue.tsx'
import { StageNav } from './StageNav.tsx'
import { StageOnly } from './StageOnly.tsx'

export default function RequestsPage() {
  return <StageOnly stage={useParams().stage}>{stage => <Queue stage={stage} />}</StageOnly>
}

function Queue({ stage }: { stage: Stage }) {
  const { title, description } = QUEUES[stage]
  return (
    <>
      <PageHeading title={title} description={description} />
      <StageNav current={stage} />
      <RequestQueue stage={stage} />
    </>
  )
}
