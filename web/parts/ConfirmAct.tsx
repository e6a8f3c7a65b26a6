import type { ComponentProps } from 'react'
import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import { type Sent, useAct } from '../api.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'

type Props<E extends Endpoint> = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'pending' | 'error' | 'onConfirm'
> & {
  act: E
  /** What is sent, with the reason where one is asked for. */
  input: (reason: string) => Sent<E>
  /** What is said once it is done. */
  done: string | ((reply: Reply<E>) => string)
  /** What follows from it on the page beneath. */
  onDone?: () => void
}

/** Asks once more before an act; then performs it, says that it is done, and closes. */
export function ConfirmAct<E extends Endpoint>({ act: endpoint, input, done, onDone, ...dialog }: Props<E>) {
  const act = useAct(endpoint)
  const confirm = (reason: string): void =>
    act.mutate(input(reason), {
      onSuccess: reply => {
        toast('success', typeof done === 'string' ? done : done(reply))
        onDone?.()
        dialog.onClose()
      },
    })
  return (
    <ConfirmDialog {...dialog} open pending={act.isPending} error={act.error?.message} onConfirm={confirm} />
  )
}
