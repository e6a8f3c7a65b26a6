import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import {
  type reconciliationApi,
  VERDICT_LABELS,
  type Verdict,
  verdictLabel,
} from '../../../contract/reconciliation.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatMonth } from '../../../engine/dates.ts'
import type { Kobo } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { Amount } from '../../parts/Amount.tsx'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

export type MonthRow = Reply<typeof reconciliationApi.reconciliationMonths>['rows'][number]
export type EmployerRow = Reply<typeof reconciliationApi.reconciliationEmployers>['rows'][number]
export type LineRow = Reply<typeof reconciliationApi.reconciliationLines>['rows'][number]

const TONES: Record<Verdict, Tone> = {
  agrees: 'positive',
  notInstructed: 'caution',
  refusedByOffice: 'negative',
  instructedNotDeducted: 'negative',
  short: 'caution',
  over: 'caution',
  deductedAfterStop: 'negative',
  deductedNotInstructed: 'negative',
  deductedNotRemitted: 'notice',
  remittedNotInFile: 'caution',
}

/** What each verdict is called, and its colour. */
export const VERDICT_WORDS = Object.fromEntries(
  Object.entries(VERDICT_LABELS).map(([verdict, title]) => [
    verdict,
    { title, tone: TONES[verdict as Verdict] },
  ]),
) as Record<Verdict, { title: string; tone: Tone }>

export const monthPath = (source: string, month: string, more: Readonly<Record<string, string>> = {}) =>
  paths.repaymentsTab('reconciliation', { source, month, ...more })

export function VerdictBadge({ line }: { line: Pick<LineRow, 'verdict' | 'closedAt' | 'instructed'> }) {
  if (line.verdict === null) return <Badge>Awaiting the file</Badge>
  const tone = line.closedAt === null ? TONES[line.verdict] : 'neutral'
  return <Badge tone={tone}>{verdictLabel(line.verdict, line)}</Badge>
}

type Amounts = Pick<LineRow, 'expected' | 'instructed' | 'deducted' | 'remitted' | 'posted'>

const MEASURES = [
  ['expected', 'Expected'],
  ['instructed', 'Instructed'],
  ['deducted', 'Deducted'],
  ['remitted', 'Remitted'],
  ['posted', 'Posted'],
] as const

/** Not available where nothing was sent; grey where it is zero. */
export function Measure({ of }: { of: Kobo | null }) {
  if (of === null) return <EmptyValue>Not available</EmptyValue>
  return <Amount of={of} className={of === 0n ? 'text-faint' : undefined} />
}

const amountColumns = <Row extends Amounts>(): readonly Column<Row>[] =>
  MEASURES.map(([id, title]) => ({
    id,
    title,
    align: 'right',
    ...(id === 'expected' ? { goes: 'first' as const } : {}),
    cell: row => <Measure of={row[id]} />,
  }))

const share = (agreeing: number, persons: number): string =>
  persons === 0 ? 'None' : formatPpm(Math.floor((agreeing * 1_000_000) / persons), 1)

export const MONTH_COLUMNS: readonly Column<MonthRow>[] = [
  {
    id: 'month',
    title: 'Payroll month',
    lead: true,
    className: 'md:min-w-39!',
    cell: row => (
      <RowLink to={monthPath(row.source, row.month)} number={row.sourceName}>
        {formatMonth(row.month)}
      </RowLink>
    ),
  },
  ...amountColumns<MonthRow>(),
  {
    id: 'agrees',
    title: 'Agrees',
    align: 'right',
    phone: 'amount',
    className: 'md:min-w-20',
    wraps: true,
    cell: row =>
      row.fileIn ? (
        <span className="whitespace-nowrap tabular-nums">
          {share(row.agreeing, row.persons)}
          <span className="block text-[0.8125rem] text-muted">of {countText(row.persons)}</span>
        </span>
      ) : (
        <span className="text-muted">No file yet</span>
      ),
  },
  {
    id: 'exceptions',
    title: 'Open exceptions',
    phone: 'status',
    cell: row => <Exceptions row={row} />,
    className: 'md:min-w-48',
  },
]

