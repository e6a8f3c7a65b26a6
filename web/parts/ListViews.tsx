import clsx from 'clsx'
import { Bookmark, ChevronDown, Users } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ListName, SavedView } from '../../contract/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { useMay } from './currentUser.ts'
import { usePreferences } from './preferences.ts'
import { isNarrowed, opensWith, viewQuery, WHOLE } from './viewQuery.ts'

const ViewDialog = lazily(() => import('./ViewDialog.tsx').then(dialog => dialog.ViewDialog))

/** The views of one list, a person’s own and those shared with all; what is theirs to change, they change here. */
export function ListViews({ list }: { list: ListName }) {
  const [params] = useSearchParams()
  const { views, saveView } = usePreferences()
  const [naming, setNaming] = useState<SavedView>()
  const listed = views.filter(view => view.list === list)
  useUsualView(listed)
  const query = viewQuery(params)
  const inForce = listed.find(view => viewQuery(view.query) === query)
  // a colleague's may be kept too: they may withdraw it, and a list opens with one's own
  const isNew = isNarrowed(params) && (!inForce || inForce.sharedBy !== null)
  return (
    <nav aria-label="Views of this list" className="flex min-w-0 flex-wrap items-center gap-1.5 empty:hidden">
      {listed.length > 0 && (
        <Chip to={tabOnly(params)} isCurrent={!isNarrowed(params)}>
          All
        </Chip>
      )}
      {listed.map(view => (
        <span key={view.id} className="flex items-center">
          <Chip to={view.query} isCurrent={view === inForce}>
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
function useUsualView(views: readonly SavedView[]): void {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const usual = views.find(view => view.isDefault)
  const hasArrived = useRef(false)
  useEffect(() => {
    // on arrival alone: whoever clears the filter later wants it clear
    if (hasArrived.current) return
    hasArrived.current = true
    if (usual && opensWith(usual.query, params)) void navigate({ search: usual.query }, { replace: true })
  }, [usual, params, navigate])
}

function tabOnly(params: URLSearchParams): string {
  const tab = params.get('tab')
  return tab ? `${new URLSearchParams({ tab })}&${WHOLE}` : WHOLE
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

/** What the view in force lets its reader do; of a colleague’s, it says whose it is. */
function ViewMenu({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const { saveView, bringBackView, removeView, shareView } = usePreferences()
  const mayShare = useMay('settings.change')
  const mayWithdraw = useMay('users.manage')
  const remove = (): void => {
    removeView(view.id)
    toast('success', `“${view.name}” is removed.`, { undo: () => bringBackView(view) })
  }
  const share = (isShared: boolean): void => {
    shareView(view, isShared).then(
      () => toast('success', `“${view.name}” is ${isShared ? 'shared with all staff' : 'no longer shared'}.`),
      // said where it is taken back
      () => {},
    )
  }
  const offer = { id: 'share', title: 'Share with all staff', onSelect: () => share(true) }
  const withdraw = { id: 'withdraw', title: 'Stop sharing it', onSelect: () => share(false) }
  const own = [
    { id: 'rename', title: 'Rename', onSelect: onRename },
    {
      id: 'default',
      title: view.isDefault ? 'Open this list with everything' : 'Open this list with it',
      onSelect: () => saveView({ ...view, isDefault: !view.isDefault }),
    },
    ...(mayShare ? [view.isShared ? withdraw : offer] : []),
    { id: 'remove', title: 'Remove', danger: true, onSelect: remove },
  ]
  const by = view.sharedBy && <span className="ml-1.5 text-xs text-muted">shared by {view.sharedBy}</span>
  if (by && !mayWithdraw) return by
  return (
    <>
      {by}
      <Menu
        label={`The view ${view.name}`}
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`Change the view ${view.name}`}
            className="ml-0.5 grid size-6 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
          >
            <ChevronDown aria-hidden size={14} />
          </button>
        }
        items={by ? [withdraw] : own}
      />
    </>
  )
}
