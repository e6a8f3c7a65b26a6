import type { ReactNode } from 'react'
import { type IntakeKind, intakeApi } from '../../../contract/intake.ts'
import { useApi } from '../../api.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { LoadError } from '../LoadError.tsx'
import { type Intake, isOver, isRunning } from './intakeWords.ts'
import { UploadsInProgress } from './UploadsInProgress.tsx'

type Props = {
  kind: IntakeKind
  pathOf: (id: string) => string
  /** Which of them belong here; all that are not over, unless they are shown elsewhere from some step on. */
  isShown?: (intake: Intake) => boolean
  /** What stands below, shown once it is known how much stands above it: nothing jumps. */
  children?: ReactNode
}

/** What is forgotten is swept away at night, so what is open is among the newest. */
const LOOKED_AT = 100
const LOOK_AGAIN_MS = 3_000

/** Files that are on their way: being sent, read, or waiting for a person. Nothing, when there are none. */
export function OpenUploads({ kind, pathOf, isShown = () => true, children }: Props) {
  const list = useApi(intakeApi.intakeList, { kind, limit: LOOKED_AT })
  const open = (list.data?.rows ?? []).filter(intake => !isOver(intake) && isShown(intake))
  const isMoving = open.some(intake => isRunning(intake) || intake.progress || intake.status === 'receiving')
  usePolling(isMoving, list.refetch, LOOK_AGAIN_MS)
  if (list.isPending && children) return <CardSkeleton />
  return (
    <>
      {list.error && !list.data && (
        <Card title="On their way">
          <LoadError of={list} />
        </Card>
      )}
      {open.length > 0 && <UploadsInProgress open={open} pathOf={pathOf} />}
      {children}
    </>
  )
}
