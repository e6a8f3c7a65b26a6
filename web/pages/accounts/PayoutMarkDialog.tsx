import { useId } from 'react'
import { type PayoutResult, payoutApi } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { todayInLagos } from '../../parts/today.ts'
import { useActForm } from '../../parts/useActForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { type Payout, type PayoutLine, RESULTS } from './payoutWords.ts'

type Props = { batch: Payout; line: PayoutLine; result: PayoutResult; onClose: () => void }

/** What the bank said about one line, written down by hand. */
export function PayoutMarkDialog({ batch, line, result, onClose }: Props) {
  const formId = useId()
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
    <Dialog
      open
      onClose={onClose}
      title={`${title}: ${line.loanNumber}, ${formatNaira(line.amount)}`}
      description={means}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={form.pending}>
            Record as {title.toLowerCase()}
          </Button>
        </>
      }
    >
      <form {...form.form} id={formId} className="flex flex-col gap-4">
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
        {form.message && <Notice tone="negative">{form.message}</Notice>}
      </form>
    </Dialog>
  )
}
