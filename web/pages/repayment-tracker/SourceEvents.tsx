import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { SOURCE_EVENT_KIND_LABELS, SOURCE_EVENT_STATUS_LABELS } from '../../../contract/labels.ts'
import {
  type SourceEventStatus,
  type SourceEventTreatment,
  sourceEventApi,
  sourceEventExportApi,
} from '../../../contract/sourceEvents.ts'
import { countText } from '../../../engine/countText.ts'
import { addMonths, payMonthOf } from '../../../engine/dates.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { useList } from '../../parts/useList.ts'
import { useSection } from '../../parts/useSection.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RadioCard } from '../../ui/RadioCard.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'

type SourceEvent = Reply<typeof sourceEventApi.sourceEventList>['rows'][number]

export const EVENT_TONES: Record<SourceEventStatus, Tone> = {
  computing: 'neutral',
  computed: 'caution',
  waiting: 'caution',
  applying: 'notice',
  applied: 'positive',
  undoing: 'notice',
  undone: 'neutral',
  cancelled: 'neutral',
}

export const eventPath = (id: string): string =>
  `${paths.repaymentsTab('calendar')}&id=${encodeURIComponent(id)}`

export const eventMonths = ({ from, to }: Pick<SourceEvent, 'from' | 'to'>): string =>
  from === to ? periodText(from) : `${periodText(from)} to ${periodText(to)}`

/** Strikes, skipped months, bans and moved dates of payroll sources. */
export function SourceEvents({ source }: { source: string | undefined }) {
  const list = useList(sourceEventApi.sourceEventList, source ? { source } : {})
  return (
    <ListPage
      title="Events"
      list={list}
      caption="Events of payroll sources, newest first"
      columns={COLUMNS}
      exports={exportOf('Export events', sourceEventExportApi.sourceEventExport, source ? { source } : {})}
      empty={{
        icon: <CalendarX2 />,
        title: 'No events',
        text: 'Record an event when a payroll source skips a month, strikes, bans deductions or pays late.',
        compact: true,
      }}
    />
  )
}

export function RecordEvent({ source }: { source: string | undefined }) {
  const [isRecording, setRecording] = useState(false)
  const mayAsk = useMay('money.ask')
  return (
    <>
      <Button
        icon={<CalendarX2 aria-hidden size={16} />}
        disabledReason={mayAsk ? undefined : WHY_NO_REPAYMENT}
        onClick={() => setRecording(true)}
      >
        Record event
      </Button>
      {isRecording && <RecordDialog source={source} onClose={() => setRecording(false)} />}
    </>
  )
}

const COLUMNS: readonly Column<SourceEvent>[] = [
  {
    id: 'event',
    title: 'Event',
    lead: true,
    cell: event => (
      <RowLink to={eventPath(event.id)} beside={event.number}>
        {SOURCE_EVENT_KIND_LABELS[event.kind]}, {event.sourceName}
      </RowLink>
    ),
  },
  { id: 'months', title: 'Months', phone: 'date', cell: eventMonths },
  {
    id: 'status',
    title: 'Status',
    phone: 'status',
    cell: event => (
      <Badge tone={EVENT_TONES[event.status]} dot>
        {SOURCE_EVENT_STATUS_LABELS[event.status]}
      </Badge>
    ),
  },
  {
    id: 'loans',
    title: 'Loans',
    align: 'right',
    cell: event =>
      event.kind === 'dates' ? <span className="text-faint">None</span> : countText(event.loans),
  },
  {
    id: 'amount',
    title: 'Instalments',
    align: 'right',
    phone: 'amount',
    cell: event =>
      event.kind === 'dates' ? <span className="text-faint">None</span> : <Amount of={event.amount} />,
  },
  { id: 'by', title: 'Recorded by', cell: event => event.askedBy },
]

const KINDS = [
  { value: 'skipped', hint: 'The payroll was not run, or the office deducted nothing.' },
  { value: 'strike', hint: 'No salaries for one month or several.' },
  {
    value: 'ban',
    hint: 'The office deducts for no lender. The next list stops all deductions, the first list afterwards resumes them.',
  },
] as const

