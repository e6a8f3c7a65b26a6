import { officerLinkApi, SECTIONS, settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
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
  // cards of unknown height come together, so that none pushes another down
  const isWaiting = [settings, officers, outside, history].some(each => each.isPending)
  return (
    <>
      <PageHeading
        title="Link status"
        description="The public loan request, the officers’ links, and the links to outside services."
        back={<BackLink to={paths.settings}>Settings</BackLink>}
      />
      {isWaiting ? (
        <CardSkeleton lines={36} />
      ) : (
        <div className="flex flex-col gap-6">
          <PublicState />
          <OfficerLinks />
          <SectionPanel section="publicLink" />
          <OutsideLinks title="Outside links" />
          <GatewayCard />
        </div>
      )}
    </>
  )
}

/** At a glance: does the public page take requests today, and where is it. */
function PublicState() {
  const settings = useApi(settingsApi.settingList, {})
  const row = settings.data?.rows.find(each => each.section === 'publicLink')
  const parsed = SECTIONS.publicLink.schema.safeParse(row?.value)
  if (settings.error && !settings.data)
    return <LoadNotice of={settings} title="Whether the public page is open could not be looked up" />
  if (!parsed.data) return <Skeleton className="h-24 w-full rounded-xl" />
  const state = stateOf(parsed.data, todayInLagos())
  return (
    <section
      aria-label="Public link"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border border-line bg-surface px-5 py-4 shadow-card"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          The public page is
          <Badge tone={state.isOpen ? 'positive' : 'negative'} dot>
            {state.isOpen ? 'Open' : 'Closed'}
          </Badge>
        </p>
        <p className="mt-1 text-muted">{state.because}</p>
      </div>
      <Copyable text={addressOf(undefined)} label="Copy the public link" />
    </section>
  )
}

type Link = { isOpen: boolean; opensOn: string | null; closesOn: string | null; dailyCap: number }

function stateOf({ isOpen, opensOn, closesOn }: Link, today: string): { isOpen: boolean; because: string } {
  if (!isOpen) return { isOpen: false, because: 'It is switched off. Applicants read the notice.' }
  if (opensOn !== null && today < opensOn)
    return {
      isOpen: false,
      because: `It opens on ${dayText(opensOn)}. Until then applicants read the notice.`,
    }
  if (closesOn !== null && today > closesOn)
    return { isOpen: false, because: `It closed after ${dayText(closesOn)}. Applicants read the notice.` }
  return {
    isOpen: true,
    because:
      closesOn === null
        ? 'It takes requests, with no last day.'
        : `It takes requests through ${dayText(closesOn)}.`,
  }
}
