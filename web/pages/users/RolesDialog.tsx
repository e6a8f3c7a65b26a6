import type { Reply } from '../../../contract/endpoint.ts'
import { needsApproval, type Role } from '../../../contract/roles.ts'
import { userApi } from '../../../contract/staff.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { useForm } from '../../parts/useForm.ts'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { RoleChoice } from './RoleChoice.tsx'
import type { Person } from './staffActs.ts'

type Props = { person: Person; isNew: boolean; onClose: () => void }

/** Roles for a new person, or other roles for one who is here. */
export function RolesDialog({ person, isNew, onClose }: Props) {
  const initial: { roles: Role[]; reason: string } = { roles: person.roles, reason: '' }
  const onDone = ({ approvalId }: Reply<typeof userApi.userRolesChange>): void => {
    if (approvalId) toast('info', 'Submitted for approval. Nothing has changed yet.')
    else toast('success', isNew ? `${person.firstName} can sign in now.` : 'The roles are changed.')
    onClose()
  }
  const approve = useForm(userApi.userApprove, {
    initial,
    toInput: ({ roles, reason }) => ({ id: person.id, roles, ...(reason.trim() ? { reason } : {}) }),
    onDone,
  })
  const change = useForm(userApi.userRolesChange, {
    initial,
    toInput: values => ({ id: person.id, ...values }),
    check: ({ roles }) => (sameRoles(roles, person.roles) ? { roles: 'These are the roles held now' } : {}),
    onDone,
  })
  const form = isNew ? approve : change
  const gains = form.values.roles.filter(role => needsApproval(role) && !person.roles.includes(role))
  return (
    <FormDialog
      form={form}
      width="medium"
      onClose={onClose}
      title={
        isNew
          ? `Approve ${person.firstName} ${person.lastName}`
          : `Roles of ${person.firstName} ${person.lastName}`
      }
      description={
        isNew ? 'They can sign in as soon as they have a role.' : 'The new roles hold from the next click on.'
      }
      action={isNew ? 'Approve' : 'Change roles'}
      className="flex flex-col gap-5"
    >
      <RoleChoice
        value={form.values.roles}
        onChange={roles => form.set('roles', roles)}
        error={form.errors.roles}
      />
      {gains.length > 0 && (
        <Notice tone="caution">
          {gains.join(' and ')} can change money, customers or settings, so this needs approval. While no one
          else can approve, it takes effect at once and links your two accounts: neither can approve the
          other’s work.
        </Notice>
      )}
      <Textarea {...form.field('reason')} label="Reason" optional={isNew} maxLength={500} />
    </FormDialog>
  )
}

const sameRoles = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.length === b.length && a.every(role => b.includes(role))
