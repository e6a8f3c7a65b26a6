import { FileSpreadsheet, Link2, MessageSquarePlus, Repeat, ScrollText, Upload } from 'lucide-react'
import { useState } from 'react'
import { createPath, resolvePath } from 'react-router'
import { may, type Permission } from '../../contract/roles.ts'
import { type MenuItem, menuFor } from '../menu.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { paths } from '../paths.ts'
import { type CommandGroup, CommandPalette as Palette } from '../ui/CommandPalette.tsx'
import { useFollow } from '../ui/useFollow.ts'
import { type FrameActs, useCommands } from './useCommands.tsx'
import { useRecords } from './useRecords.tsx'

/** Pages one level down, which the sidebar does not list. */
const DEEPER: readonly (MenuItem & { hint: string; permission: Permission })[] = [
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
    path: `${paths.users}?tab=audit`,
    title: 'Audit trail',
    icon: ScrollText,
    hint: 'Users',
    permission: 'audit.read',
  },
  {
    id: 'loan-frequency',
    path: paths.loanFrequency,
    title: 'Loan frequency',
    icon: Repeat,
    hint: 'Settings',
    permission: 'console.read',
  },
  {
    id: 'link-status',
    path: paths.linkStatus,
    title: 'Link status',
    icon: Link2,
    hint: 'Settings',
    permission: 'console.read',
  },
]

type Found = MenuItem & { hint?: string }

/** Every word typed is somewhere in the title or the hint. */
function matching<T extends { title: string; hint?: string }>(all: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ title, hint = '' }) => {
    const text = `${title} ${hint}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

export function pagesMatching(roles: readonly string[], typed: string): Found[] {
  const pages: Found[] = [...menuFor(roles), ...DEEPER.filter(page => may(roles, page.permission))]
  return matching(pages, typed)
}

type Props = FrameActs & { onClose: () => void }

/** Ctrl-K: pages, acts, and the customers, loans and requests that fit what was typed. */
export default function CommandPalette({ onClose, ...frame }: Props) {
  const { roles } = useCurrentUser()
  const follow = useFollow()
  const [typed, setTyped] = useState('')
  const records = useRecords(typed)
  const commands = useCommands(frame)
  const groups: CommandGroup[] = [
    ...records.groups,
    {
      title: 'Pages',
      commands: pagesMatching(roles, typed).map(({ id, title, hint, path, icon: Icon }) => ({
        id,
        title,
        ...(hint ? { hint } : {}),
        icon: <Icon />,
        onSelect: () => follow(createPath(resolvePath(path, '/'))),
      })),
    },
    { title: 'Actions', commands: matching(commands, typed) },
  ]
  return (
    <Palette
      typed={typed}
      onType={setTyped}
      groups={groups}
      searching={records.searching}
      placeholder="Search customers, loans, requests, pages and acts"
      onClose={onClose}
    />
  )
}
