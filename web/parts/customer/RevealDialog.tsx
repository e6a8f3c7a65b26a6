import { useState } from 'react'
import { customerApi } from '../../../contract/customers.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { ApiError, call } from '../../api.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'

export type Revealed = Reply<typeof customerApi.customerReveal>

type Props = { id: string; name: string; onClose: () => void; onRevealed: (values: Revealed) => void }

/** The contract's limit; the dialog's own is longer. */
const REASON_LONGEST = 300

/** Asks why before it shows. Called directly: an answer held by the cache would outlive the look. */
export function RevealDialog({ id, name, onClose, onRevealed }: Props) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const reveal = async (reason: string): Promise<void> => {
    setPending(true)
    try {
      onRevealed(await call(customerApi.customerReveal, { id, reason: reason.slice(0, REASON_LONGEST) }))
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
      description="BVN, NIN, account number, phones and pay are shown in full until you hide them or leave. Who looked and why is kept."
      action="Reveal"
      reason="required"
      reasonLabel="Why you need them"
      pending={pending}
      error={problem}
      onConfirm={reason => void reveal(reason)}
    />
  )
}
