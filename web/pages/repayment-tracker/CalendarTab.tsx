import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { MONTH_STATE_LABELS } from '../../../contract/labels.ts'
import { type MonthState, payMonthApi, payMonthExportApi } from '../../../contract/payMonths.ts'
import { userApi } from '../../../contract/staff.ts'
import { countText } from '../../../engine/countText.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useSection } from '../../parts/useSection.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { MoveDatesDialog } from './MoveDatesDialog.tsx'
import { eventPath, RecordEvent, SourceEvents } from './SourceEvents.tsx'
import { TabLine } from './TabLine.tsx'

const FILTER = z.object({
  source: z.optional(z.string().check(z.maxLength(40))),
  files: z.optional(z.enum(['missing', 'posted'])),
})

const SourceEventScreen = lazyPart(
  () => import('./SourceEventScreen.tsx').then(screen => screen.SourceEventScreen),
  <CardSkeleton lines={6} />,
)

type Month = Reply<typeof payMonthApi.payMonthList>['rows'][number]

/** The payroll calendar, or the event of a payroll source that the address names. */
export function CalendarTab() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id ? <SourceEventScreen id={id} /> : <Calendar />
}

/** The dates of each payroll month, and whether its deduction file has arrived. */
function Calendar() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  const sources = useSection('payroll')?.sources ?? []
  const list = useList(payMonthApi.payMonthList, filter)
  const [assigning, setAssigning] = useState<Month>()
  const [moving, setMoving] = useState<Month>()
  const mayAsk = useMay('money.ask')
  return (
    <>
      <TabLine means="Payroll calendar: pay days and files by month. Until a file is posted, its instalments do not count as missed." />
      <ListPage
        name="pay-months"
        list={list}
        caption="Payroll calendar"
        columns={[...COLUMNS, actColumn(mayAsk, setAssigning), moveColumn(mayAsk, setMoving)]}
        rowKey={month => `${month.source} ${month.period}`}
        filters={
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
            <Select
              label="Source"
              labelHidden
              value={filter.source ?? ''}
              options={[
                { value: '', label: 'All sources' },
                ...sources
                  .filter(({ kind }) => kind === 'payroll')
                  .map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={event => setFilter({ source: event.target.value || undefined })}
            />
            <Select
              label="Files"
              labelHidden
              value={filter.files ?? ''}
              options={[
                { value: '', label: 'All months' },
                { value: 'missing', label: 'File missing' },
                { value: 'posted', label: 'File posted' },
              ]}
              onChange={event =>
                setFilter({ files: FILTER.shape.files.parse(event.target.value || undefined) })
              }
            />
          </div>
        }
        actions={<RecordEvent source={filter.source} />}
        exports={exportOf('Export payroll calendar', payMonthExportApi.payMonthExport, filter)}
        empty={{
          icon: <CalendarDays />,
          title: 'No payroll months',
          text: 'Months appear here once a payroll source is active. Dates come from Settings > Payroll sources.',
        }}
      />
      {/* below rows that have come: they would push it down */}
      {list.rows && (
        <div className="mt-6">
          <SourceEvents source={filter.source} />
        </div>
      )}
      {assigning && <AssignDialog month={assigning} onClose={() => setAssigning(undefined)} />}
      {moving && <MoveDatesDialog month={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}

const TONES: Record<MonthState, Tone> = {
  upcoming: 'neutral',
  awaiting: 'notice',
  overdue: 'negative',
  skipped: 'neutral',
  posted: 'caution',
  partlyRemitted: 'caution',
  remitted: 'positive',
}

const day = (on: string) => formatDate(localDate(on))

const COLUMNS: readonly Column<Month>[] = [
  {
    id: 'month',
    title: 'Month',
    lead: true,
    className: 'md:min-w-36!',
    cell: month => (
      <>
        <CellText below={<span className="max-md:hidden">{month.sourceName}</span>}>
          {periodText(month.period)}
        </CellText>
        <span className="text-xs font-normal text-muted md:hidden">{month.sourceName}</span>
      </>
    ),
  },
  { id: 'instruction', title: 'Instructions due', goes: 'early', cell: month => day(month.instructionOn) },
  { id: 'pay', title: 'Pay day', cell: month => day(month.payOn) },
  { id: 'file', title: 'File expected', phone: 'date', cell: month => day(month.fileOn) },
  {
    id: 'posted',
    title: 'File posted',
    className: 'md:max-w-40',
    cell: month =>
      month.postedOn && month.batch ? (
        <RowLink to={paths.repayment(month.batch.id)} number={month.batch.number}>
          {day(month.postedOn)}
        </RowLink>
      ) : (
        <WaitingCell month={month} />
      ),
  },
  { id: 'remittance', title: 'Remittance expected', goes: 'early', cell: month => day(month.remittanceOn) },
  {
    id: 'unremitted',
    title: 'Unremitted',
    align: 'right',
    phone: 'amount',
    cell: month =>
      month.postedOn ? <Amount of={month.unremitted} /> : <span className="text-faint">No file</span>,
  },
  {
    id: 'state',
    title: 'Status',
    phone: 'status',
    cell: month => <Badge tone={TONES[month.state]}>{MONTH_STATE_LABELS[month.state]}</Badge>,
  },
]

function WaitingCell({
  month: { isAwaited, awaitedUntil, waitingLoans, state, skippedBy },
}: {
  month: Month
}) {
  if (skippedBy) return <RowLink to={eventPath(skippedBy)}>Nothing is deducted</RowLink>
  if (state === 'upcoming') return <span className="text-faint">None</span>
  if (!isAwaited)
    return (
      <CellText below={`since ${day(awaitedUntil)}`} className="text-negative">
        Counts as late
      </CellText>
    )
  const loans =
    waitingLoans && `${countText(waitingLoans.total)}${waitingLoans.exact ? '' : '+'} loans waiting`
  return <CellText below={loans}>Awaited until {day(awaitedUntil)}</CellText>
}

const actColumn = (mayAsk: boolean, onAssign: (month: Month) => void): Column<Month> => ({
  id: 'owner',
  title: 'Assigned to',
  cell: month => (
    <div className="flex items-center gap-2 max-md:flex-wrap">
      {month.ownerName && <CellText beside={month.note}>{month.ownerName}</CellText>}
      <Button
        size="small"
        disabledReason={mayAsk ? undefined : WHY_NO_REPAYMENT}
        onClick={() => onAssign(month)}
      >
        {month.ownerName ? 'Change' : 'Assign'}
      </Button>
    </div>
  ),
})

const moveColumn = (mayAsk: boolean, onMove: (month: Month) => void): Column<Month> => ({
  id: 'dates',
  title: 'Dates',
  cell: month => (
    <Button
      size="small"
      aria-label={`Move dates: ${month.sourceName}, ${periodText(month.period)}`}
      disabledReason={mayAsk ? undefined : WHY_NO_REPAYMENT}
      onClick={() => onMove(month)}
    >
      Move dates
    </Button>
  ),
})

/** Who asks the payroll office for the file or the money, and what it answered. */
function AssignDialog({ month, onClose }: { month: Month; onClose: () => void }) {
  const staff = useApi(userApi.colleagueList, {})
  const people = (staff.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ActDialog
      endpoint={payMonthApi.payMonthNote}
      initial={{ ownerId: month.ownerId ?? '', note: month.note }}
      input={({ ownerId, note }) => ({
        source: month.source,
        period: month.period,
        ownerId: ownerId || null,
        note,
      })}
      onClose={onClose}
      title="Assign payroll month"
      description={`${month.sourceName}, ${periodText(month.period)}`}
      action="Assign"
      done="Payroll month assigned."
    >
      {({ values, set }) => (
        <>
          <Combobox
            label="Assigned to"
            placeholder="Type a name"
            value={values.ownerId}
            options={people}
            loading={staff.isPending}
            onChange={ownerId => set('ownerId', ownerId)}
          />
          <Textarea
            label="Note"
            optional
            value={values.note}
            onChange={event => set('note', event.target.value)}
          />
          {staff.error && <Notice tone="negative">{staff.error.message}</Notice>}
        </>
      )}
    </ActDialog>
  )
}
