import {
  Activity,
  BookOpenText,
  Building2,
  CalendarDays,
  CalendarOff,
  FileCheck2,
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
  UsersRound,
} from 'lucide-react'
import { SECTIONS, type SectionName } from '../../../contract/settings.ts'
import { paths } from '../../paths.ts'

/** Everything that can be set, in the order people look for it. */
export type Entry = {
  id: string
  title: string
  help: string
  icon: LucideIcon
  to: string
  section?: SectionName
}

export const settingsPath = (id: string): string => `${paths.settings}?section=${id}`

const ofSection = (section: SectionName, icon: LucideIcon): Entry => ({
  id: section,
  title: SECTIONS[section].title,
  help: SECTIONS[section].help,
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
    title: 'What is lent',
    entries: [
      special(
        'products',
        'Products and fees',
        'What is offered, at which rate and fees, with a live schedule.',
        Package,
      ),
      {
        ...special(
          'loan-frequency',
          'Loan frequency',
          'How often loans are repaid, and how often one may borrow.',
          Repeat,
          paths.loanFrequency,
        ),
        section: 'borrowing',
      },
      ofSection('affordability', Gauge),
      ofSection('retirement', Hourglass),
      ofSection('payroll', Landmark),
      ofSection('classes', Layers),
      ofSection('holidays', CalendarOff),
    ],
  },
  {
    title: 'How requests are decided',
    entries: [
      {
        ...special(
          'link-status',
          'Link status',
          'The public loan request, the officers’ links, and the links to outside services.',
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
    title: 'The house',
    entries: [
      ofSection('organisation', Building2),
      special('security', 'Security', 'Which roles must have a second factor.', ShieldCheck),
      ofSection('sms', MessageSquareText),
      ofSection('retention', Trash2),
      special('books', 'Books', 'Trial balance, the lines of every account, closed periods.', BookOpenText),
      special(
        'health',
        'Health',
        'Jobs, workers, the audit seal, the database, the gateway’s balance, the last proof.',
        Activity,
      ),
    ],
  },
]

export const ENTRIES: readonly Entry[] = GROUPS.flatMap(group => group.entries)
