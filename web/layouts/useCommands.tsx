import {
  BookUp,
  CircleHelp,
  CircleUserRound,
  FilePlus2,
  Keyboard,
  LogOut,
  Megaphone,
  Monitor,
  Moon,
  Printer,
  Rows3,
  Sun,
} from 'lucide-react'
import { useHref } from 'react-router'
import { may } from '../../contract/roles.ts'
import { guideTitle } from '../menu.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { usePreferences } from '../parts/preferences.ts'
import { paths } from '../paths.ts'
import { useTheme } from '../theme.ts'
import type { Command } from '../ui/CommandPalette.tsx'
import { useGuardedNavigate } from '../ui/useGuardedNavigate.ts'

/** Actions of the frame itself. */
export type FrameActs = {
  onProfile: () => void
  onGuide: () => void
  onKeyboardHelp: () => void
  onLogout: () => void
}

/** Actions that need no record to be chosen first. */
export function useCommands(frame: FrameActs): readonly Command[] {
  const { roles, accountOfficerCode } = useCurrentUser()
  const { density, setDensity } = usePreferences()
  const { choose } = useTheme()
  const follow = useGuardedNavigate()
  const request = useHref(paths.loanRequest(accountOfficerCode))
  const other = density === 'compact' ? 'comfortable' : 'compact'
  const asks = may(roles, 'money.ask')
  return [
    ...(may(roles, 'request.initiate')
      ? [
          {
            id: 'initiate',
            title: 'Initiate a loan request',
            icon: <FilePlus2 />,
            // without an opener the page cannot read the session
            onSelect: () => void window.open(request, '_blank'),
          },
        ]
      : []),
    ...(asks
      ? [
          {
            id: 'campaign',
            title: 'New campaign',
            hint: 'Messaging',
            icon: <Megaphone />,
            onSelect: () => follow(`${paths.messaging}?campaign=new`),
          },
          {
            id: 'book',
            title: 'Import existing loans',
            hint: 'Loan Accounts',
            icon: <BookUp />,
            onSelect: () => follow(paths.accountsTab('import')),
          },
        ]
      : []),
    { id: 'density', title: `Rows: ${other}`, icon: <Rows3 />, onSelect: () => setDensity(other) },
    { id: 'light', title: 'Theme: light', icon: <Sun />, onSelect: () => choose('light') },
    { id: 'dark', title: 'Theme: dark', icon: <Moon />, onSelect: () => choose('dark') },
    { id: 'system', title: 'Theme: system', icon: <Monitor />, onSelect: () => choose('system') },
    {
      id: 'print',
      title: 'Print this page',
      icon: <Printer />,
      onSelect: () => window.setTimeout(() => window.print()),
    },
    { id: 'profile', title: 'Your profile', icon: <CircleUserRound />, onSelect: frame.onProfile },
    { id: 'guide', title: guideTitle(roles), icon: <CircleHelp />, onSelect: frame.onGuide },
    { id: 'keys', title: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: frame.onKeyboardHelp },
    { id: 'logout', title: 'Logout', icon: <LogOut />, onSelect: frame.onLogout },
  ]
}
