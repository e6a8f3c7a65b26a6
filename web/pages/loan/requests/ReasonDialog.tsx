import { RETURN_NOTE_MAX_UNITS, requestApi, returnNoteUnits } from '../../../../contract/requests.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { LoadNotice } from '../../../parts/LoadError.tsx'
import { type ReasonUse, useReasonOptions } from '../../../parts/reasons.ts'
import { useSectionsAsked } from '../../../parts/useSection.ts'
import { Textarea } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { DecisionProps } from './decisions.ts'

const ACTS = {
  return: {
    endpoint: requestApi.requestReturn,
    title: 'Return for documents',
    means: 'The request stays in the queue and is marked until the applicant uploads the document.',
    verb: 'Return for documents',
    noteLabel: 'Document requested',
    noteHint: 'Sent to the applicant by SMS.',
    done: 'Documents requested.',
  },
  reject: {
    endpoint: requestApi.requestReject,
    title: 'Reject request',
    means: 'The applicant is notified by SMS. An Editor or superAdmin can still correct and resubmit it.',
    verb: 'Reject',
    noteLabel: 'Note',
    noteHint: 'For other users. Not sent to the applicant.',
    done: 'Rejected.',
  },
  sendBack: {
    endpoint: requestApi.requestSendBack,
    title: 'Send back to the reviewer',
    means: 'The reviewer checks the request again.',
    verb: 'Send back',
    noteLabel: 'Note',
    noteHint: 'What the reviewer should check.',
    done: 'Sent back to the reviewer.',
  },
} as const satisfies Partial<Record<ReasonUse, unknown>>

type Props = DecisionProps & { act: keyof typeof ACTS }

/** Decisions that need a reason code and a note. */
export function ReasonDialog({ act, request, note, onClose, onDone, onRefused }: Props) {
  const { endpoint, title, means, verb, noteLabel, noteHint, done } = ACTS[act]
  const reasons = useReasonOptions(act)
  const asked = useSectionsAsked()
  const { id, version, reference, applicant } = request.row
  return (
    <ActDialog
      endpoint={endpoint}
      initial={{ reasonCode: '', note }}
      input={values => ({ id, version, reasonCode: values.reasonCode, note: values.note })}
      onDone={() => onDone(`${reference}: ${done}`)}
      onRefused={(error, values) => onRefused(error, values.note)}
      width="medium"
      onClose={onClose}
      title={`${title}: ${applicant}`}
      description={means}
      action={verb}
      danger={act === 'reject'}
    >
      {({ field, values }) => (
        <>
          <Select {...field('reasonCode')} label="Reason" placeholder="Choose a reason" options={reasons} />
          <LoadNotice of={asked} />
          <Textarea
            {...field('note')}
            label={noteLabel}
            hint={act === 'return' ? `${noteHint} ${roomText(values.note)}` : noteHint}
            maxLength={1000}
            rows={act === 'return' ? 2 : 4}
          />
        </>
      )}
    </ActDialog>
  )
}

/** How much of the note fits into the SMS. */
function roomText(written: string): string {
  const units = returnNoteUnits(written)
  const over = units - RETURN_NOTE_MAX_UNITS
  return over > 0
    ? `${units} of ${RETURN_NOTE_MAX_UNITS} characters: shorten it by ${over}.`
    : `${-over} of ${RETURN_NOTE_MAX_UNITS} characters left.`
}
