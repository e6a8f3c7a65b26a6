import { Navigate, useParams } from 'react-router'
import { repaymentApi } from '../../../contract/repayments.ts'
import { useApi } from '../../api.ts'
import { isReady } from '../../parts/intake/intakeWords.ts'
import { useIntake } from '../../parts/intake/useIntake.ts'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { type Batch, uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { BatchScreen } from './BatchScreen.tsx'

export default function RepaymentPage() {
  const { id = '' } = useParams()
  return <Loaded key={id} id={id} />
}

const back = <BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>

function Loaded({ id }: { id: string }) {
  const batch = useApi(repaymentApi.repaymentGet, { id })
  const intake = useIntake(id)
  const pollMs = batch.data && pollInterval(batch.data)
  usePolling(pollMs !== undefined, batch.refetch, pollMs)
  // the file is still being uploaded, read or matched, or was cancelled: the upload page shows it
  if (intake.data && !isReady(intake.data)) return <Navigate to={uploadPath(id)} replace />
  const error = batch.error ?? intake.error
  if (namesNothing(error)) return <NotFound />
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

const ROWS_MS = 1_000
const MESSAGES_MS = 3_000
const APPROVAL_MS = 5_000

/** Polling interval: short while rows are posted or reversed, longer for messages and approvals, otherwise none. */
function pollInterval({ status, approvalId, messages: { counts } }: Batch): number | undefined {
  if (status === 'posting' || status === 'undoing') return ROWS_MS
  const inProgress = (counts.queued ?? 0) + (counts.sending ?? 0) + (counts.sent ?? 0)
  if (inProgress > 0) return MESSAGES_MS
  return approvalId ? APPROVAL_MS : undefined
}
