import { useState } from 'react'
import { userApi } from '../../../contract/staff.ts'
import { useApi } from '../../api.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { phoneText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { SessionList } from '../../parts/SessionList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { UserActionDialog } from './UserActionDialog.tsx'
import { actsFor, type Person, RULES, type UserAction, whyNot } from './userActions.ts'

/** One user: details, actions, sessions and history. */
export function UserDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useApi(userApi.userGet, { id })
  const [act, setAct] = useState<UserAction>()
  const person = found.data
  const closeAct = (): void => setAct(undefined)
  return (
    <>
      <Dialog
        open
        width="wide"
        onClose={onClose}
        title={person ? `${person.firstName} ${person.lastName}` : 'User'}
        description={person?.email}
      >
        {person && <PersonView person={person} onAct={setAct} />}
        {!person && (found.error ? <LoadError of={found} /> : <Skeleton className="h-72 w-full" />)}
      </Dialog>
      {person && act && <UserActionDialog act={act} person={person} onClose={closeAct} />}
    </>
  )
}

type ViewProps = { person: Person; onAct: (act: UserAction) => void }

function PersonView({ person, onAct }: ViewProps) {
  const [tab, setTab] = useState('details')
  return (
    <div className="flex min-h-[26rem] flex-col gap-4">
      <Links person={person} />
      {person.pendingApprovalId && <PendingApprovalNotice approvalId={person.pendingApprovalId} />}
      <ActButtons person={person} onAct={onAct} />
      <div>
        <Tabs
          label="User"
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'details', title: 'Details' },
            { id: 'sessions', title: 'Sessions', badge: <Badge>{person.liveSessions}</Badge> },
            { id: 'history', title: 'History' },
          ]}
        >
          {tab === 'details' && <Details person={person} />}
          {tab === 'sessions' && <Sessions id={person.id} />}
          {tab === 'history' && <HistoryList subjectType="user" subjectId={person.id} />}
        </Tabs>
      </div>
    </div>
  )
}

const LINK_WORDS: Record<Person['links'][number]['kind'], string> = {
  admitted: 'approved as a user',
  roles: 'roles granted',
  reactivated: 'reactivated',
  password: 'password reset link',
}

/** Users whose work this user cannot approve, and why. */
function Links({ person }: { person: Person }) {
  if (person.links.length === 0) return null
  return (
    <Notice tone="caution" title={`Linked to ${person.linkedTo.join(', ')}`}>
      <p>
        Linked users cannot approve each other’s work. A superAdmin who is not linked to them can end this
        with Confirm identity.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {person.links.map(({ name, kind, at }) => (
          <li key={`${name} ${kind} ${at}`}>
            {name}: {LINK_WORDS[kind]} without approval, <RelativeTime at={at} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function ActButtons({ person, onAct }: ViewProps) {
  const viewer = useCurrentUser()
  return (
    <fieldset aria-label="Actions" className="flex flex-wrap gap-2">
      {actsFor(person).map(act => (
        <Button
          key={act}
          size="small"
          look={act === 'approve' ? 'primary' : 'secondary'}
          className={RULES[act].danger ? '!text-negative' : ''}
          disabledReason={whyNot(act, person, viewer.id)}
          onClick={() => onAct(act)}
        >
          {RULES[act].title}
        </Button>
      ))}
    </fieldset>
  )
}

function Details({ person }: { person: Person }) {
  return (
    <DefinitionList
      items={[
        { term: 'Status', value: <StatusBadge person={person} /> },
        { term: 'Roles', value: person.roles.length > 0 ? person.roles.join(', ') : 'None' },
        { term: 'Phone', value: phoneText(person.phone) },
        { term: 'Account officer code', value: person.accountOfficerCode },
        { term: '2FA', value: person.totpEnrolled ? 'Set up' : 'Not set up' },
        { term: 'Signed up', value: <RelativeTime at={person.signedUpAt} /> },
        ...(person.signedUpAgainAt
          ? [
              {
                term: 'Signed up again',
                value: (
                  <>
                    <RelativeTime at={person.signedUpAgainAt} />. Ask the user before you approve: someone
                    else may have used their email.
                  </>
                ),
              },
            ]
          : []),
        ...(person.admitted
          ? [
              {
                term: 'Approved',
                value: (
                  <>
                    By {person.admitted.by}, <RelativeTime at={person.admitted.at} />
                    {person.admitted.approvedBy
                      ? `, approved by ${person.admitted.approvedBy}`
                      : ', without approval'}
                  </>
                ),
              },
            ]
          : []),
        {
          term: 'Last sign-in',
          value: person.lastSignInAt ? <RelativeTime at={person.lastSignInAt} /> : 'Never',
        },
      ]}
    />
  )
}

function Sessions({ id }: { id: string }) {
  const sessions = useApi(userApi.userSessions, { id })
  if (sessions.error && !sessions.data)
    return <ErrorState message={sessions.error.message} requestId={sessions.error.requestId} />
  return <SessionList sessions={sessions.data?.rows} />
}
