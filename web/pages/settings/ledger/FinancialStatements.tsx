import {
  CASH_ACTIVITIES,
  COMPARISONS,
  type Comparison,
  financialsApi,
  financialsExportApi,
  sideBySide,
} from '../../../../contract/financials.ts'
import { ENTRY_LABELS } from '../../../../contract/labels.ts'
import { type LocalDate, localDate } from '../../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, ZERO } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ExportMenu } from '../../../parts/ExportMenu.tsx'
import { fetchFile } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { DayFilter } from '../../../parts/ListFilters.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import type { FilterChanges } from '../../../parts/urlFilter.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choices } from '../../../ui/Choices.tsx'
import { Select } from '../../../ui/Select.tsx'
import { type Cell, type Line, Statement } from './StatementTable.tsx'
import { AccountLink } from './TrialBalance.tsx'

export const STATEMENTS = ['income', 'balance', 'cash'] as const
type StatementName = (typeof STATEMENTS)[number]
type Props = {
  from: string | undefined
  asOf: string | undefined
  compare: Comparison | undefined
  statement: StatementName
  onChange: (changed: FilterChanges) => void
}

const TITLES: Record<StatementName, string> = {
  income: 'Income statement',
  balance: 'Balance sheet',
  cash: 'Cash flow',
}

const COMPARED: Record<'period' | 'day', Record<Comparison, string>> = {
  period: {
    previous: 'Previous period',
    lastYear: 'Same period of last year',
    both: 'Previous period and last year',
  },
  day: {
    previous: 'End of the previous month',
    lastYear: 'Same day of last year',
    both: 'Previous month and last year',
  },
}

/** Income statement, balance sheet and cash flow, alone or beside earlier ones; every amount opens its entries. */
export function FinancialStatements({ statement, from, asOf, compare, onChange }: Props) {
  const to = localDate(asOf ?? todayInLagos())
  const start = localDate(from ?? `${to.slice(0, 4)}-01-01`)
  const compared = compare ? { compare } : {}
  const period = { from: start, to, ...compared }
  const save = (format: 'csv' | 'xlsx' | 'pdf') => saveFile(statement, period, format)
  const words = COMPARED[statement === 'balance' ? 'day' : 'period']
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Choices
        label="Statement"
        choices={STATEMENTS.map(value => ({ value, title: TITLES[value] }))}
        current={statement}
        onChoose={chosen => onChange({ statement: chosen })}
      />
      <div className="flex flex-wrap items-end gap-3">
        {statement !== 'balance' && (
          <DayFilter label="From" value={start} onChange={day => onChange({ from: day })} />
        )}
        <DayFilter
          label={statement === 'balance' ? 'At the end of' : 'To'}
          value={to}
          onChange={day => onChange({ asOf: day })}
        />
        <div className="w-full sm:w-64">
          <Select
            label="Compare with"
            value={compare ?? ''}
            placeholder="Nothing"
            options={COMPARISONS.map(value => ({ value, label: words[value] }))}
            onChange={event => onChange({ compare: event.target.value })}
          />
        </div>
        <div className="flex gap-3 sm:ml-auto">
          <Button onClick={() => void save('pdf')}>PDF</Button>
          <ExportMenu label={`Export ${TITLES[statement].toLowerCase()}`} save={save} />
        </div>
      </div>
      {statement === 'income' && <Income {...period} />}
      {statement === 'balance' && <Balance asOf={to} {...compared} />}
      {statement === 'cash' && <Cash {...period} />}
    </div>
  )
}

type Period = { from: LocalDate; to: LocalDate; compare?: Comparison }

function saveFile(
  statement: StatementName,
  period: Period,
  format: 'csv' | 'xlsx' | 'pdf',
): Promise<boolean> {
  const { incomeStatementExport, balanceSheetExport, cashFlowExport } = financialsExportApi
  const { from: _, to: asOf, ...compared } = period
  if (statement === 'income') return fetchFile(incomeStatementExport, { ...period, format })
  if (statement === 'balance') return fetchFile(balanceSheetExport, { asOf, ...compared, format })
  return fetchFile(cashFlowExport, { ...period, format })
}

type AccountGroup = { lines: { code: number; title: string; amount: Kobo }[]; total: Kobo }
/** The days of a column; a balance sheet has the last one only. */
type Days = { since?: string; until: string }

const accountLines = (groups: readonly AccountGroup[], days: readonly Days[]): Line[] =>
  sideBySide(
    groups.map(({ lines }) => lines),
    ({ code }) => String(code),
  ).map(({ key, line, amounts }) => ({
    key,
    title: <AccountLink code={line.code} title={line.title} {...days[0]} />,
    cells: amounts.map((amount, index) => ({
      amount,
      opens: { account: key, since: undefined, ...days[index] },
    })),
  }))

const totalsOf = (groups: readonly AccountGroup[]): Cell[] => groups.map(({ total }) => ({ amount: total }))

const periodText = ({ from, to }: { from: LocalDate; to: LocalDate }): string =>
  `${dayText(from)} to ${dayText(to)}`

