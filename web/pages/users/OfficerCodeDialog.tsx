import { userApi } from '../../../contract/staff.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Input } from '../../ui/Input.tsx'
import type { Person } from './userActions.ts'

export function OfficerCodeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={userApi.userOfficerCodeChange}
      initial={{ accountOfficerCode: person.accountOfficerCode ?? '' }}
      input={({ accountOfficerCode }) => ({
        id: person.id,
        accountOfficerCode: accountOfficerCode.trim() || null,
      })}
      done="Account officer code saved."
      onClose={onClose}
      title={`Account officer code of ${person.firstName} ${person.lastName}`}
      description="Requests through this user’s link are assigned to them."
      action="Save"
    >
      {({ field }) => (
        <Input
          {...field('accountOfficerCode')}
          label="Account officer code"
          hint="Letters, digits and hyphens, for example LAG-07. Leave blank to remove the code."
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          autoFocus
        />
      )}
    </ActDialog>
  )
}
