import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { FAILED_JOBS_MAX, jobApi } from '../../../contract/settings.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useAct, useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { recordPath } from '../../parts/recordPath.ts'
import { wholeList } from '../../parts/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'

type Job = Reply<typeof jobApi.failedJobList>['rows'][number]

/** Failed background jobs with reason, retry and discard. */
export function FailedJobs({ total }: { total: number }) {
  const list = useApi(jobApi.failedJobList, {})
  const [discarding, setDiscarding] = useState<readonly Job[]>()
  const whyNot = useWhyNotChange()
  const shown = list.data?.rows
  return (
    <ListPage
      title="Failed jobs"
      actions={
        shown &&
        shown.length > 1 && (
          <Button size="small" disabledReason={whyNot} onClick={() => setDiscarding(shown)}>
            Discard all {countText(shown.length)}
          </Button>
        )
      }
      above={
        total > FAILED_JOBS_MAX && (
          <p className="border-b border-line px-5 py-3 text-muted">
            The newest {FAILED_JOBS_MAX} of {countText(total)}.
          </p>
        )
      }
      list={wholeList(list)}
      caption="Failed jobs, newest first"
      columns={columnsOf(whyNot, setDiscarding)}
      skeletonRows={2}
      empty={{ compact: true, icon: <CircleCheck />, title: 'No failed jobs' }}
    >
      {discarding && (
        <ActDialog
          endpoint={jobApi.jobLetGo}
          input={({ reason }) => ({ ids: discarding.map(job => job.id), reason })}
          done="Job discarded."
          onClose={() => setDiscarding(undefined)}
          title={
            discarding.length === 1 ? 'Discard this job?' : `Discard ${countOf(discarding.length, 'job')}?`
          }
          description="It will not run again and its work stays incomplete. Scheduled jobs run again at their next time."
          action="Discard"
          danger
          reason
        />
      )}
    </ListPage>
  )
}

const columnsOf = (whyNot: string | undefined, onDiscard: (jobs: readonly Job[]) => void): Column<Job>[] => [
  {
    id: 'job',
    title: 'Job',
    lead: true,
    cell: job => (
      <div>
        <p className="font-medium">{job.title}</p>
        <Subject job={job} />
      </div>
    ),
  },
  {
    id: 'error',
    title: 'Reason',
    className: 'md:max-w-md',
    cell: job =>
      job.error ? (
        <span className="break-words max-md:text-right">{job.error}</span>
      ) : (
        <span className="text-faint">Not available</span>
      ),
  },
  {
    id: 'when',
    title: 'Failed',
    cell: job => (
      <div className="max-md:text-right">
        <RelativeTime at={job.failedAt} />
        <p className="text-[0.8125rem] whitespace-nowrap text-muted">
          after {countOf(job.attempts, 'attempt')}
        </p>
      </div>
    ),
  },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    cell: job => (
      <div className="flex justify-end gap-2">
        <Button
          size="small"
          disabledReason={whyNot}
          aria-label={`Discard: ${job.title}`}
          onClick={() => onDiscard([job])}
        >
          Discard
        </Button>
        <RetryButton job={job} whyNot={whyNot} />
      </div>
    ),
  },
]

function Subject({ job: { subjectType, subjectId } }: { job: Job }) {
  const to = subjectType && subjectId ? recordPath({ subjectType, subjectId }) : undefined
  if (!to) return null
  return (
    <Link to={to} className="rounded text-[0.8125rem] font-normal underline underline-offset-2">
      Open record
    </Link>
  )
}

function RetryButton({ job, whyNot }: { job: Job; whyNot: string | undefined }) {
  const retry = useAct(jobApi.jobRetry)
  const press = (): void =>
    retry.mutate(
      { id: job.id },
      {
        onSuccess: () => toast('success', `${job.title}: retry started.`),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <Button
      size="small"
      look="primary"
      pending={retry.isPending}
      disabledReason={whyNot}
      aria-label={`Retry: ${job.title}`}
      onClick={press}
    >
      Retry
    </Button>
  )
}
