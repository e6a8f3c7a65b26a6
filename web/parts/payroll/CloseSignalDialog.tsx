import { payrollApi } from '../../../contract/payroll.ts'
import { ConfirmAct } from '../ConfirmAct.tsx'
import { periodText } from '../intake/intakeWords.ts'
import { SIGNALS, type Signal } from './payrollWords.ts'

type Props = { signal: Signal; onClose: () => void }

export function CloseSignalDialog({ signal, onClose }: Props) {
  return (
    <ConfirmAct
      act={payrollApi.signalClose}
      input={note => ({ id: signal.id, note })}
      done="The signal is closed."
      onClose={onClose}
      title={`Close: ${SIGNALS[signal.kind].title}`}
      description={`${signal.customerName}, loan ${signal.loanNumber}, ${periodText(signal.month)}. ${signal.detail}.`}
      action="Close the signal"
      reason="required"
      reasonLabel="What was done about it"
    />
  )
}
