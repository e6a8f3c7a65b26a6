import { requestApi } from '../../../../contract/requests.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { LoadNotice } from '../../../parts/LoadError.tsx'
import { useReasonOptions } from '../../../parts/reasons.ts'
import type { Check } from '../../../parts/requestWords.ts'
import { useSectionsAsked } from '../../../parts/useSection.ts'
import { Textarea } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { DecisionProps } from './decisions.ts'

type Props = DecisionProps & { check: Check }

/** Overrides one failed check in the reviewer's name. */
export function OverrideDialog({ check, request, note, onClose, onDone, onRefused }: Props) {
  const { id, version } = request.row
  const reasons = useReasonOptions('override')
  const asked = useSectionsAsked()
  return (
    <ActDialog
      endpoint={requestApi.requestOverride}
      initial={{ reasonCode: '', note }}
      input={values => ({
        id,
        version,
        check: check.name,
        reasonCode: values.reasonCode,
        note: values.note,
      })}
      onDone={() => onDone(`Overridden: ${check.title}.`)}
      onRefused={(error, values) => onRefused(error, values.note)}
      width="medium"
      onClose={onClose}
      title={`Override: ${check.title}`}
      description="The check is overridden in your name. Overrides are reported."
      action="Override"
    >
      {({ field }) => (
        <>
          <Notice tone="negative" alert={false} title="Evidence">
            {check.evidence}
          </Notice>
          <Select {...field('reasonCode')} label="Reason" placeholder="Choose a reason" options={reasons} />
          <LoadNotice of={asked} />
          <Textarea
            {...field('note')}
            label="Note"
            hint="Explain why the check can be overridden, with the source."
            maxLength={1000}
            rows={4}
          />
        </>
      )}
    </ActDialog>
  )
}
