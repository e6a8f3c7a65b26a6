import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Customer, useWhyNotChange } from '../../parts/customer/customerWords.ts'
import { DocumentList, HistoryList } from '../../parts/lazyParts.tsx'
import { SignalNotice } from '../../parts/payroll/SignalNotice.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PersistentPanel, type Tab, TabCount, Tabs } from '../../ui/Tabs.tsx'
import { CustomerFigures } from './CustomerFigures.tsx'
import { CustomerHeading } from './CustomerHeading.tsx'
import { CustomerNotices } from './CustomerNotices.tsx'
import type { Revealed } from './CustomerRevealDialog.tsx'
import { ProfileTab } from './ProfileTab.tsx'

const WAITING = <CardSkeleton lines={6} />
const EmploymentTab = lazyPart(() => import('./EmploymentTab.tsx').then(tab => tab.EmploymentTab), WAITING)
const LoansTab = lazyPart(() => import('./LoansTab.tsx').then(tab => tab.LoansTab), WAITING)
const RequestsTab = lazyPart(() => import('./RequestsTab.tsx').then(tab => tab.RequestsTab), WAITING)
const RepaymentsTab = lazyPart(() => import('./RepaymentsTab.tsx').then(tab => tab.RepaymentsTab), WAITING)
const MessagesTab = lazyPart(() => import('./MessagesTab.tsx').then(tab => tab.MessagesTab), WAITING)
const NotesTab = lazyPart(() => import('./NotesTab.tsx').then(tab => tab.NotesTab), WAITING)
const ConsentsTab = lazyPart(() => import('./ConsentsTab.tsx').then(tab => tab.ConsentsTab), WAITING)

const TABS = [
  { id: 'profile', title: 'Profile' },
  { id: 'employment', title: 'Employment and payroll' },
  { id: 'loans', title: 'Loans' },
  { id: 'requests', title: 'Requests' },
  { id: 'repayments', title: 'Repayments' },
  { id: 'messages', title: 'Messages' },
  { id: 'documents', title: 'Documents' },
  { id: 'notes', title: 'Notes and promises' },
  { id: 'consents', title: 'Consents' },
  { id: 'history', title: 'History' },
] as const
type TabName = (typeof TABS)[number]['id']

/** With the counts that the page already has. */
export const tabsOf = ({ loans, requests }: Pick<Customer, 'loans' | 'requests'>): Tab[] => {
  const counts: Partial<Record<TabName, number>> = { loans: loans.total, requests }
  return TABS.map(tab => ({
    ...tab,
    badge: tab.id in counts && <TabCount of={counts[tab.id] ?? 0} />,
  }))
}

/** Customer details. */
export function CustomerScreen({ customer }: { customer: Customer }) {
  const [params, setParams] = useSearchParams()
  // held in this component only, never cached
  const [revealed, setRevealed] = useState<Revealed>()
  const whyNot = useWhyNotChange(customer)
  const { id } = customer.row
  const tab = TABS.find(each => each.id === params.get('tab'))?.id ?? 'profile'
  const panels: Record<TabName, () => ReactNode> = {
    profile: () => <ProfileTab customer={customer} revealed={revealed} />,
    employment: () => <EmploymentTab customer={customer} revealed={revealed} whyNot={whyNot} />,
    loans: () => <LoansTab customerId={id} />,
    requests: () => <RequestsTab customerId={id} />,
    repayments: () => <RepaymentsTab customerId={id} />,
    messages: () => <MessagesTab customerId={id} />,
    documents: () => (
      <Card title="Documents">
        <div className="-my-2">
          <DocumentList
            subjectType="customer"
            subjectId={id}
            {...(customer.mergedInto || customer.row.status === 'erased' ? { addRefusal: whyNot } : {})}
          />
        </div>
      </Card>
    ),
    notes: () => null,
    consents: () => <ConsentsTab customerId={id} />,
    history: () => (
      <Card title="History">
        <HistoryList subjectType="customer" subjectId={id} />
      </Card>
    ),
  }
  return (
    <>
      <CustomerHeading customer={customer} revealed={revealed} onRevealed={setRevealed} whyNot={whyNot} />
      <CustomerNotices customer={customer} revealed={revealed} whyNot={whyNot} />
      <div className="mb-6 empty:hidden">
        <SignalNotice of={{ customerId: id }} />
      </div>
      <CustomerFigures customer={customer} />
      <div className="mt-6">
        <Tabs
          label="Customer"
          tabs={tabsOf(customer)}
          current={tab}
          onChange={name => setParams(name === 'profile' ? {} : { tab: name })}
        >
          {panels[tab]()}
          <PersistentPanel isShown={tab === 'notes'}>
            <NotesTab customerId={id} whyNot={whyNot} />
          </PersistentPanel>
        </Tabs>
      </div>
    </>
  )
}
