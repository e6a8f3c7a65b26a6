import { useId, useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { userApi } from '../../../contract/users.ts'
import { useAct, useApi } from '../../api.ts'
import type { SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

/** Says who looks after a sum until it has found its place. */
export function OwnerDialog({ item, onClose }: { item: SuspenseItem; onClose: () => void }) {
  const formId = useId()
  const [ownerId, setOwnerId] = useState('')
  const staff = useApi(userApi.colleagueList, {})
  const assign = useAct(repaymentApi.suspenseAssign)
  const people = (staff.data?.rows ?? [])
    .filter(({ id }) => id !== item.ownerId)
    .map(({ id, name }) => ({ value: id, label: name }))
  const save = (): void => {
    if (ownerId === '' || assign.isPending) return
    assign.mutate(
      { id: item.id, ownerId },
      {
        onSuccess: () => {
          toast('success', 'It has a new owner.')
          onClose()
        },
      },
    )
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
            pending={assign.isPending}
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
        {(assign.error ?? staff.error) && (
          <Notice tone="negative">{(assign.error ?? staff.error)?.message}</Notice>
        )}
      </form>
    </Dialog>
  )
}
