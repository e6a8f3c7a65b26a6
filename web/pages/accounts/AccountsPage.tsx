import { BookUp, WalletCards } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { LOAN_TABS, loanApi, loanExportApi } from '../../../contract/loans.ts'
import { payMonthApi } from '../../../contract/payMonths.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { UploadLink } from '../../parts/intake/UploadLink.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { type LoanTab, TABS } from '../../parts/loan/loanWords.ts'
import { AwaitedFiles } from '../../parts/payroll/AwaitedFiles.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useList } from '../../parts/useList.ts'
import { CardSkeleton } from '../../ui/Card.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TabCount, Tabs } from '../../ui/Tabs.tsx'
import { ACCOUNT_FILTER, AccountFilters, type AccountQuery } from './AccountFilters.tsx'
import { AwaitingActs, pageSelection, selectColumn } from './AwaitingActs.tsx'
import { ACCOUNT_COLUMNS, meaningsOf } from './accountColumns.tsx'
import { IMPORT_TAB, importsPath, PAYOUTS_TAB } from './accountTabs.ts'
import { useAwaitingSelection } from './awaitingSelection.ts'
import { ClassSums, LoanSums } from './LoanSums.tsx'

const WAITING = <Skeleton className="h-64 w-full" />
const PayoutsTab = lazyPart(() => import('./PayoutsTab.tsx').then(tab => tab.PayoutsTab), WAITING)
const RefundDesk = lazyPart(() => import('./RefundDesk.tsx').then(desk => desk.RefundDesk), WAITING)
const PayoutBatch = lazyPart(() => import('./PayoutBatch.tsx').then(view => view.PayoutBatch), WAITING)
const LoanImportScreen = lazyPart(
  () => import('./LoanImportScreen.tsx').then(screen => screen.LoanImportScreen),
  WAITING,
)

const FIRST: LoanTab = 'live'
const isTab = (name: string | null): name is LoanTab => LOAN_TABS.some(tab => tab === name)
const PAYOUTS = { id: PAYOUTS_TAB, title: 'Disbursements' }

export default function AccountsPage() {
  const [params, setParams] = useSearchParams()
  // held here, so that the search is kept across tabs
  const query = usePrivateSearch(ACCOUNT_FILTER)
  const named = params.get('tab')
  const counts = useTabCounts()
  const tab = isTab(named) ? named : FIRST
  const isPayouts = named === PAYOUTS_TAB
  const batchId = isPayouts ? params.get('batch') : null
  // the search is kept across tabs, page and sort are not
  const choose = (id: string): void =>
    setParams(now => {
      // loan filters do not apply to disbursement batches, and vice versa
      const next = new URLSearchParams(isPayouts || id === PAYOUTS_TAB ? '' : now)
      for (const name of ['cursor', 'sort', 'view', 'state', 'case']) next.delete(name)
      // set for the first tab too, because a saved default view applies only without a tab
      next.set('tab', id)
      return next
    })
  if (named === IMPORT_TAB) return <LoanImportScreen />
  if (batchId) return <PayoutBatch key={batchId} id={batchId} />
  return (
    <>
      <PageHeading
        title="Loan Accounts"
        description="All loans with outstanding balance, arrears and next due date."
        actions={
          <UploadLink to={importsPath} icon={<BookUp aria-hidden size={16} />}>
            Import existing loans
          </UploadLink>
        }
      />
      <Tabs
        label="Loan accounts by status"
        tabs={[...LOAN_TABS.map(id => ({ id, title: TABS[id].title, badge: counts.get(id) })), PAYOUTS]}
        current={isPayouts ? PAYOUTS_TAB : tab}
        onChange={choose}
      >
        {isPayouts ? (
          <PayoutsTab />
        ) : tab === 'overpaid' ? (
          <RefundDesk />
        ) : tab === 'arrears' ? (
          <Arrears query={query} />
        ) : (
          <Accounts key={tab} tab={tab} query={query} />
        )}
      </Tabs>
    </>
  )
}

/** Below the files that are awaited, which would push the list down if they came after it. */
function Arrears({ query }: { query: AccountQuery }) {
  const { isLoading } = useApi(payMonthApi.payMonthWaiting, {})
  if (isLoading) return <CardSkeleton lines={10} />
  return (
    <>
      <AwaitedFiles />
      <Accounts tab="arrears" query={query} />
    </>
  )
}

/** How many loans each tab has, as its badge. */
function useTabCounts(): ReadonlyMap<string, ReactNode> {
  const { data } = useApi(loanApi.loanCounts, {})
  return new Map(
    data?.tabs.map(({ tab, total, totalIsExact }) => [
      tab,
      <TabCount key={tab} of={total} isExact={totalIsExact} />,
    ]),
  )
}

function Accounts({ tab, query }: { tab: LoanTab; query: AccountQuery }) {
  const { filter } = query
  const [params] = useSearchParams()
  const hasClasses = tab === 'live' || tab === 'arrears'
  const { className, ...rest } = filter
  // the worst first where they are late
  const usual = tab === 'arrears' ? ('-daysPastDue' as const) : ('-number' as const)
  const sort = params.has('sort') ? filter.sort : usual
  const asked = { tab, ...rest, sort, ...(hasClasses && className ? { className } : {}) }
  const list = useList(loanApi.loanList, asked)
  const { rows, data } = list
  const total = data?.total ?? 0
  const paysOut = useMay('money.ask') && tab === 'awaiting'
  const selected = useAwaitingSelection(filter, total)
  return (
    <ListPage
      name="accounts"
      list={list}
      caption={`${TABS[tab].title}: loan accounts`}
      columns={paysOut ? [selectColumn(selected), ...ACCOUNT_COLUMNS[tab]] : ACCOUNT_COLUMNS[tab]}
      query={{
        ...query,
        filter: { ...filter, sort },
        isFiltered: Boolean(rest.search || rest.officerCode || asked.className),
      }}
      usualSort={usual}
      filters={<AccountFilters query={query} hasClasses={hasClasses} />}
      selection={
        paysOut && rows
          ? {
              count: selected.selection.count,
              ...pageSelection(rows, selected),
              onClear: selected.clear,
              acts: <AwaitingActs total={total} shown={rows.length} selected={selected} />,
            }
          : undefined
      }
      note={data && <LoanSums data={data} tab={tab} />}
      above={
        tab === 'arrears' && (
          <ClassSums
            sums={data?.sums}
            chosen={filter.className}
            onChoose={name => query.setFilter({ className: name })}
          />
        )
      }
      tools={
        <Hint label="Column help">
          <Meanings of={meaningsOf(tab)} />
        </Hint>
      }
      exports={exportOf('Export loan accounts', loanExportApi.loanExport, asked)}
      empty={{ icon: <WalletCards />, title: TABS[tab].empty, text: TABS[tab].how }}
      noMatch={{
        title: 'No matching loans',
        text: 'Try another spelling, or search in another tab.',
      }}
    />
  )
}
