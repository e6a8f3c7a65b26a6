import { payrollApi } from '../../../contract/payroll.ts'
import { ActDialog } from '../ActDialog.tsx'
import { periodText } from '../intake/intakeWords.ts'
import { SIGNALS, type Signal } from './payrollWords.ts'

type Props = { signal: Signal; onClose: () => void }

export function CloseSignalDialog({ signal, onClose }: Props) {
  return (
    <ActDialog
      endpoint={payrollApi.signalClose}
      input={({ reason: note }) => ({ id: signal.id, note })}
      done="The signal is closed."
      onClose={onClose}
      title={`Close: ${SIGNALS[signal.kind].title}`}
      description={`${signal.customerName}, loan ${signal.loanNumber}, ${periodText(signal.month)}. ${signal.detail}.`}
      action="Close the signal"
      reason={{ label: 'What was done about it' }}
    />
  )
}
