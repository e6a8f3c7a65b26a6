import { useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, parseNaira } from '../../../engine/money.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { nairaText } from '../../parts/figures.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { BatchRow } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { useForm } from '../../parts/useForm.ts'
import { Input, Textarea } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'

type Props = {
  batch: Pick<BatchRow, 'id' | 'number' | 'sourceName' | 'unremitted'>
  onClose: () => void
}

/** What the bank statement shows of a payroll office's debt. */
export function RemittanceDialog({ batch, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm(repaymentApi.remittanceRecord, {
    initial: {
      amount: batch.unremitted > 0n ? nairaText(batch.unremitted) : '',
      receivedOn: String(todayInLagos()),
      reference: '',
      reason: '',
    },
    toInput: ({ amount, ...rest }) => ({
      id,
      batchId: batch.id,
      amount: (parseNaira(amount) ?? 0n).toString(),
      ...rest,
    }),
    check: ({ amount }) => (parseNaira(amount) === undefined ? { amount: 'Type an amount in naira' } : {}),
    onDone: () => {
      toast('success', 'A second person has to confirm the money.')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Record money received"
      description={`From ${batch.sourceName} for ${batch.number}. ${
        batch.unremitted > 0n ? `${formatNaira(batch.unremitted)} is still owed to us.` : 'Nothing is owed.'
      }`}
      action="Ask for confirmation"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MoneyField
          label="Amount"
          name="amount"
          value={form.values.amount}
          error={form.errors.amount}
          onChange={typed => form.set('amount', typed)}
        />
        <Input {...form.field('receivedOn')} label="Day on the statement" type="date" max={todayInLagos()} />
      </div>
      <Input {...form.field('reference')} label="Bank reference" maxLength={60} autoComplete="off" />
      <Textarea {...form.field('reason')} label="Reason" rows={2} maxLength={500} />
    </FormDialog>
  )
}
