import { type PayoutResult, payoutApi } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { useActForm } from '../../parts/useActForm.ts'
import { Input, Textarea } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { type Payout, type PayoutLine, RESULTS } from './payoutWords.ts'

type Props = { batch: Payout; line: PayoutLine; result: PayoutResult; onClose: () => void }

/** What the bank said about one line, written down by hand. */
export function PayoutMarkDialog({ batch, line, result, onClose }: Props) {
  const { title, means } = RESULTS[result]
  const form = useActForm(payoutApi.payoutLineMark, {
    initial: { on: `${todayInLagos()}`, bankReference: '', reason: '' },
    toInput: values => ({ id: batch.id, lineId: line.id, result, ...values }),
    onDone: () => {
      toast('success', `${line.loanNumber} is recorded as ${title.toLowerCase()}.`)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`${title}: ${line.loanNumber}, ${formatNaira(line.amount)}`}
      description={means}
      action={`Record as ${title.toLowerCase()}`}
    >
      <Input {...form.field('on')} label="The bank’s date" type="date" max={todayInLagos()} />
      <Input
        {...form.field('bankReference')}
        label="Bank reference"
        optional
        maxLength={60}
        autoComplete="off"
      />
      <Textarea
        {...form.field('reason')}
        label="Reason"
        hint="How you know: a call, the statement, a message of the bank."
        maxLength={300}
      />
    </FormDialog>
  )
}
