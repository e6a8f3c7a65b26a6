import { CalendarClock } from 'lucide-react'
import type { Reply } from '../../../contract/endpoint.ts'
import { dailyApi } from '../../../contract/loans.ts'
import { countText } from '../../../engine/countText.ts'
import { useAct, useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { wholeList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { usePolling } from '../../ui/usePolling.ts'

const MEANINGS = [
  { term: 'Open loans', means: 'Loans disbursed and not closed at the time of the run.' },
  {
    term: 'Changed',
    means: 'Loans with an instalment due, a charge or a payment from the credit balance that day.',
  },
  { term: 'Days counted', means: 'Overdue loans whose days past due were counted.' },
  { term: 'Entries', means: 'Ledger entries posted by the run.' },
  { term: 'Steps', means: 'Parts of the run. An interrupted run continues with the next part.' },
]

type Runs = Reply<typeof dailyApi.dailyRunList>
type Run = Runs['rows'][number]

/** Daily runs, and the button to start an overdue one. */
export function DailyRuns() {
  const runs = useApi(dailyApi.dailyRunList, {})
  usePolling(runs.data?.isRunning ?? false, runs.refetch)
  return (
    <ListPage
      title="Daily runs"
      actions={
        <div className="flex items-center gap-3">
          <Hint label="Meaning of the columns">
            <Meanings of={MEANINGS} />
          </Hint>
          {runs.data && <RunNow runs={runs.data} />}
        </div>
      }
      above={
        runs.data?.isLate &&
        runs.data.dueDay && (
          <div className="border-b border-line p-4">
            <Notice tone="negative" title="Daily run overdue">
              The ledger is not updated for {dayText(runs.data.dueDay)}. Instalments due since then are not
              posted and days past due are not counted. Press Run now to catch up.
            </Notice>
          </div>
        )
      }
      list={wholeList(runs)}
      caption="The last 30 daily runs"
      onlyText
      columns={COLUMNS}
      rowKey={run => run.day}
      skeletonRows={4}
      empty={{
        icon: <CalendarClock />,
        title: 'No daily run yet',
        text: 'The first run starts just after midnight (Lagos).',
      }}
    />
  )
}

function RunNow({ runs: { dueDay, isRunning } }: { runs: Runs }) {
  const start = useAct(dailyApi.dailyRunStart)
  const mayStart = useMay('money.ask')
  const whyNot = !mayStart
    ? 'You do not have permission to do this.'
    : dueDay === null
      ? 'Today’s run is done.'
      : isRunning
        ? 'Running already.'
        : undefined
  const press = (): void =>
    start.mutate(
      { day: dueDay ?? '' },
      {
        onSuccess: () => toast('success', 'Daily run started.'),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <Button size="small" pending={start.isPending} disabledReason={whyNot} onClick={press}>
      Run now
    </Button>
  )
}

const COLUMNS: Column<Run>[] = [
  {
    id: 'day',
    title: 'Day',
    lead: true,
    cell: run => <span className="font-medium whitespace-nowrap">{dayText(run.day)}</span>,
  },
  {
    id: 'state',
    title: 'Status',
    cell: run =>
      run.finishedAt ? (
        <Badge tone="positive" dot>
          Done
        </Badge>
      ) : (
        <Badge tone="caution" dot>
          Running
        </Badge>
      ),
  },
  {
    id: 'started',
    title: 'Started',
    cell: run => (
      <div className="max-md:text-right">
        <RelativeTime at={run.startedAt} />
        <p className="text-[0.8125rem] whitespace-nowrap text-muted">{workerText(run.worker)}</p>
      </div>
    ),
  },
  {
    id: 'took',
    title: 'Duration',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: run => tookText(run),
  },
  { id: 'open', title: 'Open loans', align: 'right', cell: run => countText(run.openLoans) },
  { id: 'booked', title: 'Changed', goes: 'second', align: 'right', cell: run => countText(run.booked) },
  { id: 'postings', title: 'Entries', goes: 'second', align: 'right', cell: run => countText(run.postings) },
  { id: 'chunks', title: 'Steps', goes: 'first', align: 'right', cell: run => countText(run.chunks) },
]

function tookText({ startedAt, finishedAt }: Run): string {
  if (!finishedAt) return 'Not available'
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  // rounds first: 119.6 seconds are 2 minutes, not 1 minute and 60 seconds
  const tenths = seconds.toFixed(1)
  if (Number(tenths) < 60) return `${tenths} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** "host 16554" → "worker host, process 16554". */
function workerText(worker: string): string {
  const [host, process] = worker.split(' ')
  return process ? `worker ${host}, process ${process}` : `worker ${worker}`
}
