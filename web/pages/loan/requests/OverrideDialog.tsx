import { requestApi } from '../../../../contract/requests.ts'
import { FormDialog } from '../../../parts/FormDialog.tsx'
import { LoadNotice } from '../../../parts/LoadNotice.tsx'
import { useReasonOptions } from '../../../parts/reasons.ts'
import type { Check } from '../../../parts/requestWords.ts'
import { useForm } from '../../../parts/useForm.ts'
import { useSectionsAsked } from '../../../parts/useSection.ts'
import { Textarea } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { DecisionProps } from './decisions.ts'

/** Lets one red item pass, in the reviewer's name. */
export function OverrideDialog({
  check,
  request,
  note,
  onClose,
  onDone,
  onRefused,
}: DecisionProps & { check: Check }) {
  const { id, version } = request.row
  const form = useForm(requestApi.requestOverride, {
    initial: { reasonCode: '', note },
    toInput: values => ({ id, version, check: check.name, ...values }),
    onDone: () => onDone(`Overridden: ${check.title}.`),
    onRefused: (error, values) => onRefused(error, values.note),
  })
  return (
    <FormDialog
      form={form}
      width="medium"
      onClose={onClose}
      title={`Override: ${check.title}`}
      description="The item stays red and is let pass in your name. Overrides are reported."
      action="Override"
    >
      <Notice tone="negative" alert={false} title="What was found">
        {check.evidence}
      </Notice>
      <Select
        {...form.field('reasonCode')}
        label="Reason"
        placeholder="Choose a reason"
        options={useReasonOptions('override')}
      />
      <LoadNotice of={useSectionsAsked()} />
      <Textarea
        {...form.field('note')}
        label="Note"
        hint="What you know that the checklist does not, and from where."
        maxLength={1000}
        rows={4}
      />
    </FormDialog>
  )
}
