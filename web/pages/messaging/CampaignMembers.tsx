import { UsersRound } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { campaignApi, campaignExportApi } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { MESSAGE_STATUSES } from '../../../contract/messaging.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { MessageBadge } from '../../parts/messaging/MessagingBadges.tsx'
import { type Campaign, EXCLUSION_TITLES, MESSAGE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'

type Member = Reply<typeof campaignApi.campaignMembers>['rows'][number]

const FILTER = z.pick(campaignApi.campaignMembers.input, { view: true, excluded: true, status: true })
/** Saved views apply to all campaigns. */
const SCOPE = ['campaign']
const VIEWS = [
  { value: 'all', title: 'All' },
  { value: 'recipients', title: 'Recipients' },
  { value: 'excluded', title: 'Excluded' },
] as const

/** Recipients with text and delivery status, and excluded people with the reason. */
export function CampaignMembers({ campaign: { id, counts } }: { campaign: Campaign }) {
  const query = useUrlFilter(FILTER)
  const { filter, setFilter } = query
  const asked = { id, ...filter }
  return (
    <ListPage
      title="Recipients"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {filter.excluded && (
            <Button size="small" look="quiet" onClick={() => setFilter({ excluded: undefined })}>
              Only “{EXCLUSION_TITLES[filter.excluded]}”, show all
            </Button>
          )}
          <Select
            label="Status"
            labelHidden
            placeholder="Any status"
            value={filter.status ?? ''}
            options={MESSAGE_STATUSES.map(value => ({ value, label: MESSAGE_WORDS[value].title }))}
            onChange={event =>
              // excluded people have no message
              setFilter({ status: event.target.value, view: undefined, excluded: undefined })
            }
          />
          <Choices
            label="Show"
            choices={VIEWS}
            current={filter.view ?? 'all'}
            onChoose={view =>
              setFilter({
                view: view === 'all' ? undefined : view,
                excluded: undefined,
                // excluded people have no message
                ...(view === 'excluded' ? { status: undefined } : {}),
              })
            }
          />
        </div>
      }
      name="campaign-members"
      whose={SCOPE}
      list={useList(campaignApi.campaignMembers, asked, { again: JSON.stringify(counts) })}
      caption="Recipients and exclusions"
      columns={COLUMNS}
      rowKey={row => String(row.position)}
      query={query}
      exports={exportOf('Export recipients', campaignExportApi.campaignMemberExport, asked)}
      skeletonRows={4}
      empty={{
        compact: true,
        icon: <UsersRound />,
        title: 'No recipients',
        text: 'Customers of the segment or list appear here with text and delivery status, or the reason for exclusion.',
      }}
      noMatch={{ title: 'No matching recipients', clear: 'Clear filters' }}
    />
  )
}

function DeliveryStatus({ member }: { member: Member }) {
  const [params] = useSearchParams()
  if (member.excluded) return <Badge>{EXCLUSION_TITLES[member.excluded]}</Badge>
  if (!member.status || !member.messageId) return <span className="text-faint">Not sent yet</span>
  const next = new URLSearchParams(params)
  next.set('message', member.messageId)
  return (
    <CellText beside={member.statusReason && capitalised(member.statusReason)}>
      <Link
        to={{ search: `?${next}` }}
        preventScrollReset
        className="rounded hover:opacity-80"
        aria-label={`Open message to ${member.customerName ?? member.given}: ${member.status}`}
      >
        <MessageBadge status={member.status} />
      </Link>
    </CellText>
  )
}

const COLUMNS: readonly Column<Member>[] = [
  {
    id: 'who',
    title: 'Customer',
    lead: true,
    cell: row =>
      row.customerId ? (
        <RowLink
          to={paths.customer(row.customerId)}
          beside={row.phone ?? 'No phone'}
          className="tabular-nums"
        >
          {row.customerName ?? row.given}
        </RowLink>
      ) : (
        <CellText beside={`row ${row.position}, ${row.phone ?? 'No phone'}`} className="tabular-nums">
          <span className="font-medium">{row.given}</span>
        </CellText>
      ),
  },
  {
    id: 'text',
    title: 'Text',
    cell: row =>
      row.text ? (
        // left-aligned, because a clamped right-aligned text loses its ellipsis
        <span className="block truncate text-muted max-md:text-left max-md:whitespace-normal">
          {row.text}
        </span>
      ) : (
        <EmptyValue />
      ),
  },
  {
    id: 'pages',
    title: 'Pages',
    align: 'right',
    cell: row => (row.text ? row.segments : <EmptyValue />),
  },
  { id: 'status', title: 'Delivery status', cell: row => <DeliveryStatus member={row} /> },
]
