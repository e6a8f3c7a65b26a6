import { LockKeyhole } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { rolesWith } from '../../../contract/roles.ts'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AuditTab } from './AuditTab.tsx'
import { UsersTab } from './UsersTab.tsx'

/** Staff for superAdmins; the audit trail for superAdmins and Auditors. */
export default function UsersPage() {
  const mayManage = useMay('users.manage')
  const mayRead = useMay('audit.read')
  const [params, setParams] = useSearchParams()
  const tabs = [
    ...(mayManage ? [{ id: 'staff', title: 'Staff' }] : []),
    ...(mayRead ? [{ id: 'audit', title: 'Audit trail' }] : []),
  ]
  const [first] = tabs
  if (!first) return <NoPermission />
  const current = tabs.find(tab => tab.id === params.get('tab')) ?? first
  return (
    <>
      <PageHeading
        title="Users"
        description="Who works here, what each may do, and everything that was done."
      />
      <Tabs
        label="Users"
        tabs={tabs}
        current={current.id}
        // The filters of one tab mean nothing on the other, so the address starts afresh.
        onChange={id => setParams(id === first.id ? {} : { tab: id })}
      >
        {current.id === 'staff' ? <UsersTab /> : <AuditTab />}
      </Tabs>
    </>
  )
}

function NoPermission() {
  const { roles } = useCurrentUser()
  return (
    <>
      <PageHeading title="Users" />
      <Card flush>
        <EmptyState icon={<LockKeyhole />} title="This page is not open to your role">
          Staff is managed by {rolesWith('users.manage').join(' or ')}; the audit trail is read by{' '}
          {rolesWith('audit.read').join(' and ')}. You are signed in as {roles.join(', ') || 'nobody yet'}. If
          you need this page for your work, ask a superAdmin.
        </EmptyState>
      </Card>
    </>
  )
}
