import { userApi } from '../../../contract/staff.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { useForm } from '../../parts/useForm.ts'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import type { Person } from './staffActs.ts'

export function OfficerCodeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useForm(userApi.userOfficerCodeChange, {
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
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Officer code of ${person.firstName} ${person.lastName}`}
      description="It marks the loan requests that come through this person’s own link."
      action="Save"
    >
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
    </FormDialog>
  )
}
