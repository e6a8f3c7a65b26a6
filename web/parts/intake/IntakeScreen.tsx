import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LoadError } from '../LoadError.tsx'
import { IntakeRun } from './IntakeRun.tsx'
import { periodText, type ReadIntake, statusOf } from './intakeWords.ts'
import { useIntake } from './useIntake.ts'

type Props = {
  id: string
  title: string
  back: ReactNode
  file: File | undefined
  onFile: (file: File) => void
  againPath: string
  pathOf: (id: string) => string
  /** Content once the rows are checked and matched. */
  children: (intake: ReadIntake) => ReactNode
}

/** One upload under its heading, from the first piece to the approval. */
export function IntakeScreen({ id, title, back, children, ...run }: Props) {
  const intake = useIntake(id)
  if (intake.data)
    return (
      <>
        <Heading intake={intake.data} {...{ title, back }} />
        <IntakeRun intake={intake.data} {...run}>
          {children(intake.data)}
        </IntakeRun>
      </>
    )
  return (
    <>
      <PageHeading title={title} back={back} />
      {intake.error ? (
        <Card>
          <LoadError of={intake} missing="Upload not found" />
        </Card>
      ) : (
        <CardSkeleton lines={6} />
      )}
    </>
  )
}

type HeadingProps = { intake: ReadIntake; title: string; back: ReactNode }

function Heading({ intake, title, back }: HeadingProps) {
  const status = statusOf(intake)
  return (
    <div className="[&>div:first-child]:mb-3">
      <PageHeading
        title={`${title}: ${periodText(intake.period)}`}
        back={back}
        description={
          <>
            {intake.sourceName} · <span className="break-all">{intake.fileName}</span>
          </>
        }
      />
      <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.8125rem] text-muted">
        <Badge tone={status.tone}>{status.title}</Badge>
        <span>
          uploaded by {intake.uploadedBy} <RelativeTime at={intake.uploadedAt} />
          {intake.acceptedAt && (
            <>
              {' '}
              · approved by {intake.acceptedBy} <RelativeTime at={intake.acceptedAt} />
            </>
          )}
        </span>
      </p>
    </div>
  )
}
