import { useEffect, useLayoutEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { DASHBOARD_TABS, type DashboardTab } from '../../../contract/auth.ts'
import { usePreferences } from '../../parts/preferences.ts'
import { CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { showsPortfolio } from './dashboardWords.ts'

const MyDesk = lazyPart(() => import('./MyDesk.tsx').then(part => part.MyDesk), <CardSkeleton lines={16} />)
const PortfolioTab = lazyPart(
  () => import('./PortfolioTab.tsx').then(part => part.PortfolioTab),
  <CardSkeleton lines={16} />,
)

/** How far down the page was left. */
let leftAt = 0

/** Back from the rows of a figure, the page is where it was left. */
function useScrollRestore(): void {
  const way = useNavigationType()
  // as it was on arrival: a filter chosen here is no way back
  const [isBack] = useState(way === 'POP')
  // before the page is removed, and its scroll position with it
  useLayoutEffect(
    () => () => {
      leftAt = window.scrollY
    },
    [],
  )
  useEffect(() => {
    if (isBack && leftAt > 0) window.scrollTo(0, leftAt)
  }, [isBack])
}

const TABS: readonly { id: DashboardTab; title: string }[] = [
  { id: 'desk', title: 'My desk' },
  { id: 'portfolio', title: 'Portfolio' },
]

/** The tab in the address; without one, that of the figures it names or the last one chosen. */
function useTab(): [DashboardTab, (tab: string) => void] {
  const [params, setParams] = useSearchParams()
  const { dashboardTab = 'desk', setDashboardTab } = usePreferences()
  const isTab = (id: string | null): id is DashboardTab => DASHBOARD_TABS.some(tab => tab === id)
  const named = params.get('tab')
  const current = isTab(named) ? named : showsPortfolio(params) ? 'portfolio' : dashboardTab
  const choose = (tab: string): void => {
    if (!isTab(tab)) return
    setDashboardTab(tab)
    setParams(now => {
      const next = new URLSearchParams(now)
      next.set('tab', tab)
      return next
    })
  }
  return [current, choose]
}

/** The reader's own work on one tab, the loan portfolio on the other. */
export function Overview() {
  useScrollRestore()
  const [tab, choose] = useTab()
  return (
    <>
      <PageHeading title="Dashboard" description="Your tasks and the loan portfolio." />
      <Tabs label="Dashboard" tabs={TABS} current={tab} onChange={choose}>
        {tab === 'desk' ? <MyDesk /> : <PortfolioTab />}
      </Tabs>
    </>
  )
}
