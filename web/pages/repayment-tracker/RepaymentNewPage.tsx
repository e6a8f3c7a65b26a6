import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { IntakeRun } from '../../parts/intake/IntakeRun.tsx'
import { periodText, type ReadIntake, STATUSES } from '../../parts/intake/intakeWords.ts'
import { useIntake } from '../../parts/intake/useIntake.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { NewRepayment } from './NewRepayment.tsx'

const back = <BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>

/** From the choice of a file until its rows stand in bins: `id` keeps the upload, so a reload goes on with it. */
export default function RepaymentNewPage() {
  const [params, setParams] = useSearchParams()
  // Held by the window alone: nothing may read a file again that was chosen before a reload.
  const [file, setFile] = useState<File>()
  const id = params.get('id')
  if (id) return <Running key={id} id={id} file={file} onFile={setFile} />
  const correctsId = params.get('corrects') ?? undefined
  return (
    <>
      <PageHeading
        title="New repayment upload"
        back={back}
        description="One file of deductions or receipts. Its columns are shown before it runs, and a second person agrees before anything is posted."
      />
      <NewRepayment
        key={correctsId}
        correctsId={correctsId}
        onOpened={(opened, chosen) => {
          setFile(chosen)
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
          againPath={paths.repaymentNew}
          pathOf={uploadPath}
        >
          <Navigate to={paths.repayment(id)} replace />
        </IntakeRun>
      </>
    )
  return (
    <>
      <PageHeading title="New repayment upload" back={back} />
      {intake.error ? (
        <Card>
          <LoadError of={intake} missing="This upload is not here" />
        </Card>
      ) : (
        <CardSkeleton lines={6} />
      )}
    </>
  )
}

function Heading({ intake }: { intake: ReadIntake }) {
  const { title, tone } = STATUSES[intake.status]
  return (
    <div className="[&>div:first-child]:mb-3">
      <PageHeading
        title={`New repayment upload: ${periodText(intake.period)}`}
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
        </span>
      </p>
    </div>
  )
}
