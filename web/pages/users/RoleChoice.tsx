import { ROLES, type Role } from '../../../contract/roles.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

/** What a role is for, in the words of whoever gives it. */
const PURPOSES: Record<Role, string> = {
  superAdmin: 'People, settings and money; approves as second person',
  Admin: 'Customers, payroll, money and settings',
  Reviewer: 'Decides in the reviewer queue',
  Authorizer: 'Decides in the authorizer queue; approves as second person',
  Auditor: 'Reads everything and the whole audit trail; changes nothing',
  Editor: 'Changes customers; edits and resubmits rejected requests',
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
