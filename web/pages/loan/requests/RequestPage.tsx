import { useParams } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { useApi } from '../../../api.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { QUEUES } from '../../../parts/requestWords.ts'
import { paths, type Stage } from '../../../paths.ts'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { BackLink } from '../../../ui/LinkButton.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RequestScreen } from './RequestScreen.tsx'
import { StageOnly } from './StageOnly.tsx'

export default function RequestPage() {
  const { stage, requestId = '' } = useParams()
  return <StageOnly stage={stage}>{known => <Request stage={known} id={requestId} />}</StageOnly>
}

function Request({ stage, id }: { stage: Stage; id: string }) {
  const request = useApi(requestApi.requestGet, { id })
  if (request.data) return <RequestScreen request={request.data} stage={stage} />
  return (
    <>
      <PageHeading
        title="Loan request"
        back={<BackLink to={paths.requests(stage)}>{QUEUES[stage].title}</BackLink>}
      />
      {request.error ? (
        <Card>
          <LoadError of={request} missing="Request not found" />
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
