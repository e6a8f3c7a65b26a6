import { useEffect } from 'react'
import { goTo, useAddress } from './address.ts'
import type { DraftStore } from './draftStore.ts'
import { isStepName, type Step, type StepName } from './steps.ts'

/** The step stands in the address, so that a phone's back key goes one step back and not out of the form. */
export function useStep(drafts: DraftStore, steps: readonly Step[], limit: StepName) {
  const asked = useAddress().get('step')
  const wished = isStepName(asked) ? asked : drafts.get().step
  const place = (name: StepName): number => steps.findIndex(each => each.name === name)
  const step = place(wished) >= 0 && place(wished) <= place(limit) ? wished : limit

  useEffect(() => {
    if (asked !== step) goTo({ step }, 'replace')
  }, [asked, step])
  const go = (to: StepName): void => {
    drafts.change({ step: to })
    goTo({ step: to })
  }
  return { step, go }
}
