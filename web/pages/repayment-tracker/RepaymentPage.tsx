import { Navigate, useParams } from 'react-router'
import { repaymentApi } from '../../../contract/repayments.ts'
import { useApi } from '../../api.ts'
import { isReady } from '../../parts/intake/intakeWords.ts'
import { useIntake, useLookAgain } from '../../parts/intake/useIntake.ts'
import { NotFound } from '../../parts/NotFound.tsx'
import { type Batch, uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { BatchScreen } from './BatchScreen.tsx'

export default function RepaymentPage() {
  const { id = '' } = useParams()
  return <Loaded key={id} id={id} />
}

const back = <BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>

function Loaded({ id }: { id: string }) {
  const batch = useApi(repaymentApi.repaymentGet, { id })
  const intake = useIntake(id)
  useLookAgain(batch.data !== undefined && isMoving(batch.data), batch.refetch)
  // the file is still being sent, read or matched, or came to nothing: its own page tells
  if (intake.data && !isReady(intake.data)) return <Navigate to={uploadPath(id)} replace />
  const error = batch.error ?? intake.error
  if (error && (error.code === 'record.unknown' || error.code === 'input.invalid')) return <NotFound />
  if (batch.data && intake.data) return <BatchScreen batch={batch.data} intake={intake.data} />
  return (
    <>
      <PageHeading title="Repayment batch" back={back} />
      {error ? (
        <Card>
          <ErrorState
            message={error.message}
            requestId={error.requestId}
            onRetry={() => {
              void batch.refetch()
              void intake.refetch()
            }}
          />
        </Card>
      ) : (
        <CardSkeleton lines={6} />
      )}
    </>
  )
}

/** Rows are being posted or taken back, or messages are on their way to a phone. */
const isMoving = ({ status, messages: { counts } }: Batch): boolean =>
  status === 'posting' || status === 'undoing' || (counts.queued ?? 0) + (counts.sending ?? 0) > 0
