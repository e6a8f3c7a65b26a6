import { Megaphone } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { CAMPAIGN_STATUSES, campaignApi, campaignExportApi } from '../../../contract/campaigns.ts'
import { countText } from '../../../engine/countText.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { FilterChoice } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { MessagePriceCell } from '../../parts/messaging/MessageCells.tsx'
import { CampaignBadge } from '../../parts/messaging/MessagingBadges.tsx'
import {
  CAMPAIGN_WORDS,
  type Campaign,
  campaignPath,
  PURPOSE_WORDS,
  peopleText,
} from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { DeliveryProgress } from './DeliveryProgress.tsx'

const FILTER = z.pick(campaignApi.campaignList.input, { status: true })

export function CampaignsTab() {
  const query = useUrlFilter(FILTER)
  const list = useList(campaignApi.campaignList, query.filter)
  const isBusy =
    list.rows?.some(row => row.status === 'preparing' || (row.status === 'sending' && !row.waitsUntil)) ??
    false
  usePolling(isBusy, list.refetch)
  return (
    <ListPage
      name="campaigns"
      list={list}
      caption="Campaigns"
      columns={COLUMNS}
      query={query}
      filters={
        <div className="border-b border-line p-4">
          <FilterChoice
            className="sm:max-w-60"
            query={query}
            name="status"
            label="Status"
            labelHidden
            any="Any status"
            options={CAMPAIGN_STATUSES.map(value => ({ value, label: CAMPAIGN_WORDS[value].title }))}
          />
        </div>
      }
      exports={exportOf('Export the campaigns', campaignExportApi.campaignExport, query.filter)}
      empty={{
        icon: <Megaphone />,
        title: 'No campaigns yet',
        text: 'One approved text to one customer, a segment or a list. A dry run shows who gets it, who is left out and why, and what it costs, before anything is sent.',
      }}
      noMatch={{ title: 'No campaign fits this filter' }}
    />
  )
}

const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'name',
    title: 'Campaign',
    lead: true,
    cell: row => (
      <div className="min-w-0">
        <Link to={campaignPath(row.id)} className="rounded font-medium hover:text-brand-ink hover:underline">
          {row.name}
        </Link>
        <p className="text-[0.8125rem] font-normal text-muted">
          {row.audienceName} · {row.madeBy} · <RelativeTime at={row.madeAt} />
        </p>
      </div>
    ),
  },
  {
    id: 'template',
    title: 'Template',
    cell: row => (
      <div className="min-w-0 max-md:text-right xl:whitespace-nowrap">
        <p>{row.templateName}</p>
        <p className="text-[0.8125rem] text-muted">
          {PURPOSE_WORDS[row.purpose].title}, version {row.templateVersion}
        </p>
      </div>
    ),
  },
  { id: 'status', title: 'Status', cell: row => <CampaignBadge campaign={row} /> },
  {
    id: 'people',
    title: 'People',
    align: 'right',
    cell: row => (
      <div className="max-md:text-right">
        <p>{countText(row.recipients)}</p>
        {row.excluded > 0 && (
          <p className="text-[0.8125rem] whitespace-nowrap text-muted">{peopleText(row.excluded)} left out</p>
        )}
      </div>
    ),
  },
  { id: 'progress', title: 'Messages', cell: row => <DeliveryProgress counts={row.counts} /> },
  {
    id: 'cost',
    title: 'Price',
    align: 'right',
    cell: row => <MessagePriceCell row={row} />,
  },
]
