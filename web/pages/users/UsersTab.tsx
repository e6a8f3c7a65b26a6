import { UsersRound } from 'lucide-react'
import { z } from 'zod/mini'
import { id } from '../../../contract/endpoint.ts'
import { ROLES } from '../../../contract/roles.ts'
import { type user, userApi } from '../../../contract/staff.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useList } from '../../parts/useList.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { PendingUsers } from './PendingUsers.tsx'
import { STATUS_OPTIONS, StatusBadge } from './StatusBadge.tsx'

const UserDialog = lazyPart(() => import('./UserDialog.tsx').then(dialog => dialog.UserDialog))

type Person = z.output<typeof user>

const FILTER = z.pick(userApi.userList.input, { search: true, status: true, role: true, sort: true })

export function UsersTab() {
  const query = usePrivateSearch(FILTER)
  const [person, show] = useUrlParam('person')
  const open = id.safeParse(person).data
  return (
    <>
      <PendingUsers onOpen={show} />
      <ListPage
        name="staff"
        list={useList(userApi.userList, query.filter)}
        caption="Users"
        columns={columns(show)}
        query={query}
        usualSort="name"
        filters={
          <ListFilters
            query={query}
            label="Search users"
            placeholder="Name, email, phone or officer code"
            filters={[
              choiceFilter(query, {
                name: 'status',
                label: 'Status',
                any: 'Any status',
                options: STATUS_OPTIONS,
              }),
              choiceFilter(query, {
                name: 'role',
                label: 'Role',
                any: 'Any role',
                options: ROLES.map(role => ({ value: role, label: role })),
              }),
            ]}
          />
        }
        exports={exportOf('Export users', userApi.userExport, query.filter)}
        empty={{
          icon: <UsersRound />,
          title: 'No users yet',
          text: 'Users appear here when they sign up.',
        }}
        noMatch={{
          title: 'No matching users',
          text: 'Try another spelling, or clear the status and role filters.',
        }}
      >
        {open && <UserDialog key={open} id={open} onClose={() => show(undefined)} />}
      </ListPage>
    </>
  )
}

const columns = (show: (id: string) => void): Column<Person>[] => [
  {
    id: 'name',
    title: 'Name',
    sort: 'name',
    lead: true,
    cell: person => (
      <RowLink onOpen={() => show(person.id)} beside={person.email}>
        {person.firstName} {person.lastName}
      </RowLink>
    ),
  },
  { id: 'status', title: 'Status', cell: person => <StatusBadge person={person} /> },
  { id: 'roles', title: 'Roles', cell: person => <RoleBadges roles={person.roles} /> },
  {
    id: 'code',
    title: 'Account officer code',
    cell: person => person.accountOfficerCode ?? <EmptyValue />,
  },
  {
    id: 'signedUpAt',
    title: 'Signed up',
    sort: 'signedUpAt',
    cell: person => <RelativeTime at={person.signedUpAt} />,
  },
  {
    id: 'lastSignInAt',
    phone: 'date',
    title: 'Last sign-in',
    sort: 'lastSignInAt',
    cell: person =>
      person.lastSignInAt ? <RelativeTime at={person.lastSignInAt} /> : <EmptyValue>Never</EmptyValue>,
  },
]

function RoleBadges({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <EmptyValue />
  return (
    <span className="flex gap-1 max-md:flex-wrap">
      {roles.map(role => (
        <Badge key={role}>{role}</Badge>
      ))}
    </span>
  )
}