const TREATMENTS: readonly { value: SourceEventTreatment; title: string; hint: string }[] = [
  {
    value: 'excuse',
    title: 'Collect after the last instalment',
    hint: 'Due dates stay. The instalments do not count as missed: no penalties, no reminders.',
  },
  {
    value: 'move',
    title: 'Move the instalments back',
    hint: 'Each instalment from the first month on falls due later, by contract too. The loan ends later.',
  },
]

const MONTHS_BACK = 6
const MONTHS_OFFERED = 19

/** Nothing changes before the effect is computed, submitted and approved. */
function RecordDialog({ source, onClose }: { source: string | undefined; onClose: () => void }) {
  const [, setParams] = useSearchParams()
  const sources = (useSection('payroll')?.sources ?? []).filter(
    ({ kind, status }) => kind === 'payroll' && status === 'active',
  )
  const today = todayInLagos()
  const here = payMonthOf(today)
  const months = Array.from({ length: MONTHS_OFFERED }, (_, n) =>
    payMonthOf(addMonths(today, n - MONTHS_BACK)),
  ).map(month => ({ value: String(month), label: periodText(month) }))
  return (
    <ActDialog
      endpoint={sourceEventApi.sourceEventCompute}
      initial={{
        kind: 'skipped' as 'skipped' | 'strike' | 'ban',
        source: source ?? '',
        from: String(here),
        to: '',
        treatment: 'excuse' as SourceEventTreatment,
        interest: 'waived' as 'waived' | 'added',
      }}
      input={({ kind, source: chosen, from, to, treatment, interest, reason }, id) => ({
        id,
        kind,
        source: chosen,
        from,
        to: kind === 'skipped' || to === '' ? from : to,
        treatment,
        interest: treatment === 'move' ? interest : null,
        reason,
      })}
      check={({ source: chosen }) => (chosen === '' ? { source: 'Choose a payroll source' } : {})}
      done="Event recorded. Its effect is being computed."
      onDone={({ id }) => {
        onClose()
        setParams({ tab: 'calendar', id })
      }}
      onClose={onClose}
      width="medium"
      title="Record event"
      description="The effect on all loans of the source is computed first. Another user must approve it."
      action="Compute effect"
      reason={{ hint: 'For example the circular or notice of the payroll office.' }}
    >
      {({ values, set, field }) => (
        <>
          <div className="grid gap-2 sm:grid-cols-3">
            {KINDS.map(({ value, hint }) => (
              <RadioCard
                key={value}
                name="kind"
                title={SOURCE_EVENT_KIND_LABELS[value]}
                hint={hint}
                checked={values.kind === value}
                onChoose={() => set('kind', value)}
              />
            ))}
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <Select
              {...field('source')}
              label="Payroll source"
              placeholder="Choose a source"
              options={sources.map(({ code, name }) => ({ value: code, label: name }))}
            />
            <Select
              {...field('from')}
              label={values.kind === 'skipped' ? 'Month' : 'From'}
              options={months}
            />
            {values.kind !== 'skipped' && (
              <Select
                {...field('to')}
                label="To"
                placeholder="The same month"
                options={months.filter(({ value }) => value >= values.from)}
              />
            )}
          </div>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 text-[0.8125rem] font-medium">Instalments of these months</legend>
            {TREATMENTS.map(({ value, title, hint }) => (
              <RadioCard
                key={value}
                name="treatment"
                title={title}
                hint={hint}
                checked={values.treatment === value}
                onChoose={() => set('treatment', value)}
              />
            ))}
          </fieldset>
          {values.treatment === 'move' && (
            <Select
              {...field('interest')}
              label="Interest for the moved months"
              options={[
                { value: 'waived', label: 'None: the lender bears it' },
                { value: 'added', label: 'Added to the first moved instalment' },
              ]}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}
