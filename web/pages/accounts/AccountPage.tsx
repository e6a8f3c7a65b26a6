import { SquarePen, UserRound, WalletCards } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { loanApi } from '../../../contract/loans.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { ONLY_CHANGERS } from '../../parts/customer/customerWords.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { DocumentList, HistoryList, MessagesList } from '../../parts/lazyParts.tsx'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink, Breadcrumb, LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Select } from '../../ui/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CustomerLoans } from './CustomerLoans.tsx'

const FIRST = 'loans'
const TABS = [
  { id: FIRST, title: 'Loans' },
  { id: 'schedule', title: 'Schedule' },
  { id: 'ledger', title: 'Ledger' },
  { id: 'charges', title: 'Charges' },
  { id: 'statement', title: 'Statement' },
  { id: 'documents', title: 'Documents' },
  { id: 'messages', title: 'Messages' },
  { id: 'history', title: 'History' },
]

const AccountLoan = lazyPart(
  () => import('./AccountLoan.tsx').then(part => part.AccountLoan),
  <CardSkeleton lines={8} />,
)

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
        back={
          first ? (
            <Breadcrumb
              steps={[
                { title: 'Loan Accounts', to: paths.accounts },
                { title: first.customerName, to: paths.customer(customerId) },
                { title: 'Account details' },
              ]}
            />
          ) : (
            <BackLink to={paths.accounts}>Loan Accounts</BackLink>
          )
        }
        description={
          first && (
            <>
              {IPPIS_NO} <span className="tabular-nums">{first.ippisNumber}</span> · {first.mda}
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
        <EmptyState icon={<WalletCards />} title="No loans yet">
          Loans appear here when a request is approved.
        </EmptyState>
      </Card>
    )
  const current = TABS.find(tab => tab.id === params.get('tab'))?.id ?? FIRST
  return (
    <Tabs
      label="Account"
      tabs={TABS}
      current={current}
      // the chosen loan is kept across tabs
      onChange={id => {
        const of = params.get('of')
        setParams(id === FIRST ? {} : { tab: id, ...(of ? { of } : {}) }, { replace: true })
      }}
    >
      {current === FIRST ? (
        <CustomerLoans rows={rows} />
      ) : (
        <AboutOne customerId={customerId} rows={rows} tab={current} />
      )}
    </Tabs>
  )
}

/** Tabs that belong to a loan; the others can show the customer too. */
const OF_A_LOAN: ReadonlySet<string> = new Set(['schedule', 'ledger', 'charges', 'statement', 'messages'])
/** Tabs that render their own cards. */
const IN_CARDS: ReadonlySet<string> = new Set(['schedule', 'ledger', 'charges', 'statement'])

type AboutProps = { customerId: string; rows: readonly LoanRow[]; tab: string }

/** A tab of the customer or of one loan, with a select for which. */
function AboutOne({ customerId, rows, tab }: AboutProps) {
  const [params] = useSearchParams()
  const named = rows.find(row => row.id === params.get('of'))
  const loan =
    named ?? (OF_A_LOAN.has(tab) ? (rows.find(row => row.status === 'live') ?? rows[0]) : undefined)
  const choice = <Choice {...{ customerId, rows, tab }} chosen={loan?.id ?? customerId} />
  if (loan && IN_CARDS.has(tab))
    return (
      <div className="flex flex-col gap-6">
        <Card>{choice}</Card>
        <AccountLoan key={`${tab} ${loan.id}`} row={loan} tab={tab} />
      </div>
    )
  const subject = { subjectType: loan ? 'loan' : 'customer', subjectId: loan?.id ?? customerId } as const
  return (
    <Card flush>
      <div className="border-b border-line p-4">{choice}</div>
      {tab === 'messages' ? (
        <MessagesList subjectType="loan" subjectId={subject.subjectId} />
      ) : (
        <div className="p-5">
          {tab === 'documents' ? (
            <DocumentList key={subject.subjectId} {...subject} />
          ) : (
            <HistoryList key={subject.subjectId} {...subject} />
          )}
        </div>
      )}
    </Card>
  )
}

function Choice({ customerId, rows, tab, chosen }: AboutProps & { chosen: string }) {
  const [, setParams] = useSearchParams()
  return (
    <Select
      className="max-w-sm"
      label={`${TABS.find(each => each.id === tab)?.title ?? ''} of`}
      value={chosen}
      options={[
        ...(OF_A_LOAN.has(tab) ? [] : [{ value: customerId, label: 'Customer' }]),
        ...rows.map(row => ({ value: row.id, label: `Loan ${row.number}, ${row.productName}` })),
      ]}
      onChange={event => {
        const of = event.target.value
        setParams({ tab, ...(of === customerId ? {} : { of }) }, { replace: true })
      }}
    />
  )
}
