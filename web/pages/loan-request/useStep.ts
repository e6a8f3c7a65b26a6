import { useEffect, useState } from 'react'
import { goTo, useAddress } from './address.ts'
import type { DraftStore } from './draftStore.ts'
import { isStepName, type Step, type StepName } from './steps.ts'

/** The step stands in the address, so that a phone's back key goes one step back and not out of the form. */
export function useStep(drafts: DraftStore, steps: readonly Step[], limit: StepName) {
  const asked = useAddress().get('step')
  // the bare address is where this visit began, also when somebody comes back to it
  const [begunAt] = useState(drafts.get().step)
  const wished = isStepName(asked) ? asked : begunAt
  const place = (name: StepName): number => steps.findIndex(each => each.name === name)
  const step = place(wished) >= 0 && place(wished) <= place(limit) ? wished : limit

  useEffect(() => {
    if (asked !== null && asked !== step) goTo({ step }, 'replace')
  }, [asked, step])
  const go = (to: StepName): void => {
    drafts.change({ step: to })
    goTo({ step: to })
  }
  return { step, go }
}
