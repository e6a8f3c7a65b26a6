import {
  Activity,
  BookOpenText,
  Building2,
  CalendarCheck,
  CalendarDays,
  CalendarOff,
  FileCheck2,
  FileSpreadsheet,
  Gauge,
  Hourglass,
  Landmark,
  Layers,
  Link2,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Package,
  Repeat,
  ScrollText,
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
      special('ledger', 'General ledger', 'Trial balance, journal entries and closed periods.', BookOpenText),
      ofSection('classes', Layers),
      ofSection('monthEnd', CalendarCheck),
      ofSection('channelAccounts', Wallet),
      ofSection('layouts', FileSpreadsheet),
      ofSection('refunds', Undo2),
    ],
  },
]

export const ENTRIES: readonly Entry[] = GROUPS.flatMap(group => group.entries)
