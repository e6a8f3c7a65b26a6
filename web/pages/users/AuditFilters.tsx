import { useEffect, useState } from 'react'
import { type auditFilter, userApi } from '../../../contract/staff.ts'
import { actText, recordText } from '../../../contract/trail.ts'
import { useApi } from '../../api.ts'
import type { AuditEntry } from '../../parts/changed.ts'
import { useMay } from '../../parts/currentUser.ts'
import { choiceFilter, dayFilter, ListFilters } from '../../parts/ListFilters.tsx'
import type { usePrivateSearch } from '../../parts/privateSearch.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import type { Filter } from '../../ui/FilterBar.tsx'
import { type Option, Select } from '../../ui/Select.tsx'

type Query = ReturnType<typeof usePrivateSearch<typeof auditFilter>>
type Props = {
  query: Query
  /** Rows on screen; users without permission to list users get names from them. */
  rows: readonly AuditEntry[]
}

const RECORDS: readonly string[] = [
  'audit',
  'backupTest',
  'bankAccount',
  'bankLine',
  'bankStatement',
  'campaign',
  'claim',
  'customer',
  'dailyRun',
  'document',
  'draft',
  'endpoint',
  'export',
  'frequency',
  'intake',
  'journal',
  'ledgerAccount',
  'ledgerSeal',
  'loan',
  'message',
  'monthEnd',
  'office',
  'officeReceipt',
  'officerLink',
  'optOut',
  'payoutBatch',
  'payroll',
  'period',
  'product',
  'recurringJournal',
  'remittance',
  'sourceEvent',
  'repayment',
  'request',
  'segment',
  'setting',
  'smsGateway',
  'suspense',
  'template',
  'user',
]

/** Options including the value in the address. */
const options = (
  known: readonly string[],
  chosen: string | undefined,
  words: (name: string) => string,
): Option[] =>
  [...new Set([...known, ...(chosen ? [chosen] : [])])]
    .map(value => ({ value, label: words(value) }))
    .sort((a, b) => a.label.localeCompare(b.label))

export function AuditFilters({ query, rows }: Props) {
  const { filter, setFilter } = query
  const records = options(RECORDS, filter.subjectType, recordText)
  const only = rows.find(entry => entry.subjectId === filter.subjectId)?.subjectLabel ?? filter.subjectId
  return (
    <ListFilters
      query={query}
      label="Search audit trail"
      placeholder="User, action, record or reason"
      filters={[
        usePersonFilter({ chosen: filter.actorId, rows, onChange: actorId => setFilter({ actorId }) }),
        {
          id: 'action',
          label: 'Action',
          value: filter.action && actText(filter.action),
          onRemove: () => setFilter({ action: undefined }),
          field: <ActField chosen={filter.action} onChange={action => setFilter({ action })} />,
        },
        {
          id: 'subjectType',
          label: 'Record',
          value: filter.subjectType && [recordText(filter.subjectType), only].filter(Boolean).join(' '),
          onRemove: () => setFilter({ subjectType: undefined, subjectId: undefined }),
          field: (
            <Select
              label="Record"
              placeholder="Any record"
              value={filter.subjectType ?? ''}
              options={records}
              onChange={event => setFilter({ subjectType: event.target.value, subjectId: undefined })}
            />
          ),
        },
        choiceFilter(query, { name: 'outcome', label: 'Outcome', any: 'Any outcome', options: OUTCOMES }),
        dayFilter(query, 'from', 'From'),
        dayFilter(query, 'to', 'To'),
      ]}
    />
  )
}

type ActProps = { chosen: string | undefined; onChange: (action: string) => void }

/** The list of actions needs the whole contract, so it is loaded after the page. */
function ActField({ chosen, onChange }: ActProps) {
  const [acts, setActs] = useState<readonly string[]>([])
  useEffect(() => {
    import('./auditActions.ts').then(({ ACTS }) => setActs(ACTS)).catch(() => undefined)
  }, [])
  return (
    <Select
      label="Action"
      placeholder="Any action"
      value={chosen ?? ''}
      options={options(acts, chosen, actText)}
      onChange={event => onChange(event.target.value)}
    />
  )
}

const OUTCOMES: readonly Option[] = [
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Rejected' },
]

type PersonProps = { chosen: string | undefined; rows: readonly AuditEntry[]; onChange: (id: string) => void }

/** Users offered in the filter. */
const USERS_LISTED_MAX = 200

function usePersonFilter({ chosen, rows, onChange }: PersonProps): Filter {
  const mayList = useMay('users.manage')
  const staff = useApi(userApi.userList, { limit: USERS_LISTED_MAX }, { enabled: mayList, staleMs: 60_000 })
  const names = new Map<string, string>()
  for (const entry of rows) if (entry.actorId) names.set(entry.actorId, entry.actorName)
  for (const person of staff.data?.rows ?? []) names.set(person.id, `${person.firstName} ${person.lastName}`)
  if (chosen && !names.has(chosen)) names.set(chosen, 'Another user')
  const people = [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return {
    id: 'actorId',
    label: 'User',
    value: chosen && names.get(chosen),
    onRemove: () => onChange(''),
    field: (
      <Combobox
        label="User"
        placeholder="Any user"
        value={chosen ?? ''}
        options={[{ value: '', label: 'Any user' }, ...people]}
        onChange={onChange}
      />
    ),
  }
}
