import { SearchX } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'react-router'
import { capitalised } from '../../../contract/capitalised.ts'
import { dashboardApi, LOAN_CUTS, type LoanCut, OVERRIDES_FORMULA } from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { formatMonth } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { dayOf, monthsText } from '../../parts/dashboard/dashboardWords.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { happeningTitle, statusTitle } from '../../parts/loan/loanWords.ts'
import { useReasonLabel } from '../../parts/reasons.ts'
import { QUEUES } from '../../parts/requestWords.ts'
import { type Listed, usePaging } from '../../parts/usePaging.ts'
import { useProducts } from '../../parts/useProducts.ts'
import { paths } from '../../paths.ts'
import { Absent } from '../../ui/Absent.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { countText } from '../../ui/countText.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { type PeriodInput, usePeriod } from './PeriodPicker.tsx'

/** The rows that one figure is made of; which one stands in the address. */
export function RowsScreen() {
  const [params] = useSearchParams()
  const cut = LOAN_CUTS.find(each => each === params.get('cut'))
  const period = usePeriod()
  if (cut) return <LoanRows cut={cut} rowKey={params.get('key') ?? ''} period={period} />
  return params.get('rows') === 'overrides' ? (
    <OverrideRows period={period} />
  ) : (
    <ReceiptRows period={period} />
  )
}

const AGE_WORDS: Record<string, string> = {
  0: 'Loans that are not late',
  1: 'Loans 1 to 30 days late',
  31: 'Loans 31 to 60 days late',
  61: 'Loans 61 to 90 days late',
  91: 'Loans 91 to 180 days late',
  181: 'Loans over 180 days late',
}

function useTitle(cut: LoanCut, key: string, { from, to }: PeriodInput): string {
  const { productNames } = useProducts()
  const product = productNames.get(key) ?? 'a product'
  const span = from && to ? monthsText(from, to) : 'this month'
  const titles: Record<LoanCut, string> = {
    late: `Loans more than ${key} days late`,
    age: AGE_WORDS[key] ?? 'Loans by days late',
    state: `Live loans in ${key}`,
    zone: `Live loans in ${key}`,
    employer: `Live loans of staff of ${key}`,
    product: `Live loans of ${product}`,
    officer: key ? `Live loans of officer ${key}` : 'Live loans without an officer',
    vintage: `Loans paid out in ${/^\d{4}-\d\d$/.test(key) ? formatMonth(key) : 'a month'}`,
    retiring: `Live loans of customers who retire within ${key} months`,
    paidOut: `Loans paid out, ${span}`,
    due: `Due, ${span}`,
    provision: 'Provisions, loan by loan',
  }
  return titles[cut]
}

type LoanRowsProps = { cut: LoanCut; rowKey: string; period: PeriodInput }

function LoanRows({ cut, rowKey, period }: LoanRowsProps) {
  const paging = usePaging()
  const title = useTitle(cut, rowKey, period)
  const list = useApi(dashboardApi.dashboardLoans, { cut, key: rowKey, ...period, ...paging.input })
  return (
    <Rows
      title={title}
      {...(list.data?.sum == null ? {} : { description: `${formatNaira(list.data.sum)} in all` })}
      exportLabel="Export these loans"
      save={format => fetchFile(dashboardApi.dashboardLoansExport, { cut, key: rowKey, ...period, format })}
      columns={SHARES[cut] ? [...LOAN_COLUMNS, shareColumn(SHARES[cut])] : LOAN_COLUMNS}
      list={paging.tableOf(list)}
    />
  )
}

type LoanLine = Reply<typeof dashboardApi.dashboardLoans>['rows'][number]

const LOAN_COLUMNS: readonly Column<LoanLine>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    cell: row => (
      <Link to={paths.loan(row.id)} className="rounded font-medium hover:underline">
        {row.number}
        <span className="block font-normal text-muted">{row.customerName}</span>
      </Link>
    ),
  },
  { id: 'employer', title: 'Employer', cell: row => row.employer, className: 'md:max-w-56' },
  { id: 'state', title: 'State', cell: row => row.state },
  { id: 'status', title: 'Status', cell: row => statusTitle(row.status) },
  { id: 'lent', title: 'Lent', align: 'right', cell: row => formatNaira(row.principal) },
  { id: 'owed', title: 'Principal owed', align: 'right', cell: row => formatNaira(row.owedPrincipal) },
  { id: 'arrears', title: 'Arrears', align: 'right', cell: row => formatNaira(row.arrears) },
  { id: 'late', title: 'Days late', align: 'right', cell: row => countText(row.daysPastDue) },
  {
    id: 'paidOut',
    title: 'Paid out',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: row => (row.disbursedOn === null ? <Absent>Not yet</Absent> : dayOf(row.disbursedOn)),
  },
]

