import { Link } from 'react-router'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import {
  type Batch,
  BIN_WORDS,
  difference,
  differenceText,
  freshAmount,
  type RepaymentRow,
  ROW_WORDS,
  TREATMENT_WORDS,
} from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

const small = 'text-[0.8125rem] text-muted'
const none = <EmptyValue />

/** The balance column appears once the batch is posted. */
export function rowColumns(batch: Batch, onOpen: (row: RepaymentRow) => void): Column<RepaymentRow>[] {
  const isBefore = batch.status === 'open' || batch.status === 'waiting'
  return [
    LINE,
    { id: 'who', title: 'Name in file', lead: true, cell: row => <Who row={row} onOpen={onOpen} /> },
    LOAN,
    {
      id: 'expected',
      title: 'Expected',
      align: 'right',
      cell: row => (row.expected === null ? none : formatNaira(row.expected)),
    },
    {
      id: 'received',
      title: 'Received',
      align: 'right',
      cell: row => (
        <div className="max-md:text-right">
          <p className="font-medium">{formatNaira(freshAmount(row))}</p>
          {row.earlier > 0n && <p className={small}>plus {formatNaira(row.earlier)} posted before</p>}
        </div>
      ),
    },
    { id: 'difference', title: 'Difference', align: 'right', cell: row => <Gap row={row} /> },
    {
      id: 'bin',
      title: 'Match result',
      cell: row => (
        <div className="flex flex-col items-start gap-0.5 max-md:items-end">
          <Badge tone={BIN_WORDS[row.bin].tone}>{MATCH_LABELS[row.bin]}</Badge>
          <span className={`${small} whitespace-nowrap`}>{TREATMENT_WORDS[row.treatment]}</span>
        </div>
      ),
    },
    { id: 'state', title: 'Status', className: 'md:max-w-56', cell: row => <State row={row} /> },
    ...(isBefore ? [] : [BALANCE]),
  ]
}

export const LINE: Column<RepaymentRow> = {
  id: 'line',
  title: 'Line',
  align: 'right',
  cell: row => (
    <span className="tabular-nums">
      {row.line}
      {row.part > 1 && <span className="text-faint">.{row.part}</span>}
    </span>
  ),
}

export const LOAN: Column<RepaymentRow> = { id: 'loan', title: 'Loan', cell: row => <LoanCell row={row} /> }

const BALANCE: Column<RepaymentRow> = {
  id: 'balance',
  title: 'Outstanding balance after',
  align: 'right',
  cell: row => (row.balanceAfter === null ? none : formatNaira(row.balanceAfter)),
}

function Who({ row, onOpen }: { row: RepaymentRow; onOpen: (row: RepaymentRow) => void }) {
  return (
    <RowLink
      onOpen={() => onOpen(row)}
      below={
        <span className="tabular-nums">
          {row.staffNumber || `No ${IPPIS_NUMBER}`}
          <span className="sr-only">, line {row.line}: open</span>
        </span>
      }
    >
      {row.name || 'No name'}
    </RowLink>
  )
}

function LoanCell({ row }: { row: RepaymentRow }) {
  if (row.loanId === null)
    return row.candidates.length > 0 ? (
      <span className={small}>{countOf(row.candidates.length, 'matching loan')}</span>
    ) : (
      none
    )
  return (
    <div className="max-md:text-right">
      <Link
        to={paths.loan(row.loanId)}
        className="underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {row.loanNumber}
      </Link>
      <p className={small}>{row.customerName}</p>
    </div>
  )
}

function Gap({ row }: { row: RepaymentRow }) {
  if (row.expected === null) return none
  const gap = difference(freshAmount(row), row.expected)
  return gap === 0n ? (
    <span className="text-positive">agrees</span>
  ) : (
    <span className={`whitespace-nowrap ${gap < 0n ? 'text-caution' : 'text-notice'}`}>
      {differenceText(gap)}
    </span>
  )
}

function State({ row }: { row: RepaymentRow }) {
  const { title, tone } = ROW_WORDS[row.status]
  return (
    <div className="flex min-w-0 flex-col items-start gap-0.5 max-md:items-end max-md:text-right">
      <Badge tone={tone}>{title}</Badge>
      {row.problem && (
        <span className={row.status === 'refused' ? 'text-[0.8125rem] text-negative' : small}>
          {row.problem}
        </span>
      )}
    </div>
  )
}
