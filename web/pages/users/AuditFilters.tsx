import { useEffect, useState } from 'react'
import { type auditFilter, userApi } from '../../../contract/staff.ts'
import { actText, recordText } from '../../../contract/trail.ts'
import { useApi } from '../../api.ts'
import type { AuditEntry } from '../../parts/changed.ts'
import { useMay } from '../../parts/currentUser.ts'
import { DayFilter, FilterChoice, ListFilters } from '../../parts/ListFilters.tsx'
import type { usePrivateSearch } from '../../parts/privateSearch.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { type Option, Select } from '../../ui/Select.tsx'

type Query = ReturnType<typeof usePrivateSearch<typeof auditFilter>>
type Props = {
  query: Query
  /** The rows on screen: whoever may not list staff still gets names from them. */
  rows: readonly AuditEntry[]
}

const RECORDS: readonly string[] = [
  'audit',
  'backupTest',
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
  'ledgerSeal',
  'loan',
  'message',
  'monthEnd',
  'officerLink',
  'optOut',
  'payoutBatch',
  'payroll',
  'period',
  'product',
  'remittance',
  'repayment',
  'request',
  'segment',
  'setting',
  'smsGateway',
  'suspense',
  'template',
  'user',
]

/** What the address asks for stays choosable, even when this page has never heard of it. */
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
  return (
    <ListFilters
      query={query}
      label="Search the trail"
      placeholder="Person, action, record or reason"
      openOnDesk
      className="grid-cols-2 md:grid-cols-3 xl:grid-cols-6"
    >
      <PersonFilter chosen={filter.actorId} rows={rows} onChange={actorId => setFilter({ actorId })} />
      <ActFilter chosen={filter.action} onChange={action => setFilter({ action })} />
      <Select
        label="Record"
        placeholder="Any record"
        value={filter.subjectType ?? ''}
        options={options(RECORDS, filter.subjectType, recordText)}
        onChange={event => setFilter({ subjectType: event.target.value, subjectId: undefined })}
      />
      <FilterChoice query={query} name="outcome" label="Outcome" any="Any outcome" options={OUTCOMES} />
      <DayFilter label="From" value={filter.from} onChange={from => setFilter({ from })} />
      <DayFilter label="To" value={filter.to} onChange={to => setFilter({ to })} />
      {filter.subjectId && (
        <div className="col-span-full">
          <OnlyRecord filter={filter} rows={rows} onAll={() => setFilter({ subjectId: undefined })} />
        </div>
      )}
    </ListFilters>
  )
}

type ActProps = { chosen: string | undefined; onChange: (action: string) => void }

/** All acts are named by the whole contract, too heavy to wait for: they come a moment after the page. */
function ActFilter({ chosen, onChange }: ActProps) {
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
  { value: 'refused', label: 'Refused' },
]

type OnlyProps = Pick<Query, 'filter'> & Pick<Props, 'rows'> & { onAll: () => void }

function OnlyRecord({ filter, rows, onAll }: OnlyProps) {
  const named = rows.find(entry => entry.subjectId === filter.subjectId)?.subjectLabel
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      <span>
        Only {recordText(filter.subjectType ?? 'record').toLowerCase()}{' '}
        {named ?? <code className="font-mono text-xs break-all">{filter.subjectId}</code>}
      </span>
      <Button size="small" look="quiet" onClick={onAll}>
        Every record
      </Button>
    </p>
  )
}

type PersonProps = { chosen: string | undefined; rows: readonly AuditEntry[]; onChange: (id: string) => void }

/** A lender's staff fits one page of 200; past that, an entry's "Only this person" reaches everybody. */
const STAFF_LISTED = 200

function PersonFilter({ chosen, rows, onChange }: PersonProps) {
  const mayList = useMay('users.manage')
  const staff = useApi(userApi.userList, { limit: STAFF_LISTED }, { enabled: mayList, staleMs: 60_000 })
  const names = new Map<string, string>()
  for (const entry of rows) if (entry.actorId) names.set(entry.actorId, entry.actorName)
  for (const person of staff.data?.rows ?? []) names.set(person.id, `${person.firstName} ${person.lastName}`)
  if (chosen && !names.has(chosen)) names.set(chosen, 'Somebody else')
  const people = [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <Combobox
      label="Person"
      placeholder="Anybody"
      value={chosen ?? ''}
      options={[{ value: '', label: 'Anybody' }, ...people]}
      onChange={onChange}
    />
  )
}
