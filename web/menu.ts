import {
  BadgeCheck,
  ClipboardCheck,
  FileSpreadsheet,
  FileX2,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  ReceiptText,
  Settings,
  UserCog,
  Users,
  WalletCards,
} from 'lucide-react'
import { hasRole, ROLES, type Role } from '../contract/roles.ts'
import { paths } from './paths.ts'

export type MenuItem = {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
}

/** What everybody sees, in this order. */
const BASE: readonly MenuItem[] = [
  { id: 'dashboard', path: paths.dashboard, title: 'Dashboard', icon: LayoutDashboard },
  { id: 'customers', path: paths.customers, title: 'Customers', icon: Users },
  { id: 'accounts', path: paths.accounts, title: 'Loan Accounts', icon: WalletCards },
  // Given without a leading slash (decision 19); the sidebar resolves it against the root.
  { id: 'ippis', path: 'ippis', title: 'IPPIS Data', icon: FileSpreadsheet },
  {
    id: 'repayment-tracker',
    path: paths.repaymentTracker,
    title: 'Repayment Tracker (SMS)',
    icon: ReceiptText,
  },
  { id: 'messaging', path: paths.messaging, title: 'Messaging', icon: MessageSquareText },
  { id: 'settings', path: paths.settings, title: 'Settings', icon: Settings },
]

const REJECTED: MenuItem = {
  id: 'rejected-request',
  path: paths.rejectedRequests,
  title: 'Rejected Request',
  icon: FileX2,
}
const AUTHORIZER: MenuItem = {
  id: 'pending-authorizer',
  path: paths.requests('authorizer'),
  title: 'Pending Authorizer',
  icon: BadgeCheck,
}
const REVIEWER: MenuItem = {
  id: 'pending-reviewer',
  path: paths.requests('reviewer'),
  title: 'Pending Reviewer',
  icon: ClipboardCheck,
}
const USERS: MenuItem = { id: 'users', path: paths.users, title: 'Users', icon: UserCog }

/** The fourth entry, right after Loan Accounts; whoever holds several roles gets each inserted there in turn. */
const POSITION_4 = 3

export function menuFor(roles: readonly string[]): readonly MenuItem[] {
  const items = [...BASE]
  const isSuperAdmin = hasRole(roles, 'superAdmin')
  if (isSuperAdmin) items.push(USERS)
  if (isSuperAdmin || hasRole(roles, 'Editor')) items.splice(POSITION_4, 0, REJECTED)
  if (hasRole(roles, 'Authorizer')) items.splice(POSITION_4, 0, AUTHORIZER)
  if (hasRole(roles, 'Reviewer')) items.splice(POSITION_4, 0, REVIEWER)
  return items
}

/** "Guide for Reviewers": whose it is that opens first. */
export function guideTitle(roles: readonly Role[]): string {
  const first = ROLES.find(role => roles.includes(role))
  return `Guide for ${first ? `${first}s` : 'staff'}`
}
