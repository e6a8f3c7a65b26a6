import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CutPart, dashboardApi, LoanCut } from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { loanEventLabel, loanStatusLabel } from '../../../contract/labels.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { countText } from '../../../engine/countText.ts'
import { formatMonth } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { QUEUES } from '../../parts/requestWords.ts'
import { paths } from '../../paths.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { dayOf } from './dashboardWords.ts'

/** The columns of the loans, repayments and overridden checks behind the figures. */

type LoanLine = Reply<typeof dashboardApi.dashboardLoans>['rows'][number]

const LOAN_COLUMNS: readonly Column<LoanLine>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    sort: 'number',
    cell: row => (
      <Link to={paths.loan(row.id)} className="rounded font-medium hover:underline">
        {row.number}
        <span className="block font-normal text-muted">{row.customerName}</span>
      </Link>
    ),
  },
  {
    id: 'employer',
    title: 'Employer',
    sort: 'employer',
    cell: row => row.employer,
    className: 'md:max-w-56',
  },
  { id: 'state', title: 'State', sort: 'state', cell: row => row.state },
  { id: 'status', title: 'Status', sort: 'status', cell: row => loanStatusLabel(row.status) },
  { id: 'lent', title: 'Principal', sort: 'lent', align: 'right', cell: row => formatNaira(row.principal) },
  {
    id: 'owed',
    title: 'Outstanding principal',
    sort: 'owed',
    align: 'right',
    cell: row => formatNaira(row.owedPrincipal),
  },
  { id: 'arrears', title: 'Arrears', sort: 'arrears', align: 'right', cell: row => formatNaira(row.arrears) },
  {
    id: 'late',
    title: 'Days past due',
    sort: 'late',
    align: 'right',
    cell: row => countText(row.daysPastDue),
  },
  {
    id: 'paidOut',
    title: 'Disbursed',
    sort: 'paidOut',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: row => (row.disbursedOn === null ? <EmptyValue /> : dayOf(row.disbursedOn)),
  },
]

const Below = ({ children }: { children: ReactNode }) => <span className="block text-muted">{children}</span>

/** With one more column, two others move below their neighbours. */
const CLOSE_COLUMNS: readonly Column<LoanLine>[] = LOAN_COLUMNS.flatMap(column => {
  const close: Record<string, readonly Column<LoanLine>[]> = {
    employer: [{ ...column, className: 'md:min-w-60' }],
    state: [
      {
        ...column,
        title: 'State, status',
        cell: row => (
          <>
            {row.state}
            <Below>{loanStatusLabel(row.status)}</Below>
          </>
        ),
      },
    ],
    status: [],
    lent: [
      {
        ...column,
        goes: 'first',
        cell: row => (
          <>
            {formatNaira(row.principal)}
            {row.disbursedOn !== null && <Below>{dayOf(row.disbursedOn)}</Below>}
          </>
        ),
      },
    ],
    paidOut: [],
  }
  return close[column.id] ?? [column]
})

const OWED_TITLES: Record<string, string> = { interest: 'Interest', fee: 'Fees', penalty: 'Penalties' }

/** The title of the column with each loan's part of the figure, where no other column has it. */
function shareTitle(cut: LoanCut, key: string): string | undefined {
  if (cut === 'owed') return key === 'principal' ? undefined : (OWED_TITLES[key] ?? 'Outstanding balance')
  const titles: Partial<Record<LoanCut, string>> = {
    due: 'Due in period',
    expected: 'Due in period',
    provision: 'Provision',
    credit: 'Credit balance',
  }
  return titles[cut]
}

export function loanColumns(cut: LoanCut, key: string): readonly Column<LoanLine>[] {
  const title = shareTitle(cut, key)
  if (title === undefined) return LOAN_COLUMNS
  const share: Column<LoanLine> = {
    id: 'share',
    title,
    sort: 'share',
    align: 'right',
    cell: row => (
      <span className="font-medium">{row.share === null ? <EmptyValue /> : formatNaira(row.share)}</span>
    ),
  }
  return [...CLOSE_COLUMNS, share]
}

