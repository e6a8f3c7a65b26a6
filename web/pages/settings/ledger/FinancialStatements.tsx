import clsx from 'clsx'
import type { ReactNode } from 'react'
import { financialsApi, financialsExportApi } from '../../../../contract/financials.ts'
import { ENTRY_LABELS } from '../../../../contract/labels.ts'
import { type LocalDate, localDate } from '../../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ExportMenu } from '../../../parts/ExportMenu.tsx'
import { fetchFile } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { DayFilter } from '../../../parts/ListFilters.tsx'
import { LoadError } from '../../../parts/LoadError.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Choices } from '../../../ui/Choices.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AccountLink } from './TrialBalance.tsx'

export const STATEMENTS = ['income', 'balance', 'cash'] as const
type StatementName = (typeof STATEMENTS)[number]
type Period = { from: string | undefined; asOf: string | undefined }
type Props = Period & {
  statement: StatementName
  onChange: (changed: { statement?: StatementName; from?: string; asOf?: string }) => void
}

const TITLES: Record<StatementName, string> = {
  income: 'Income statement',
  balance: 'Balance sheet',
  cash: 'Cash flow',
}

/** Income statement, balance sheet and cash flow; every line opens its entries. */
export function FinancialStatements({ statement, from, asOf, onChange }: Props) {
  const to = localDate(asOf ?? todayInLagos())
  const start = localDate(from ?? `${to.slice(0, 4)}-01-01`)
  const period = { from: start, to }
  const save = (format: 'csv' | 'xlsx' | 'pdf') => saveFile(statement, period, format)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
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
          <Button onClick={() => void save('pdf')}>PDF</Button>
          <ExportMenu label={`Export ${TITLES[statement].toLowerCase()}`} save={save} />
        </div>
      </div>
      {statement === 'income' && <Income {...period} />}
      {statement === 'balance' && <Balance asOf={to} />}
      {statement === 'cash' && <Cash {...period} />}
    </div>
  )
}

function saveFile(
  statement: StatementName,
  { from, to }: { from: LocalDate; to: LocalDate },
  format: 'csv' | 'xlsx' | 'pdf',
): Promise<boolean> {
  const { incomeStatementExport, balanceSheetExport, cashFlowExport } = financialsExportApi
  if (statement === 'income') return fetchFile(incomeStatementExport, { from, to, format })
  if (statement === 'balance') return fetchFile(balanceSheetExport, { asOf: to, format })
  return fetchFile(cashFlowExport, { from, to, format })
}

type Line = { key: string; title: ReactNode; amount: Kobo }
type Group = { title: string; lines: readonly Line[]; totals: readonly { title: string; amount: Kobo }[] }

const accountLines = (lines: readonly { code: number; title: string; amount: Kobo }[]): Line[] =>
  lines.map(({ code, title, amount }) => ({
    key: String(code),
    title: <AccountLink code={code} title={title} />,
    amount,
  }))

function Income({ from, to }: { from: LocalDate; to: LocalDate }) {
  const statement = useApi(financialsApi.incomeStatementGet, { from, to })
  const found = statement.data
  return (
    <Statement
      of={statement}
      title={`Income statement, ${dayText(from)} to ${dayText(to)}`}
      groups={
        found && [
          {
            title: 'Income',
            lines: accountLines(found.income.lines),
            totals: [{ title: 'Total income', amount: found.income.total }],
          },
          {
            title: 'Expenses',
            lines: accountLines(found.expenses.lines),
            totals: [
              { title: 'Total expenses', amount: found.expenses.total },
              { title: found.result < 0n ? 'Loss' : 'Profit', amount: found.result },
            ],
          },
        ]
      }
    />
  )
}