/** Verdicts with their number; each opens its persons. Of more than two the largest, and a link to all persons. */
function Exceptions({ row }: { row: MonthRow }) {
  const open = row.verdicts.filter(each => each.open > 0).toSorted((a, b) => b.open - a.open)
  if (open.length === 0) return <span className="text-faint">No exceptions</span>
  const shown = open.length > 2 ? open.slice(0, 1) : open
  const others = open.slice(shown.length)
  return (
    <span className="flex flex-wrap items-center gap-1">
      {shown.map(each => (
        <Link
          key={each.verdict}
          to={monthPath(row.source, row.month, { verdict: each.verdict, state: 'open' })}
          className="rounded"
        >
          <Badge tone={VERDICT_WORDS[each.verdict].tone}>
            {verdictLabel(each.verdict, row)} {countText(each.open)}
          </Badge>
        </Link>
      ))}
      {others.length > 0 && (
        <Link
          to={monthPath(row.source, row.month, { view: 'persons', state: 'open' })}
          className="rounded text-xs text-muted underline underline-offset-2 hover:text-ink"
        >
          {countText(others.reduce((sum, each) => sum + each.open, 0))} more
        </Link>
      )}
    </span>
  )
}

export const employerColumns = (source: string, month: string): readonly Column<EmployerRow>[] => [
  {
    id: 'employer',
    title: EMPLOYER,
    lead: true,
    cell: row => (
      <RowLink to={monthPath(source, month, { view: 'persons', employer: row.employer })}>
        {row.employer || 'No employer'}
      </RowLink>
    ),
  },
  ...amountColumns<EmployerRow>(),
  {
    id: 'agrees',
    title: 'Agrees',
    align: 'right',
    phone: 'amount',
    cell: row => (
      <>
        {share(row.agreeing, row.persons)}
        <span className="md:hidden"> agree</span>
      </>
    ),
  },
  {
    id: 'open',
    title: 'Open exceptions',
    align: 'right',
    phone: 'status',
    cell: row =>
      row.open === 0 ? (
        <span className="text-faint">No exceptions</span>
      ) : (
        <>
          {countText(row.open)}
          <span className="md:hidden"> open {row.open === 1 ? 'exception' : 'exceptions'}</span>
        </>
      ),
  },
]

export const lineColumns = (
  onOpen: (line: LineRow) => void,
  hasMonth: boolean,
): readonly Column<LineRow>[] => [
  {
    id: 'name',
    title: 'Person',
    lead: true,
    className: 'md:min-w-40!',
    cell: row => (
      <RowLink onOpen={() => onOpen(row)} number={row.staffNumber || `No ${IPPIS_NUMBER}`}>
        {row.name || 'Not identified'}
      </RowLink>
    ),
  },
  {
    id: 'verdict',
    title: 'Verdict',
    phone: 'status',
    cell: row => <VerdictBadge line={row} />,
  },
  ...amountColumns<LineRow>(),
  {
    id: 'difference',
    title: 'Difference',
    align: 'right',
    phone: 'amount',
    cell: row => <Measure of={row.difference} />,
  },
  {
    id: 'owner',
    goes: 'early',
    title: 'Owner, age',
    cell: row =>
      row.verdict === null || row.verdict === 'agrees' ? (
        <EmptyValue>None</EmptyValue>
      ) : (
        <CellText below={row.closedAt === null ? countOf(row.days, 'day') : 'Closed'}>
          {row.ownerName ?? 'No owner'}
        </CellText>
      ),
  },
  ...(hasMonth
    ? []
    : [
        {
          id: 'month',
          title: 'Payroll month',
          goes: 'early' as const,
          cell: (row: LineRow) => `${row.source} ${formatMonth(row.month)}`,
        },
      ]),
]
