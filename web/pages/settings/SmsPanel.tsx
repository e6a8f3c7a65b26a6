import { gatewayApi } from '../../../contract/messaging.ts'
import { settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { settingsPath } from '../../parts/settings/entries.ts'
import { WHOLE } from '../../parts/viewQuery.ts'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { GatewayAccounts } from './GatewayAccounts.tsx'
import { GatewayCard } from './GatewayCard.tsx'
import { SectionPanel } from './SectionPanel.tsx'

/** SMS gateway, sending rules and provider accounts. */
export function SmsPanel() {
  const asked = [
    useApi(gatewayApi.gatewayGet, {}),
    useApi(settingsApi.settingList, {}),
    useApi(settingsApi.settingHistory, { section: 'sms' }),
  ]
  // renders all cards together, so that the page does not jump
  if (asked.some(each => each.isPlaceholderData || (!each.data && !each.error)))
    return <CardSkeleton lines={10} />
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <GatewayCard />
      <SectionPanel section="sms" />
      <GatewayAccounts />
      <Card title="Related settings">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-muted">
            Campaigns above a number of recipients need approval. Waiting and sent messages are listed under
            Messaging.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton to={settingsPath('approvalLimits')} size="small">
              Approval limits
            </LinkButton>
            <LinkButton to={`${paths.messagingTab('outbox')}&${WHOLE}`} size="small">
              Waiting messages
            </LinkButton>
          </div>
        </div>
      </Card>
    </div>
  )
}
