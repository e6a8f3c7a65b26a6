import { MessageSquareText } from 'lucide-react'
import { z } from 'zod/mini'
import {
  messagingExportApi,
  TEMPLATE_PURPOSES,
  TEMPLATE_STATUSES,
  templateApi,
} from '../../../contract/messaging.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { TemplateBadges } from '../../parts/messaging/MessagingBadges.tsx'
import {
  eventTitle,
  PURPOSE_WORDS,
  pagesText,
  type Template,
  templatePath,
} from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

const FILTER = z.pick(templateApi.templateList.input, { search: true, status: true, purpose: true })
const STATUS_TITLES = { draft: 'Draft', approved: 'Approved', retired: 'Inactive' }

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
          placeholder="Template name"
          filters={[
            choiceFilter(query, {
              name: 'status',
              label: 'Status',
              any: 'Any status',
              options: TEMPLATE_STATUSES.map(value => ({ value, label: STATUS_TITLES[value] })),
            }),
            choiceFilter(query, {
              name: 'purpose',
              label: 'Purpose',
              any: 'Any purpose',
              options: (['code', ...TEMPLATE_PURPOSES] as const).map(value => ({
                value,
                label: PURPOSE_WORDS[value].title,
              })),
            }),
          ]}
        />
      }
      exports={exportOf('Export templates', messagingExportApi.templateExport, query.filter)}
      empty={{
        icon: <MessageSquareText />,
        title: 'No templates yet',
        text: 'Create a template and submit it for approval. Event templates are sent automatically, campaign templates when you send a campaign.',
        action: (
          <LinkButton to={paths.messageTemplateNew} look="primary">
            New template
          </LinkButton>
        ),
      }}
      noMatch={{ title: 'No matching templates' }}
    />
  )
}

const usedBy = ({ event }: Template): string => (event === null ? 'Campaigns' : eventTitle(event))

const COLUMNS: readonly Column<Template>[] = [
  {
    id: 'name',
    title: 'Template',
    lead: true,
    cell: row => (
      <RowLink to={templatePath(row.id)} beside={(row.inForce ?? row.draft)?.body ?? 'No version in use'}>
        {row.name}
      </RowLink>
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
  { id: 'state', title: 'Status', phone: 'status', cell: row => <TemplateBadges template={row} /> },
  {
    id: 'pages',
    title: 'Pages',
    align: 'right',
    cell: row => {
      const version = row.inForce ?? row.draft
      if (!version) return <EmptyValue />
      return (
        <>
          <span className="max-md:hidden">{version.segments}</span>
          <span className="md:hidden">{pagesText(version.segments)}</span>
        </>
      )
    },
  },
  {
    id: 'used',
    phone: 'date',
    title: 'Last used',
    cell: row => (row.lastUsedAt ? <RelativeTime at={row.lastUsedAt} /> : <EmptyValue>Never</EmptyValue>),
  },
]
