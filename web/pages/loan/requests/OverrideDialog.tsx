import { useId } from 'react'
import { requestApi } from '../../../../contract/requests.ts'
import { useReasonOptions } from '../../../parts/reasons.ts'
import type { Check } from '../../../parts/requestWords.ts'
import { useActForm } from '../../../parts/useActForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { DecisionProps } from './DecisionDialog.tsx'

/** Lets one red item pass, in the reviewer's name. */
export function OverrideDialog({
  check,
  request,
  note,
  onClose,
  onDone,
  onRefused,
}: DecisionProps & { check: Check }) {
  const formId = useId()
  const { id, version } = request.row
  const form = useActForm(requestApi.requestOverride, {
    initial: { reasonCode: '', note },
    toInput: values => ({ id, version, check: check.name, ...values }),
    onDone: () => onDone(`Overridden: ${check.title}.`),
    onRefused: (error, values) => onRefused(error, values.note),
  })
  return (
    <Dialog
      open
      width="medium"
      onClose={onClose}
      title={`Override: ${check.title}`}
      description="The item stays red and is let pass in your name. Overrides are reported."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={form.pending}>
            Override
          </Button>
        </>
      }
    >
      <form {...form.form} id={formId} className="flex flex-col gap-4">
        <Notice tone="negative" alert={false} title="What was found">
          {check.evidence}
        </Notice>
        <Select
          {...form.field('reasonCode')}
          label="Reason"
          placeholder="Choose a reason"
          options={useReasonOptions('override')}
        />
        <Textarea
          {...form.field('note')}
          label="Note"
          hint="What you know that the checklist does not, and from where."
          maxLength={1000}
          rows={4}
        />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
      </form>
    </Dialog>
  )
}
