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

/** Users for superAdmin; the audit trail for superAdmin and Auditor. */
export default function UsersPage() {
  const mayManage = useMay('users.manage')
  const mayRead = useMay('audit.read')
  const [params, setParams] = useSearchParams()
  const tabs = [
    ...(mayManage ? [{ id: 'staff', title: 'Users' }] : []),
    ...(mayRead ? [{ id: 'audit', title: 'Audit trail' }] : []),
  ]
  const [first] = tabs
  if (!first) return <NoPermission />
  const current = tabs.find(tab => tab.id === params.get('tab')) ?? first
  return (
    <>
      <PageHeading title="Users" description="Users, roles and the audit trail." />
      <Tabs
        label="Users"
        tabs={tabs}
        current={current.id}
        // filters belong to one tab, so the address is reset
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
        <EmptyState icon={<LockKeyhole />} title="You do not have permission to open this page">
          Only {rolesWith('users.manage').join(' and ')} can manage users, and only{' '}
          {rolesWith('audit.read').join(' and ')} can view the audit trail. You are signed in as{' '}
          {roles.join(', ') || 'a user without a role'}.
        </EmptyState>
      </Card>
    </>
  )
}
