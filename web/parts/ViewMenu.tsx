import { ChevronDown } from 'lucide-react'
import type { SavedView } from '../../contract/auth.ts'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { useMay } from './currentUser.ts'
import { usePreferences } from './preferences.ts'

/** What the view in force lets its reader do; of a colleague’s, it says whose it is. */
export function ViewMenu({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const { saveView, bringBackView, removeView, shareView } = usePreferences()
  const mayShare = useMay('settings.change')
  const mayWithdraw = useMay('users.manage')
  const remove = (): void => {
    removeView(view.id)
    toast('success', `“${view.name}” is removed.`, { undo: () => bringBackView(view) })
  }
  const share = (isShared: boolean): void => {
    // what was a colleague's is theirs to show again
    const undo = view.sharedBy === null ? { undo: () => share(!isShared) } : {}
    shareView(view, isShared).then(
      () =>
        toast(
          'success',
          `“${view.name}” is ${isShared ? 'shared with all staff' : 'no longer shared'}.`,
          undo,
        ),
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
