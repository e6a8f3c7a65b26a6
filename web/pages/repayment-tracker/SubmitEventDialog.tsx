import type { Reply } from '../../../contract/endpoint.ts'
import { sourceEventApi } from '../../../contract/sourceEvents.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { NotifyCustomers } from './NotifyCustomers.tsx'

type Props = {
  event: Reply<typeof sourceEventApi.sourceEventGet>
  onClose: () => void
  onDone: () => void
}

/** Asks whether the customers of the event get an SMS. */
export function SubmitEventDialog({ event, onClose, onDone }: Props) {
  return (
    <ActDialog
      endpoint={sourceEventApi.sourceEventSubmit}
      initial={{ notifies: true }}
      input={({ notifies }) => ({ id: event.id, notifies: notifies && event.customers > 0 })}
      done={`${event.number} submitted for approval.`}
      onDone={onDone}
      onClose={onClose}
      title={`Submit ${event.number} for approval`}
      description={
        event.dates
          ? 'Another user must approve the new dates.'
          : `${countOf(event.loans, 'loan')}, ${formatNaira(event.amount)}. Another user must approve it.`
      }
      action="Submit for approval"
    >
      {({ values, set }) => (
        <NotifyCustomers
          customers={event.customers}
          checked={values.notifies}
          onChange={notifies => set('notifies', notifies)}
        />
      )}
    </ActDialog>
  )
}
