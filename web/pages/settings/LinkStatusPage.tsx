import type { ReactNode } from 'react'
import { officerLinkApi, SECTIONS, settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { addressOf, OfficerLinks } from './OfficerLinks.tsx'
import { OutsideLinks } from './OutsideLinks.tsx'
import { SectionPanel } from './SectionPanel.tsx'

const GatewayCard = lazyPart(
  () => import('./GatewayCard.tsx').then(card => card.GatewayCard),
  <CardSkeleton lines={5} />,
)

export default function LinkStatusPage() {
  const settings = useApi(settingsApi.settingList, {})
  const officers = useApi(officerLinkApi.officerLinkList, {})
  const outside = useApi(settingsApi.outsideLinkList, {})
  const history = useApi(settingsApi.settingHistory, { section: 'publicLink' })
  // renders all cards together, so that the page does not jump
  const isWaiting = [settings, officers, outside, history].some(each => each.isPending)
  return (
    <>
      <PageHeading
        title="Link status"
        description="Public page, account officer links and connected services."
        back={<BackLink to={paths.settings}>Settings</BackLink>}
      />
      {isWaiting ? (
        <CardSkeleton lines={36} />
      ) : (
        <div className="flex flex-col gap-6">
          <Anchors />
          <Part id="public-page">
            <PublicState />
            <SectionPanel section="publicLink" />
          </Part>
          <Part id="officer-links">
            <OfficerLinks />
          </Part>
          <Part id="services">
            <OutsideLinks title="External services" />
            <GatewayCard />
          </Part>
        </div>
      )}
    </>
  )
}

const PARTS = {
  'public-page': 'Public page',
  'officer-links': 'Account officer links',
  services: 'External services',
} as const
type PartName = keyof typeof PARTS

/** Scrolls to a part; the hash of the address holds the route. */
function Anchors() {
  const jump = (id: string): void => {
    const part = document.getElementById(id)
    part?.scrollIntoView({ block: 'start' })
    part?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label="On this page" className="flex flex-wrap gap-2 print:hidden">
      {Object.entries(PARTS).map(([id, title]) => (
        <Button key={id} size="small" onClick={() => jump(id)}>
          {title}
        </Button>
      ))}
    </nav>
  )
}

function Part({ id, children }: { id: PartName; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-6 outline-none">
      {children}
    </div>
  )
}

/** Whether the public page is open, and its address. */
function PublicState() {
  const settings = useApi(settingsApi.settingList, {})
  const row = settings.data?.rows.find(each => each.section === 'publicLink')
  const parsed = SECTIONS.publicLink.schema.safeParse(row?.value)
  if (settings.error && !settings.data)
    return <LoadNotice of={settings} title="The state of the public page could not be loaded" />
  if (!parsed.data) return <Skeleton className="h-24 w-full rounded-xl" />
  const state = stateOf(parsed.data, todayInLagos())
  return (
    <section
      aria-label="Public link"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border border-line bg-surface px-5 py-4 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          Public page
          <Badge tone={state.isOpen ? 'positive' : 'negative'} dot>
            {state.isOpen ? 'Open' : 'Closed'}
          </Badge>
        </p>
        <p className="mt-1 text-muted">{state.because}</p>
      </div>
      <Copyable text={addressOf(undefined)} label="Copy public link" />
    </section>
  )
}

type Link = { isOpen: boolean; opensOn: string | null; closesOn: string | null; dailyCap: number }

function stateOf({ isOpen, opensOn, closesOn }: Link, today: string): { isOpen: boolean; because: string } {
  if (!isOpen) return { isOpen: false, because: 'Switched off. Applicants see the notice.' }
  if (opensOn !== null && today < opensOn)
    return {
      isOpen: false,
      because: `Opens on ${dayText(opensOn)}. Until then applicants see the notice.`,
    }
  if (closesOn !== null && today > closesOn)
    return { isOpen: false, because: `Closed after ${dayText(closesOn)}. Applicants see the notice.` }
  return {
    isOpen: true,
    because:
      closesOn === null
        ? 'Accepts requests, no closing date.'
        : `Accepts requests until ${dayText(closesOn)}.`,
  }
}
