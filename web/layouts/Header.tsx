import {
  CircleHelp,
  CircleUserRound,
  Keyboard,
  Menu as MenuIcon,
  Monitor,
  Moon,
  ScrollText,
  Search,
  Sun,
} from 'lucide-react'
import { guideTitle } from '../menu.ts'
import { useCurrentUser, useMay } from '../parts/currentUser.ts'
import { paths } from '../paths.ts'
import { useTheme } from '../theme.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { useGuardedNavigate } from '../ui/useGuardedNavigate.ts'
import { DemoMark } from './Footer.tsx'
import { NotificationBell } from './NotificationBell.tsx'

type Props = {
  sidebarOpen: boolean
  onToggleSidebar: () => void
  onPalette: () => void
  onProfile: () => void
  onGuide: () => void
  onKeyboardHelp: () => void
}

export function Header({ sidebarOpen, onToggleSidebar, onPalette, ...person }: Props) {
  return (
    <header className="bar sticky top-0 z-20 flex h-16 items-center gap-2 border-b border-line bg-canvas/90 px-3 backdrop-blur-md sm:px-6">
      <IconButton
        label="Toggle sidebar"
        aria-expanded={sidebarOpen}
        onClick={onToggleSidebar}
        className="sm:-ml-2"
      >
        <MenuIcon aria-hidden size={18} />
      </IconButton>
      <PaletteButton onClick={onPalette} />
      <DemoMark />
      <div className="ml-auto flex items-center gap-1 sm:gap-2">
        <NotificationBell />
        <ThemeSwitch />
        <Person {...person} />
      </div>
    </header>
  )
}

function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts="Control+K"
      className="flex h-9 items-center gap-2.5 rounded-lg px-2.5 text-faint transition-colors hover:bg-sunken hover:text-ink
        sm:w-72 sm:border sm:border-line sm:bg-surface sm:shadow-card"
    >
      <Search aria-hidden size={16} />
      <span className="max-sm:sr-only">Search or jump to…</span>
      <kbd
        aria-hidden
        className="ml-auto hidden rounded border border-line bg-canvas px-1.5 font-sans text-xs sm:block"
      >
        Ctrl K
      </kbd>
    </button>
  )
}

function ThemeSwitch() {
  const { choice, choose } = useTheme()
  const options = [
    { id: 'light', title: 'Light', icon: <Sun /> },
    { id: 'dark', title: 'Dark', icon: <Moon /> },
    { id: 'system', title: 'System', icon: <Monitor /> },
  ] as const
  return (
    <Menu
      label="Theme"
      trigger={
        <IconButton label="Theme">
          <Sun aria-hidden size={18} className="dark:hidden" />
          <Moon aria-hidden size={18} className="hidden dark:block" />
        </IconButton>
      }
      items={options.map(option => ({
        ...option,
        checked: option.id === choice,
        onSelect: () => choose(option.id),
      }))}
    />
  )
}

type PersonProps = Pick<Props, 'onProfile' | 'onGuide' | 'onKeyboardHelp'>

function Person({ onProfile, onGuide, onKeyboardHelp }: PersonProps) {
  const user = useCurrentUser()
  const follow = useGuardedNavigate()
  // the sidebar has no entry for the audit trail
  const trail = {
    id: 'trail',
    title: 'Audit trail',
    icon: <ScrollText />,
    onSelect: () => follow(paths.usersTab('audit')),
  }
  const mayReadTrail = useMay('audit.read')
  const name = `${user.firstName} ${user.lastName}`
  const roles = user.roles.join(', ') || 'No role'
  return (
    <Menu
      label="You"
      header={
        <>
          <p className="font-semibold">{name}</p>
          <p className="text-xs text-muted">{user.email}</p>
          <p className="mt-1 text-xs text-muted">{roles}</p>
        </>
      }
      trigger={
        <button
          type="button"
          className="flex items-center gap-2.5 rounded-lg py-1 pr-1 pl-1 text-left transition-colors hover:bg-sunken sm:pr-2.5"
        >
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-brand text-xs font-semibold text-on-brand"
          >
            {(user.firstName[0] ?? '') + (user.lastName[0] ?? '')}
          </span>
          <span className="max-sm:sr-only">
            <span className="block max-w-48 truncate leading-4 font-medium">{name}</span>
            <span className="block max-w-48 truncate text-xs leading-4 text-muted">{roles}</span>
          </span>
        </button>
      }
      items={[
        { id: 'profile', title: 'Your profile', icon: <CircleUserRound />, onSelect: onProfile },
        ...(mayReadTrail ? [trail] : []),
        { id: 'guide', title: guideTitle(user.roles), icon: <CircleHelp />, onSelect: onGuide },
        { id: 'keyboard', title: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: onKeyboardHelp },
      ]}
    />
  )
}
