import { userApi } from '../../../contract/staff.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { OfficerCodeDialog } from './OfficerCodeDialog.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import type { Person, UserAction } from './userActions.ts'

type Props = { act: UserAction; person: Person; onClose: () => void }

export function UserActionDialog({ act, person, onClose }: Props) {
  const shared = { person, onClose }
  switch (act) {
    case 'approve':
    case 'changeRoles':
      return <RolesDialog {...shared} isNew={act === 'approve'} />
    case 'changeOfficerCode':
      return <OfficerCodeDialog {...shared} />
    case 'makeResetLink':
      return <ResetLinkDialog {...shared} />
    case 'signOut':
      return <SignOutDialog {...shared} />
    default:
      return <StatusDialog {...shared} act={act} />
  }
}

const fullName = (person: Person): string => `${person.firstName} ${person.lastName}`

const STATUS_ACTS = {
  decline: {
    endpoint: userApi.userDecline,
    title: 'Decline',
    means: 'They cannot sign in. You can still approve the account later.',
    done: 'was declined.',
    danger: true,
  },
  suspend: {
    endpoint: userApi.userSuspend,
    title: 'Suspend',
    means: 'Every session ends at once, and they cannot sign in until somebody reactivates the account.',
    done: 'is suspended.',
    danger: true,
  },
  reactivate: {
    endpoint: userApi.userReactivate,
    title: 'Reactivate',
    means:
      'They can sign in again, with the roles they had. With any role but Auditor this needs approval. After 30 days of suspension, superAdmin and Authorizer have to be granted again.',
    done: 'can sign in again.',
    danger: false,
  },
  confirmIdentity: {
    endpoint: userApi.userIdentityConfirm,
    title: 'Confirm identity',
    means:
      'I have met this colleague in person. They use this account themselves, and only they know its password. The account’s links end.',
    done: 'is linked to no other account now.',
    danger: false,
  },
} as const

type StatusProps = { act: keyof typeof STATUS_ACTS; person: Person; onClose: () => void }

/** The acts that ask for nothing but a reason. */
function StatusDialog({ act, person, onClose }: StatusProps) {
  const { endpoint, title, means, done, danger } = STATUS_ACTS[act]
  return (
    <ActDialog
      endpoint={endpoint}
      input={({ reason }) => ({ id: person.id, reason })}
      done={reply =>
        'approvalId' in reply && reply.approvalId
          ? 'Submitted for approval. Nothing has changed yet.'
          : `${fullName(person)} ${done}`
      }
      onClose={onClose}
      title={
        act === 'confirmIdentity'
          ? `Confirm the identity of ${fullName(person)}?`
          : `${title} ${fullName(person)}?`
      }
      description={means}
      action={title}
      danger={danger}
      reason
    />
  )
}

function SignOutDialog({ person, onClose }: Omit<Props, 'act'>) {
  return (
    <ActDialog
      endpoint={userApi.userSignOut}
      input={() => ({ id: person.id })}
      done={`${fullName(person)} is signed out everywhere.`}
      onClose={onClose}
      title={`Sign ${fullName(person)} out everywhere?`}
      description="What they were typing and did not save is lost. They can sign in again at once."
      action="Sign out everywhere"
      danger
    />
  )
}
