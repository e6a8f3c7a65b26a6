import { useState } from 'react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { ApiError, call } from '../../../api.ts'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'

export type Revealed = Reply<typeof requestApi.requestReveal>

type Props = { id: string; reference: string; onClose: () => void; onRevealed: (values: Revealed) => void }

/** Asks why before it shows. Called directly: an answer held by the cache would outlive the look. */
export function RevealDialog({ id, reference, onClose, onRevealed }: Props) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const reveal = async (reason: string): Promise<void> => {
    setPending(true)
    try {
      onRevealed(await call(requestApi.requestReveal, { id, reason: reason.slice(0, REASON_LONGEST) }))
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
      title={`Reveal personal numbers of ${reference}?`}
      description="BVN, NIN, account number and phones are shown in full until you hide them or leave. Who looked and why is kept."
      action="Reveal"
      reason="required"
      reasonLabel="Why you need them"
      pending={pending}
      error={problem}
      onConfirm={reason => void reveal(reason)}
    />
  )
}

/** The contract's limit; the dialog's own is longer. */
const REASON_LONGEST = 300
