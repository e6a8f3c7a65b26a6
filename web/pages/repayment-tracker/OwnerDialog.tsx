import { repaymentApi } from '../../../contract/repayments.ts'
import { userApi } from '../../../contract/staff.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { originText, type SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOwner } from './useOwner.ts'

/** Assigns an owner to an amount in suspense. */
export function OwnerDialog({ item, onClose }: { item: SuspenseItem; onClose: () => void }) {
  const staff = useApi(userApi.colleagueList, {})
  const { announce } = useOwner()
  const people = (staff.data?.rows ?? [])
    .filter(({ id }) => id !== item.ownerId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ActDialog
      endpoint={repaymentApi.suspenseAssign}
      initial={{ ownerId: '' }}
      input={({ ownerId }) => ({ id: item.id, ownerId })}
      onDone={assigned => {
        announce(assigned, item.ownerId)
        onClose()
      }}
      onClose={onClose}
      title="Assign to another user"
      description={`${item.name || item.staffNumber}, ${originText(item)}`}
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
