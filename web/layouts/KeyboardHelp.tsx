import { Dialog } from '../ui/Dialog.tsx'

const SHORTCUTS: readonly [keys: string[], what: string][] = [
  [['Ctrl', 'K'], 'Search, or jump to a page'],
  [['['], 'Open or collapse the sidebar'],
  [['?'], 'This list'],
  [['Tab'], 'To the next control'],
  [['↑', '↓'], 'Move in a list or menu'],
  [['Enter'], 'Choose'],
  [['Esc'], 'Close'],
]

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <ul className="divide-y divide-line">
        {SHORTCUTS.map(([keys, what]) => (
          <li key={what} className="flex items-center justify-between gap-4 py-2.5">
            {what}
            <span className="flex gap-1">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs font-medium"
                >
                  {key}
                </kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
