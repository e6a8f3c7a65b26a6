import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { approvalApi } from '../../../contract/approvals.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { DeclinedNotice } from '../../parts/DeclinedNotice.tsx'
import { dayText } from '../../parts/figures.ts'
import { OtherMonth } from '../../parts/intake/ChangeMonth.tsx'
import { periodText, type ReadIntake } from '../../parts/intake/intakeWords.ts'
import { NoValidRows } from '../../parts/intake/SubmitUpload.tsx'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { HistoryList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { type Batch, correctionPath, nextStep } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { BatchActs } from './BatchActs.tsx'
import { BatchCodes } from './BatchCodes.tsx'
import { BatchNotices } from './BatchNotices.tsx'
import { BatchBadge } from './batchColumns.tsx'
import { ControlTotals } from './ControlTotals.tsx'

const RowsTab = lazyPart(() => import('./RowsTab.tsx').then(tab => tab.RowsTab), <CardSkeleton />)
const MessagesTab = lazyPart(() => import('./MessagesTab.tsx').then(tab => tab.MessagesTab), <CardSkeleton />)
const RemittancesTab = lazyPart(
  () => import('./RemittancesTab.tsx').then(tab => tab.RemittancesTab),
  <CardSkeleton />,
)
const InvalidRows = lazyPart(
  () => import('../../parts/intake/InvalidRows.tsx').then(part => part.InvalidRows),
  <Skeleton className="m-5 h-24" />,
)

const RepairedValues = lazyPart(
  () => import('../../parts/intake/FileNotes.tsx').then(part => part.RepairedValues),
  <Skeleton className="m-5 h-24" />,
)
const ExcludedLines = lazyPart(
  () => import('../../parts/intake/FileNotes.tsx').then(part => part.ExcludedLines),
  <Skeleton className="m-5 h-24" />,
)

const FIRST = 'rows'

type Props = { batch: Batch; intake: ReadIntake }

/** One batch: state, control totals, and its rows, messages and remittances in tabs. */
export function BatchScreen({ batch, intake }: Props) {
  const [params, setParams] = useSearchParams()
  const tabs = tabsOf(batch, intake)
  const pending = { ...intake, approvalId: batch.approvalId }
  const tab = tabs.find(each => each.id === params.get('tab'))?.id ?? FIRST
  return (
    <>
      <PageHeading
        title={`Repayment batch ${batch.number}`}
        back={<BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <BatchBadge batch={batch} />
            {nextStep(batch)}
          </span>
        }
        actions={<BatchActs batch={batch} intake={intake} />}
      />
      <div className="mb-6 flex flex-col gap-3 empty:hidden">
        {batch.approvalId ? (
          <PendingApprovalNotice approvalId={batch.approvalId} />
        ) : (
          batch.status === 'waiting' && <DeclinedNotice subjectType="repayment" subjectId={batch.id} />
        )}
        <WaitingRemittances batchId={batch.id} />
        {(batch.status === 'open' || batch.status === 'waiting') &&
          (batch.fileRows === 0 ? <NoValidRows intake={pending} /> : <OtherMonth intake={pending} />)}
        <BatchNotices batch={batch} />
        <BatchCodes batch={batch} />
      </div>
      <ControlTotals batch={batch} intake={intake} />
      <Facts batch={batch} />
      <Tabs
        label="Batch"
        tabs={tabs}
        current={tab}
        onChange={id => setParams(id === FIRST ? {} : { tab: id })}
      >
        {panelOf(tab, batch, intake)}
      </Tabs>
    </>
  )
}

function panelOf(tab: string, batch: Batch, intake: ReadIntake): ReactNode {
  switch (tab) {
    case 'invalid':
      return (
        <Card flush>
          <InvalidRows
            intake={intake}
            correctionPath={correctionPath(batch.id)}
            becomes="It becomes a new batch that corrects this one"
          />
        </Card>
      )
    case 'repaired':
      return (
        <Card flush>
          <RepairedValues intake={intake} />
        </Card>
      )
    case 'excluded':
      return (
        <Card flush>
          <ExcludedLines intake={intake} />
        </Card>
      )
    case 'messages':
      return <MessagesTab batch={batch} />
    case 'money':
      return <RemittancesTab batch={batch} />
    case 'history':
      return (
        <Card title="History">
          <HistoryList subjectType="repayment" subjectId={batch.id} />
        </Card>
      )
    default:
      return <RowsTab batch={batch} />
  }
}

function tabsOf(batch: Batch, intake: ReadIntake) {
  const reported = Object.values(batch.messages.counts).reduce((sum, count) => sum + count, 0)
  const badge = (count: number, tone: 'caution' | 'neutral') =>
    count > 0 ? <Badge tone={tone}>{countText(count)}</Badge> : null
  return [
    { id: FIRST, title: 'Rows' },
    { id: 'invalid', title: 'Invalid rows', badge: badge(batch.invalidRows, 'caution') },
    { id: 'repaired', title: 'Repaired values', badge: badge(intake.repairedValues ?? 0, 'neutral') },
    { id: 'excluded', title: 'Excluded lines', badge: badge(intake.skippedRows ?? 0, 'neutral') },
    { id: 'messages', title: 'Messages', badge: badge(reported, 'neutral') },
    { id: 'money', title: 'Remittances', badge: badge(batch.remittances.length, 'neutral') },
    { id: 'history', title: 'History' },
  ]
}

/** Remittances pending approval. */
function WaitingRemittances({ batchId }: { batchId: string }) {
  const waiting = useApi(approvalApi.approvalList, {
    status: 'waiting',
    subjectType: 'remittance',
    subjectId: batchId,
  })
  return (
    <>
      <LoadNotice of={waiting} title="Remittances pending approval could not be loaded" />
      {waiting.data?.rows.map(({ id }) => (
        <PendingApprovalNotice key={id} approvalId={id} />
      ))}
    </>
  )
}

function Facts({ batch }: { batch: Batch }) {
  const { valueOn, correctsId, correctedBy, submittedBy, approvedBy, postedAt, undoneAt } = batch
  return (
    <p className="mt-3 mb-6 flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] text-muted">
      <span>
        {batch.sourceName}, {periodText(batch.period)}
      </span>
      <span className="break-all">{batch.fileName}</span>
      <span>
        Uploaded by {batch.uploadedBy} <RelativeTime at={batch.openedAt} />
      </span>
      {submittedBy && <span>Submitted by {submittedBy}</span>}
      {approvedBy && <span>Approved by {approvedBy}</span>}
      {valueOn && <span>Value date {dayText(valueOn)}</span>}
      {postedAt && (
        <span>
          Posted <RelativeTime at={postedAt} />
        </span>
      )}
      {undoneAt && (
        <span>
          Reversed <RelativeTime at={undoneAt} />
        </span>
      )}
      {correctsId && (
        <Link to={paths.repayment(correctsId)} className="font-medium underline underline-offset-2">
          Corrects an earlier batch
        </Link>
      )}
      {correctedBy && (
        <Link to={paths.repayment(correctedBy.id)} className="font-medium underline underline-offset-2">
          Corrected by {correctedBy.number}
        </Link>
      )}
    </p>
  )
}
