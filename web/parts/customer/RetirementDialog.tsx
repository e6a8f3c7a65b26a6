import { useId } from 'react'
import { customerApi } from '../../../contract/customers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { dayText } from '../figures.ts'
import { useActForm } from '../useActForm.ts'
import type { Customer } from './customerWords.ts'

type Props = { customer: Customer; onClose: () => void }

/** A date somebody answers for, or back to the rule. */
export function RetirementDialog({ customer: { row, revision, retirement }, onClose }: Props) {
  const formId = useId()
  const byRule = retirement.byAge < retirement.byService ? retirement.byAge : retirement.byService
  const form = useActForm(customerApi.customerRetirementChange, {
    initial: { on: retirement.override?.on ?? '', reason: '' },
    toInput: ({ on, reason }) => ({ id: row.id, basedOn: revision, on: on || null, reason }),
    onDone: () => {
      toast('success', form.values.on ? 'The retirement date is set.' : 'The rule decides again.')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set the retirement date"
      description={`By the rule of the ${retirement.service.toLowerCase()} it is ${dayText(byRule)}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={form.pending}>
            Save
          </Button>
        </>
      }
    >
      <form {...form.form} id={formId} className="flex flex-col gap-4">
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
        {form.message && <Notice tone="negative">{form.message}</Notice>}
      </form>
    </Dialog>
  )
}
