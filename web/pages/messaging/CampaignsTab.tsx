import { Megaphone } from 'lucide-react'
import { z } from 'zod/mini'
import { CAMPAIGN_STATUSES, campaignApi, campaignExportApi } from '../../../contract/campaigns.ts'
import { countText } from '../../../engine/countText.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { MessagePriceCell } from '../../parts/messaging/MessageCells.tsx'
import { CampaignBadge } from '../../parts/messaging/MessagingBadges.tsx'
import {
  CAMPAIGN_WORDS,
  type Campaign,
  campaignPath,
  PURPOSE_WORDS,
} from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { CellText } from '../../ui/CellText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
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
        <ListFilters
          query={query}
          filters={[
            choiceFilter(query, {
              name: 'status',
              label: 'Status',
              any: 'Any status',
              options: CAMPAIGN_STATUSES.map(value => ({ value, label: CAMPAIGN_WORDS[value].title })),
            }),
          ]}
        />
      }
      exports={exportOf('Export campaigns', campaignExportApi.campaignExport, query.filter)}
      empty={{
        icon: <Megaphone />,
        title: 'No campaigns yet',
        text: 'A campaign sends one approved template to a customer, a segment or a list. You see a preview before anything is sent.',
      }}
      noMatch={{ title: 'No matching campaigns' }}
    />
  )
}

const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'name',
    title: 'Campaign',
    lead: true,
    className: 'md:min-w-40!',
    cell: row => (
      <RowLink
        to={campaignPath(row.id)}
        beside={
          <>
            {row.audienceName} · {row.madeBy} · <RelativeTime at={row.madeAt} />
          </>
        }
      >
        {row.name}
      </RowLink>
    ),
  },
  {
    id: 'template',
    title: 'Template',
    cell: row => (
      <CellText beside={`${PURPOSE_WORDS[row.purpose].title}, version ${row.templateVersion}`}>
        {row.templateName}
      </CellText>
    ),
  },
  { id: 'status', title: 'Status', cell: row => <CampaignBadge campaign={row} /> },
  {
    id: 'people',
    title: 'Recipients',
    align: 'right',
    cell: row => (
      <CellText beside={row.excluded > 0 && `${countText(row.excluded)} excluded`}>
        {countText(row.recipients)}
      </CellText>
    ),
  },
  {
    id: 'progress',
    title: 'Messages',
    className: 'md:max-w-56!',
    cell: row => <DeliveryProgress counts={row.counts} />,
  },
  {
    id: 'cost',
    title: 'Cost',
    align: 'right',
    cell: row => <MessagePriceCell row={row} />,
  },
]
