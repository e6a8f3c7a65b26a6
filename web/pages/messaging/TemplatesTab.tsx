import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import {
  messagingExportApi,
  TEMPLATE_PURPOSES,
  TEMPLATE_STATUSES,
  templateApi,
} from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { TemplateBadges } from '../../parts/messaging/MessagingBadges.tsx'
import {
  eventTitle,
  PURPOSE_WORDS,
  type Template,
  templatePath,
} from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { paths } from '../../paths.ts'
import { Absent } from '../../ui/Absent.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'

const FILTER = z.pick(templateApi.templateList.input, { search: true, status: true, purpose: true })
const STATUS_TITLES = { draft: 'Never approved', approved: 'In force', retired: 'Retired' }

export function TemplatesTab() {
  const { filter, setFilter, clearFilter, isFiltered } = useUrlFilter(FILTER)
  const paging = usePaging()
  const list = useApi(templateApi.templateList, { ...filter, ...paging.input })
  return (
    <Card flush>
      <FilterBar
        label="Search templates"
        placeholder="Name of the template"
        search={filter.search}
        onSearch={search => setFilter({ search }, true)}
        count={[filter.status, filter.purpose].filter(Boolean).length}
        onClear={clearFilter}
        className="grid-cols-2 md:max-w-md"
      >
        <Select
          label="State"
          placeholder="Any state"
          value={filter.status ?? ''}
          options={TEMPLATE_STATUSES.map(value => ({ value, label: STATUS_TITLES[value] }))}
          onChange={event => setFilter({ status: event.target.value })}
        />
        <Select
          label="Purpose"
          placeholder="Any purpose"
          value={filter.purpose ?? ''}
          options={['code' as const, ...TEMPLATE_PURPOSES].map(value => ({
            value,
            label: PURPOSE_WORDS[value].title,
          }))}
          onChange={event => setFilter({ purpose: event.target.value })}
        />
      </FilterBar>
      <ListTable
        list="templates"
        actions={
          <ExportMenu
            label="Export the templates"
            size="small"
            save={format => fetchFile(messagingExportApi.templateExport, { ...filter, format })}
          />
        }
        caption="Message templates"
        columns={COLUMNS}
        {...paging.tableOf(list)}
        rowKey={row => row.id}
        empty={<NoTemplates isFiltered={isFiltered} onClear={clearFilter} />}
      />
    </Card>
  )
}

function NoTemplates({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<MessageSquareText />}
        title="No template fits this filter"
        action={<Button onClick={onClear}>Clear the filter</Button>}
      />
    )
  return (
    <EmptyState
      icon={<MessageSquareText />}
      title="No templates yet"
      action={
        <LinkButton to={paths.messageTemplateNew} look="primary">
          Write the first one
        </LinkButton>
      }
    >
      A template is written by one person and approved by another. Events such as a receipt use theirs by
      themselves; campaigns choose one.
    </EmptyState>
  )
}

/** Most templates are named after their event; that need not be read twice. */
function usedBy({ event, name }: Template): string {
  if (event === null) return 'Campaigns'
  return eventTitle(event) === name ? 'The event itself' : eventTitle(event)
}

const COLUMNS: readonly Column<Template>[] = [
  {
    id: 'name',
    title: 'Template',
    lead: true,
    cell: row => (
      <div className="min-w-0 md:max-w-md">
        <Link to={templatePath(row.id)} className="rounded font-medium hover:text-brand-ink hover:underline">
          {row.name}
        </Link>
        <p className="line-clamp-1 text-[0.8125rem] font-normal text-muted">
          {(row.inForce ?? row.draft)?.body ?? 'No version is left in use.'}
        </p>
      </div>
    ),
  },
  {
    id: 'purpose',
    title: 'Purpose',
    cell: row => PURPOSE_WORDS[row.purpose].title,
  },
  {
    id: 'usedBy',
    title: 'Used by',
    cell: row => <span className="max-md:text-right">{usedBy(row)}</span>,
  },
  { id: 'state', title: 'State', cell: row => <TemplateBadges template={row} /> },
  {
    id: 'parts',
    title: 'Parts',
    align: 'right',
    cell: row => (row.inForce ?? row.draft)?.segments ?? <Absent />,
  },
  {
    id: 'used',
    title: 'Last used',
    cell: row => (row.lastUsedAt ? <RelativeTime at={row.lastUsedAt} /> : <Absent>Never</Absent>),
  },
]
