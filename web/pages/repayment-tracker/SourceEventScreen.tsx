import { RotateCw, Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import {
  SOURCE_EVENT_KIND_LABELS,
  SOURCE_EVENT_LOAN_LABELS,
  SOURCE_EVENT_REASON_LABELS,
  SOURCE_EVENT_STATUS_LABELS,
} from '../../../contract/labels.ts'
import {
  SOURCE_EVENT_LOAN_STATUSES,
  type SourceEventLoanStatus,
  type SourceEventStatus,
  sourceEventApi,
  sourceEventExportApi,
} from '../../../contract/sourceEvents.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList, MessagesList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { FigureStrip } from '../../ui/FigureStrip.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { EVENT_TONES, eventMonths } from './SourceEvents.tsx'
import { SubmitEventDialog } from './SubmitEventDialog.tsx'

type SourceEvent = Reply<typeof sourceEventApi.sourceEventGet>
type EventLoan = Reply<typeof sourceEventApi.sourceEventLoanList>['rows'][number]

const AGAIN_MS = 1_500
const RUNS: ReadonlySet<SourceEventStatus> = new Set(['computing', 'applying', 'undoing'])

/** Whether customers get an SMS is said when it is submitted. */
const UNDECIDED: ReadonlySet<SourceEventStatus> = new Set(['computing', 'computed', 'cancelled'])

const NEXT: Record<SourceEventStatus, string> = {
  computing: 'The effect is being computed.',
  computed: 'Check the effect, then submit it for approval.',
  waiting: 'An approver decides.',
  applying: 'The event is being applied to its loans.',
  applied: 'The event is in force.',
  undoing: 'The event is being reversed.',
  undone: 'The event was reversed.',
  cancelled: 'The event was never applied.',
}

/** One event of a payroll source: effect, progress, loans and history. */
export function SourceEventScreen({ id }: { id: string }) {
  const event = useApi(sourceEventApi.sourceEventGet, { id })
  const isRunning = event.data && (RUNS.has(event.data.status) || event.data.isNotifying)
  usePolling(isRunning === true, event.refetch, AGAIN_MS)
  if (namesNothing(event.error)) return <NotFound />
  if (event.error && !event.data) return <LoadError of={event} />
  if (!event.data) return <CardSkeleton lines={6} />
  return <Details event={event.data} onChanged={() => void event.refetch()} />
}

type Props = { event: SourceEvent; onChanged: () => void }

function Details({ event, onChanged }: Props) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-3">
        <div className="mr-auto">
          <BackLink to={paths.repaymentsTab('calendar')}>Payroll calendar</BackLink>
          <h2 className="text-lg font-semibold">
            {event.number}: {SOURCE_EVENT_KIND_LABELS[event.kind]}, {event.sourceName}, {eventMonths(event)}
          </h2>
          <p className="flex flex-wrap items-center gap-2 text-muted">
            <Badge tone={EVENT_TONES[event.status]} dot>
              {SOURCE_EVENT_STATUS_LABELS[event.status]}
            </Badge>
            {NEXT[event.status]}
          </p>
        </div>
        <Acts event={event} onChanged={onChanged} />
      </div>
      {event.pendingApprovalId && <PendingApprovalNotice approvalId={event.pendingApprovalId} />}
      <Progress event={event} />
      {event.irreversible.length > 0 && (
        <Notice tone="caution" title="Some loans cannot be reversed">
          {event.irreversible
            .map(({ reason, loans }) => `${SOURCE_EVENT_REASON_LABELS[reason]}: ${countOf(loans, 'loan')}`)
            .join('. ')}
          . A reversal leaves them as they are.
        </Notice>
      )}
      {event.dates ? <Dates dates={event.dates} /> : <Effect event={event} />}
      <Card title="Reason">
        <p>{event.reason}</p>
        {!UNDECIDED.has(event.status) && (
          <p className="mt-1">
            {event.notifies ? `SMS to ${countOf(event.customers, 'customer')}` : 'No SMS to customers'}
          </p>
        )}
        <p className="mt-1 text-[0.8125rem] text-muted">
          Recorded by {event.askedBy}
          {event.approvedBy && `, approved by ${event.approvedBy}`}
          {event.undoneBy && `, reversal approved by ${event.undoneBy}: ${event.undoReason ?? ''}`}
        </p>
      </Card>
      {!event.dates && <Loans event={event} />}
      {Object.keys(event.messages.counts).length > 0 && (
        <Card title="Messages" flush>
          <MessagesList subjectType="sourceEvent" subjectId={event.id} />
        </Card>
      )}
      <Card title="History">
        <HistoryList subjectType="sourceEvent" subjectId={event.id} />
      </Card>
    </div>
  )
}

