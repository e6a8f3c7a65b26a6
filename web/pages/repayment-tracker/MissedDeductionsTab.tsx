import { CircleCheck, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { EMPLOYER, IPPIS_NO, payMonth } from '../../../contract/vocabulary.ts'
import { addMonths, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { MonthSelect } from '../../parts/intake/MonthSelect.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { SIGNALS } from '../../parts/payroll/payrollWords.ts'
import type { MissingLoan } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { useSection, useSectionsError } from '../../parts/useSection.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'

const FILTER = z.object({
  source: z.optional(z.string().check(z.maxLength(40))),
  period: z.optional(payMonth),
})

/** Loans with an amount due in a month and no deduction, with the customer's payroll status. */
export function MissedDeductionsTab() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  // an inactive source may still have active loans
  const sources = useSection('payroll')?.sources ?? []
  const sourcesError = useSectionsError()
  const usual = sources.find(({ status }) => status === 'active') ?? sources[0]
  const source = filter.source ?? usual?.code ?? ''
  const period = filter.period ?? String(payMonthOf(addMonths(todayInLagos(), -1)))
  const list = useList(repaymentApi.repaymentMissing, { source, period }, { enabled: source !== '' })
  const sourceName = sources.find(({ code }) => code === source)?.name ?? source
  return (
    <ListPage
      name="missing"
      list={{ ...list, error: list.error ?? sourcesError }}
      caption={`Missed deductions: ${sourceName}, ${periodText(period)}`}
      columns={COLUMNS}
      rowKey={loan => loan.loanId}
      filters={
        <div className="grid gap-3 border-b border-line p-4 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label="Source"
            value={source}
            options={sources.map(({ code, name, status }) => ({
              value: code,
              label: status === 'active' ? name : `${name} (inactive)`,
            }))}
            onChange={event => setFilter({ source: event.target.value })}
          />
          <MonthSelect
            placeholder="Last month"
            value={period}
            onChange={month => setFilter({ period: month })}
          />
        </div>
      }
      exports={exportOf('Export missed deductions', repaymentExportApi.repaymentMissingExport, {
        source,
        period,
      })}
      empty={{
        icon: <CircleCheck />,
        title: 'No missed deductions',
        text: `Every amount due from ${sourceName} for ${periodText(period)} was received.`,
      }}
    />
  )
}

const COLUMNS: readonly Column<MissingLoan>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    cell: loan => (
      <div>
        <Link
          to={paths.customer(loan.customerId)}
          className="font-medium hover:text-brand-ink hover:underline"
        >
          {loan.customerName}
        </Link>
        <Link
          to={paths.loan(loan.loanId)}
          className="block w-fit text-[0.8125rem] font-normal text-muted underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {loan.loanNumber}
        </Link>
      </div>
    ),
  },
  {
    id: 'employer',
    title: EMPLOYER,
    cell: loan => (
      <div className="max-md:text-right">
        <p>{loan.employer}</p>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {IPPIS_NO} {loan.staffNumber}
        </p>
      </div>
    ),
  },
  {
    id: 'expected',
    title: 'Expected',
    align: 'right',
    cell: loan => <span className="whitespace-nowrap">{formatNaira(loan.expected)}</span>,
  },
  {
    id: 'arrears',
    title: 'Arrears',
    align: 'right',
    cell: loan =>
      loan.arrears === 0n ? (
        <span className="text-faint">None</span>
      ) : (
        <span className="whitespace-nowrap text-negative">{formatNaira(loan.arrears)}</span>
      ),
  },
  { id: 'payroll', title: 'Payroll status', cell: loan => <Payroll loan={loan} /> },
]

function Payroll({ loan: { isOnPayroll, signals } }: { loan: MissingLoan }) {
  return (
    <div className="flex flex-wrap gap-1.5 max-md:justify-end">
      {isOnPayroll === null && <Badge>No payroll data</Badge>}
      {isOnPayroll === true && <Badge tone="positive">On payroll</Badge>}
      {isOnPayroll === false && (
        <Badge tone="negative">
          <SearchX aria-hidden size={13} />
          Not on payroll
        </Badge>
      )}
      {[...new Set(signals)].map(kind => (
        <Badge key={kind} tone={SIGNALS[kind].tone}>
          {SIGNALS[kind].title}
        </Badge>
      ))}
    </div>
  )
}
