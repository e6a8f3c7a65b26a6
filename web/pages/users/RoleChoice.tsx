import { ROLES, type Role } from '../../../contract/roles.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

/** Description of each role. */
const PURPOSES: Record<Role, string> = {
  superAdmin: 'Users, settings and transactions. Can approve.',
  Admin: 'Customers, payroll, transactions and settings.',
  Reviewer: 'Decides requests in Pending Reviewer.',
  Authorizer: 'Decides requests in Pending Authorizer. Can approve.',
  Auditor: 'Views everything including the audit trail. Changes nothing.',
  Editor: 'Changes customers, edits and resubmits rejected requests.',
}

type Props = {
  value: readonly Role[]
  onChange: (roles: Role[]) => void
  error?: string | undefined
}

export function RoleChoice({ value, onChange, error }: Props) {
  const toggle = (role: Role, held: boolean): void =>
    onChange(ROLES.filter(one => (one === role ? held : value.includes(one))))
  return (
    <fieldset aria-describedby={error ? 'roles-error' : undefined}>
      <legend className="mb-2 text-[0.8125rem] font-medium">Roles</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {ROLES.map(role => (
          <Checkbox
            key={role}
            name="roles"
            label={role}
            hint={PURPOSES[role]}
            checked={value.includes(role)}
            onChange={event => toggle(role, event.target.checked)}
          />
        ))}
      </div>
      {error && (
        <p id="roles-error" role="alert" className="mt-2 text-xs font-medium text-negative">
          {error}
        </p>
      )}
    </fieldset>
  )
}
