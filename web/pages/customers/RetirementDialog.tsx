import { customerApi } from '../../../contract/customers.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { dayText } from '../../parts/figures.ts'
import { useForm } from '../../parts/useForm.ts'
import { Input, Textarea } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { customer: Customer; onClose: () => void }

/** A date somebody answers for, or back to the rule. */
export function RetirementDialog({ customer: { row, revision, retirement }, onClose }: Props) {
  const byRule = retirement.byAge < retirement.byService ? retirement.byAge : retirement.byService
  const form = useForm(customerApi.customerRetirementChange, {
    initial: { on: retirement.override?.on ?? '', reason: '' },
    toInput: ({ on, reason }) => ({ id: row.id, basedOn: revision, on: on || null, reason }),
    onDone: () => {
      toast('success', form.values.on ? 'The retirement date is set.' : 'The rule decides again.')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Set the retirement date"
      description={`By the rule of the ${retirement.service.toLowerCase()} it is ${dayText(byRule)}.`}
      action="Save"
    >
      <Input
        {...form.field('on')}
        label="Retires on"
        type="date"
        hint="Empty: by the rule. New requests are checked against this date."
      />
      <Textarea
        {...form.field('reason')}
        label="Reason"
        rows={3}
        maxLength={500}
        hint="Such as the letter or gazette that says so."
      />
    </FormDialog>
  )
}
