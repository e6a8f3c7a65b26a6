import { CircleCheck, SearchX } from 'lucide-react'
import { z } from 'zod/mini'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { EMPLOYER, payMonth } from '../../../contract/vocabulary.ts'
import { addMonths, payMonthOf } from '../../../engine/dates.ts'
import { Amount } from '../../parts/Amount.tsx'
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
import { CellText } from '../../ui/CellText.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { TabLine } from './TabLine.tsx'

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
    <>
      <TabLine
        means="Missed deductions: expected for the month, not received."
        count={list.data?.total}
        one="loan"
        total={list.data?.expectedTotal ?? undefined}
      />
      <ListPage
        name="missing"
        list={{ ...list, error: list.error ?? sourcesError }}
        caption={`Missed deductions: ${sourceName}, ${periodText(period)}`}
        columns={COLUMNS}
        rowKey={loan => loan.loanId}
        filters={
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
            <Select
              label="Source"
              labelHidden
              value={source}
              options={sources.map(({ code, name, status }) => ({
                value: code,
                label: status === 'active' ? name : `${name} (inactive)`,
              }))}
              onChange={event => setFilter({ source: event.target.value })}
            />
            <MonthSelect
              labelHidden
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
          text: `Every amount due from ${sourceName} for ${periodText(period)} was deducted.`,
        }}
      />
    </>
  )
}

const COLUMNS: readonly Column<MissingLoan>[] = [
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    cell: loan => (
      <RowLink to={paths.loan(loan.loanId)} number={loan.loanNumber}>
        {loan.customerName}
      </RowLink>
    ),
  },
  {
    id: 'employer',
    title: EMPLOYER,
    className: 'md:max-w-96!',
    cell: loan => (
      <CellText below={<span className="tabular-nums">{loan.staffNumber}</span>}>{loan.employer}</CellText>
    ),
  },
  {
    id: 'expected',
    title: 'Expected',
    align: 'right',
    cell: loan => <Amount of={loan.expected} />,
  },
  {
    id: 'arrears',
    title: 'Arrears',
    align: 'right',
    cell: loan =>
      loan.arrears === 0n ? (
        <span className="text-faint">None</span>
      ) : (
        <Amount of={loan.arrears} className="text-negative" />
      ),
  },
  { id: 'payroll', title: 'Payroll status', phone: 'status', cell: loan => <Payroll loan={loan} /> },
]

function Payroll({ loan: { isOnPayroll, signals } }: { loan: MissingLoan }) {
  return (
    <div className="flex gap-1.5 max-md:flex-wrap">
      {isOnPayroll === null && <Badge>No payroll data</Badge>}
      {isOnPayroll === true && signals.length === 0 && <Badge tone="positive">On payroll</Badge>}
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
