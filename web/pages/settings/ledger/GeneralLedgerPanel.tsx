import type { ReactNode } from 'react'
import { z } from 'zod/mini'
import { CLOSING_KINDS } from '../../../../contract/closing.ts'
import { date, id, term } from '../../../../contract/endpoint.ts'
import { CASH_ACTIVITIES, COMPARISONS } from '../../../../contract/financials.ts'
import { accountCode, ENTRY_REASONS } from '../../../../contract/ledger.ts'
import { payMonth } from '../../../../contract/vocabulary.ts'
import { ENTRIES, type LedgerSection } from '../../../parts/settings/entries.ts'
import { useUrlFilter } from '../../../parts/urlFilter.ts'
import { AccountStatement } from './AccountStatement.tsx'
import { BANK_PARTS, BankPanel } from './bank/BankPanel.tsx'
import { CashLines } from './CashLines.tsx'
import { ChartOfAccounts } from './ChartOfAccounts.tsx'
import { ClosedPeriods } from './ClosedPeriods.tsx'
import { Exports } from './Exports.tsx'
import { FinancialStatements, STATEMENTS } from './FinancialStatements.tsx'
import { Journals } from './Journals.tsx'
import { MonthEndClose } from './MonthEndClose.tsx'
import { Returns } from './Returns.tsx'
import { TrialBalance } from './TrialBalance.tsx'

const FILTER = z.object({
  statement: z.optional(z.enum(STATEMENTS)),
  compare: z.optional(z.enum(COMPARISONS)),
  activity: z.optional(z.enum(CASH_ACTIVITIES)),
  reason: z.optional(z.enum(ENTRY_REASONS)),
  layout: z.optional(term(60)),
  account: z.optional(accountCode),
  bank: z.optional(accountCode),
  part: z.optional(z.enum(BANK_PARTS)),
  from: z.optional(date),
  asOf: z.optional(date),
  since: z.optional(date),
  until: z.optional(date),
  month: z.optional(payMonth),
  kind: z.optional(z.enum(CLOSING_KINDS)),
  product: z.optional(id),
  class: z.optional(z.string().check(z.maxLength(40))),
})

/** One section of the general ledger, or the entries of one account. */
export function GeneralLedgerPanel({ section }: { section: LedgerSection }) {
  const { filter, setFilter } = useUrlFilter(FILTER)
  const { statement = 'income', account, bank, part = 'reconciliation', from, asOf, layout, month } = filter
  if (account) {
    // links from before the statements had a section of their own name the days of the trial balance
    const older = section === 'ledger' ? filter : {}
    return (
      <AccountStatement
        key={account}
        code={account}
        from={filter.since ?? older.from}
        asOf={filter.until ?? older.asOf}
        back={ENTRIES.find(({ id }) => id === section)?.title ?? 'Trial balance'}
        onFrom={day => setFilter({ since: day, ...(older.from ? { from: undefined } : {}) })}
        onBack={() => setFilter({ account: undefined, since: undefined, until: undefined })}
      />
    )
  }
  const { activity, reason, since, until, compare } = filter
  if (section === 'statements' && activity && reason && since && until)
    return (
      <CashLines
        key={`${activity} ${reason} ${since} ${until}`}
        line={{ from: since, to: until, activity, reason }}
        onBack={() =>
          setFilter({ activity: undefined, reason: undefined, since: undefined, until: undefined })
        }
      />
    )
  const panels: Record<LedgerSection, () => ReactNode> = {
    ledger: () => <TrialBalance asOf={asOf} onAsOf={day => setFilter({ asOf: day })} />,
    statements: () => (
      <FinancialStatements {...{ statement, from, asOf, compare }} onChange={changed => setFilter(changed)} />
    ),
    accounts: () => <ChartOfAccounts />,
    journals: () => (
      <div className="flex min-w-0 flex-col gap-6">
        <Journals />
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
  return <div className="min-w-0">{panels[section]()}</div>
}
