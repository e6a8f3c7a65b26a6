import clsx from 'clsx'
import { Bookmark, Users } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ListName, SavedView } from '../../contract/auth.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { TabsMemory } from '../ui/Tabs.tsx'
import { usePreferences } from './preferences.ts'
import { addressOf, isNarrowed, opensWith, type Scope, viewQuery, wholeOf } from './viewQuery.ts'

const ViewDialog = lazyPart(() => import('./ViewDialog.tsx').then(dialog => dialog.ViewDialog))
const ViewMenu = lazyPart(() => import('./ViewMenu.tsx').then(menu => menu.ViewMenu))

/** The views of one list, a person’s own and those shared with all; what is theirs to change, they change here. */
export function ListViews({ list, whose: owner }: { list: ListName; whose?: Scope | undefined }) {
  const [params] = useSearchParams()
  const { views, saveView } = usePreferences()
  const [naming, setNaming] = useState<SavedView>()
  const listed = views.filter(view => view.list === list)
  useUsualView(list, listed, owner)
  const query = viewQuery(params, owner)
  const inForce = listed.find(view => viewQuery(view.query, owner) === query)
  // a colleague's may be kept too: they may withdraw it, and a list opens with one's own
  const isNew = isNarrowed(params, owner) && (!inForce || inForce.sharedBy !== null)
  return (
    <nav aria-label="Views of this list" className="flex min-w-0 flex-wrap items-center gap-1.5 empty:hidden">
      {listed.length > 0 && (
        <Chip to={wholeOf(params, owner)} isCurrent={!isNarrowed(params, owner)}>
          All
        </Chip>
      )}
      {listed.map(view => (
        <span key={view.id} className="flex items-center">
          <Chip to={addressOf(view.query, params, owner)} isCurrent={view === inForce}>
            {view.isShared && <Users aria-hidden size={13} className="mr-1 inline align-[-2px]" />}
            {view.name}
            {view.isShared && <span className="sr-only">, shared by {view.sharedBy ?? 'you'}</span>}
          </Chip>
          {view === inForce && <ViewMenu view={view} onRename={() => setNaming(view)} />}
        </span>
      ))}
      {isNew && (
        <Button
          size="small"
          look="quiet"
          icon={<Bookmark aria-hidden size={14} />}
          onClick={() => setNaming({ ...NEW, id: crypto.randomUUID(), list, query })}
        >
          Save view
        </Button>
      )}
      {naming && (
        <ViewDialog
          view={naming}
          onClose={() => setNaming(undefined)}
          onSave={view => {
            saveView(view)
            setNaming(undefined)
          }}
        />
      )}
    </nav>
  )
}

const NEW = { name: '', isDefault: false, isShared: false, sharedBy: null }

/** Somebody who comes to the list with nothing in mind finds it as they like it. */
function useUsualView(list: ListName, views: readonly SavedView[], owner: Scope | undefined): void {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const usual = views.find(view => view.isDefault)
  const hasArrived = useRef(false)
  const whole = useContext(TabsMemory)
  useEffect(() => {
    const name = `${list} ${params.get('tab')}`
    // on arrival alone: whoever clears the filter later wants it clear, after a look at another tab, too
    const isArrival = !hasArrived.current && !whole?.has(name)
    hasArrived.current = true
    if (isArrival && usual && opensWith(usual.query, params, owner))
      void navigate({ search: addressOf(usual.query, params, owner) }, { replace: true })
    else if (isNarrowed(params, owner)) whole?.delete(name)
    else whole?.add(name)
  }, [list, usual, params, navigate, owner, whole])
}

function Chip({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to={{ search: to }}
      aria-current={isCurrent || undefined}
      className={clsx(
        'max-w-56 truncate rounded-full border px-2.5 py-0.5 text-[0.8125rem] font-medium transition-colors',
        isCurrent
          ? 'border-brand/40 bg-brand-soft text-brand-ink'
          : 'border-line bg-surface text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
