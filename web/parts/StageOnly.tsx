import type { ReactNode } from 'react'
import { isStage, type Stage } from '../paths.ts'
import { NotFound } from './NotFound.tsx'

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
