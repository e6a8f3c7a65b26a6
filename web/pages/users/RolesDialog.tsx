import { needsApproval, type Role } from '../../../contract/roles.ts'
import { userApi } from '../../../contract/staff.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import type { Person } from './userActions.ts'

type Props = { person: Person; isNew: boolean; onClose: () => void }

/** Roles of a pending or existing user. */
export function RolesDialog({ person, isNew, onClose }: Props) {
  const name = `${person.firstName} ${person.lastName}`
  return (
    <ActDialog
      endpoint={isNew ? userApi.userApprove : userApi.userRolesChange}
      initial={{ roles: person.roles }}
      input={({ roles, reason }) => ({ id: person.id, roles, ...(reason || !isNew ? { reason } : {}) })}
      check={({ roles }) =>
        !isNew && sameRoles(roles, person.roles) ? { roles: 'Choose different roles' } : {}
      }
      done={({ approvalId }) => {
        if (approvalId) return ['info', 'Submitted for approval. Nothing has changed yet.']
        return isNew ? `${person.firstName} approved.` : 'Roles changed.'
      }}
      width="medium"
      onClose={onClose}
      title={isNew ? `Approve ${name}` : `Roles of ${name}`}
      description={
        isNew ? 'The user can sign in once approved.' : 'The new roles apply from the user’s next action.'
      }
      action={isNew ? 'Approve' : 'Change roles'}
      reason={{ optional: isNew }}
    >
      {({ values: { roles }, set, errors }) => (
        <>
          <RoleChoice value={roles} onChange={chosen => set('roles', chosen)} error={errors.roles} />
          <GainedRoles roles={roles.filter(role => needsApproval(role) && !person.roles.includes(role))} />
        </>
      )}
    </ActDialog>
  )
}

function GainedRoles({ roles }: { roles: readonly Role[] }) {
  if (roles.length === 0) return null
  return (
    <Notice tone="caution">
      {roles.join(' and ')} can change money, customers or settings, so this needs approval. While no one else
      can approve, it takes effect at once and links your two accounts: neither can approve the other’s work.
    </Notice>
  )
}

const sameRoles = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.length === b.length && a.every(role => b.includes(role))
