import clsx from 'clsx'
import { ArrowRight, GitCompareArrows } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import {
  CHANGE_KINDS,
  CHANGE_TITLES,
  type ChangeKind,
  type EmploymentStatus,
  payrollApi,
  payrollExportApi,
} from '../../../contract/payroll.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { HIDDEN_PAY } from '../../parts/figures.ts'
import { type Intake, periodText } from '../../parts/intake/intakeWords.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { CHANGE_MEANINGS, EMPLOYMENT } from '../../parts/payroll/payrollWords.ts'
import { urlWithFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

export type Diff = Reply<typeof payrollApi.payrollDiff>
type Change = Reply<typeof payrollApi.payrollChanges>['rows'][number]
type Props = { intake: Intake; diff: Diff }

/** Changes in the file by kind; each kind lists its employees. */
export function ChangesPanel({ intake, diff }: Props) {
  const [params, setParams] = useSearchParams()
  const named = params.get('change')
  const chosen = CHANGE_KINDS.find(kind => kind === named)
  const customersOnly = params.get('customersOnly') === 'true'
  const set = (changes: Record<string, string | undefined>): void =>
    setParams(now => urlWithFilter(now, changes), { preventScrollReset: true })
  if (diff.againstMonth === null && diff.replacesIntakeId === null)
    return (
      <Card>
        <EmptyState compact icon={<GitCompareArrows />} title="No earlier month">
          There is no approved earlier month of {intake.sourceName} to compare with.{' '}
          {countOf(diff.rows, 'employee is', 'employees are')} new.
        </EmptyState>
      </Card>
    )
  const counts = diff.againstMonth === null ? diff.replacedCounts : diff.counts
  return (
    <div className="flex flex-col gap-6">
      {diff.replacesIntakeId && intake.status !== 'superseded' && (
        <ReplacesNotice id={diff.replacesIntakeId} isDone={intake.status === 'accepted'} />
      )}
      <Card
        flush
        title={
          diff.againstMonth
            ? `Changes since ${periodText(diff.againstMonth)}`
            : 'Changes against the replaced file'
        }
        actions={
          <span className="text-muted">
            {countOf(diff.changed, 'employee')} changed, {countText(diff.unchanged)} unchanged
          </span>
        }
      >
        <div className="grid grid-cols-2 gap-px border-b border-line bg-line sm:grid-cols-4 xl:grid-cols-7">
          {CHANGE_KINDS.map(kind => (
            <Tile
              key={kind}
              kind={kind}
              count={counts?.[kind] ?? 0}
              replaced={diff.againstMonth === null ? undefined : diff.replacedCounts?.[kind]}
              isChosen={kind === chosen}
              onChoose={() => set({ change: kind === chosen ? undefined : kind })}
            />
          ))}
        </div>
        {chosen ? (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
              <p className="text-muted">
                {CHANGE_TITLES[chosen]}: {CHANGE_MEANINGS[chosen][1]}
              </p>
              <div className="flex flex-wrap items-center gap-3">
                <Checkbox
                  label="Customers only"
                  checked={customersOnly}
                  onChange={event => set({ customersOnly: event.target.checked ? 'true' : undefined })}
                />
                <ExportMenu
                  size="small"
                  {...exportOf(
                    'Export employees',
                    payrollExportApi.payrollChangeExport,
                    changesInput({ id: intake.id, kind: chosen, customersOnly }),
                  )}
                />
              </div>
            </div>
            <People key={chosen} id={intake.id} kind={chosen} customersOnly={customersOnly} />
          </>
        ) : (
          <p className="px-5 py-6 text-center text-muted">Select a figure to see the employees.</p>
        )}
      </Card>
    </div>
  )
}

function ReplacesNotice({ id, isDone }: { id: string; isDone: boolean }) {
  return (
    <Notice
      tone="caution"
      title={isDone ? 'Replaced an earlier file' : 'Replaces an earlier file of this month'}
    >
      {isDone ? 'The earlier file is no longer used.' : 'Once approved, the earlier file is no longer used.'}{' '}
      <Link to={paths.ippisUploadOf(id)} className="font-medium underline underline-offset-2">
        Open earlier file
      </Link>
    </Notice>
  )
}

type TileProps = {
  kind: ChangeKind
  count: number
  /** The same kind compared with the replaced file of this month. */
  replaced: number | undefined
  isChosen: boolean
  onChoose: () => void
}

function Tile({ kind, count, replaced, isChosen, onChoose }: TileProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'px-5 py-3.5 text-left transition-colors focus-visible:-outline-offset-2 max-xl:last:col-span-2',
        isChosen ? 'bg-brand-soft text-brand-ink' : 'bg-surface hover:bg-canvas',
      )}
    >
      <span className={clsx('block text-[0.8125rem]', !isChosen && 'text-muted')}>{CHANGE_TITLES[kind]}</span>
      <span className="block text-lg font-semibold tracking-tight tabular-nums">{countText(count)}</span>
      {replaced !== undefined && (
        <span className={clsx('block text-xs', !isChosen && 'text-muted')}>
          {countText(replaced)} against the replaced file
        </span>
      )}
    </button>
  )
}

type PeopleProps = { id: string; kind: ChangeKind; customersOnly: boolean }

const changesInput = ({ id, kind, customersOnly }: PeopleProps) => ({
  id,
  kind,
  ...(customersOnly ? { customersOnly: 'true' as const } : {}),
})

/** One upload, one kind of change. */
const SCOPE = ['id', 'change']

function People({ id, kind, customersOnly }: PeopleProps) {
  return (
    <ListPage
      bare
      name="payroll-changes"
      whose={SCOPE}
      list={useList(payrollApi.payrollChanges, changesInput({ id, kind, customersOnly }))}
      caption={`${CHANGE_TITLES[kind]}: employees`}
      columns={COLUMNS}
      rowKey={change => change.staffNumber}
      skeletonRows={4}
      empty={{
        compact: true,
        title: customersOnly ? 'No customers' : 'No employees',
        text: customersOnly
          ? 'No customer has this change.'
          : `No employee ${CHANGE_MEANINGS[kind].join(' ')}.`,
      }}
    />
  )
}

/** Formats kobo amounts and status codes; other values are text. */
function valueText(kind: ChangeKind, value: string | null): string {
  if (kind === 'payUp' || kind === 'payDown')
    return value === null ? HIDDEN_PAY : formatNaira(kobo(BigInt(value)))
  if (value === null || value === '') return 'none'
  if (kind === 'status') return EMPLOYMENT[value as EmploymentStatus]?.title ?? value
  return value
}

const COLUMNS: Column<Change>[] = [
  {
    id: 'person',
    title: 'Employee',
    lead: true,
    cell: change =>
      change.customerId ? (
        <RowLink to={paths.customer(change.customerId)} beside={`${change.staffNumber} · customer`}>
          {change.name}
        </RowLink>
      ) : (
        <CellText beside={<span className="tabular-nums">{change.staffNumber}</span>}>
          <span className="font-medium">{change.name}</span>
        </CellText>
      ),
  },
  {
    id: 'change',
    title: 'Before and after',
    cell: ({ kind, before, after }) => (
      <span className="flex items-center gap-2 tabular-nums max-md:flex-wrap max-md:justify-end">
        {kind !== 'new' && (
          <span className={clsx(kind !== 'gone' && 'text-muted')}>{valueText(kind, before)}</span>
        )}
        {kind !== 'new' && kind !== 'gone' && <ArrowRight aria-label="to" size={14} className="text-faint" />}
        {kind !== 'gone' && <span>{valueText(kind, after)}</span>}
      </span>
    ),
  },
]