/** The words after the total of the rows. */
export function sumWord(cut: LoanCut, key: string, part?: CutPart): string {
  if (part === 'arrears') return 'in arrears'
  if (cut === 'owed')
    return key === ''
      ? 'still to be collected'
      : `outstanding ${(OWED_TITLES[key] ?? 'Principal').toLowerCase()}`
  const words: Partial<Record<LoanCut, string>> = {
    arrears: 'in arrears',
    vintage: 'disbursed',
    paidOut: 'disbursed',
    due: 'due',
    expected: 'due',
    provision: 'provisions',
    credit: 'credit balances',
  }
  return words[cut] ?? 'outstanding principal'
}

type ReceiptLine = Reply<typeof dashboardApi.dashboardReceipts>['rows'][number]

export const RECEIPT_COLUMNS: readonly Column<ReceiptLine>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    sort: 'number',
    cell: row => (
      <Link to={paths.loan(row.loanId)} className="rounded font-medium hover:underline">
        {row.loanNumber}
        <span className="block font-normal text-muted">{row.customerName}</span>
      </Link>
    ),
  },
  { id: 'type', title: 'Transaction', sort: 'type', cell: row => loanEventLabel(row.type) },
  {
    id: 'channel',
    title: 'Channel',
    sort: 'channel',
    cell: row => (row.channel === null ? <EmptyValue /> : capitalised(row.channel)),
  },
  { id: 'reference', title: 'Reference', sort: 'reference', cell: row => row.reference ?? <EmptyValue /> },
  { id: 'payMonth', title: 'Payroll month', cell: row => formatMonth(row.payMonth) },
  { id: 'on', title: 'Value date', sort: 'on', align: 'right', cell: row => dayOf(row.on) },
  { id: 'amount', title: 'Amount', sort: 'amount', align: 'right', cell: row => formatNaira(row.amount) },
]

type CashLine = Reply<typeof dashboardApi.dashboardCash>['rows'][number]

export const CASH_COLUMNS: readonly Column<CashLine>[] = [
  {
    id: 'payer',
    title: 'From',
    lead: true,
    sort: 'payer',
    cell: row => (
      <Link
        to={
          row.loanId === null ? paths.repaymentsTab('offices', { source: row.payer }) : paths.loan(row.loanId)
        }
        className="rounded font-medium hover:underline"
      >
        {row.payer}
        <span className="block font-normal text-muted">{row.loanNumber ?? row.receiptNumber}</span>
      </Link>
    ),
  },
  {
    id: 'type',
    title: 'Transaction',
    sort: 'type',
    cell: row => (row.type === 'remittance' ? 'Remittance' : loanEventLabel(row.type)),
  },
  {
    id: 'channel',
    title: 'Channel',
    sort: 'channel',
    cell: row => (row.channel === null ? <EmptyValue /> : capitalised(row.channel)),
  },
  { id: 'reference', title: 'Reference', sort: 'reference', cell: row => row.reference ?? <EmptyValue /> },
  { id: 'on', title: 'Received', sort: 'on', align: 'right', cell: row => dayOf(row.on) },
  { id: 'amount', title: 'Amount', sort: 'amount', align: 'right', cell: row => formatNaira(row.amount) },
]

type OverrideLine = Reply<typeof dashboardApi.dashboardOverrides>['rows'][number]

export const overrideColumns = (reasonLabel: (code: string) => string): readonly Column<OverrideLine>[] => [
  {
    id: 'request',
    title: 'Request',
    lead: true,
    sort: 'reference',
    cell: row => (
      <Link to={paths.request(row.stage, row.requestId)} className="rounded font-medium hover:underline">
        {row.reference}
        <span className="block font-normal text-muted">{row.applicant}</span>
      </Link>
    ),
  },
  { id: 'stage', title: 'Stage', cell: row => QUEUES[row.stage].short },
  { id: 'note', title: 'Check and note', cell: row => row.note, className: 'md:max-w-96' },
  { id: 'by', title: 'By', sort: 'by', cell: row => row.by },
  { id: 'at', title: 'Overridden', sort: 'at', cell: row => <RelativeTime at={row.at} /> },
  { id: 'reason', title: 'Reason', cell: row => reasonLabel(row.reasonCode) },
]
