import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { payrollApi } from '../../../contract/payroll.ts'
import { useApi } from '../../api.ts'
import { UploadLink } from '../../parts/intake/UploadLink.tsx'
import { paths } from '../../paths.ts'
import { CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { MonthsTab } from './MonthsTab.tsx'

const LookupTab = lazyPart(
  () => import('./LookupTab.tsx').then(tab => tab.LookupTab),
  <CardSkeleton lines={3} />,
)
const SignalsTab = lazyPart(() => import('./SignalsTab.tsx').then(tab => tab.SignalsTab), <CardSkeleton />)

const TABS = [
  { id: 'months', title: 'Months' },
  { id: 'look-up', title: 'Payroll lookup' },
  { id: 'signals', title: 'Early warning signals' },
] as const
type TabName = (typeof TABS)[number]['id']

const PANELS: Record<TabName, () => ReactNode> = {
  months: () => <MonthsTab />,
  'look-up': () => <LookupTab />,
  signals: () => <SignalsTab />,
}

function OpenSignals() {
  const { data } = useApi(payrollApi.signalList, { state: 'open', limit: 1 })
  return data && <TabCount of={data.total} isExact={data.totalIsExact} />
}

export default function IppisPage() {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(each => each.id === params.get('tab'))?.id ?? 'months'
  return (
    <>
      <PageHeading
        title="IPPIS Data"
        description="Monthly government payroll data: employment, employer and net pay."
        actions={
          <UploadLink
            to={paths.ippisUpload}
            look={tab === 'months' ? 'primary' : 'secondary'}
            icon={<Upload aria-hidden size={16} />}
          >
            New upload
          </UploadLink>
        }
      />
      <Tabs
        label="Payroll data"
        tabs={TABS.map(each => ({ ...each, badge: each.id === 'signals' && <OpenSignals /> }))}
        current={tab}
        onChange={id => setParams(id === 'months' ? {} : { tab: id })}
      >
        {PANELS[tab]()}
      </Tabs>
    </>
  )
}
