import type { ReactNode } from 'react'
import { NotFound } from '../../../parts/NotFound.tsx'
import { isStage, type Stage } from '../../../paths.ts'

/** An address with a stage nobody knows is not a page. */
export function StageOnly({
  stage,
  children,
}: {
  stage: string | undefined
  children: (stage: Stage) => ReactNode
}) {
  return isStage(stage) ? children(stage) : <NotFound />
}
