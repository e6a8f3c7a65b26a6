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

/** Work in the background that failed too often: what it was, why, and the two ways out. */
export function FailedJobs({ total }: { total: number }) {
  const list = useApi(jobApi.failedJobList, {})
  const [leaving, setLeaving] = useState<readonly Job[]>()
  const whyNot = useWhyNotChange()
  const shown = list.data?.rows
  return (
    <ListPage
      title="Jobs that gave up"
      actions={
        shown &&
        shown.length > 1 && (
          <Button size="small" disabledReason={whyNot} onClick={() => setLeaving(shown)}>
            Let go of all {countText(shown.length)}
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
      caption="Jobs that gave up, newest first"
      columns={columnsOf(whyNot, setLeaving)}
      skeletonRows={2}
      empty={{ compact: true, icon: <CircleCheck />, title: 'No job has given up' }}
    >
      {leaving && (
        <ActDialog
          endpoint={jobApi.jobLetGo}
          input={({ reason }) => ({ ids: leaving.map(job => job.id), reason })}
          done="Let go. The trail keeps who did and why."
          onClose={() => setLeaving(undefined)}
          title={
            leaving.length === 1 ? 'Let go of this job?' : `Let go of ${countOf(leaving.length, 'job')}?`
          }
          description="It is not tried again, and what it was to do stays undone. What comes round by itself, such as the daily run, is done at its next time."
          action="Let go"
          danger
          reason
        />
      )}
    </ListPage>
  )
}

const columnsOf = (whyNot: string | undefined, onLetGo: (jobs: readonly Job[]) => void): Column<Job>[] => [
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
    title: 'Why the last try failed',
    className: 'md:max-w-md',
    cell: job =>
      job.error ? (
        <span className="break-words max-md:text-right">{job.error}</span>
      ) : (
        <span className="text-faint">Not known</span>
      ),
  },
  {
    id: 'when',
    title: 'Gave up',
    cell: job => (
      <div className="max-md:text-right">
        <RelativeTime at={job.failedAt} />
        <p className="text-[0.8125rem] whitespace-nowrap text-muted">
          after {countOf(job.attempts, 'try', 'tries')}
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
          aria-label={`Let go: ${job.title}`}
          onClick={() => onLetGo([job])}
        >
          Let go
        </Button>
        <TryAgain job={job} whyNot={whyNot} />
      </div>
    ),
  },
]

function Subject({ job: { subjectType, subjectId } }: { job: Job }) {
  const to = subjectType && subjectId ? recordPath({ subjectType, subjectId }) : undefined
  if (!to) return null
  return (
    <Link
      to={to}
      className="rounded text-[0.8125rem] font-normal text-brand-ink underline underline-offset-2"
    >
      Open what it was at work on
    </Link>
  )
}

function TryAgain({ job, whyNot }: { job: Job; whyNot: string | undefined }) {
  const retry = useAct(jobApi.jobRetry)
  const press = (): void =>
    retry.mutate(
      { id: job.id },
      {
        onSuccess: () => toast('success', `${job.title}: tried again within a few seconds.`),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <Button
      size="small"
      look="primary"
      pending={retry.isPending}
      disabledReason={whyNot}
      aria-label={`Try again: ${job.title}`}
      onClick={press}
    >
      Try again
    </Button>
  )
}
