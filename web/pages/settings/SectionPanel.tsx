import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { SECTIONS, type SectionName, settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { Differences } from '../../parts/settings/Differences.tsx'
import { sectionChanges } from '../../parts/settings/sectionChanges.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SectionHistory } from './SectionHistory.tsx'
import { SectionValue } from './SectionValue.tsx'
import { SourceCodes } from './SourceCodes.tsx'
import { VersionLine } from './VersionLine.tsx'

const SectionForm = lazyPart(
  () => import('./SectionForm.tsx').then(part => part.SectionForm),
  <div data-first-load className="p-5">
    <Skeleton className="h-64" />
  </div>,
)

type Props = {
  section: SectionName
  /** The page title already names the section. */
  isAlone?: boolean
}

/** One section: current value, pending and scheduled changes, form and history. */
export function SectionPanel({ section, isAlone = false }: Props) {
  const settings = useApi(settingsApi.settingList, {})
  const history = useApi(settingsApi.settingHistory, { section })
  const whyNot = useWhyNotChange()
  const [edited, setEdited] = useUrlParam('edit')
  const row = settings.data?.rows.find(each => each.section === section)
  const versions = history.isPlaceholderData ? undefined : history.data?.rows
  const unknown = row ? history : settings
  if (unknown.error && !(row && versions))
    return (
      <Card>
        <LoadError of={unknown} />
      </Card>
    )
  const newest = versions?.[0]
  if (!row || !newest || !versions) return <CardSkeleton lines={6} />

  const isEditing = edited === section && whyNot === undefined
  const { title, help } = SECTIONS[section]
  const heading = isEditing ? 'New version' : 'Current'
  const isWaiting = row.pendingApprovalId !== null
  return (
    <div className="section flex min-w-0 flex-col gap-6">
      {row.pendingApprovalId && <Waiting approvalId={row.pendingApprovalId} />}
      <Card
        flush
        title={isAlone ? heading : title}
        actions={
          !isEditing && (
            <Button
              size="small"
              icon={<Pencil aria-hidden size={14} />}
              disabledReason={whyNot ?? (isWaiting ? 'A change is pending approval already.' : undefined)}
              onClick={() => setEdited(section)}
            >
              Change
            </Button>
          )
        }
      >
        <div className="border-b border-line bg-canvas/50 px-5 py-3 text-[0.8125rem] text-muted">
          <p>{help}</p>
          <p className="mt-1">
            <VersionLine {...row} />
          </p>
        </div>
        {isEditing ? (
          <SectionForm key={section} section={section} newest={newest} onClose={() => setEdited(undefined)} />
        ) : (
          <SectionValue section={section} value={row.value} />
        )}
      </Card>
      {row.next && <Scheduled section={section} value={row.value} next={row.next} />}
      {section === 'payroll' && <SourceCodes sources={payrollSources(row.value)} />}
      {/* hidden until the form is loaded */}
      <div className="in-[.section:has([data-first-load])]:hidden">
        <SectionHistory section={section} versions={versions} inForce={row.version} />
      </div>
    </div>
  )
}

/** Those whose files name codes. */
const payrollSources = (value: Row['value']) =>
  (value as { sources: { code: string; name: string; kind?: string }[] }).sources.filter(
    ({ kind }) => kind !== 'collections',
  )

type Row = Reply<typeof settingsApi.settingList>['rows'][number]
type ScheduledProps = { section: SectionName; value: Row['value']; next: NonNullable<Row['next']> }

/** A version that is not effective yet. */
function Scheduled({ section, value, next }: ScheduledProps) {
  return (
    <Notice tone="notice" title={`Version ${next.version} takes effect on ${dayText(next.effectiveOn)}`}>
      <p className="mb-2">
        {next.changedBy}: “{next.reason}”
      </p>
      <div className="rounded-lg bg-surface text-ink">
        <Differences items={sectionChanges(section, value, next.value)} caption="Scheduled changes" />
      </div>
    </Notice>
  )
}

/** Pending approval with a link to the dashboard. */
export function Waiting({ approvalId }: { approvalId: string }) {
  return (
    <PendingApprovalNotice approvalId={approvalId}>
      <Link to={paths.dashboard} className="rounded font-medium underline underline-offset-2">
        All pending approvals
      </Link>
    </PendingApprovalNotice>
  )
}
