import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { IntakeRun } from '../../parts/intake/IntakeRun.tsx'
import { periodText, type ReadIntake, statusOf } from '../../parts/intake/intakeWords.ts'
import { useIntake } from '../../parts/intake/useIntake.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { NewUpload } from './NewUpload.tsx'

const PreviewStep = lazily(
  () => import('./PreviewStep.tsx').then(step => step.PreviewStep),
  <CardSkeleton lines={8} />,
)

const back = <BackLink to={paths.ippis}>IPPIS Data</BackLink>

/** One address from the choice of a file to its acceptance: `id` keeps the upload, so a reload goes on with it. */
export default function IppisUploadPage() {
  const [params, setParams] = useSearchParams()
  // Held by the window alone, and for one upload: a file must never be sent as the rest of another.
  const [chosen, setChosen] = useState<{ id: string; file: File }>()
  const id = params.get('id')
  if (id) {
    const file = chosen?.id === id ? chosen.file : undefined
    return <Running key={id} id={id} file={file} onFile={again => setChosen({ id, file: again })} />
  }
  const correctsId = params.get('corrects') ?? undefined
  return (
    <>
      <PageHeading
        title="Payroll data upload"
        back={back}
        description={
          correctsId
            ? 'Corrected rows, which are added to the file they were refused from.'
            : 'One month of one payroll. Its columns are shown before it runs, and a second person accepts it.'
        }
      />
      <NewUpload
        key={correctsId}
        correctsId={correctsId}
        onOpened={(opened, file) => {
          setChosen({ id: opened, file })
          setParams({ id: opened }, { replace: true })
        }}
      />
    </>
  )
}

type RunningProps = { id: string; file: File | undefined; onFile: (file: File) => void }

function Running({ id, file, onFile }: RunningProps) {
  const intake = useIntake(id)
  if (intake.data)
    return (
      <>
        <Heading intake={intake.data} />
        <IntakeRun
          intake={intake.data}
          file={file}
          onFile={onFile}
          againPath={paths.ippisUpload}
          pathOf={paths.ippisUploadOf}
        >
          <PreviewStep intake={intake.data} />
        </IntakeRun>
      </>
    )
  return (
    <>
      <PageHeading title="Payroll data upload" back={back} />
      {intake.error ? (
        <Card>
          <ErrorState
            message={intake.error.message}
            requestId={intake.error.requestId}
            {...(intake.error.status === 404 || intake.error.status === 400
              ? { title: 'This upload is not here' }
              : {})}
            onRetry={() => void intake.refetch()}
          />
        </Card>
      ) : (
        <CardSkeleton lines={6} />
      )}
    </>
  )
}

function Heading({ intake }: { intake: ReadIntake }) {
  const { title, tone } = statusOf(intake)
  return (
    <div className="[&>div:first-child]:mb-3">
      <PageHeading
        title={`Payroll data upload: ${periodText(intake.period)}`}
        back={back}
        description={
          <>
            {intake.sourceName} · <span className="break-all">{intake.fileName}</span>
          </>
        }
      />
      <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.8125rem] text-muted">
        <Badge tone={tone}>{title}</Badge>
        <span>
          uploaded by {intake.uploadedBy} <RelativeTime at={intake.uploadedAt} />
          {intake.acceptedAt && (
            <>
              {' '}
              · accepted by {intake.acceptedBy} <RelativeTime at={intake.acceptedAt} />
            </>
          )}
        </span>
      </p>
    </div>
  )
}
