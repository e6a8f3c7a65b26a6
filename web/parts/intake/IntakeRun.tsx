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
  /** Chosen in this window; lost on reload. */
  file: File | undefined
  onFile: (file: File) => void
  againPath: string
  pathOf: (id: string) => string
  /** Content once the rows are checked and matched. */
  children: ReactNode
}

/** An upload from its first piece until its rows are checked and matched. */
export function IntakeRun(props: Props) {
  const { intake } = props
  const isEnded = intake.status === 'refused' || intake.status === 'cancelled'
  return (
    <>
      {!isEnded && <StepLine current={stepOf(intake)} />}
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
    // another header line has other columns, so the mapping starts again
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
        {intake.uploadedBy} is uploading “{intake.fileName}”. Only the user who started an upload can continue
        it.
      </Notice>
    </Card>
  )
}
