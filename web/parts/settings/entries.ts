import {
  Activity,
  ArrowLeftRight,
  BookOpenText,
  Building2,
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  Download,
  FileCheck2,
  FileSpreadsheet,
  Gauge,
  Hourglass,
  Landmark,
  Layers,
  Link2,
  ListChecks,
  ListTree,
  LockKeyhole,
  type LucideIcon,
  MessageSquareText,
  NotebookPen,
  Package,
  Repeat,
  Scale,
  ScrollText,
  Send,
  ShieldCheck,
  Trash2,
  Undo2,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { SECTIONS, type SectionName } from '../../../contract/settings.ts'
import { paths } from '../../paths.ts'

/** Settings pages by group. */
export type Entry = {
  id: string
  title: string
  help: string
  icon: LucideIcon
  to: string
  section?: SectionName
}

/** Sections of the general ledger; the first one shows the trial balance. */
export const LEDGER_SECTIONS = [
  'ledger',
  'statements',
  'accounts',
  'journals',
  'bank',
  'close',
  'periods',
  'exports',
  'returns',
] as const
export type LedgerSection = (typeof LEDGER_SECTIONS)[number]

export const settingsPath = (id: string): string => `${paths.settings}?section=${id}`

/** Cards have one line; the section page shows the whole text. */
const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

const ofSection = (section: SectionName, icon: LucideIcon): Entry => ({
  id: section,
  title: SECTIONS[section].title,
  help: firstSentence(SECTIONS[section].help),
  icon,
  to: settingsPath(section),
  section,
})

const special = (
  id: string,
  title: string,
  help: string,
  icon: LucideIcon,
  to = settingsPath(id),
): Entry => ({
  id,
  title,
  help,
  icon,
  to,
})

export const GROUPS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Lending',
    entries: [
      special('products', 'Products and fees', 'Rates, fees and terms of the loans you offer.', Package),
      {
        ...special(
          'loan-frequency',
          'Loan frequency',
          'Repayment frequencies and borrowing limits.',
          Repeat,
          paths.loanFrequency,
        ),
        section: 'borrowing',
      },
      ofSection('affordability', Gauge),
      ofSection('retirement', Hourglass),
      ofSection('payroll', Landmark),
      ofSection('holidays', CalendarOff),
    ],
  },
  {
    title: 'Requests and approvals',
    entries: [
      {
        ...special(
          'link-status',
          'Link status',
          'Public page, account officer links and connected services.',
          Link2,
          paths.linkStatus,
        ),
        section: 'publicLink',
      },
      ofSection('requiredDocuments', FileCheck2),
      ofSection('reasonCodes', ListChecks),
      ofSection('sla', CalendarDays),
      ofSection('approvalLimits', UsersRound),
      ofSection('consent', ScrollText),
    ],
  },
  {
    title: 'Company and system',
    entries: [
      ofSection('organisation', Building2),
      special('security', 'Security', 'Roles that need two-factor authentication (2FA).', ShieldCheck),
      ofSection('sms', MessageSquareText),
      ofSection('retention', Trash2),
      special(
        'health',
        'System health',
        'Jobs, database, SMS gateway, audit trail and ledger check.',
        Activity,
      ),
    ],
  },
  {
    title: 'Accounting',
    entries: [
      special('ledger', 'Trial balance', 'Every account and its entries at the end of a day.', Scale),
      special(
        'statements',
        'Financial statements',
        'Income statement, balance sheet and cash flow.',
        BookOpenText,
      ),
      special('accounts', 'Chart of accounts', 'Accounts, their house codes and bank accounts.', ListTree),
      special(
        'journals',
        'Manual journals',
        'Journals by hand, recurring journals and reversals.',
        NotebookPen,
      ),
      special('bank', 'Bank reconciliation', 'Bank statements beside the ledger.', ArrowLeftRight),
      special(
        'close',
        'Month-end close',
        'Checklist, accrual, provisions and suspended interest.',
        CalendarCheck,
      ),
      special('periods', 'Closed periods', 'Periods in which nothing can be posted.', LockKeyhole),
      special('exports', 'Exports', 'Journal and trial balance for the accountant’s system.', Download),
      special('returns', 'Regulatory returns', 'Portfolio by class, borrowers for credit bureaus.', Send),
    ],
  },
  {
    title: 'Accounting rules',
    entries: [
      ofSection('classes', Layers),
      ofSection('monthEnd', CalendarClock),
      ofSection('channelAccounts', Wallet),
      ofSection('layouts', FileSpreadsheet),
      ofSection('refunds', Undo2),
    ],
  },
]

export const ENTRIES: readonly Entry[] = GROUPS.flatMap(group => group.entries)