function Income(period: Period) {
  const statement = useApi(financialsApi.incomeStatementGet, period)
  const found = statement.data && [statement.data, ...statement.data.compared]
  const days = found?.map(({ from, to }) => ({ since: from, until: to })) ?? []
  const income = found?.map(each => each.income) ?? []
  const expenses = found?.map(each => each.expenses) ?? []
  return (
    <Statement
      of={statement}
      title={`Income statement, ${periodText(period)}`}
      columns={found?.map(periodText)}
      groups={
        found && [
          {
            title: 'Income',
            lines: accountLines(income, days),
            totals: [{ title: 'Total income', cells: totalsOf(income) }],
          },
          {
            title: 'Expenses',
            lines: accountLines(expenses, days),
            totals: [
              { title: 'Total expenses', cells: totalsOf(expenses) },
              {
                title: resultTitle(found.map(({ result }) => result)),
                cells: found.map(({ result }) => ({ amount: result })),
              },
            ],
          },
        ]
      }
    />
  )
}

function resultTitle(results: readonly Kobo[]): string {
  if (results.every(result => result >= 0n)) return 'Profit'
  return results.every(result => result < 0n) ? 'Loss' : 'Profit or loss'
}

function Balance({ asOf, compare }: { asOf: LocalDate; compare?: Comparison }) {
  const statement = useApi(financialsApi.balanceSheetGet, { asOf, ...(compare ? { compare } : {}) })
  const found = statement.data && [statement.data, ...statement.data.compared]
  const days = found?.map(each => ({ until: each.asOf })) ?? []
  const groupsOf = (kind: 'assets' | 'liabilities' | 'equity') => found?.map(each => each[kind]) ?? []
  return (
    <Statement
      of={statement}
      title={`Balance sheet at the end of ${dayText(asOf)}`}
      columns={found?.map(each => dayText(each.asOf))}
      groups={
        found && [
          {
            title: 'Assets',
            lines: accountLines(groupsOf('assets'), days),
            totals: [{ title: 'Total assets', cells: totalsOf(groupsOf('assets')) }],
          },
          {
            title: 'Liabilities',
            lines: accountLines(groupsOf('liabilities'), days),
            totals: [{ title: 'Total liabilities', cells: totalsOf(groupsOf('liabilities')) }],
          },
          {
            title: 'Equity',
            lines: [
              ...accountLines(groupsOf('equity'), days),
              {
                key: 'result',
                title: 'Result not yet transferred',
                cells: found.map(({ result }) => ({ amount: result })),
              },
            ],
            totals: [
              { title: 'Total equity', cells: totalsOf(groupsOf('equity')) },
              {
                title: 'Total liabilities and equity',
                cells: found.map(({ liabilities, equity }) => ({
                  amount: kobo(liabilities.total + equity.total),
                })),
              },
            ],
          },
        ]
      }
    />
  )
}

const ACTIVITIES = {
  operating: 'Operating activities',
  investing: 'Investing activities',
  financing: 'Financing activities',
}

function Cash(period: Period) {
  const statement = useApi(financialsApi.cashFlowGet, period)
  const found = statement.data && [statement.data, ...statement.data.compared]
  const held = (when: 'opening' | 'closing'): Cell[] => found?.map(each => ({ amount: each[when] })) ?? []
  return (
    <Statement
      of={statement}
      title={`Cash flow, ${periodText(period)}`}
      columns={found?.map(periodText)}
      groups={
        found && [
          {
            title: 'Bank and cash accounts',
            lines: [],
            totals: [{ title: 'Balance at the start', cells: held('opening') }],
          },
          ...CASH_ACTIVITIES.map(activity => {
            const parts = found.map(each => each.activities.find(one => one.activity === activity))
            return {
              title: ACTIVITIES[activity],
              lines: sideBySide(
                parts.map(part =>
                  (part?.lines ?? []).map(line => ({ ...line, amount: kobo(line.received - line.paid) })),
                ),
                ({ reason }) => reason,
              ).map(({ key, line: { reason }, amounts }) => {
                const own = parts[0]?.lines.find(line => line.reason === reason)
                return {
                  key,
                  title: (
                    <>
                      {ENTRY_LABELS[reason]}
                      {own && (
                        <span className="block text-[0.8125rem] text-muted">
                          {formatNaira(own.received)} received, {formatNaira(own.paid)} paid
                        </span>
                      )}
                    </>
                  ),
                  cells: amounts.map((amount, index) => ({
                    amount,
                    opens: { activity, reason, since: found[index]?.from, until: found[index]?.to },
                  })),
                }
              }),
              totals: [
                {
                  title: `Total of ${ACTIVITIES[activity].toLowerCase()}`,
                  cells: parts.map(part => ({ amount: part?.total ?? ZERO })),
                },
              ],
            }
          }),
          {
            title: 'Bank and cash at the end',
            lines: [],
            totals: [{ title: 'Balance at the end', cells: held('closing') }],
          },
        ]
      }
    />
  )
}
