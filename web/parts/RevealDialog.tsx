import { useState } from 'react'
import { ApiError } from '../api.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

type Props<R> = {
  /** Whose they are. */
  name: string
  /** What will be seen: "BVN, NIN and phones". */
  shows: string
  /** Calls the server itself: an answer held by the cache would outlive the look. */
  reveal: (reason: string) => Promise<R>
  onRevealed: (values: R) => void
  onClose: () => void
}

/** Asks why before it shows. */
export function RevealDialog<R>({ name, shows, reveal, onRevealed, onClose }: Props<R>) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const look = async (reason: string): Promise<void> => {
    setPending(true)
    try {
      onRevealed(await reveal(reason))
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This could not be loaded. Try again.')
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Reveal personal numbers of ${name}?`}
      description={`${shows} are shown in full until you hide them or leave. Who looked and why is kept.`}
      action="Reveal"
      reason="required"
      reasonLabel="Why you need them"
      reasonLongest={300}
      pending={pending}
      error={problem}
      onConfirm={reason => void look(reason)}
    />
  )
}
