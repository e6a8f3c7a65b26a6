import { FileSpreadsheet, ListTree, MessageSquarePlus, ScrollText, Upload } from 'lucide-react'
import { may, type Permission } from '../../contract/roles.ts'
import { type MenuItem, menuFor } from '../menu.ts'
import { type LoanTab, TABS } from '../parts/loan/loanWords.ts'
import { QUEUES } from '../parts/requestWords.ts'
import { ENTRIES } from '../parts/settings/entries.ts'
import { paths, STAGES } from '../paths.ts'

type Page = MenuItem & { hint?: string }
type Deeper = MenuItem & { hint: string; permission: Permission }

/** Pages one level down, which the sidebar does not list. */
const DEEPER: readonly Deeper[] = [
  {
    id: 'ippis-new',
    path: paths.ippisUpload,
    title: 'Upload payroll data',
    icon: Upload,
    hint: 'IPPIS Data',
    permission: 'money.ask',
  },
  {
    id: 'repayment-new',
    path: paths.repaymentNew,
    title: 'Upload repayments',
    icon: FileSpreadsheet,
    hint: 'Repayment Tracker',
    permission: 'money.ask',
  },
  {
    id: 'template-new',
    path: paths.messageTemplateNew,
    title: 'New message template',
    icon: MessageSquarePlus,
    hint: 'Messaging',
    permission: 'settings.change',
  },
  {
    id: 'audit-trail',
    path: paths.usersTab('audit'),
    title: 'Audit trail',
    icon: ScrollText,
    hint: 'Users',
    permission: 'audit.read',
  },
]

const tabsOf = (hint: string, page: string, tabs: Readonly<Record<string, string>>): Page[] =>
  Object.entries(tabs).map(([tab, title]) => ({
    id: `${page}-${tab}`,
    path: `${page}?tab=${tab}`,
    title,
    icon: ListTree,
    hint,
  }))

const LOAN_TABS = Object.fromEntries(
  (Object.keys(TABS) as LoanTab[]).map(tab => [tab, TABS[tab].title] as const),
)

/** Queues, tabs and sections, which everybody may open: too many to show unasked, and found by their names. */
const WITHIN: readonly Page[] = [
  ...STAGES.map(stage => ({
    id: `queue-${stage}`,
    path: paths.requests(stage),
    title: QUEUES[stage].title,
    icon: ListTree,
    hint: 'Loan requests',
  })),
  ...tabsOf('Loan Accounts', paths.accounts, { ...LOAN_TABS, payouts: 'Disbursements' }),
  ...tabsOf('IPPIS Data', paths.ippis, { 'look-up': 'Payroll lookup', signals: 'Early warning signals' }),
  ...tabsOf('Repayment Tracker', paths.repaymentTracker, {
    instructions: 'Instructions',
    reconciliation: 'Reconciliation',
    suspense: 'Suspense',
    refused: 'Failed postings',
    missing: 'Missed deductions',
    offices: 'Payroll offices',
    calendar: 'Payroll calendar',
  }),
  ...tabsOf('Messaging', paths.messaging, {
    log: 'Sent',
    campaigns: 'Campaigns',
    outbox: 'Waiting',
    inbound: 'Replies and bank alerts',
  }),
  ...ENTRIES.map(({ id, to, title, icon }) => ({
    id: `settings-${id}`,
    path: to,
    title,
    icon,
    hint: 'Settings',
  })),
]

/** What users call a page, by a part of its address or title. */
const SYNONYMS: readonly [page: RegExp, words: string][] = [
  [/section=ledger/, 'general ledger GL entries journal'],
  [/section=statements/, 'profit loss income balance sheet cash flow'],
  [/section=accounts/, 'general ledger GL house codes'],
  [/section=journals/, 'general ledger GL opening balances'],
  [/repayment-tracker\/new|repaymentNew|Upload repayments/i, 'import deductions remittance file'],
  [/ippis\/new|Upload payroll/i, 'import payroll roster'],
  [/tab=import/, 'import migrate existing loans portfolio'],
  [/tab=writtenOff/, 'write-off write off bad debt'],
  [/tab=payouts/, 'payout payments transfer bank file'],
  [/tab=instructions/, 'deduction list payroll office stop new change'],
  [/tab=reconciliation/, 'expected deducted remitted exceptions'],
  [/tab=offices/, 'remittance receipt unremitted demand letter'],
  [/tab=overpaid/, 'refunds credit balance'],
  [/holidays/i, 'public holidays calendar'],
  [/section=health/, 'system health jobs'],
]

const synonymsOf = (title: string, path: string): string =>
  SYNONYMS.filter(([page]) => page.test(`${path} ${title}`))
    .map(([, words]) => words)
    .join(' ')

/** Every word typed is in the title, the hint or a synonym. */
export function matching<T extends { title: string; hint?: string; path?: string }>(
  all: readonly T[],
  typed: string,
): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ title, hint = '', path = '' }) => {
    const text = `${title} ${hint} ${synonymsOf(title, path)}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

export function pagesMatching(roles: readonly string[], typed: string): Page[] {
  const first: Page[] = [...menuFor(roles), ...DEEPER.filter(page => may(roles, page.permission))]
  if (typed.trim() === '') return first
  const listed = new Set(first.map(page => page.path))
  return matching([...first, ...WITHIN.filter(page => !listed.has(page.path))], typed)
}
