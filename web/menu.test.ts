import { describe, expect, it } from 'vitest'
import { menuFor } from './menu.ts'

const titles = (roles: string[]): string[] => menuFor(roles).map(item => item.title)
const START = ['Dashboard', 'Customers', 'Loan Accounts']
const END = ['IPPIS Data', 'Repayment Tracker (SMS)', 'Messaging', 'Settings']

describe('the sidebar', () => {
  it.each([
    { roles: ['Admin'], fourth: [], last: [] },
    { roles: ['Auditor'], fourth: [], last: [] },
    { roles: [], fourth: [], last: [] },
    { roles: ['Editor'], fourth: ['Rejected Request'], last: [] },
    { roles: ['Authorizer'], fourth: ['Pending Authorizer'], last: [] },
    { roles: ['Reviewer'], fourth: ['Pending Reviewer'], last: [] },
    { roles: ['superAdmin'], fourth: ['Rejected Request'], last: ['Users'] },
    { roles: ['SUPERADMIN'], fourth: ['Rejected Request'], last: ['Users'] },
    { roles: ['reviewer', 'authorizer'], fourth: ['Pending Reviewer', 'Pending Authorizer'], last: [] },
    { roles: ['superAdmin', 'Editor'], fourth: ['Rejected Request'], last: ['Users'] },
    {
      roles: ['superAdmin', 'Reviewer', 'Authorizer', 'Editor'],
      fourth: ['Pending Reviewer', 'Pending Authorizer', 'Rejected Request'],
      last: ['Users'],
    },
    { roles: ['Cashier'], fourth: [], last: [] },
  ])('$roles', ({ roles, fourth, last }) => {
    expect(titles(roles)).toEqual([...START, ...fourth, ...END, ...last])
  })

  it('spells its paths as they are given', () => {
    expect(
      Object.fromEntries(menuFor(['superAdmin', 'Reviewer', 'Authorizer']).map(m => [m.title, m.path])),
    ).toEqual({
      Dashboard: '/',
      Customers: '/customers',
      'Loan Accounts': '/accounts',
      'Pending Reviewer': '/loan/requests/reviewer',
      'Pending Authorizer': '/loan/requests/authorizer',
      'Rejected Request': '/loan/requests/rejected',
      'IPPIS Data': 'ippis',
      'Repayment Tracker (SMS)': '/repayment-tracker',
      Messaging: '/messaging',
      Settings: '/settings',
      Users: '/users',
    })
  })

  it('gives every entry an id of its own and an icon', () => {
    const items = menuFor(['superAdmin', 'Reviewer', 'Authorizer'])
    expect(new Set(items.map(item => item.id)).size).toBe(items.length)
    for (const item of items) expect(item.icon).toBeDefined()
  })
})
