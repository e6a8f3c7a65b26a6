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
      done="The officer code is saved."
      onClose={onClose}
      title={`Officer code of ${person.firstName} ${person.lastName}`}
      description="It marks the loan requests that come through this person’s own link."
      action="Save"
    >
      {({ field }) => (
        <Input
          {...field('accountOfficerCode')}
          label="Officer code"
          hint="Letters, digits and hyphens, such as LAG-07. Leave it empty to take the code away."
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
