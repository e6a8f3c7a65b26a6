import { WalletCards } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { LOAN_TABS, loanApi } from '../../../contract/loans.ts'
import { useApi } from '../../api.ts'
import { dayText, type LoanTab, TABS } from '../../parts/loan/loanWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Table } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ACCOUNT_FILTER, AccountFilters } from './AccountFilters.tsx'
import { ACCOUNT_COLUMNS } from './accountColumns.tsx'

const FIRST: LoanTab = 'live'
const isTab = (name: string | null): name is LoanTab => LOAN_TABS.some(tab => tab === name)

export default function AccountsPage() {
  const [params, setParams] = useSearchParams()
  const named = params.get('tab')
  const tab = isTab(named) ? named : FIRST
  // what one searches for may be in another tab; a page or an order of this one means nothing there
  const choose = (id: string): void =>
    setParams(now => {
      const next = new URLSearchParams(now)
      for (const name of ['cursor', 'sort', 'tab']) next.delete(name)
      if (id !== FIRST) next.set('tab', id)
      return next
    })
  return (
    <>
      <PageHeading
        title="Loan Accounts"
        description="Every loan: what is outstanding, what is in arrears, what is due next."
      />
      <Tabs
        label="Loan accounts by where they stand"
        tabs={LOAN_TABS.map(id => ({ id, title: TABS[id].title }))}
        current={tab}
        onChange={choose}
      >
        <Accounts key={tab} tab={tab} />
      </Tabs>
    </>
  )
}

function Accounts({ tab }: { tab: LoanTab }) {
  const { filter, setFilter, clearFilter } = useUrlFilter(ACCOUNT_FILTER)
  const paging = usePaging()
  const hasClasses = tab === 'live' || tab === 'arrears'
  const { className, ...rest } = filter
  const list = useApi(loanApi.loanList, {
    tab,
    ...rest,
    ...(hasClasses && className ? { className } : {}),
    ...paging.input,
  })
  const paged = paging.pagingOf(list.data)
  const narrowed = filter.search || filter.officerCode || (hasClasses && className)
  const asOf = list.data?.rows[0]?.asOf
  return (
    <Card flush>
      <AccountFilters {...{ filter, setFilter, clearFilter, hasClasses }} />
      {asOf && (
        <p className="border-b border-line bg-canvas/60 px-5 py-2 text-[0.8125rem] text-muted">
          Figures as of <span className="font-medium text-ink">{dayText(asOf)}</span>
        </p>
      )}
      <Table
        caption={`${TABS[tab].title}: loan accounts`}
        columns={ACCOUNT_COLUMNS[tab]}
        rows={list.data?.rows}
        rowKey={row => row.id}
        empty={<NoAccounts tab={tab} isFiltered={Boolean(narrowed)} onClear={clearFilter} />}
        error={list.error}
        onRetry={() => (list.error?.code === 'cursor.invalid' ? setFilter({}) : void list.refetch())}
        sort={filter.sort}
        onSort={sort => setFilter({ sort: sort === '-number' ? undefined : sort })}
        refreshing={list.isPlaceholderData}
        {...(paged ? { paging: paged } : {})}
      />
    </Card>
  )
}

type NoAccountsProps = { tab: LoanTab; isFiltered: boolean; onClear: () => void }

function NoAccounts({ tab, isFiltered, onClear }: NoAccountsProps) {
  if (!isFiltered)
    return (
      <EmptyState icon={<WalletCards />} title={TABS[tab].empty}>
        {TABS[tab].how}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<WalletCards />}
      title="No loan fits this filter"
      action={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Try another spelling, or look in another tab: a loan moves when it is paid out, repaid or written off.
    </EmptyState>
  )
}
