import { type ComponentProps, useState } from 'react'
import { ApiError } from '../api.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

type Props<R> = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'action' | 'reasonLabel' | 'onClose'
> & {
  /** Calls the server itself: an answer held by the cache would outlive the dialog. */
  send: (reason: string) => Promise<R>
  onReply: (reply: R) => void
}

/** Asks why before personal data is shown or saved. The reply is not cached. */
export function UncachedActDialog<R>({ send, onReply, ...dialog }: Props<R>) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirm = async (reason: string): Promise<void> => {
    setPending(true)
    try {
      onReply(await send(reason))
      dialog.onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This could not be loaded. Try again.')
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      {...dialog}
      open
      reason="required"
      reasonLongest={300}
      pending={pending}
      error={problem}
      onConfirm={reason => void confirm(reason)}
    />
  )
}