function Acts({ event, onChanged }: Props) {
  const [isUndoing, setUndoing] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const recomputing = useAct(sourceEventApi.sourceEventRecompute)
  const cancelling = useAct(sourceEventApi.sourceEventCancel)
  const { offers, status } = event
  const after = (said: string) => ({
    onSuccess: () => {
      toast('success', said)
      onChanged()
    },
    onError: (error: Error) => toast('error', error.message),
  })
  const isOpen = status === 'computing' || status === 'computed' || status === 'waiting'
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && (
        <>
          <Button
            icon={<Undo2 aria-hidden size={16} />}
            pending={cancelling.isPending}
            disabledReason={offers.cancel.why ?? undefined}
            onClick={() => cancelling.mutate({ id: event.id }, after(`${event.number} cancelled.`))}
          >
            Cancel event
          </Button>
          {!event.dates && (
            <Button
              icon={<RotateCw aria-hidden size={16} />}
              pending={recomputing.isPending}
              disabledReason={offers.recompute.why ?? undefined}
              onClick={() => recomputing.mutate({ id: event.id }, after('The effect is being computed.'))}
            >
              Compute again
            </Button>
          )}
          <Button
            look="primary"
            icon={<Send aria-hidden size={16} />}
            disabledReason={offers.submit.why ?? undefined}
            onClick={() => setSubmitting(true)}
          >
            Submit for approval
          </Button>
        </>
      )}
      {status === 'applied' && (
        <Button
          icon={<Undo2 aria-hidden size={16} />}
          disabledReason={offers.undo.why ?? undefined}
          onClick={() => setUndoing(true)}
        >
          Submit reversal
        </Button>
      )}
      {isSubmitting && (
        <SubmitEventDialog
          event={event}
          onClose={() => setSubmitting(false)}
          onDone={() => {
            setSubmitting(false)
            onChanged()
          }}
        />
      )}
      {isUndoing && (
        <ActDialog
          endpoint={sourceEventApi.sourceEventUndo}
          input={({ reason }) => ({ id: event.id, reason })}
          done="Reversal submitted for approval."
          onDone={() => {
            setUndoing(false)
            onChanged()
          }}
          onClose={() => setUndoing(false)}
          title={`Submit the reversal of ${event.number}?`}
          description="Another user must approve it. Days that are over stay as they were."
          action="Submit reversal"
          danger
          reason
        />
      )}
    </div>
  )
}

function Progress({ event }: { event: SourceEvent }) {
  if (event.status !== 'applying' && event.status !== 'undoing') return null
  const of = (status: SourceEventLoanStatus): number =>
    event.progress.find(each => each.status === status)?.loans ?? 0
  const left = event.status === 'applying' ? of('ready') : of('done')
  const total = event.progress.reduce((sum, each) => sum + each.loans, 0)
  const said = `${countText(total - left)} of ${countOf(total, 'loan')}`
  return (
    <div>
      <ProgressBar
        label={NEXT[event.status]}
        percent={total === 0 ? 0 : ((total - left) * 100) / total}
        valueText={said}
      />
      <p className="mt-1 text-[0.8125rem] text-muted">{said}</p>
    </div>
  )
}

