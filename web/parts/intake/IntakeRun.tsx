import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { useCurrentUser } from '../currentUser.ts'
import { isReady, isRunning, type ReadIntake, stepOf } from './intakeWords.ts'
import { MappingStep } from './MappingStep.tsx'
import { ProblemCard } from './ProblemCard.tsx'
import { RunCard } from './RunCard.tsx'
import { SendingCard } from './SendingCard.tsx'
import { StepLine } from './StepLine.tsx'

type Props = {
  intake: ReadIntake
  /** Chosen in this window; a reload forgets it and asks for it again. */
  file: File | undefined
  onFile: (file: File) => void
  againPath: string
  pathOf: (id: string) => string
  /** What to do with rows that were checked and matched: that depends on what they are for. */
  children: ReactNode
}

/** An upload from its first piece until its rows can be judged, whatever the rows are for. */
export function IntakeRun(props: Props) {
  const { intake } = props
  const cameToNothing = intake.status === 'refused' || intake.status === 'cancelled'
  return (
    <>
      {!cameToNothing && <StepLine current={stepOf(intake)} />}
      <Stage {...props} />
    </>
  )
}

function Stage({ intake, file, onFile, againPath, pathOf, children }: Props) {
  const client = useQueryClient()
  const isMine = useCurrentUser().id === intake.uploadedById
  if (isReady(intake)) return children
  if (intake.status === 'receiving')
    return isMine ? (
      <SendingCard
        intake={intake}
        file={file}
        onFile={onFile}
        onEnd={() => void client.invalidateQueries()}
      />
    ) : (
      <BeingSent intake={intake} />
    )
  if (isRunning(intake)) return <RunCard intake={intake} />
  if (intake.status === 'received' && intake.layout) {
    const { sheet, headerLine } = intake.layout
    // another header line means other columns: what was corrected under the old ones is void
    return <MappingStep key={`${sheet} ${headerLine}`} intake={intake} layout={intake.layout} />
  }
  return <ProblemCard {...{ intake, againPath, pathOf }} />
}

function BeingSent({ intake }: { intake: ReadIntake }) {
  return (
    <Card title="Uploading">
      <ProgressBar label="Uploaded" percent={(intake.receivedBytes / intake.bytes) * 100} />
      <p className="mt-3 mb-4 text-muted tabular-nums">
        {sizeText(intake.receivedBytes)} of {sizeText(intake.bytes)}
      </p>
      <Notice tone="notice">
        {intake.uploadedBy} is sending “{intake.fileName}”. Only whoever began an upload can send the rest.
      </Notice>
    </Card>
  )
}
