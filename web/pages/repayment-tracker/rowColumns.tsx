import clsx from 'clsx'
import { Link } from 'react-router'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import {
  type Batch,
  BIN_WORDS,
  difference,
  differenceText,
  freshAmount,
  type RepaymentRow,
  rowWords,
  TREATMENT_WORDS,
} from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
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
    {
      id: 'who',
      title: 'Name in file',
      lead: true,
      className: 'md:min-w-52!',
      cell: row => <Who row={row} onOpen={onOpen} />,
    },
    LOAN,
    {
      id: 'expected',
      title: 'Expected',
      align: 'right',
      cell: row => (row.expected === null ? none : <Amount of={row.expected} />),
    },
    {
      id: 'received',
      phone: 'amount',
      title: 'Amount',
      align: 'right',
      cell: row => (
        <CellText beside={row.earlier > 0n && `plus ${formatNaira(row.earlier)} posted before`}>
          <Amount of={freshAmount(row)} className="font-medium" />
        </CellText>
      ),
    },
    { id: 'difference', title: 'Difference', align: 'right', cell: row => <Gap row={row} /> },
    {
      id: 'bin',
      phone: 'status',
      title: 'Match result',
      className: 'md:max-w-44!',
      cell: row => (
        <CellText below={TREATMENT_WORDS[row.treatment]}>
          <Badge tone={BIN_WORDS[row.bin].tone}>{MATCH_LABELS[row.bin]}</Badge>
        </CellText>
      ),
    },
    { id: 'state', title: 'Status', className: 'md:max-w-44!', cell: row => <State row={row} /> },
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

export const LOAN: Column<RepaymentRow> = {
  id: 'loan',
  title: 'Loan',
  className: 'md:max-w-44!',
  cell: row => <LoanCell row={row} />,
}

const BALANCE: Column<RepaymentRow> = {
  id: 'balance',
  title: 'Outstanding balance after',
  isOptional: true,
  align: 'right',
  cell: row => (row.balanceAfter === null ? none : <Amount of={row.balanceAfter} />),
}

function Who({ row, onOpen }: { row: RepaymentRow; onOpen: (row: RepaymentRow) => void }) {
  return (
    <RowLink
      onOpen={() => onOpen(row)}
      beside={
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
    <CellText className="leading-[1.125rem]">
      <Link
        to={paths.loan(row.loanId)}
        className="underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {row.loanNumber}
      </Link>{' '}
      <span className="block truncate text-xs leading-4 text-muted">{row.customerName}</span>
    </CellText>
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
  const { title, tone } = rowWords(row)
  return (
    <CellText
      beside={
        row.problem && (
          <span className={clsx(row.status === 'refused' && 'text-negative')}>{row.problem}</span>
        )
      }
    >
      <Badge tone={tone}>{title}</Badge>
    </CellText>
  )
}
