import { useId, useState } from 'react'
import { userApi } from '../../../contract/staff.ts'
import { useApi } from '../../api.ts'
import type { SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOwner } from './useOwner.ts'

/** Says who looks after a sum until it has found its place. */
export function OwnerDialog({ item, onClose }: { item: SuspenseItem; onClose: () => void }) {
  const formId = useId()
  const [ownerId, setOwnerId] = useState('')
  const staff = useApi(userApi.colleagueList, {})
  const owner = useOwner()
  const people = (staff.data?.rows ?? [])
    .filter(({ id }) => id !== item.ownerId)
    .map(({ id, name }) => ({ value: id, label: name }))
  const save = (): void => {
    if (ownerId === '' || owner.isPending) return
    // why it was refused stands in the dialog
    void owner.give(item, ownerId).then(onClose, () => undefined)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Assign to somebody else"
      description={`${item.name || item.staffNumber}, ${item.batchNumber}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            pending={owner.isPending}
            disabledReason={ownerId === '' ? 'Choose somebody first.' : undefined}
          >
            Assign
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Combobox
          label="Owner"
          placeholder="Type a name"
          value={ownerId}
          options={people}
          loading={staff.isPending}
          onChange={setOwnerId}
        />
        {(owner.error ?? staff.error) && (
          <Notice tone="negative">{(owner.error ?? staff.error)?.message}</Notice>
        )}
      </form>
    </Dialog>
  )
}
