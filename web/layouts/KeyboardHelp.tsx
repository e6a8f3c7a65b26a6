import { Dialog } from '../ui/Dialog.tsx'

type Shortcut = readonly [keys: string[], what: string]

/** The modifier key, as the keyboard of the user names it. */
const HELD = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const EVERYWHERE: readonly Shortcut[] = [
  [[HELD, 'K'], 'Search records, pages and actions'],
  [['/'], 'Search the list on this page'],
  [['['], 'Open or collapse the sidebar'],
  [['?'], 'Show keyboard shortcuts'],
  [['Tab'], 'Next control'],
  [['Shift', 'Tab'], 'Previous control'],
  [['↑', '↓'], 'Move in a list or menu'],
  [['←', '→'], 'Next or previous tab'],
  [['Space'], 'Select or clear a checkbox'],
  [['Enter'], 'Open or confirm'],
  [['Esc'], 'Close'],
  [[HELD, 'P'], 'Print the page without menus'],
]

const REQUESTS: readonly Shortcut[] = [
  [['J', 'N'], 'Next request'],
  [['K', 'P'], 'Previous request'],
  [['Enter'], 'Open the request (in the list)'],
  [['X'], 'Select the request (in the list)'],
  [['C'], 'Claim or release'],
  [['A'], 'Recommend or approve'],
  [['R'], 'Reject'],
  [['D'], 'Return for documents'],
  [['B'], 'Send back'],
  [['E'], 'Edit a rejected request'],
  [['M'], 'Add comment'],
]

const DOCUMENTS: readonly Shortcut[] = [
  [['→', 'Page Down'], 'Next page'],
  [['←', 'Page Up'], 'Previous page'],
  [['Home'], 'First page'],
  [['End'], 'Last page'],
  [['+'], 'Zoom in'],
  [['-'], 'Zoom out'],
  [['0'], 'Fit to width'],
]

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <Shortcuts shortcuts={EVERYWHERE} />
      <h3 className="mt-5 mb-1 font-semibold">Loan requests</h3>
      <Shortcuts shortcuts={REQUESTS} />
      <h3 className="mt-5 mb-1 font-semibold">Document viewer</h3>
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
