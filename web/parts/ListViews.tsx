import clsx from 'clsx'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ListName, SavedView } from '../../contract/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { usePreferences } from './preferences.ts'
import { isNarrowed, opensWith, viewQuery, WHOLE } from './viewQuery.ts'

const ViewDialog = lazily(() => import('./ViewDialog.tsx').then(dialog => dialog.ViewDialog))

/** The views a person named on one list; the one in force can be renamed, opened with, or removed. */
export function ListViews({ list }: { list: ListName }) {
  const [params] = useSearchParams()
  const { views, saveView, removeView } = usePreferences()
  const [naming, setNaming] = useState<SavedView>()
  const own = views.filter(view => view.list === list)
  useUsualView(own)
  const query = viewQuery(params)
  const inForce = own.find(view => viewQuery(view.query) === query)
  const remove = (view: SavedView): void => {
    removeView(view.id)
    toast('success', `“${view.name}” is removed.`, { undo: () => saveView(view) })
  }
  const isNew = !inForce && isNarrowed(params)
  return (
    <nav aria-label="Views of this list" className="flex min-w-0 flex-wrap items-center gap-1.5 empty:hidden">
      {own.length > 0 && (
        <Chip to={tabOnly(params)} isCurrent={!isNarrowed(params)}>
          All
        </Chip>
      )}
      {own.map(view => (
        <span key={view.id} className="flex items-center">
          <Chip to={view.query} isCurrent={view === inForce}>
            {view.name}
          </Chip>
          {view === inForce && (
            <ViewMenu view={view} onRename={() => setNaming(view)} onSave={saveView} onRemove={remove} />
          )}
        </span>
      ))}
      {isNew && (
        <Button
          size="small"
          look="quiet"
          icon={<Bookmark aria-hidden size={14} />}
          onClick={() => setNaming({ id: crypto.randomUUID(), list, name: '', query, isDefault: false })}
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

function Chip({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
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

type MenuProps = {
  view: SavedView
  onRename: () => void
  onSave: (view: SavedView) => void
  onRemove: (view: SavedView) => void
}

const ViewMenu = ({ view, onRename, onSave, onRemove }: MenuProps) => (
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
    items={[
      { id: 'rename', title: 'Rename', onSelect: onRename },
      {
        id: 'default',
        title: view.isDefault ? 'Open this list with everything' : 'Open this list with it',
        onSelect: () => onSave({ ...view, isDefault: !view.isDefault }),
      },
      { id: 'remove', title: 'Remove', danger: true, onSelect: () => onRemove(view) },
    ]}
  />
)
