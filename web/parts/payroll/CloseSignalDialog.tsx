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
      done="Signal closed."
      onClose={onClose}
      title={`Close: ${SIGNALS[signal.kind].title}`}
      description={`${signal.customerName}, loan ${signal.loanNumber}, ${periodText(signal.month)}. ${signal.detail}.`}
      action="Close signal"
      reason={{ label: 'Action taken' }}
    />
  )
}
