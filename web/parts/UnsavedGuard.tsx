import { useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useUnsavedGuard } from '../ui/unsaved.ts'

const LOST = 'If you leave this page, your unsaved changes are discarded.'

/** Nobody needs the question before the first key. */
const fetchQuestion = () => import('../ui/Dialog.tsx').then(part => part.ConfirmDialog)
const Question = lazyPart(fetchQuestion)

type Props = {
  when: boolean
  means?: string
  /** Forgets what was kept of the work, once somebody has decided to leave it. */
  onLeave?: () => void
}

/** Asks before typed work is left: on links, on Back, on signing out, and on closing the tab. Belongs beside its form. */
export function UnsavedGuard({ when, means = LOST, onLeave }: Props) {
  const [asked, setAsked] = useState<{ lost: string; leave: () => void }>()
  useUnsavedGuard(true, {
    lost: () => (when ? means : undefined),
    ask: (lost, leave) => setAsked({ lost, leave }),
    onLeave,
  })
  useEffect(() => {
    // it must be there when the line is gone
    if (when) void fetchQuestion().catch(() => undefined)
  }, [when])
  if (!asked) return null
  return (
    <Question
      open
      onClose={() => setAsked(undefined)}
      title="Leave without saving?"
      description={asked.lost}
      action="Leave"
      danger
      onConfirm={() => {
        setAsked(undefined)
        asked.leave()
      }}
    />
  )
}
