import { SearchX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ListName } from '../../../contract/auth.ts'
import {
  CASH_SORTS,
  CUT_PARTS,
  type CutPart,
  dashboardApi,
  FORMULAS,
  type FormulaName,
  formulaOf,
  isCutKey,
  isStandingCut,
  LOAN_CUTS,
  LOAN_SORTS,
  type LoanCut,
  OVERRIDE_SORTS,
  OVERRIDES_FORMULA,
  RECEIPT_SORTS,
} from '../../../contract/dashboard.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { countOf } from '../../../engine/countText.ts'
import { endOfMonth, formatMonth, localDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { exportOf, type FileExport } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { useReasonLabel } from '../../parts/reasons.ts'
import { type Listed, useList } from '../../parts/useList.ts'
import { useProducts } from '../../parts/useProducts.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import type { Column } from '../../ui/Table.tsx'
import { dayOf, loansOf, monthsText, shownQuery } from './dashboardWords.ts'
import { type AsOf, asOfText } from './FormulaHint.tsx'
import { type PeriodInput, usePeriod } from './PeriodPicker.tsx'
import { CASH_COLUMNS, loanColumns, overrideColumns, RECEIPT_COLUMNS, sumWord } from './rowColumns.tsx'

/** The rows behind one figure, named in the address. */
export function RowsScreen() {
  const [params] = useSearchParams()
  const period = usePeriod()
  if (params.has('cut')) {
    const asked = loansAsked(params)
    return asked ? <LoanRows {...asked} period={period} /> : <NotFound />
  }
  const rows = params.get('rows')
  if (rows === 'collected') return <ReceiptRows of="collected" period={period} />
  if (rows === 'cash') return <CashRows period={period} />
  if (rows === 'received') return <ReceiptRows of="received" period={period} />
  return rows === 'overrides' ? <OverrideRows period={period} /> : <NotFound />
}

type LoansAsked = {
  cut: LoanCut
  rowKey: string
  part: CutPart | undefined
  asOf: string | undefined
}

/** The figure an address names, if it is a valid one. */
function loansAsked(params: URLSearchParams): LoansAsked | undefined {
  const cut = LOAN_CUTS.find(each => each === params.get('cut'))
  const rowKey = params.get('key') ?? ''
  const asOf = params.get('asOf') ?? undefined
  const part = CUT_PARTS.find(each => each === params.get('part'))
  if (!cut || !isCutKey(cut, rowKey, part) || (params.has('part') && !part)) return undefined
  if (asOf !== undefined && !(isStandingCut(cut) && /^20\d\d-(0[1-9]|1[0-2])$/.test(asOf))) return undefined
  return { cut, rowKey, part, asOf }
}

const AGE_WORDS: Record<string, string> = {
  0: 'Loans not past due',
  1: 'Loans 1 to 30 days past due',
  31: 'Loans 31 to 60 days past due',
  61: 'Loans 61 to 90 days past due',
  91: 'Loans 91 to 180 days past due',
  181: 'Loans over 180 days past due',
}

const OWED_WORDS: Record<string, string> = {
  '': 'Outstanding balance, by loan',
  principal: 'Outstanding principal, by loan',
  interest: 'Outstanding interest, by loan',
  fee: 'Outstanding fees, by loan',
  penalty: 'Outstanding penalties, by loan',
}

const PART_WORDS: Record<CutPart, string> = {
  arrears: 'Loans in arrears',
  par1: 'Overdue loans',
  par30: 'Loans more than 30 days past due',
}

const spanOf = ({ from, to }: PeriodInput): string => (from && to ? monthsText(from, to) : 'this month')

/** As the table of account officers has them; an unknown code has no name. */
const officerText = (code: string, name: string | undefined): string =>
  name === undefined ? `account officer ${code}` : `${name} (${code})`

function useTitle(
  { cut, rowKey: key, part, asOf }: LoansAsked,
  period: PeriodInput,
  officerName: string | undefined,
): string {
  const { productNames } = useProducts()
  const loans = part ? PART_WORDS[part] : 'Active loans'
  const month = /^\d{4}-\d\d$/.test(key) ? formatMonth(key) : 'a month'
  const titles: Record<LoanCut, string> = {
    owed: OWED_WORDS[key] ?? 'Outstanding balance',
    arrears: 'Loans in arrears',
    late: key === '1' ? 'Loans past due' : `Loans more than ${key} days past due`,
    lateConduct: `Loans ${key === '1' ? 'past due' : `more than ${key} days past due`} by conduct`,
    lateAwaiting: `Loans ${key === '1' ? 'past due' : `more than ${key} days past due`} only in months whose file is awaited`,
    age: AGE_WORDS[key] ?? 'Loans by days past due',
    class: `Active loans classified ${key}`,
    state: key ? `${loans} in ${key}` : `${loans} without a state`,
    zone: `${loans} in ${key}`,
    employer: key ? `${loans} of staff of ${key}` : `${loans} without an employer`,
    product: `${loans} of ${productNames.get(key) ?? 'a product'}`,
    officer: key ? `${loans} of ${officerText(key, officerName)}` : `${loans} without an account officer`,
    vintage: `Loans disbursed in ${month}`,
    vintageLate: `Loans disbursed in ${month}, in arrears or written off`,
    retiring: `Active loans of customers who retire within ${key} months`,
    paidOut: `Loans disbursed, ${spanOf(period)}`,
    due: `Due, ${spanOf(period)}`,
    expected: `Expected, ${spanOf(period)}`,
    provision: key ? `Provisions classified ${key}, by loan` : 'Provisions, by loan',
    credit: 'Customers’ credit balances, by loan',
  }
  return asOf === undefined ? titles[cut] : `${titles[cut]}, at ${lastDayOf(asOf)}`
}

const lastDayOf = (month: string): string => dayOf(endOfMonth(localDate(`${month}-01`)))

const PART_FORMULAS: Record<string, FormulaName> = { principal: 'principal' }

function LoanRows({ period, ...figure }: LoansAsked & { period: PeriodInput }) {
  const { cut, rowKey: key, part, asOf } = figure
  const order = useOrder(LOAN_SORTS)
  const asked = { cut, key, part, ...period, asOf, sort: order.sort }
  const list = useList(dashboardApi.dashboardLoans, asked)
  const title = useTitle(figure, period, list.data?.officerName)
  const columns = useMemo(() => loanColumns(cut, key), [cut, key])
  if (namesNothing(list.error ?? null)) return <NotFound />
  const formula = (cut === 'owed' && PART_FORMULAS[key]) || formulaOf(cut, part)
  const { data } = list
  return (
    <Rows
      title={title}
      says={data && <Says {...data} word={sumWord(cut, key, part)} formula={formula} />}
      formula={formula}
      name="figure-loans"
      columns={columns}
      list={list}
      order={order.of(data)}
      empty={data?.rowsKept === false ? noneStored(data.asOf) : NO_ROWS}
      exports={
        data?.rowsKept === false
          ? undefined
          : exportOf('Export loans', dashboardApi.dashboardLoansExport, asked)
      }
    />
  )
}

/** Payments of borrowers to the bank, and remittances of payroll offices. */
function CashRows({ period }: { period: PeriodInput }) {
  const order = useOrder(CASH_SORTS)
  const asked = { ...period, sort: order.sort }
  const list = useList(dashboardApi.dashboardCash, asked)
  return (
    <Rows
      title={`Received in the bank, ${spanOf(period)}`}
      says={list.data && <Says {...list.data} loans={null} word="received in the bank" formula="cash" />}
      formula="cash"
      name="figure-cash"
      columns={CASH_COLUMNS}
      list={list}
      order={order.of(list.data)}
      empty={NO_ROWS}
      exports={exportOf('Export payments received', dashboardApi.dashboardCashExport, asked)}
    />
  )
}

const RECEIPT_WORDS = {
  collected: 'deducted or paid',
  received: 'deducted or paid by payroll month',
} as const

type ReceiptsProps = { of: 'collected' | 'received'; period: PeriodInput }

/** What borrowers had deducted or paid, by value date or by payroll month. */
function ReceiptRows({ of, period }: ReceiptsProps) {
  const order = useOrder(RECEIPT_SORTS)
  const by = of === 'received' ? 'payrollMonth' : 'valueDate'
  const asked = { ...period, by, sort: order.sort } as const
  const list = useList(dashboardApi.dashboardReceipts, asked)
  return (
    <Rows
      title={`${capitalised(RECEIPT_WORDS[of])}, ${spanOf(period)}`}
      says={list.data && <Says {...list.data} loans={null} word={RECEIPT_WORDS[of]} formula={of} />}
      formula={of}
      name="figure-receipts"
      columns={RECEIPT_COLUMNS}
      list={list}
      order={order.of(list.data)}
      empty={NO_ROWS}
      exports={exportOf(
        `Export repayments ${RECEIPT_WORDS[of]}`,
        dashboardApi.dashboardReceiptsExport,
        asked,
      )}
    />
  )
}

function OverrideRows({ period }: { period: PeriodInput }) {
  const order = useOrder(OVERRIDE_SORTS)
  const reasonLabel = useReasonLabel()
  const asked = { ...period, sort: order.sort }
  const list = useList(dashboardApi.dashboardOverrides, asked)
  return (
    <Rows
      title={`Overridden checks, ${spanOf(period)}`}
      says={`${OVERRIDES_FORMULA} Current.`}
      name="figure-overrides"
      columns={overrideColumns(code => reasonLabel(code, 'override'))}
      list={list}
      order={order.of(list.data)}
      empty={NO_ROWS}
      exports={exportOf('Export overridden checks', dashboardApi.dashboardOverridesExport, asked)}
    />
  )
}

type Ordered = { sort?: string; sorts: readonly string[]; onSort: (sort: string) => void }

/** The order of the rows, in the address; another order starts at the first page. */
function useOrder<const Sort extends string>(sorts: readonly Sort[]) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('sort')
  const onSort = (sort: string): void =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        next.delete('cursor')
        if (sort) next.set('sort', sort)
        else next.delete('sort')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    sort: sorts.flatMap(sort => [sort, `-${sort}` as const]).find(each => each === asked),
    of: (data: { sort: string; sorts: readonly string[] } | undefined): Ordered => ({
      ...(data && { sort: data.sort }),
      sorts: data?.sorts ?? [],
      onSort,
    }),
  }
}

