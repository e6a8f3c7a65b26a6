import { reconciliationApi } from '../../../contract/reconciliation.ts'
import { userApi } from '../../../contract/staff.ts'
import { countOf } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { LineRow } from './reconciliationColumns.tsx'

type Props = { ids: readonly string[]; onClose: () => void; onDone?: () => void }

const exceptions = (count: number): string => countOf(count, 'exception')

/** Gives exceptions to a user, oneself first. */
export function AssignExceptionsDialog({ ids, onClose, onDone }: Props) {
  const staff = useApi(userApi.colleagueList, {})
  const { id: me } = useCurrentUser()
  const people = (staff.data?.rows ?? []).map(({ id, name }) => ({
    value: id,
    label: id === me ? `${name} (you)` : name,
  }))
  return (
    <ActDialog
      endpoint={reconciliationApi.reconciliationAssign}
      initial={{ ownerId: '' }}
      input={({ ownerId }) => ({ ids: [...ids], ownerId })}
      done={({ changed }) => `${exceptions(changed)} assigned.`}
      onDone={() => {
        onDone?.()
        onClose()
      }}
      onClose={onClose}
      title={`Assign ${exceptions(ids.length)}`}
      action="Assign"
      disabledReason={({ ownerId }) => (ownerId === '' ? 'Choose a user first.' : undefined)}
    >
      {({ values, set }) => (
        <>
          <Combobox
            label="Assigned to"
            placeholder="Type a name"
            value={values.ownerId}
            options={people}
            loading={staff.isPending}
            onChange={ownerId => set('ownerId', ownerId)}
          />
          {staff.error && <Notice tone="negative">{staff.error.message}</Notice>}
        </>
      )}
    </ActDialog>
  )
}

export const CloseExceptionsDialog = ({ ids, onClose, onDone }: Props) => (
  <ActDialog
    endpoint={reconciliationApi.reconciliationClose}
    input={({ reason }) => ({ ids: [...ids], reason })}
    done={({ changed }) => `${exceptions(changed)} closed.`}
    onDone={() => {
      onDone?.()
      onClose()
    }}
    onClose={onClose}
    title={`Close ${exceptions(ids.length)}`}
    description="A closed exception opens again when the person gets another verdict."
    action="Close exceptions"
    reason
  />
)

export const ReopenExceptionDialog = ({ line, onClose }: { line: LineRow; onClose: () => void }) => (
  <ActDialog
    endpoint={reconciliationApi.reconciliationReopen}
    input={({ reason }) => ({ id: line.id, reason })}
    done="Exception reopened."
    onClose={onClose}
    title="Reopen exception"
    description={line.name || line.staffNumber}
    action="Reopen exception"
    reason
  />
)

export const NoteDialog = ({ line, onClose }: { line: LineRow; onClose: () => void }) => (
  <ActDialog
    endpoint={reconciliationApi.reconciliationNote}
    initial={{ note: line.note }}
    input={({ note }) => ({ id: line.id, note })}
    done="Note saved."
    onClose={onClose}
    title="Note"
    description={line.name || line.staffNumber}
    action="Save note"
  >
    {({ values, set }) => (
      <Textarea
        label="Note"
        rows={4}
        maxLength={500}
        value={values.note}
        onChange={event => set('note', event.target.value)}
      />
    )}
  </ActDialog>
)
