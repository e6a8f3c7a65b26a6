import { ArrowLeft } from 'lucide-react'
import type { z } from 'zod/mini'
import { CLOSING_KINDS, type ClosingKind, closingApi } from '../../../../contract/closing.ts'
import { CHART } from '../../../../contract/ledger.ts'
import { countText } from '../../../../engine/countText.ts'
import { formatMonth } from '../../../../engine/dates.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { useList } from '../../../parts/useList.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { CellText } from '../../../ui/CellText.tsx'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import type { Column } from '../../../ui/Table.tsx'

export type MonthClose = z.output<typeof closingApi.monthCloseGet.reply>
type Figures = NonNullable<MonthClose['figures']>
type Line = Figures['lines'][number]
export type ClosingFilter = {
  kind?: ClosingKind | undefined
  product?: string | undefined
  class?: string | undefined
}

const KINDS: Record<ClosingKind, { title: string; account: number }> = {
  accrual: { title: 'Interest accrued, not due', account: CHART.accruedInterest.code },
  provision: { title: 'Provision', account: CHART.provision.code },
  suspension: { title: 'Interest in suspense', account: CHART.interestInSuspense.code },
}

type Props = { of: MonthClose; figures: Figures; onOpen: (filter: ClosingFilter) => void }

/** What a close posts or posted; each line opens its loans. */
export function ClosingFigures({ of, figures, onOpen }: Props) {
  const isClosed = of.state === 'closed'
  return (
    <>
      <FigureStrip
        figures={[
          {
            term: 'Interest accrued, not due',
            value: formatNaira(figures.accrual),
            below: `Reversed on the day after ${dayText(of.through)}`,
          },
          {
            term: 'Provision',
            value: formatNaira(figures.provision),
            below: `Change ${formatNaira(figures.provisionChange)}`,
          },
          {
            term: 'Interest in suspense',
            value: formatNaira(figures.suspended),
            below: `Change ${formatNaira(figures.suspensionChange)}`,
          },
          {
            term: 'Financial year',
            value: of.yearEnd ? 'Year-end' : 'No year-end',
            below: of.yearEnd ? 'Result to retained earnings' : 'No transfer in this month',
          },
        ]}
      />
      {CLOSING_KINDS.map(kind => (
        <ListPage
          key={kind}
          title={`${KINDS[kind].title} (${KINDS[kind].account})`}
          list={{ rows: figures.lines.filter(line => line.kind === kind) }}
          caption={`${KINDS[kind].title} by product and class`}
          columns={columnsFor(isClosed, onOpen)}
          rowKey={line => `${line.productId} ${line.class}`}
          empty={{
            compact: true,
            title: `${isClosed ? 'Nothing was posted' : 'Nothing to post'}`,
            text: EMPTY[kind],
          }}
        />
      ))}
    </>
  )
}

const EMPTY: Record<ClosingKind, string> = {
  accrual: 'No active loan earned interest that is not due yet.',
  provision: 'No active loan needs a provision, and account 1190 holds none.',
  suspension: 'No loan of a class with suspended interest owes interest.',
}

const columnsFor = (isClosed: boolean, onOpen: (filter: ClosingFilter) => void): readonly Column<Line>[] => [
  {
    id: 'class',
    title: 'Class and product',
    lead: true,
    cell: line =>
      line.productId && line.loans > 0 ? (
        <CellText beside={line.product}>
          <button
            type="button"
            onClick={() =>
              onOpen({ kind: line.kind, product: line.productId ?? undefined, class: line.class })
            }
            className="rounded text-left font-medium underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {line.class}
          </button>
        </CellText>
      ) : (
        <CellText beside={line.product}>{line.class || 'Held otherwise'}</CellText>
      ),
  },
  { id: 'loans', title: 'Loans', align: 'right', cell: line => countText(line.loans) },
  {
    id: 'change',
    title: isClosed ? 'Posted' : 'To post',
    align: 'right',
    cell: line => <Amount of={line.change} />,
  },
  {
    id: 'balance',
    title: 'Balance',
    align: 'right',
    phone: 'amount',
    cell: line => <Amount of={line.balance} />,
  },
]

type LoansProps = {
  month: string
  filter: ClosingFilter & { kind: ClosingKind }
  onBack: () => void
}
type ClosingLoan = NonNullable<ReturnType<typeof useLoans>['rows']>[number]

const useLoans = (month: string, { kind, product, class: name }: LoansProps['filter']) =>
  useList(
    closingApi.monthCloseLoanList,
    { month, kind, ...(product ? { productId: product } : {}), ...(name ? { class: name } : {}) },
    { limit: 50 },
  )

/** The loans that an amount of a close comes from. */
export function ClosingLoans({ month, filter, onBack }: LoansProps) {
  const list = useLoans(month, filter)
  const title = `${KINDS[filter.kind].title}, ${formatMonth(month)}`
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Button className="self-start" look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={onBack}>
        Month-end close
      </Button>
      <ListPage
        title={title}
        above={
          list.data && (
            <p className="border-b border-line px-5 py-3">
              <span className="text-muted">Total </span>
              <span className="font-semibold tabular-nums">{formatNaira(list.data.amount)}</span>
            </p>
          )
        }
        list={list}
        caption={`Loans of ${title}`}
        columns={LOAN_COLUMNS}
        rowKey={loan => loan.loanId}
        empty={{ compact: true, title: 'No loans in this figure' }}
      />
    </div>
  )
}

const LOAN_COLUMNS: readonly Column<ClosingLoan>[] = [
  {
    id: 'number',
    title: 'Loan',
    lead: true,
    cell: loan => (
      <CellText beside={loan.product}>
        <RowLink to={paths.loan(loan.loanId)}>{loan.number}</RowLink>
      </CellText>
    ),
  },
  {
    id: 'class',
    title: 'Class',
    cell: loan => <CellText beside={`${loan.daysPastDue} days past due`}>{loan.class}</CellText>,
  },
  { id: 'principal', title: 'Principal', align: 'right', cell: loan => <Amount of={loan.principal} /> },
  { id: 'due', title: 'Interest due', align: 'right', cell: loan => <Amount of={loan.interestDue} /> },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: loan => <Amount of={loan.amount} />,
  },
]
