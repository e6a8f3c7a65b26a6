import { SquarePen, UserRound, WalletCards } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { loanApi } from '../../../contract/loans.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { ONLY_CHANGERS } from '../../parts/customer/whyNotChange.ts'
import { DocumentList } from '../../parts/DocumentList.tsx'
import { HistoryList } from '../../parts/HistoryList.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { MessagesList } from '../../parts/MessagesList.tsx'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Select } from '../../ui/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CustomerLoans } from './CustomerLoans.tsx'

const FIRST = 'loans'
const TABS = [
  { id: FIRST, title: 'Loans' },
  { id: 'documents', title: 'Documents' },
  { id: 'messages', title: 'Messages' },
  { id: 'history', title: 'History' },
]

export default function AccountPage() {
  const { customerId = '' } = useParams()
  return <Account key={customerId} customerId={customerId} />
}

function EditDetails({ customerId }: { customerId: string }) {
  const icon = <SquarePen aria-hidden size={16} />
  if (!useMay('customer.change'))
    return (
      <Button icon={icon} disabledReason={ONLY_CHANGERS}>
        Edit details
      </Button>
    )
  return (
    <LinkButton to={paths.accountEdit(customerId)} icon={icon}>
      Edit details
    </LinkButton>
  )
}

function Account({ customerId }: { customerId: string }) {
  const loans = useApi(loanApi.loansOfCustomer, { customerId })
  const rows = loans.data?.rows
  const first = rows?.[0]
  return (
    <>
      <PageHeading
        title={first?.customerName ?? 'Account details'}
        back={<BackLink to={paths.accounts}>Loan Accounts</BackLink>}
        description={
          first && (
            <>
              Staff no. <span className="tabular-nums">{first.ippisNumber}</span> · {first.mda}
            </>
          )
        }
        actions={
          first && (
            <>
              <LinkButton to={paths.customer(customerId)} icon={<UserRound aria-hidden size={16} />}>
                Customer
              </LinkButton>
              <EditDetails customerId={customerId} />
            </>
          )
        }
      />
      {rows && <AccountTabs customerId={customerId} rows={rows} />}
      {!rows && loans.error && (
        <Card>
          <LoadError of={loans} />
        </Card>
      )}
      {!rows && !loans.error && <CardSkeleton lines={8} />}
    </>
  )
}

function AccountTabs({ customerId, rows }: { customerId: string; rows: readonly LoanRow[] }) {
  const [params, setParams] = useSearchParams()
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon={<WalletCards />} title="No account to show">
          A customer’s loans stand here once a request of theirs is approved.
        </EmptyState>
      </Card>
    )
  const current = TABS.find(tab => tab.id === params.get('tab'))?.id ?? FIRST
  return (
    <Tabs
      label="Account"
      tabs={TABS}
      current={current}
      onChange={id => setParams(id === FIRST ? {} : { tab: id }, { replace: true })}
    >
      {current === FIRST ? (
        <CustomerLoans rows={rows} />
      ) : (
        <AboutOne customerId={customerId} rows={rows} tab={current} />
      )}
    </Tabs>
  )
}

const ABOUT: Record<string, string> = { documents: 'Documents', messages: 'Messages' }

/** Documents, messages and history belong to the customer or to one of the loans. */
function AboutOne({ customerId, rows, tab }: { customerId: string; rows: readonly LoanRow[]; tab: string }) {
  const [params, setParams] = useSearchParams()
  const loan = rows.find(row => row.id === params.get('of')) ?? (tab === 'messages' ? rows[0] : undefined)
  const subjectType = loan ? 'loan' : 'customer'
  const subjectId = loan?.id ?? customerId
  return (
    <Card flush>
      <div className="border-b border-line p-4">
        <Select
          className="max-w-sm"
          label={`${ABOUT[tab] ?? 'History'} of`}
          value={subjectId}
          options={[
            ...(tab === 'messages' ? [] : [{ value: customerId, label: 'The customer' }]),
            ...rows.map(row => ({ value: row.id, label: `Loan ${row.number}, ${row.productName}` })),
          ]}
          onChange={event => {
            const of = event.target.value
            setParams({ tab, ...(of === customerId ? {} : { of }) }, { replace: true })
          }}
        />
      </div>
      {tab === 'messages' ? (
        <MessagesList subjectType="loan" subjectId={subjectId} />
      ) : (
        <div className="p-5">
          {tab === 'documents' ? (
            <DocumentList key={subjectId} subjectType={subjectType} subjectId={subjectId} />
          ) : (
            <HistoryList key={subjectId} subjectType={subjectType} subjectId={subjectId} />
          )}
        </div>
      )}
    </Card>
  )
}
