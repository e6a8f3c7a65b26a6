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
  /** Filters the open uploads; default all. */
  isShown?: (intake: Intake) => boolean
  /** Shown below the uploads once they are loaded, so that the page does not jump. */
  children?: ReactNode
}

/** Abandoned uploads are deleted nightly, so open ones are among the newest. */
const LISTED_MAX = 100
const POLL_MS = 3_000

/** Uploads in progress; renders nothing if there are none. */
export function OpenUploads({ kind, pathOf, isShown = () => true, children }: Props) {
  const list = useApi(intakeApi.intakeList, { kind, limit: LISTED_MAX })
  const open = (list.data?.rows ?? []).filter(intake => !isOver(intake) && isShown(intake))
  const isMoving = open.some(intake => isRunning(intake) || intake.progress || intake.status === 'receiving')
  usePolling(isMoving, list.refetch, POLL_MS)
  if (list.isPending && children) return <CardSkeleton />
  return (
    <>
      {list.error && !list.data && (
        <Card title="Uploads in progress">
          <LoadError of={list} />
        </Card>
      )}
      {open.length > 0 && <UploadsInProgress open={open} pathOf={pathOf} />}
      {children}
    </>
  )
}