type SaysProps = {
  sum: Kobo | null
  loans: number | null
  customers?: number | undefined
  word: string
  formula: FormulaName
  asOf: AsOf
}

/** The figure of these rows, how it is measured, and when. */
function Says({ sum, loans, customers, word, formula, asOf }: SaysProps) {
  const amount = sum === null ? '' : `${formatNaira(sum)} ${word}`
  const owner = customers === undefined ? '' : ` of ${countOf(customers, 'customer')}`
  const count = loans === null ? '' : `${loansOf(loans)}${owner}`
  return (
    <>
      <span className="font-medium text-ink tabular-nums">
        {[amount, count].filter(Boolean).join(', on ') || 'No total'}
      </span>
      <span className="block">{FORMULAS[formula]}</span>
      <span className="block text-[0.8125rem]">{asOfText(formula, asOf)}</span>
    </>
  )
}

type RowsProps<Row> = {
  title: string
  says: ReactNode
  /** How it is measured, known before the rows are loaded. */
  formula?: FormulaName
  name: ListName
  columns: readonly Column<Row>[]
  list: Listed<Row>
  order: Ordered
  empty: typeof NO_ROWS
  exports: FileExport | undefined
}

/** As high as the text that follows, so that the rows do not jump. */
function Coming({ formula }: { formula: FormulaName | undefined }) {
  const line = 'max-w-72 animate-pulse rounded bg-sunken'
  return (
    <>
      <span className={`block ${line}`}>&nbsp;</span>
      <span className="block">{formula && FORMULAS[formula]}</span>
      <span className={`block text-[0.8125rem] ${line}`}>&nbsp;</span>
    </>
  )
}