function Balance({ asOf }: { asOf: LocalDate }) {
  const statement = useApi(financialsApi.balanceSheetGet, { asOf })
  const found = statement.data
  return (
    <Statement
      of={statement}
      title={`Balance sheet at the end of ${dayText(asOf)}`}
      groups={
        found && [
          {
            title: 'Assets',
            lines: accountLines(found.assets.lines),
            totals: [{ title: 'Total assets', amount: found.assets.total }],
          },
          {
            title: 'Liabilities',
            lines: accountLines(found.liabilities.lines),
            totals: [{ title: 'Total liabilities', amount: found.liabilities.total }],
          },
          {
            title: 'Equity',
            lines: [
              ...accountLines(found.equity.lines),
              { key: 'result', title: 'Result not yet transferred', amount: found.result },
            ],
            totals: [
              { title: 'Total equity', amount: found.equity.total },
              {
                title: 'Total liabilities and equity',
                amount: kobo(found.liabilities.total + found.equity.total),
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

function Cash({ from, to }: { from: LocalDate; to: LocalDate }) {
  const statement = useApi(financialsApi.cashFlowGet, { from, to })
  const found = statement.data
  return (
    <Statement
      of={statement}
      title={`Cash flow, ${dayText(from)} to ${dayText(to)}`}
      groups={
        found && [
          {
            title: 'Bank',
            lines: [],
            totals: [{ title: `Balance before ${dayText(from)}`, amount: found.opening }],
          },
          ...found.activities.map(({ activity, lines, total }) => ({
            title: ACTIVITIES[activity],
            lines: lines.map(({ reason, received, paid }) => ({
              key: reason,
              title: (
                <>
                  {ENTRY_LABELS[reason]}
                  <span className="block text-[0.8125rem] text-muted">
                    {formatNaira(received)} received, {formatNaira(paid)} paid
                  </span>
                </>
              ),
              amount: kobo(received - paid),
            })),
            totals: [{ title: `Total of ${ACTIVITIES[activity].toLowerCase()}`, amount: total }],
          })),
          {
            title: 'Bank and cash at the end',
            lines: [
              {
                key: 'bank',
                title: 'Bank and cash accounts',
                amount: found.closing,
              },
            ],
            totals: [{ title: `Balance at the end of ${dayText(to)}`, amount: found.closing }],
          },
        ]
      }
    />
  )
}

type StatementProps = {
  of: Parameters<typeof LoadError>[0]['of'] & { data: unknown }
  title: string
  groups: readonly Group[] | undefined
}

/** Losses and outflows stand in brackets, as on paper. */
const amountText = (amount: Kobo): string =>
  amount < 0n ? `(${formatNaira(kobo(-amount))})` : formatNaira(amount)

function Statement({ of, title, groups }: StatementProps) {
  if (!groups) return of.error ? <LoadError of={of} /> : <Skeleton className="h-96 w-full rounded-xl" />
  return (
    <Card flush label={title}>
      <table className="w-full">
        <caption className="border-b border-line px-5 py-4 text-left text-[0.9375rem] font-semibold">
          {title}
        </caption>
        {groups.map(group => (
          <tbody key={group.title} className="border-b border-line last:border-0">
            <tr>
              <th
                scope="rowgroup"
                colSpan={2}
                className="px-5 pt-4 pb-1 text-left text-[0.8125rem] text-muted"
              >
                {group.title}
              </th>
            </tr>
            {group.lines.map(line => (
              <Amounts key={line.key} title={line.title} amount={line.amount} />
            ))}
            {group.totals.map(total => (
              <Amounts key={total.title} {...total} isTotal />
            ))}
          </tbody>
        ))}
      </table>
    </Card>
  )
}

function Amounts({ title, amount, isTotal = false }: { title: ReactNode; amount: Kobo; isTotal?: boolean }) {
  return (
    <tr className={clsx(isTotal && 'font-semibold')}>
      <th scope="row" className={clsx('px-5 py-2 text-left', isTotal ? 'font-semibold' : 'font-normal')}>
        {title}
      </th>
      <td
        className={clsx(
          'px-5 py-2 text-right whitespace-nowrap tabular-nums',
          isTotal && 'border-t border-line',
        )}
      >
        {amountText(amount)}
      </td>
    </tr>
  )
}
