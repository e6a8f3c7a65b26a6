import type { ReactNode } from 'react'
import { NotFound } from '../../../parts/NotFound.tsx'
import { isStage, type Stage } from '../../../paths.ts'

/** Shows the not-found page for an unknown stage. */
export function StageOnly({
  stage,
  children,
}: {
  stage: string | undefined
  children: (stage: Stage) => ReactNode
}) {
  return isStage(stage) ? children(stage) : <NotFound />
}
