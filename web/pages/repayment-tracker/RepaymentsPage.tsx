import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { instructionApi } from '../../../contract/instructions.ts'
import { reconciliationApi } from '../../../contract/reconciliation.ts'
import { repaymentApi } from '../../../contract/repayments.ts'
import { useApi } from '../../api.ts'
import { UploadLink } from '../../parts/intake/UploadLink.tsx'
import { AwaitedFiles } from '../../parts/payroll/AwaitedFiles.tsx'
import { paths } from '../../paths.ts'
import { CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { BatchesTab } from './BatchesTab.tsx'

const SuspenseTab = lazyPart(() => import('./SuspenseTab.tsx').then(tab => tab.SuspenseTab), <CardSkeleton />)
const ReconciliationTab = lazyPart(
  () => import('./ReconciliationTab.tsx').then(tab => tab.ReconciliationTab),
  <CardSkeleton />,
)
const FailedPostingsTab = lazyPart(
  () => import('./FailedPostingsTab.tsx').then(tab => tab.FailedPostingsTab),
  <CardSkeleton />,
)
const MissedDeductionsTab = lazyPart(
  () => import('./MissedDeductionsTab.tsx').then(tab => tab.MissedDeductionsTab),
  <CardSkeleton />,
)
const InstructionsTab = lazyPart(
  () => import('./InstructionsTab.tsx').then(tab => tab.InstructionsTab),
  <CardSkeleton />,
)
const AcknowledgementScreen = lazyPart(
  () => import('./AcknowledgementScreen.tsx').then(screen => screen.AcknowledgementScreen),
  <CardSkeleton lines={6} />,
)
const CalendarTab = lazyPart(() => import('./CalendarTab.tsx').then(tab => tab.CalendarTab), <CardSkeleton />)
const OfficesTab = lazyPart(
  () => import('./offices/OfficesTab.tsx').then(tab => tab.OfficesTab),
  <CardSkeleton />,
)

const TABS = [
  { id: 'batches', title: 'Batches' },
  { id: 'instructions', title: 'Instructions' },
  { id: 'reconciliation', title: 'Reconciliation' },
  { id: 'suspense', title: 'Suspense' },
  { id: 'refused', title: 'Failed postings' },
  { id: 'missing', title: 'Missed deductions' },
  { id: 'offices', title: 'Payroll offices' },
  { id: 'calendar', title: 'Payroll calendar' },
] as const
type TabName = (typeof TABS)[number]['id']

const PANELS: Record<TabName, () => ReactNode> = {
  batches: () => <BatchesTab />,
  instructions: () => <InstructionsTab />,
  reconciliation: () => <ReconciliationTab />,
  suspense: () => <SuspenseTab />,
  refused: () => <FailedPostingsTab />,
  missing: () => <MissedDeductionsTab />,
  offices: () => <OfficesTab />,
  calendar: () => <CalendarTab />,
}

export default function RepaymentsPage() {
  const [params, setParams] = useSearchParams()
  const badges = useTabCounts()
  const asked = params.get('tab')
  // the name of the tab in release 0.2
  const tab = TABS.find(each => each.id === (asked === 'unremitted' ? 'offices' : asked))?.id ?? 'batches'
  const upload = params.get('upload')
  if (tab === 'instructions' && upload) return <AcknowledgementScreen upload={upload} />
  return (
    <>
      <PageHeading
        title="Repayment Tracker (SMS)"
        description="Payroll deductions matched to loans, with an SMS confirmation to each customer."
        actions={
          <UploadLink
            to={paths.repaymentNew}
            look={tab === 'batches' ? 'primary' : 'secondary'}
            icon={<Upload aria-hidden size={16} />}
          >
            New upload
          </UploadLink>
        }
      />
      <Tabs
        label="Repayments"
        tabs={TABS.map(each => ({ ...each, badge: badges[each.id] }))}
        current={tab}
        onChange={id => setParams(id === 'batches' ? {} : { tab: id })}
      >
        {PANELS[tab]()}
      </Tabs>
      {tab !== 'calendar' && (
        // below rows that have come: it would be pushed down by them
        <div className="mt-6 empty:hidden in-[main:has([data-first-load])]:hidden">
          <AwaitedFiles />
        </div>
      )}
    </>
  )
}

/** Open work on each tab; missed deductions belong to one source and month. */
function useTabCounts(): Partial<Record<TabName, ReactNode>> {
  const { data } = useApi(repaymentApi.repaymentCounts, {})
  const rejections = useApi(instructionApi.instructionRejections, { state: 'open', limit: 1 })
  const exceptions = useApi(reconciliationApi.reconciliationLines, { state: 'open', limit: 1 })
  // together, so that the tabs move once
  if (rejections.isLoading || exceptions.isLoading || !data) return {}
  return {
    ...(rejections.data && { instructions: <TabCount of={rejections.data.total} /> }),
    ...(exceptions.data && {
      reconciliation: <TabCount of={exceptions.data.total} isExact={exceptions.data.totalIsExact} />,
    }),
    suspense: <TabCount of={data.suspense} />,
    refused: <TabCount of={data.refused} />,
    offices: <TabCount of={data.unremitted} />,
  }
}