const WAYS = {
  excuse: 'Due dates stay. The instalments do not count as missed until after the last instalment.',
  move: 'Instalments move back, by contract too.',
}

function Effect({ event }: { event: SourceEvent }) {
  if (event.status === 'computing') return <CardSkeleton lines={2} />
  return (
    <div className="flex flex-col gap-3">
      <FigureStrip
        figures={[
          { term: 'Loans', value: countText(event.loans), below: 'to which the event applies' },
          { term: 'Instalments', value: formatNaira(event.amount), below: 'unpaid in these months' },
          {
            term: 'Change of interest',
            value: formatNaira(event.interestChange),
            below: event.interest === 'added' ? 'added to the loans' : 'no interest is added',
          },
          {
            term: 'Excluded',
            value: countText(event.excluded),
            below: event.exclusions
              .map(({ reason, loans }) => `${SOURCE_EVENT_REASON_LABELS[reason]}: ${countText(loans)}`)
              .join(', '),
          },
        ]}
      />
      {event.treatment && <p className="text-muted">{WAYS[event.treatment]}</p>}
    </div>
  )
}

const DATE_NAMES = [
  ['instructionOn', 'Instructions due'],
  ['payOn', 'Pay day'],
  ['fileOn', 'File expected'],
  ['remittanceOn', 'Remittance expected'],
] as const

function Dates({ dates }: { dates: NonNullable<SourceEvent['dates']> }) {
  return (
    <Card title="Dates">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        {DATE_NAMES.map(([name, title]) => (
          <div key={name}>
            <dt className="text-[0.8125rem] text-muted">{title}</dt>
            <dd className="font-semibold tabular-nums">{dayText(dates.after[name])}</dd>
            {dates.after[name] !== dates.before[name] && (
              <dd className="text-[0.8125rem] text-muted">before {dayText(dates.before[name])}</dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  )
}

const FILTER = z.pick(sourceEventApi.sourceEventLoanList.input, { status: true })

function Loans({ event }: { event: SourceEvent }) {
  const query = useUrlFilter(FILTER)
  const asked = { id: event.id, ...query.filter }
  const list = useList(sourceEventApi.sourceEventLoanList, asked, { again: event.status })
  return (
    <ListPage
      title="Loans"
      list={list}
      caption={`Loans of ${event.number}`}
      columns={LOAN_COLUMNS}
      rowKey={row => row.loanId}
      filters={
        <Select
          label="Status"
          labelHidden
          value={query.filter.status ?? ''}
          options={[
            { value: '', label: 'All loans' },
            ...SOURCE_EVENT_LOAN_STATUSES.map(status => ({
              value: status,
              label: SOURCE_EVENT_LOAN_LABELS[status],
            })),
          ]}
          onChange={({ target }) => query.setFilter({ status: target.value || undefined })}
        />
      }
      exports={exportOf('Export loans', sourceEventExportApi.sourceEventLoanExport, asked)}
      empty={{
        title: 'No loans',
        text: 'No active loan of this payroll source has an instalment in these months.',
      }}
    />
  )
}

const LOAN_COLUMNS: readonly Column<EventLoan>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    cell: row => (
      <RowLink to={paths.loan(row.loanId)} beside={row.customerName}>
        {row.number}
      </RowLink>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    phone: 'status',
    cell: row => SOURCE_EVENT_LOAN_LABELS[row.status],
  },
  {
    id: 'amount',
    title: 'Instalments',
    align: 'right',
    phone: 'amount',
    cell: row => <Amount of={row.amount} />,
  },
  { id: 'interest', title: 'Change of interest', align: 'right', cell: row => <Amount of={row.interest} /> },
  {
    id: 'reason',
    title: 'Reason',
    cell: row =>
      row.reason ? SOURCE_EVENT_REASON_LABELS[row.reason] : <span className="text-faint">None</span>,
  },
]
