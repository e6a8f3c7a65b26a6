import { useId } from 'react'
import { userApi } from '../../../contract/users.ts'
import { useActForm } from '../../parts/useActForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import type { Person } from './StaffDialog.tsx'

export function OfficerCodeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const formId = useId()
  const form = useActForm(userApi.userOfficerCodeChange, {
    initial: { accountOfficerCode: person.accountOfficerCode ?? '' },
    toInput: ({ accountOfficerCode }) => ({
      id: person.id,
      accountOfficerCode: accountOfficerCode.trim() || null,
    }),
    onDone: () => {
      toast('success', 'The officer code is saved.')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Officer code of ${person.firstName} ${person.lastName}`}
      description="It marks the loan requests that come through this person’s own link."
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
          {...form.field('accountOfficerCode')}
          label="Officer code"
          hint="Letters, digits and hyphens, such as LAG-07. Leave it empty to take the code away."
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          autoFocus
        />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
      </form>
    </Dialog>
  )
}