/** What the column is called in which each loan's part of the figure stands. */
const SHARES: Partial<Record<LoanCut, string>> = { due: 'Due in it', provision: 'Provision' }

const shareColumn = (title: string): Column<LoanLine> => ({
  id: 'share',
  title,
  align: 'right',
  cell: row => (
    <span className="font-medium">{row.share === null ? <Absent /> : formatNaira(row.share)}</span>
  ),
})

function ReceiptRows({ period }: { period: PeriodInput }) {
  const paging = usePaging()
  const title = `Collected, ${spanOf(period)}`
  const list = useApi(dashboardApi.dashboardReceipts, { ...period, ...paging.input })
  return (
    <Rows
      title={title}
      exportLabel="Export what was collected"
      save={format => fetchFile(dashboardApi.dashboardReceiptsExport, { ...period, format })}
      columns={RECEIPT_COLUMNS}
      list={paging.tableOf(list)}
    />
  )
}

type ReceiptLine = Reply<typeof dashboardApi.dashboardReceipts>['rows'][number]

const RECEIPT_COLUMNS: readonly Column<ReceiptLine>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    cell: row => (
      <Link to={paths.loan(row.loanId)} className="rounded font-medium hover:underline">
        {row.loanNumber}
        <span className="block font-normal text-muted">{row.customerName}</span>
      </Link>
    ),
  },
  { id: 'type', title: 'What', cell: row => happeningTitle(row.type) },
  {
    id: 'channel',
    title: 'Channel',
    cell: row => (row.channel === null ? <Absent /> : capitalised(row.channel)),
  },
  { id: 'reference', title: 'Reference', cell: row => row.reference ?? <Absent /> },
  { id: 'on', title: 'Value date', align: 'right', cell: row => dayOf(row.on) },
  { id: 'amount', title: 'Amount', align: 'right', cell: row => formatNaira(row.amount) },
]

const spanOf = ({ from, to }: PeriodInput): string => (from && to ? monthsText(from, to) : 'this month')

function OverrideRows({ period }: { period: PeriodInput }) {
  const paging = usePaging()
  const reasonLabel = useReasonLabel()
  const list = useApi(dashboardApi.dashboardOverrides, { ...period, ...paging.input })
  return (
    <Rows
      title={`Overrides, ${spanOf(period)}`}
      description={`${OVERRIDES_FORMULA} As it stands now.`}
      exportLabel="Export these overrides"
      save={format => fetchFile(dashboardApi.dashboardOverridesExport, { ...period, format })}
      columns={[...OVERRIDE_COLUMNS, reasonColumn(code => reasonLabel(code, 'override'))]}
      list={paging.tableOf(list)}
    />
  )
}

type OverrideLine = Reply<typeof dashboardApi.dashboardOverrides>['rows'][number]

const OVERRIDE_COLUMNS: readonly Column<OverrideLine>[] = [
  {
    id: 'request',
    title: 'Request',
    lead: true,
    cell: row => (
      <Link to={paths.request(row.stage, row.requestId)} className="rounded font-medium hover:underline">
        {row.reference}
        <span className="block font-normal text-muted">{row.applicant}</span>
      </Link>
    ),
  },
  { id: 'stage', title: 'Stage', cell: row => QUEUES[row.stage].short },
  { id: 'note', title: 'Item and note', cell: row => row.note, className: 'md:max-w-96' },
  { id: 'by', title: 'By', cell: row => row.by },
  { id: 'at', title: 'When', cell: row => <RelativeTime at={row.at} /> },
]

const reasonColumn = (label: (code: string) => string): Column<OverrideLine> => ({
  id: 'reason',
  title: 'Reason',
  cell: row => label(row.reasonCode),
})

type RowsProps<Row> = {
  title: string
  description?: string
  exportLabel: string
  save: ComponentProps<typeof ExportMenu>['save']
  columns: readonly Column<Row>[]
  list: Listed<Row>
}

/** The rows a figure was added up from. */
function Rows<Row extends { id: string }>({ title, description, list, ...rest }: RowsProps<Row>) {
  const { exportLabel, save, columns } = rest
  return (
    <>
      <PageHeading
        title={title}
        back={<Back />}
        actions={<ExportMenu label={exportLabel} save={save} />}
        {...(description ? { description } : {})}
      />
      <Card flush>
        <Table caption={title} columns={columns} {...list} rowKey={row => row.id} empty={<NoRows />} />
      </Card>
    </>
  )
}

const Back = () => <BackLink to={paths.dashboard}>Dashboard</BackLink>

const NoRows = () => (
  <EmptyState icon={<SearchX />} title="Nothing is behind this figure">
    It is zero, or what it counted has changed since it was added up.
  </EmptyState>
)
