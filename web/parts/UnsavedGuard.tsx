import { useState } from 'react'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { useHolder } from '../ui/unsaved.ts'

const LOST = 'What you typed here has not been saved and would be lost.'

type Props = {
  when: boolean
  means?: string
  /** Forgets what was kept of the work, once somebody has decided to leave it. */
  onLeave?: () => void
}

/** Asks before typed work is left: on links, on Back, on signing out, and on closing the tab. Belongs beside its form. */
export function UnsavedGuard({ when, means = LOST, onLeave }: Props) {
  const [asked, setAsked] = useState<{ lost: string; leave: () => void }>()
  useHolder(true, {
    lost: () => (when ? means : undefined),
    ask: (lost, leave) => setAsked({ lost, leave }),
    onLeave,
  })
  const leave = (): void => {
    setAsked(undefined)
    asked?.leave()
  }
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onClose={() => setAsked(undefined)}
      title="Leave without saving?"
      description={asked?.lost ?? means}
      action="Leave"
      danger
      onConfirm={leave}
    />
  )
}
