import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { findBank } from '../../../contract/nigeria.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import { EMPLOYER } from '../../../contract/vocabulary.ts'
import { formatNaira, type Kobo, negate } from '../../../engine/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { BarChart } from '../../ui/Chart.tsx'
import type { Column } from '../../ui/Table.tsx'
import { HIDDEN_PAY, shortNaira } from '../figures.ts'
import { periodText } from '../intake/intakeWords.ts'
import { ListPage } from '../ListPage.tsx'
import { useSection } from '../useSection.ts'
import { payGroups, payMove } from './payMonths.ts'
import { EMPLOYMENT, type PayrollRecord } from './payrollWords.ts'

const COLOURS = ['text-brand', 'text-notice', 'text-caution', 'text-positive']

type Props = {
  records: readonly PayrollRecord[]
  /** Rows shown first in the table; the chart shows all. */
  monthsFirst?: number | undefined
}

/** Approved payroll months of one number: net pay as a chart, details as a table. */
export function PayHistory({ records, monthsFirst = records.length }: Props) {
  const [isWhole, setWhole] = useState(records.length <= monthsFirst)
  useEffect(() => {
    // shows all rows before the browser prints
    const printing = (): void => flushSync(() => setWhole(true))
    window.addEventListener('beforeprint', printing)
    return () => window.removeEventListener('beforeprint', printing)
  }, [])
  const known = useSection('payroll')?.sources ?? []
  const nameOf = (code: string): string => known.find(source => source.code === code)?.name ?? code
  const sources = [...new Set(records.map(record => record.source))]
  const newest = records[0]
  if (!newest) return null
  return (
    <>
      <div className="border-b border-line p-5">
        {newest.netPay === null ? (
          <p className="text-muted">Only {rolesNamed('personal.reveal', 'and')} can see pay.</p>
        ) : (
          <BarChart
            label={`Net pay by month, ${formatNaira(newest.netPay)} in ${periodText(newest.month)}; figures in the table below`}
            series={sources.map((source, index) => ({
              title: sources.length > 1 ? nameOf(source) : `Net pay, ${nameOf(source)}`,
              className: COLOURS[index % COLOURS.length] ?? '',
            }))}
            groups={payGroups(records, sources)}
            format={shortNaira}
          />
        )}
      </div>
      <ListPage
        bare
        name="payroll-person"
        views={false}
        caption="Payroll months, newest first"
        columns={columnsFor(records, sources.length > 1 ? nameOf : undefined)}
        list={{ rows: isWhole ? records : records.slice(0, monthsFirst) }}
        rowKey={record => record.intakeId}
        empty={null}
      />
      {!isWhole && (
        <div className="border-t border-line px-5 py-3 text-center print:hidden">
          <Button size="small" look="quiet" onClick={() => setWhole(true)}>
            Show all {records.length} months
          </Button>
        </div>
      )}
    </>
  )
}

function columnsFor(
  records: readonly PayrollRecord[],
  sourceName: ((code: string) => string) | undefined,
): Column<PayrollRecord>[] {
  return [
    {
      id: 'month',
      title: 'Month',
      lead: true,
      className: 'whitespace-nowrap',
      cell: record => (
        <>
          <span className="font-medium">{periodText(record.month)}</span>
          <span className="block text-[0.8125rem] font-normal text-muted">
            {sourceName ? `${sourceName(record.source)}, line ${record.line}` : `line ${record.line}`}
          </span>
        </>
      ),
    },
    {
      id: 'netPay',
      title: 'Net pay',
      align: 'right',
      cell: record => (
        <div className="text-right whitespace-nowrap">
          <span className="font-medium">
            {record.netPay === null ? HIDDEN_PAY : formatNaira(record.netPay)}
          </span>
          {record.netPay !== null && <Move amount={payMove(records, record)} pay={record.netPay} />}
        </div>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      cell: ({ status, statusText }) => (
        <Badge tone={EMPLOYMENT[status].tone}>{statusText || EMPLOYMENT[status].title}</Badge>
      ),
    },
    {
      id: 'employer',
      title: EMPLOYER,
      className: 'md:max-w-44!',
      cell: ({ employer, jobTitle, grade }) => (
        <div className="min-w-0 max-md:text-right">
          {employer || <span className="text-faint">Not available</span>}
          <span className="block text-[0.8125rem] text-muted">
            {[jobTitle, grade && `grade ${grade}`].filter(Boolean).join(', ')}
          </span>
        </div>
      ),
    },
    { id: 'account', title: 'Salary account', cell: account },
  ]
}

const account = ({ bankCode, accountEnding }: PayrollRecord) =>
  accountEnding === null ? (
    <span className="text-faint">Not available</span>
  ) : (
    <div className="max-md:text-right">
      <span className="whitespace-nowrap tabular-nums">•••• {accountEnding}</span>
      <span className="block text-[0.8125rem] text-muted">
        {bankCode === null ? '' : (findBank(bankCode)?.Name ?? bankCode)}
      </span>
    </div>
  )

/** A decrease of at least one twentieth is shown in red. */
const MATTERS_FROM = 20n

function Move({ amount, pay }: { amount: Kobo | undefined; pay: Kobo }) {
  if (amount === undefined || amount === 0n) return null
  const before = pay - amount
  const matters = -amount * MATTERS_FROM >= before
  return (
    <span className={clsx('block text-[0.8125rem]', matters ? 'text-negative' : 'text-muted')}>
      {amount < 0n ? '−' : '+'}
      {formatNaira(amount < 0n ? negate(amount) : amount)}
    </span>
  )
}
