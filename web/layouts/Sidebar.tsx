import clsx from 'clsx'
import { FilePlus2, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, resolvePath, useHref } from 'react-router'
import { may, rolesNamed } from '../../contract/roles.ts'
import { type MenuItem, menuFor } from '../menu.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { paths } from '../paths.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { useOrganisation } from './Footer.tsx'
import { Logo, LogoMark } from './Logo.tsx'

/** Only superAdmin has the entry, so its contract is loaded on demand. */
const PendingUserCount = lazyPart(() => import('./PendingUserCount.tsx').then(part => part.PendingUserCount))

type Props = { open: boolean; onToggle: () => void; onChosen: () => void; onLogout: () => void }

const entryClass = clsx(
  'group relative flex h-10 items-center gap-3 rounded-lg px-3 font-medium text-side-ink transition-colors',
  'hover:bg-side-hover hover:text-white focus-visible:outline-side-accent',
)
const iconClass = 'size-[1.125rem] shrink-0'

export function Sidebar({ open, onToggle, onChosen, onLogout }: Props) {
  const user = useCurrentUser()
  const logo = useOrganisation()?.logo
  return (
    <nav
      aria-label="Main"
      className={clsx(
        'fixed inset-y-0 left-0 z-30 flex flex-col bg-side text-white transition-[width,translate] duration-150 motion-reduce:transition-none',
        open ? 'w-72' : 'w-20 max-desk:invisible max-desk:-translate-x-full',
      )}
      data-state={open ? 'expanded' : 'collapsed'}
    >
      <div className={clsx('flex h-16 shrink-0 items-center', open ? 'px-6' : 'justify-center')}>
        <Link
          to={paths.dashboard}
          onClick={onChosen}
          aria-label="Iroko, to the dashboard"
          className="rounded-lg focus-visible:outline-side-accent"
        >
          {open ? <Logo logo={logo} /> : <LogoMark logo={logo} />}
        </Link>
      </div>
      <ul
        className={clsx(
          'flex flex-1 flex-col gap-0.5 overflow-x-clip overflow-y-auto py-2',
          open ? 'px-3' : 'px-4',
        )}
      >
        {menuFor(user.roles).map(item => (
          <li key={item.id}>
            <Entry item={item} open={open} onChosen={onChosen} />
          </li>
        ))}
        <li className="mt-3 border-t border-side-line pt-3">
          {may(user.roles, 'request.initiate') ? (
            <Initiate code={user.accountOfficerCode} open={open} onChosen={onChosen} />
          ) : (
            <NoInitiate open={open} />
          )}
        </li>
      </ul>
      <div
        className={clsx(
          'flex gap-1 border-t border-side-line py-3',
          open ? 'px-3' : 'flex-col items-center px-4',
        )}
      >
        <SideButton label="Logout" onClick={onLogout} wide={open}>
          <LogOut aria-hidden className={iconClass} />
          {open && <span aria-hidden>Logout</span>}
        </SideButton>
        <SideButton label="Toggle sidebar" expanded={open} onClick={onToggle}>
          {open ? (
            <PanelLeftClose aria-hidden className={iconClass} />
          ) : (
            <PanelLeftOpen aria-hidden className={iconClass} />
          )}
        </SideButton>
      </div>
    </nav>
  )
}

function Entry({ item, open, onChosen }: { item: MenuItem; open: boolean; onChosen: () => void }) {
  const to = resolvePath(item.path, '/').pathname
  const Icon = item.icon
  return (
    <Tooltip content={item.title} side="right" labelOnly enabled={!open}>
      <NavLink
        to={to}
        end={to === '/'}
        onClick={onChosen}
        aria-label={open ? undefined : item.title}
        className={({ isActive }) =>
          clsx(
            entryClass,
            !open && 'justify-center',
            isActive && 'bg-side-active text-white hover:bg-side-active',
          )
        }
      >
        {({ isActive }) => (
          <>
            {isActive && (
              <span aria-hidden className="absolute inset-y-2 left-0 w-[3px] rounded-full bg-side-accent" />
            )}
            <Icon aria-hidden className={clsx(iconClass, isActive && 'text-side-accent')} />
            {open && <span className="truncate">{item.title}</span>}
            {item.id === 'users' && <PendingUserCount open={open} />}
          </>
        )}
      </NavLink>
    </Tooltip>
  )
}

/** Opens the loan request in its own tab, with the account officer code in the link. */
function Initiate({ code, open, onChosen }: { code: string | null; open: boolean; onChosen: () => void }) {
  const href = useHref(paths.loanRequest(code))
  return (
    <Tooltip content="Initiate" side="right" labelOnly enabled={!open}>
      <a
        href={href}
        // biome-ignore lint/security/noBlankTarget: our own page; without an opener it cannot read the session
        target="_blank"
        rel="opener"
        onClick={onChosen}
        aria-label={open ? undefined : 'Initiate'}
        className={clsx(entryClass, !open && 'justify-center')}
      >
        <FilePlus2 aria-hidden className={iconClass} />
        {open && 'Initiate'}
      </a>
    </Tooltip>
  )
}

const WHY_NOT = `Only ${rolesNamed('request.initiate', 'and')} can do this.`

/** Every role has the entry. Without the permission it says why it is disabled. */
function NoInitiate({ open }: { open: boolean }) {
  return (
    <Tooltip content={WHY_NOT} side="right" onPress>
      <button
        type="button"
        aria-disabled
        aria-label={open ? undefined : 'Initiate'}
        className={clsx(entryClass, 'w-full cursor-not-allowed opacity-70', !open && 'justify-center')}
      >
        <FilePlus2 aria-hidden className={iconClass} />
        {open && 'Initiate'}
      </button>
    </Tooltip>
  )
}

type SideButtonProps = {
  label: string
  expanded?: boolean
  onClick: () => void
  wide?: boolean
  children: ReactNode
}

function SideButton({ label, expanded, onClick, wide = false, children }: SideButtonProps) {
  return (
    <Tooltip content={label} side="right" labelOnly>
      <button
        type="button"
        aria-label={label}
        aria-expanded={expanded}
        onClick={onClick}
        className={clsx(entryClass, wide ? 'flex-1' : 'w-12 justify-center')}
      >
        {children}
      </button>
    </Tooltip>
  )
}
