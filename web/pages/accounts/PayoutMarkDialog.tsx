import { useState } from 'react'
import { type PayoutResult, payoutApi } from '../../../contract/payouts.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { useForm } from '../../parts/useForm.ts'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { RESULTS } from './payoutWords.ts'

type Props = {
  batchId: string
  line: { id: string; loanNumber: string; amount: Kobo; reference: string }
  /** What can be recorded; with one alone there is nothing to choose. */
  results: readonly [PayoutResult, ...PayoutResult[]]
  onClose: () => void
}

/** What the bank said about one transfer, recorded by hand. */
export function PayoutMarkDialog({ batchId, line, results, onClose }: Props) {
  const [result, setResult] = useState<PayoutResult>(results[0])
  const { title, means } = RESULTS[result]
  const form = useForm(payoutApi.payoutLineMark, {
    initial: { on: `${todayInLagos()}`, bankReference: '', reason: '' },
    toInput: values => ({ id: batchId, lineId: line.id, result, ...values }),
    check: ({ bankReference }) =>
      result === 'paid' && bankReference.trim().length < 2
        ? { bankReference: 'Enter the bank’s reference of the transfer' }
        : {},
    onDone: ({ approvalId }) => {
      toast(
        'success',
        approvalId
          ? `${line.loanNumber}: ${title.toLowerCase()}, submitted for approval.`
          : `${line.loanNumber} recorded as ${title.toLowerCase()}.`,
      )
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={
        results.length > 1
          ? `Record bank result: ${line.loanNumber}, ${formatNaira(line.amount)}`
          : `${title}: ${line.loanNumber}, ${formatNaira(line.amount)}`
      }
      description={`${means} Our reference: ${line.reference}.`}
      action={result === 'paid' ? 'Record as paid' : 'Submit for approval'}
    >
      {results.length > 1 && (
        <Select
          label="Bank result"
          value={result}
          options={results.map(each => ({ value: each, label: RESULTS[each].title }))}
          onChange={event => setResult(event.target.value as PayoutResult)}
        />
      )}
      <Input {...form.field('on')} label="Bank date" type="date" max={todayInLagos()} />
      <Input
        {...form.field('bankReference')}
        label="Bank reference"
        optional={result !== 'paid'}
        hint={result === 'paid' ? 'From the bank’s confirmation or statement.' : undefined}
        maxLength={60}
        autoComplete="off"
      />
      <Textarea
        {...form.field('reason')}
        label="Reason"
        hint="How you know: the bank’s portal, the statement, a call."
        maxLength={300}
      />
    </FormDialog>
  )
}
