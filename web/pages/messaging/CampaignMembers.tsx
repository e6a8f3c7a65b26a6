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
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Choices } from './Choices.tsx'

type Member = Reply<typeof campaignApi.campaignMembers>['rows'][number]

const FILTER = z.pick(campaignApi.campaignMembers.input, { view: true, excluded: true, status: true })
/** A view of one campaign's people fits those of any other. */
const SCOPE = ['campaign']
const VIEWS = [
  { value: 'all', title: 'All' },
  { value: 'recipients', title: 'Recipients' },
  { value: 'excluded', title: 'Left out' },
] as const

/** Person by person: the text and its fate, or why there is none. */
export function CampaignMembers({ campaign: { id, counts } }: { campaign: Campaign }) {
  const query = useUrlFilter(FILTER)
  const { filter, setFilter } = query
  const asked = { id, ...filter }
  return (
    <ListPage
      title="Person by person"
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
              // nothing was written to who was left out
              setFilter({ status: event.target.value, view: undefined, excluded: undefined })
            }
          />
          <Choices
            label="Whom to show"
            choices={VIEWS}
            current={filter.view ?? 'all'}
            onChoose={view =>
              setFilter({
                view: view === 'all' ? undefined : view,
                excluded: undefined,
                // nothing was written to who was left out
                ...(view === 'excluded' ? { status: undefined } : {}),
              })
            }
          />
        </div>
      }
      name="campaign-members"
      whose={SCOPE}
      list={useList(campaignApi.campaignMembers, asked, { again: JSON.stringify(counts) })}
      caption="Recipients and those left out"
      columns={COLUMNS}
      rowKey={row => String(row.position)}
      query={query}
      exports={exportOf('Export the people of the campaign', campaignExportApi.campaignMemberExport, asked)}
      skeletonRows={4}
      empty={{
        compact: true,
        icon: <UsersRound />,
        title: 'Nobody here',
        text: 'Whom the segment or the list names stands here, with the text and its fate, or why there is none.',
      }}
      noMatch={{ title: 'Nobody fits this choice', clear: 'Show everybody' }}
    />
  )
}

function Fate({ member }: { member: Member }) {
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
        aria-label={`Message to ${member.customerName ?? member.given}: ${member.status}, open`}
      >
        <MessageBadge status={member.status} />
      </Link>
    </CellText>
  )
}

const COLUMNS: readonly Column<Member>[] = [
  {
    id: 'who',
    title: 'Who',
    lead: true,
    cell: row =>
      row.customerId ? (
        <RowLink
          to={paths.customer(row.customerId)}
          beside={row.phone ?? 'no phone'}
          className="tabular-nums"
        >
          {row.customerName ?? row.given}
        </RowLink>
      ) : (
        <CellText
          beside={`no. ${row.position} of the list, ${row.phone ?? 'no phone'}`}
          className="tabular-nums"
        >
          <span className="font-medium">{row.given}</span>
        </CellText>
      ),
  },
  {
    id: 'text',
    title: 'Text',
    cell: row =>
      row.text ? (
        // aligned to the right, a text that is cut loses its "…"
        <span className="block truncate text-muted max-md:text-left max-md:whitespace-normal">
          {row.text}
        </span>
      ) : (
        <EmptyValue />
      ),
  },
  {
    id: 'parts',
    title: 'Parts',
    align: 'right',
    cell: row => (row.text ? row.segments : <EmptyValue />),
  },
  { id: 'fate', title: 'Fate', cell: row => <Fate member={row} /> },
]
