import { Dialog } from '../ui/Dialog.tsx'

type Shortcut = readonly [keys: string[], what: string]

/** What is held down with a letter; the keyboard of a Mac has a key of its own for it. */
const HELD = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const EVERYWHERE: readonly Shortcut[] = [
  [[HELD, 'K'], 'Search, or jump to a page'],
  [['/'], 'Search the list on this page'],
  [['['], 'Open or collapse the sidebar'],
  [['?'], 'This list'],
  [['Tab'], 'To the next control'],
  [['Shift', 'Tab'], 'To the one before'],
  [['↑', '↓'], 'Move in a list or menu'],
  [['←', '→'], 'To the tab beside'],
  [['Space'], 'Tick a box'],
  [['Enter'], 'Choose'],
  [['Esc'], 'Close'],
  [[HELD, 'P'], 'Print the page, without the console around it'],
]

const REQUESTS: readonly Shortcut[] = [
  [['J', 'N'], 'Next request'],
  [['K', 'P'], 'Previous request'],
  [['Enter'], 'Open it, from the list'],
  [['X'], 'Select it, in the list'],
  [['C'], 'Claim, or release'],
  [['A'], 'Recommend or approve'],
  [['R'], 'Reject'],
  [['D'], 'Return for documents'],
  [['B'], 'Send back'],
  [['E'], 'Edit, when rejected'],
  [['M'], 'Write a comment'],
]

const DOCUMENTS: readonly Shortcut[] = [
  [['→', 'Page Down'], 'Next page'],
  [['←', 'Page Up'], 'Previous page'],
  [['Home'], 'First page'],
  [['End'], 'Last page'],
  [['+'], 'Larger'],
  [['-'], 'Smaller'],
  [['0'], 'As wide as there is room'],
]

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <Shortcuts shortcuts={EVERYWHERE} />
      <h3 className="mt-5 mb-1 font-semibold">Loan requests</h3>
      <Shortcuts shortcuts={REQUESTS} />
      <h3 className="mt-5 mb-1 font-semibold">A document that is open</h3>
      <Shortcuts shortcuts={DOCUMENTS} />
    </Dialog>
  )
}

function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <ul className="ruled">
      {shortcuts.map(([keys, what]) => (
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
  )
}
