import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { authApi } from '../../contract/auth.ts'
import { useApi } from '../api.ts'
import { CurrentUserContext, useCurrentUser } from '../parts/currentUser.ts'
import { LoadError } from '../parts/LoadError.tsx'
import { useStoredPreferences } from '../parts/preferences.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { prepareToasts } from '../ui/toast.ts'
import { confirmLeave } from '../ui/unsaved.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { InactivityLogout } from './InactivityLogout.tsx'
import { OfflineNotice, PasswordResetNotice } from './Notices.tsx'
import { PageSlot } from './PageSlot.tsx'
import { PrintNote } from './PrintNote.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useKeys } from './useKeys.ts'
import { useLogout } from './useLogout.ts'

const CommandPalette = lazyPart(() => import('./CommandPalette.tsx').then(panel => panel.default))
const KeyboardHelp = lazyPart(() => import('./KeyboardHelp.tsx').then(panel => panel.default))
const GuideDialog = lazyPart(() => import('./GuideDialog.tsx').then(panel => panel.default))
const ProfileDialog = lazyPart(() => import('./profile/ProfileDialog.tsx').then(panel => panel.default))

/** The console around every page. User and preferences are loaded first. */
export default function MainLayout() {
  const me = useApi(authApi.me, {})
  const taste = useStoredPreferences()
  // The inactivity warning must appear even without a connection.
  useEffect(prepareToasts, [])
  const density = taste.data?.density
  useEffect(() => {
    if (density) document.documentElement.dataset.density = density
  }, [density])
  // The console opens even if the preferences cannot be loaded.
  if (me.data && (taste.data || taste.failureCount > 0)) {
    return (
      <CurrentUserContext value={me.data}>
        <InactivityLogout />
        <Panels>
          <Frame />
        </Panels>
      </CurrentUserContext>
    )
  }
  if (!me.error) return <Spinner centred label="Loading your account" />
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadError of={me} />
    </main>
  )
}

type Panel = 'palette' | 'keyboard' | 'guide' | 'profile'
type ShowPanel = Dispatch<SetStateAction<Panel | undefined>>

const PanelContext = createContext<ShowPanel>(() => undefined)

/** Panels above the page. Their state is here, so that opening one does not render the frame again. */
function Panels({ children }: { children: ReactNode }) {
  // A user whose role requires two-factor authentication must set it up first.
  const [panel, show] = useState<Panel | undefined>(useCurrentUser().totpRequired ? 'profile' : undefined)
  return (
    <PanelContext value={show}>
      {children}
      {panel && <OpenPanel panel={panel} onOpen={show} />}
    </PanelContext>
  )
}

function useAskLogout(): () => void {
  const logout = useLogout()
  return () => void confirmLeave(() => logout())
}

function Frame() {
  const sidebar = useSidebar()
  const askLogout = useAskLogout()
  const show = useContext(PanelContext)
  // In a transition, so that the key press is never delayed.
  const togglePalette = (): void => {
    // the palette does not cover another dialog
    const isCovered = document.querySelector('dialog[open]') !== null
    startTransition(() =>
      show(now => {
        if (now === 'palette') return undefined
        return isCovered ? now : 'palette'
      }),
    )
  }
  const { pathname } = useLocation()

  useKeys({
    palette: togglePalette,
    help: () => startTransition(() => show('keyboard')),
    sidebar: sidebar.toggle,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page starts at its top
  useEffect(() => {
    // It returns a promise in newer browsers, which React would take for a cleanup.
    window.scrollTo(0, 0)
  }, [pathname])

  return (
    <>
      <SkipLink />
      <Sidebar open={sidebar.open} onToggle={sidebar.toggle} onChosen={sidebar.chosen} onLogout={askLogout} />
      {sidebar.open && (
        // A tap beside the drawer closes it; the keyboard has the toggle.
        <div aria-hidden onClick={sidebar.close} className="fixed inset-0 z-25 bg-[#0f0a1e]/50 desk:hidden" />
      )}
      <div
        className={`flex min-h-dvh flex-col transition-[margin] duration-150 motion-reduce:transition-none ${
          sidebar.open ? 'desk:ml-72 print:ml-0' : 'desk:ml-20 print:ml-0'
        }`}
      >
        <Header
          sidebarOpen={sidebar.open}
          onToggleSidebar={sidebar.toggle}
          onPalette={togglePalette}
          onProfile={() => show('profile')}
          onGuide={() => show('guide')}
          onKeyboardHelp={() => show('keyboard')}
        />
        <OfflineNotice />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[87.5rem] flex-1 px-4 py-6 outline-none sm:px-8"
        >
          <PrintNote />
          <PasswordResetNotice />
          <PageSlot />
        </main>
        <Footer />
      </div>
    </>
  )
}

type PanelProps = { panel: Panel; onOpen: (panel: Panel | undefined) => void }

/** The panel above the page. */
function OpenPanel({ panel, onOpen }: PanelProps) {
  const askLogout = useAskLogout()
  const close = (): void => onOpen(undefined)
  switch (panel) {
    case 'keyboard':
      return <KeyboardHelp onClose={close} />
    case 'guide':
      return <GuideDialog onClose={close} />
    case 'profile':
      return <ProfileDialog onClose={close} />
    case 'palette':
      return (
        <CommandPalette
          onClose={close}
          onProfile={() => onOpen('profile')}
          onGuide={() => onOpen('guide')}
          onKeyboardHelp={() => onOpen('keyboard')}
          onLogout={askLogout}
        />
      )
  }
}

/** A button, since a link to #main would be read as a route. */
function SkipLink() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById('main')?.focus()}
      className="sr-only z-50 rounded-lg bg-brand px-4 py-2 font-medium text-on-brand focus:not-sr-only focus:fixed focus:top-3
        focus:left-3"
    >
      Skip to content
    </button>
  )
}

export const SMALL_SCREEN_PX = 768
export const isSmallScreen = (): boolean => window.innerWidth <= SMALL_SCREEN_PX

/** Open by default on a desktop; on a phone it closes after every choice. */
export function useSidebar() {
  const [open, setOpen] = useState(() => !isSmallScreen())
  // In a transition: the page beside it is laid out again, which may take a moment.
  const toggle = useCallback(() => startTransition(() => setOpen(now => !now)), [])
  const close = useCallback(() => setOpen(false), [])
  const chosen = useCallback(() => {
    if (isSmallScreen()) setOpen(false)
  }, [])
  return { open, toggle, close, chosen }
}
