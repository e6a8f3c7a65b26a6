import { Download, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import { id } from '../../../contract/endpoint.ts'
import { ROLES } from '../../../contract/roles.ts'
import { type user, userApi } from '../../../contract/staff.ts'
import { type Sent, useApi } from '../../api.ts'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Absent } from '../../ui/Absent.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { STATUS_OPTIONS, StatusBadge } from './StatusBadge.tsx'

const StaffDialog = lazily(() => import('./StaffDialog.tsx').then(dialog => dialog.StaffDialog))

type Person = z.output<typeof user>

const FILTER = z.pick(userApi.userList.input, { search: true, status: true, role: true, sort: true })

export function StaffTab() {
  const { filter, setFilter, setSearch, clearFilter, isFiltered } = usePrivateSearch(FILTER)
  const paging = usePaging()
  const staff = useApi(userApi.userList, { ...filter, ...paging.input })
  const [person, show] = useUrlParam('person')
  const open = id.safeParse(person).data
  return (
    <>
      <Card flush>
        <div className="grid grid-cols-2 gap-3 border-b border-line p-4 sm:grid-cols-[1fr_11rem_11rem_auto]">
          <SearchInput
            className="max-sm:col-span-2"
            label="Search staff"
            placeholder="Name, e-mail, phone or officer code"
            value={filter.search ?? ''}
            onSearch={setSearch}
          />
          <Select
            label="Status"
            labelHidden
            placeholder="Any status"
            value={filter.status ?? ''}
            options={STATUS_OPTIONS}
            onChange={event => setFilter({ status: event.target.value })}
          />
          <Select
            label="Role"
            labelHidden
            placeholder="Any role"
            value={filter.role ?? ''}
            options={ROLES.map(role => ({ value: role, label: role }))}
            onChange={event => setFilter({ role: event.target.value })}
          />
          <ExportMenu filter={filter} />
        </div>
        <ListTable
          list="staff"
          caption="Staff"
          columns={columns(show)}
          rows={staff.data?.rows}
          rowKey={person => person.id}
          empty={<NoStaff isFiltered={isFiltered} onClear={clearFilter} />}
          error={staff.error}
          onRetry={() => (staff.error?.code === 'cursor.invalid' ? setFilter({}) : void staff.refetch())}
          sort={filter.sort}
          onSort={sort => setFilter({ sort: sort === 'name' ? undefined : sort })}
          refreshing={staff.isPlaceholderData}
          {...paged(paging.pagingOf(staff.data))}
        />
      </Card>
      {open && <StaffDialog key={open} id={open} onClose={() => show(undefined)} />}
    </>
  )
}

type Format = Sent<typeof userApi.userExport>['format']

/** The same people as on the screen, also those on the pages to come. */
function ExportMenu({ filter }: { filter: Omit<Sent<typeof userApi.userExport>, 'format'> }) {
  const [pending, setPending] = useState(false)
  const save = async (format: Format): Promise<void> => {
    setPending(true)
    await fetchFile(userApi.userExport, { ...filter, format })
    setPending(false)
  }
  return (
    <Menu
      label="Export staff"
      trigger={
        <Button icon={<Download aria-hidden size={16} />} pending={pending}>
          Export
        </Button>
      }
      items={[
        { id: 'csv', title: 'CSV', onSelect: () => void save('csv') },
        { id: 'xlsx', title: 'Excel (XLSX)', onSelect: () => void save('xlsx') },
      ]}
    />
  )
}

/** An optional property must be absent rather than undefined for the table's default to hold. */
const paged = <P,>(paging: P | undefined): { paging?: P } => (paging ? { paging } : {})

function NoStaff({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState icon={<UsersRound />} title="Nobody yet">
        People appear here as soon as they sign up.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<UsersRound />}
      title="Nobody fits this filter"
      action={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Try another spelling, or look under every status and role.
    </EmptyState>
  )
}

const columns = (show: (id: string) => void): Column<Person>[] => [
  {
    id: 'name',
    title: 'Name',
    sort: 'name',
    lead: true,
    cell: person => (
      <button
        type="button"
        onClick={() => show(person.id)}
        className="group flex max-w-full flex-col rounded text-left"
      >
        <span className="font-medium group-hover:text-brand-ink group-hover:underline">
          {person.firstName} {person.lastName}
        </span>
        <span className="max-w-full text-[0.8125rem] font-normal break-all text-muted">{person.email}</span>
      </button>
    ),
  },
  { id: 'status', title: 'Status', cell: person => <StatusBadge person={person} /> },
  { id: 'roles', title: 'Roles', cell: person => <RoleBadges roles={person.roles} /> },
  {
    id: 'code',
    title: 'Officer code',
    cell: person => person.accountOfficerCode ?? <Absent />,
  },
  {
    id: 'signedUpAt',
    title: 'Signed up',
    sort: 'signedUpAt',
    cell: person => <RelativeTime at={person.signedUpAt} />,
  },
  {
    id: 'lastSignInAt',
    title: 'Last sign-in',
    sort: 'lastSignInAt',
    cell: person =>
      person.lastSignInAt ? <RelativeTime at={person.lastSignInAt} /> : <Absent>Never</Absent>,
  },
]

function RoleBadges({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <Absent />
  return (
    <span className="flex flex-wrap gap-1 max-md:justify-end">
      {roles.map(role => (
        <Badge key={role}>{role}</Badge>
      ))}
    </span>
  )
}
