import { Megaphone } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { CAMPAIGN_STATUSES, campaignApi, campaignExportApi } from '../../../contract/campaigns.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
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
import { usePaging } from '../../parts/usePaging.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { useLookAgain } from '../../ui/useLookAgain.ts'
import { Progress } from './Progress.tsx'

const FILTER = z.pick(campaignApi.campaignList.input, { status: true })

export function CampaignsTab() {
  const { filter, setFilter, clearFilter, isFiltered } = useUrlFilter(FILTER)
  const paging = usePaging()
  const list = useApi(campaignApi.campaignList, { ...filter, ...paging.input })
  const isBusy =
    list.data?.rows.some(
      row => row.status === 'preparing' || (row.status === 'sending' && !row.waitsUntil),
    ) ?? false
  useLookAgain(isBusy, list.refetch)
  return (
    <Card flush>
      <div className="border-b border-line p-4">
        <Select
          className="sm:max-w-60"
          label="Status"
          labelHidden
          placeholder="Any status"
          value={filter.status ?? ''}
          options={CAMPAIGN_STATUSES.map(value => ({ value, label: CAMPAIGN_WORDS[value].title }))}
          onChange={event => setFilter({ status: event.target.value })}
        />
      </div>
      <ListTable
        list="campaigns"
        actions={
          <ExportMenu
            label="Export the campaigns"
            size="small"
            save={format => fetchFile(campaignExportApi.campaignExport, { ...filter, format })}
          />
        }
        caption="Campaigns"
        columns={COLUMNS}
        {...paging.tableOf(list)}
        rowKey={row => row.id}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<Megaphone />}
              title="No campaign fits this filter"
              action={<Button onClick={clearFilter}>Clear the filter</Button>}
            />
          ) : (
            <EmptyState icon={<Megaphone />} title="No campaigns yet">
              One approved text to one customer, a segment or a list. A dry run shows who gets it, who is left
              out and why, and what it costs, before anything is sent.
            </EmptyState>
          )
        }
      />
    </Card>
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
  { id: 'progress', title: 'Messages', cell: row => <Progress counts={row.counts} /> },
  {
    id: 'cost',
    title: 'Price',
    align: 'right',
    cell: row => <MessagePriceCell row={row} />,
  },
]
