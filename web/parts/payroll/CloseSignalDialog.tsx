import { payrollApi } from '../../../contract/payroll.ts'
import { useAct } from '../../api.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { periodText } from '../intake/intakeWords.ts'
import { SIGNALS, type Signal } from './payrollWords.ts'

type Props = { signal: Signal; onClose: () => void }

export function CloseSignalDialog({ signal, onClose }: Props) {
  const close = useAct(payrollApi.signalClose)
  const confirm = (note: string): void =>
    close.mutate(
      { id: signal.id, note },
      {
        onSuccess: () => {
          toast('success', 'The signal is closed.')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Close: ${SIGNALS[signal.kind].title}`}
      description={`${signal.customerName}, loan ${signal.loanNumber}, ${periodText(signal.month)}. ${signal.detail}.`}
      action="Close the signal"
      reason="required"
      reasonLabel="What was done about it"
      pending={close.isPending}
      error={close.error?.message}
      onConfirm={confirm}
    />
  )
}
