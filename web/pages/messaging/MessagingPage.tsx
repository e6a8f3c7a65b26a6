import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { messagingApi } from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { useWhyNot } from '../../parts/currentUser.ts'
import { campaignPath } from '../../parts/messaging/messagingWords.ts'
import { SendingNotice } from '../../parts/messaging/SendingNotice.tsx'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { MessagingFigures } from './MessagingFigures.tsx'
import { TemplatesTab } from './TemplatesTab.tsx'

const WAITING = <CardSkeleton lines={8} />
const TemplateScreen = lazyPart(
  () => import('./TemplateScreen.tsx').then(part => part.TemplateScreen),
  WAITING,
)
const CampaignForm = lazyPart(() => import('./CampaignForm.tsx').then(part => part.CampaignForm), WAITING)
const CampaignScreen = lazyPart(
  () => import('./CampaignScreen.tsx').then(part => part.CampaignScreen),
  WAITING,
)
const SentTab = lazyPart(() => import('./SentTab.tsx').then(part => part.SentTab), WAITING)
const CampaignsTab = lazyPart(() => import('./CampaignsTab.tsx').then(part => part.CampaignsTab), WAITING)
const WaitingTab = lazyPart(() => import('./WaitingTab.tsx').then(part => part.WaitingTab), WAITING)
const InboundTab = lazyPart(() => import('./InboundTab.tsx').then(part => part.InboundTab), WAITING)
const MessageDialog = lazyPart(() =>
  import('../../parts/messaging/MessageDialog.tsx').then(part => part.MessageDialog),
)

const FIRST = 'templates'
const TABS = [
  { id: FIRST, title: 'Templates' },
  { id: 'log', title: 'Sent' },
  { id: 'campaigns', title: 'Campaigns' },
  { id: 'outbox', title: 'Waiting' },
  { id: 'inbound', title: 'Replies and bank alerts' },
]

/** A tab, a template or a campaign, by the address; a message opens in a dialog above it. */
export default function MessagingPage() {
  const [message, open] = useUrlParam('message', { preventScrollReset: true })
  return (
    <>
      <Screen />
      {message && <MessageDialog key={message} id={message} onClose={() => open(undefined)} onOpen={open} />}
    </>
  )
}

function Screen() {
  const [params] = useSearchParams()
  const template = params.get('template')
  const campaign = params.get('campaign')
  if (template) return <TemplateScreen key={template} id={template} />
  if (campaign === 'new') return <CampaignForm />
  if (campaign) return <CampaignScreen key={campaign} id={campaign} />
  return <Lists />
}

function Lists() {
  const [params, setParams] = useSearchParams()
  const current = TABS.find(tab => tab.id === params.get('tab'))?.id ?? FIRST
  const badges = useTabCounts()
  return (
    <>
      <PageHeading
        title="Messaging"
        description="SMS templates, campaigns and delivery."
        actions={<NewButtons />}
      />
      <div className="mb-5 empty:hidden">
        <SendingNotice />
      </div>
      <MessagingFigures />
      <Tabs
        label="Messaging"
        tabs={TABS.map(tab => ({ ...tab, badge: badges[tab.id] }))}
        current={current}
        // filters belong to one tab, so the address is reset
        onChange={id => setParams(id === FIRST ? {} : { tab: id })}
      >
        <Panel key={current} current={current} />
      </Tabs>
    </>
  )
}

/** Messages that wait, and bank alerts to check. */
function useTabCounts(): Partial<Record<string, ReactNode>> {
  const { data } = useApi(messagingApi.messagingOverview, {})
  if (!data) return {}
  return { outbox: <TabCount of={data.waiting} />, inbound: <TabCount of={data.claimsOpen} /> }
}

function Panel({ current }: { current: string }) {
  switch (current) {
    case 'log':
      return <SentTab />
    case 'campaigns':
      return <CampaignsTab />
    case 'outbox':
      return <WaitingTab />
    case 'inbound':
      return <InboundTab />
    default:
      return <TemplatesTab />
  }
}

function NewButtons() {
  const navigate = useNavigate()
  return (
    <>
      <Button disabledReason={useWhyNot('money.ask')} onClick={() => void navigate(campaignPath('new'))}>
        New campaign
      </Button>
      <Button
        look="primary"
        icon={<Plus aria-hidden size={16} />}
        disabledReason={useWhyNot('settings.change')}
        onClick={() => void navigate(paths.messageTemplateNew)}
      >
        New template
      </Button>
    </>
  )
}
