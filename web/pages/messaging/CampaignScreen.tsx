import { useSearchParams } from 'react-router'
import { campaignApi, EXCLUSIONS } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { CampaignBadge } from '../../parts/messaging/MessagingBadges.tsx'
import {
  type Campaign,
  campaignWords,
  EXCLUSION_TITLES,
  pagesText,
} from '../../parts/messaging/messagingWords.ts'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Term } from '../../ui/Term.tsx'
import { LATER_MS, usePolling } from '../../ui/usePolling.ts'
import { CampaignActs } from './CampaignActs.tsx'
import { CampaignMembers } from './CampaignMembers.tsx'
import { DeliveryProgress } from './DeliveryProgress.tsx'

type Found = Reply<typeof campaignApi.campaignGet>

/** One campaign: preview, actions and progress. */
export function CampaignScreen({ id }: { id: string }) {
  const found = useApi(campaignApi.campaignGet, { id })
  const { status, waitsUntil, counts } = found.data?.campaign ?? {}
  // approval and the end of quiet hours happen elsewhere
  const isResting = status === 'waiting' || Boolean(waitsUntil)
  const isBusy = status === 'preparing' || status === 'sending' || status === 'scheduled'
  usePolling(isResting, found.refetch, LATER_MS)
  usePolling(!isResting && (isBusy || (counts?.sent ?? 0) > 0), found.refetch)
  if (namesNothing(found.error)) return <NotFound />
  if (found.error && !found.data)
    return (
      <Card>
        <LoadError of={found} />
      </Card>
    )
  if (!found.data) return <CardSkeleton lines={8} />
  return <Screen found={found.data} />
}

function Screen({ found }: { found: Found }) {
  const { campaign } = found
  const isPreparing = campaign.status === 'preparing'
  return (
    <>
      <PageHeading
        title={campaign.name}
        back={<BackLink to={paths.messagingTab('campaigns')}>Campaigns</BackLink>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <CampaignBadge campaign={campaign} />
            <span>
              {campaignWords(campaign).means}
              {campaign.status === 'scheduled' && campaign.scheduledAt && (
                <>
                  {' '}
                  Starts <RelativeTime at={campaign.scheduledAt} />.
                </>
              )}
            </span>
          </span>
        }
        actions={<CampaignActs campaign={campaign} />}
      />
      <div className="flex flex-col gap-6">
        {campaign.pendingApprovalId && <PendingApprovalNotice approvalId={campaign.pendingApprovalId} />}
        {campaign.status === 'ready' && campaign.needsSecondPerson && (
          <Notice tone="notice" title="Needs approval">
            This campaign is above the approval limit. Sending it submits it for approval.
          </Notice>
        )}
        <Figures campaign={campaign} />
        {isPreparing ? <CardSkeleton lines={5} /> : <Preview found={found} />}
        {!isPreparing && <CampaignMembers campaign={campaign} />}
        <Card title="History">
          <HistoryList subjectType="campaign" subjectId={campaign.id} />
        </Card>
      </div>
    </>
  )
}

const HELP: Partial<Record<string, string>> = {
  'Found so far': 'Recipients found so far.',
  Recipients: 'Customers who get the message, each once.',
  Excluded: 'Customers who do not get the message. The reasons are below.',
  Cost: 'All SMS pages at the price per page when the campaign was prepared.',
  Template: 'The version at the time the campaign was prepared. Later versions do not change it.',
}

function Figures({ campaign }: { campaign: Campaign }) {
  const figures = [
    {
      term: campaign.status === 'preparing' ? 'Found so far' : 'Recipients',
      value: countText(campaign.recipients),
      below: campaign.audienceName,
    },
    {
      term: 'Excluded',
      value: countText(campaign.excluded),
      below: campaign.excluded === 0 ? 'none' : 'see reasons',
    },
    { term: 'Cost', value: formatNaira(campaign.cost), below: pagesText(campaign.segments) },
    {
      term: 'Template',
      value: campaign.templateName,
      below: `version ${campaign.templateVersion}, by ${campaign.madeBy}`,
    },
  ]
  return (
    <div className="overflow-hidden rounded-xl border border-line shadow-card">
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {figures.map(({ term, value, below }) => (
          <div key={term} className="min-w-0 bg-surface px-5 py-3.5">
            <dt className="text-[0.8125rem] text-muted">
              <Term help={HELP[term]}>{term}</Term>
            </dt>
            <dd className="mt-0.5 text-base leading-6 font-semibold tracking-tight break-words tabular-nums">
              {value}
              <span className="block text-[0.8125rem] font-normal tracking-normal text-pretty text-muted">
                {below}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {campaign.startedAt && (
        <div className="border-t border-line bg-surface px-5 py-4">
          <DeliveryProgress counts={campaign.counts} wide />
        </div>
      )}
    </div>
  )
}

function Preview({ found: { exclusions, sample, campaign } }: { found: Found }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title="Sample texts">
        {sample.length === 0 ? (
          <EmptyState compact title="No recipients">
            Everyone is excluded. See the reasons.
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-4">
            {sample.map(({ customerName, text }) => (
              <li key={`${customerName} ${text}`}>
                <p className="mb-1.5 text-[0.8125rem] text-muted">{customerName}</p>
                <SmsBubble>{text}</SmsBubble>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title="Excluded">
        {exclusions.length === 0 ? (
          <p className="text-muted">No one is excluded.</p>
        ) : (
          <Exclusions campaignId={campaign.id} exclusions={exclusions} />
        )}
      </Card>
    </div>
  )
}

type ExclusionProps = { campaignId: string; exclusions: Found['exclusions'] }

/** Exclusion reasons with counts; a click filters the list. */
function Exclusions({ exclusions }: ExclusionProps) {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('excluded')
  const choose = (reason: string): void =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        next.delete('cursor')
        next.set('view', 'excluded')
        if (reason === chosen) next.delete('excluded')
        else next.set('excluded', reason)
        return next
      },
      { preventScrollReset: true },
    )
  return (
    <ul className="-my-2 ruled">
      {exclusions.map(({ reason, count }) => (
        <li key={reason} className="flex items-start gap-4 py-2.5">
          <div className="min-w-0 flex-1">
            <button
              type="button"
              aria-pressed={reason === chosen}
              onClick={() => choose(reason)}
              className="rounded font-medium hover:underline aria-pressed:text-brand-ink"
            >
              {EXCLUSION_TITLES[reason]}
            </button>
            <p className="text-[0.8125rem] text-muted">{EXCLUSIONS[reason]}</p>
          </div>
          <span className="font-medium tabular-nums">{countText(count)}</span>
        </li>
      ))}
    </ul>
  )
}
