import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import {
  messagingExportApi,
  TEMPLATE_PURPOSES,
  TEMPLATE_STATUSES,
  templateApi,
} from '../../../contract/messaging.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { FilterChoice, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { TemplateBadges } from '../../parts/messaging/MessagingBadges.tsx'
import {
  eventTitle,
  PURPOSE_WORDS,
  type Template,
  templatePath,
} from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'

const FILTER = z.pick(templateApi.templateList.input, { search: true, status: true, purpose: true })
const STATUS_TITLES = { draft: 'Never approved', approved: 'In force', retired: 'Retired' }

export function TemplatesTab() {
  const query = useUrlFilter(FILTER)
  return (
    <ListPage
      name="templates"
      list={useList(templateApi.templateList, query.filter)}
      caption="Message templates"
      columns={COLUMNS}
      query={query}
      filters={
        <ListFilters
          query={query}
          label="Search templates"
          placeholder="Name of the template"
          className="grid-cols-2 md:max-w-md"
        >
          <FilterChoice
            query={query}
            name="status"
            label="State"
            any="Any state"
            options={TEMPLATE_STATUSES.map(value => ({ value, label: STATUS_TITLES[value] }))}
          />
          <FilterChoice
            query={query}
            name="purpose"
            label="Purpose"
            any="Any purpose"
            options={(['code', ...TEMPLATE_PURPOSES] as const).map(value => ({
              value,
              label: PURPOSE_WORDS[value].title,
            }))}
          />
        </ListFilters>
      }
      exports={exportOf('Export the templates', messagingExportApi.templateExport, query.filter)}
      empty={{
        icon: <MessageSquareText />,
        title: 'No templates yet',
        text: 'A template is written by one person and approved by another. Events such as a receipt use theirs by themselves; campaigns choose one.',
        action: (
          <LinkButton to={paths.messageTemplateNew} look="primary">
            Write the first one
          </LinkButton>
        ),
      }}
      noMatch={{ title: 'No template fits this filter' }}
    />
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
    cell: row => (row.inForce ?? row.draft)?.segments ?? <EmptyValue />,
  },
  {
    id: 'used',
    title: 'Last used',
    cell: row => (row.lastUsedAt ? <RelativeTime at={row.lastUsedAt} /> : <EmptyValue>Never</EmptyValue>),
  },
]
