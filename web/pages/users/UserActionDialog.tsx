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
    means: 'The user cannot sign in. You can approve the account later.',
    done: 'declined.',
    danger: true,
  },
  suspend: {
    endpoint: userApi.userSuspend,
    title: 'Suspend',
    means: 'All sessions end immediately. The user cannot sign in until the account is reactivated.',
    done: 'suspended.',
    danger: true,
  },
  reactivate: {
    endpoint: userApi.userReactivate,
    title: 'Reactivate',
    means:
      'The user can sign in again with the same roles. Needs approval for every role except Auditor. After 30 days of suspension, grant superAdmin and Authorizer again.',
    done: 'reactivated.',
    danger: false,
  },
  confirmIdentity: {
    endpoint: userApi.userIdentityConfirm,
    title: 'Confirm identity',
    means:
      'I have met this user in person. Only they use this account and know its password. The links of the account end.',
    done: 'is no longer linked to another account.',
    danger: false,
  },
} as const

type StatusProps = { act: keyof typeof STATUS_ACTS; person: Person; onClose: () => void }

/** Actions that need only a reason. */
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
      done={`${fullName(person)} signed out everywhere.`}
      onClose={onClose}
      title={`Sign ${fullName(person)} out everywhere?`}
      description="Unsaved changes of the user are lost. They can sign in again immediately."
      action="Sign out everywhere"
      danger
    />
  )
}