function sortedWithin<Row>(sorts: readonly string[], { sort, ...column }: Column<Row>): Column<Row> {
  return sort !== undefined && sorts.includes(sort) ? { ...column, sort } : column
}

/** The rows behind a figure. */
function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { title, says, formula, name, list, empty, exports: file } = props
  const { sorts, ...order } = props.order
  const offered = sorts.join()
  // a very long list offers few orders, and only those headings are buttons
  const columns = useMemo(
    () => props.columns.map(column => sortedWithin(offered.split(','), column)),
    [props.columns, offered],
  )
  const isLong =
    sorts.length > 0 && props.columns.some(({ sort }) => sort !== undefined && !sorts.includes(sort))
  const isLongFile = file !== undefined && list.paging?.totalIsExact === false
  return (
    <>
      <PageHeading
        title={title}
        back={<Back />}
        description={says ?? (list.error ? undefined : <Coming formula={formula} />)}
        actions={file && <ExportMenu {...file} />}
      />
      {/* these rows cannot be filtered: a part of them would be another figure */}
      <ListPage
        name={name}
        views={false}
        list={{ ...list, ...order }}
        caption={title}
        columns={columns}
        rowKey={row => row.id}
        empty={empty}
        above={
          (isLong || isLongFile) && (
            <p className="px-5 pt-3 text-[0.8125rem] text-muted">
              {isLong
                ? 'Too many rows to sort by every column. Export them to sort by any.'
                : 'An export of this many rows keeps their usual order.'}
            </p>
          )
        }
      />
    </>
  )
}

/** To the dashboard as it was left, or to the month of the rows. */
function Back() {
  const [params] = useSearchParams()
  const left = params.get('back')
  const month = params.get('asOf')
  const shown =
    left !== null
      ? shownQuery(new URLSearchParams(left))
      : month !== null
        ? shownQuery(new URLSearchParams({ from: month, to: month }))
        : shownQuery(params)
  return <BackLink to={shown ? `${paths.dashboard}?${shown}` : paths.dashboard}>Dashboard</BackLink>
}

const NO_ROWS = {
  icon: <SearchX />,
  title: 'No rows for this figure',
  text: 'It is zero, or the records have changed since it was calculated.',
}

/** No saved rows is not the same as no rows. */
const noneStored = ({ frozen }: AsOf): typeof NO_ROWS =>
  frozen?.at == null
    ? {
        icon: <SearchX />,
        title: 'No month-end snapshot',
        text: 'Month-end snapshots are saved from the first loan on.',
      }
    : {
        icon: <SearchX />,
        title: 'Loan details were not saved for this month-end',
        text: 'Its figures were saved without the loans behind them.',
      }
