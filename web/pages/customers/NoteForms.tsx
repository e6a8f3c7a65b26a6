import { useState } from 'react'
import { customerApi } from '../../../contract/customers.ts'
import { parseNaira } from '../../../engine/money.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { useDraft } from '../../parts/useDraft.ts'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { customerId: string; whyNot: string | undefined; onDone: () => void }

/** Each form submits once under one id. */
export function AddNoteForm({ customerId, whyNot, onDone }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft(`note.${customerId}`, { initial: { text: '' } })
  const form = useForm(customerApi.customerNoteAdd, {
    draft,
    toInput: ({ text }) => ({ customerId, id, text }),
    onDone: () => {
      toast('success', 'Note added.')
      onDone()
    },
  })
  return (
    <>
      <form {...form.form} className="flex flex-col gap-3">
        <Textarea
          {...form.field('text')}
          label="Note"
          rows={3}
          maxLength={2000}
          placeholder="What was agreed, and the next step"
        />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
        <div>
          <Button type="submit" pending={form.pending} disabledReason={whyNot}>
            Add note
          </Button>
        </div>
      </form>
      <UnsavedGuard {...form.guard} />
    </>
  )
}

export function AddPromiseForm({ customerId, whyNot, onDone }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft(`promise.${customerId}`, { initial: { amount: '', on: '', text: '' } })
  const form = useForm(customerApi.customerPromiseAdd, {
    draft,
    toInput: ({ amount, on, text }) => ({
      customerId,
      id,
      amount: (parseNaira(amount) ?? 0n).toString(),
      on,
      text,
    }),
    onDone: () => {
      toast('success', 'Promise to pay added.')
      onDone()
    },
  })
  return (
    <>
      <form {...form.form} className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <MoneyField
            {...form.field('amount')}
            label="Amount"
            onChange={typed => form.set('amount', typed)}
          />
          <Input {...form.field('on')} label="Payment date" type="date" min={todayInLagos()} />
        </div>
        <Input {...form.field('text')} label="Note" optional maxLength={2000} autoComplete="off" />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
        <div>
          <Button type="submit" pending={form.pending} disabledReason={whyNot}>
            Add promise
          </Button>
        </div>
      </form>
      <UnsavedGuard {...form.guard} />
    </>
  )
}
