import type { ReactNode } from 'react'
import { z } from 'zod/mini'
import { CLOSING_KINDS } from '../../../../contract/closing.ts'
import { date, id, term } from '../../../../contract/endpoint.ts'
import { accountCode } from '../../../../contract/ledger.ts'
import { payMonth } from '../../../../contract/vocabulary.ts'
import { useUrlFilter } from '../../../parts/urlFilter.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { AccountStatement } from './AccountStatement.tsx'
import { BANK_PARTS, BankPanel } from './bank/BankPanel.tsx'
import { ChartOfAccounts } from './ChartOfAccounts.tsx'
import { ClosedPeriods } from './ClosedPeriods.tsx'
import { Exports } from './Exports.tsx'
import { FinancialStatements, STATEMENTS } from './FinancialStatements.tsx'
import { Journals } from './Journals.tsx'
import { MonthEndClose } from './MonthEndClose.tsx'
import { RecurringJournals } from './RecurringJournals.tsx'
import { Returns } from './Returns.tsx'
import { TrialBalance } from './TrialBalance.tsx'

const TABS = [
  { id: 'balances', title: 'Trial balance' },
  { id: 'statements', title: 'Financial statements' },
  { id: 'accounts', title: 'Chart of accounts' },
  { id: 'journals', title: 'Manual journals' },
  { id: 'bank', title: 'Bank reconciliation' },
  { id: 'close', title: 'Month-end close' },
  { id: 'periods', title: 'Closed periods' },
  { id: 'exports', title: 'Exports' },
  { id: 'returns', title: 'Regulatory returns' },
] as const
type TabId = (typeof TABS)[number]['id']

const FILTER = z.object({
  tab: z.optional(z.enum(TABS.map(({ id }) => id))),
  statement: z.optional(z.enum(STATEMENTS)),
  layout: z.optional(term(60)),
  account: z.optional(accountCode),
  bank: z.optional(accountCode),
  part: z.optional(z.enum(BANK_PARTS)),
  from: z.optional(date),
  asOf: z.optional(date),
  month: z.optional(payMonth),
  kind: z.optional(z.enum(CLOSING_KINDS)),
  product: z.optional(id),
  class: z.optional(z.string().check(z.maxLength(40))),
})

/** General ledger: trial balance, financial statements, chart of accounts, journals, month-end close, closed periods, exports and the entries of one account. */
export function GeneralLedgerPanel() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  const {
    tab = 'balances',
    statement = 'income',
    account,
    bank,
    part = 'reconciliation',
    from,
    asOf,
    layout,
    month,
  } = filter
  if (account)
    return (
      <AccountStatement
        key={account}
        code={account}
        from={from}
        asOf={asOf}
        onFrom={day => setFilter({ from: day })}
        onBack={() => setFilter({ account: undefined, ...(tab === 'statements' ? {} : { from: undefined }) })}
      />
    )
  const panels: Record<TabId, () => ReactNode> = {
    balances: () => <TrialBalance asOf={asOf} onAsOf={day => setFilter({ asOf: day })} />,
    statements: () => (
      <FinancialStatements {...{ statement, from, asOf }} onChange={changed => setFilter(changed)} />
    ),
    accounts: () => <ChartOfAccounts />,
    journals: () => (
      <div className="flex min-w-0 flex-col gap-6">
        <Journals />
        <RecurringJournals />
      </div>
    ),
    bank: () => <BankPanel {...{ code: bank, part, asOf }} onChange={changed => setFilter(changed)} />,
    close: () => (
      <MonthEndClose
        month={filter.month}
        filter={{ kind: filter.kind, product: filter.product, class: filter.class }}
        onChange={changed => setFilter(changed)}
      />
    ),
    periods: () => <ClosedPeriods />,
    returns: () => <Returns {...{ month, layout }} onChange={changed => setFilter(changed)} />,
    exports: () => <Exports {...{ from, asOf, layout }} onChange={changed => setFilter(changed)} />,
  }
  return (
    <div className="min-w-0">
      <Tabs
        label="General ledger"
        tabs={TABS}
        current={tab}
        onChange={next => setFilter({ tab: TABS.find(each => each.id === next)?.id, kind: undefined })}
      >
        {panels[tab]()}
      </Tabs>
    </div>
  )
}
