import { createRoot } from 'react-dom/client'
import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import type { ToastKind, ToastOptions } from './toast.ts'

const AUTO_CLOSE_MS = 5000
/** Long enough to read, be startled, and reach the button. */
const UNDO_MS = 10_000

const host = document.createElement('div')
host.className = 'toaster'
host.popover = 'manual'
document.body.append(host)
createRoot(host).render(
  <ToastContainer
    position="top-right"
    autoClose={AUTO_CLOSE_MS}
    pauseOnHover
    pauseOnFocusLoss
    draggable
    closeOnClick
    newestOnTop
    aria-label="Notifications"
  />,
)

/** An open dialog is in the browser's top layer; a toast must come above it to be seen. */
export function raise(): void {
  // A browser without popovers still shows the toast, only not above a dialog.
  if (!('showPopover' in host)) return
  if (host.matches(':popover-open') && document.querySelector('dialog[open]')) host.hidePopover()
  if (!host.matches(':popover-open')) host.showPopover()
}

export function show(kind: ToastKind, text: string, { id, stay = false, undo }: ToastOptions): void {
  raise()
  toastify[kind](undo ? <Undoable text={text} undo={undo} /> : text, {
    ...(undo ? { autoClose: UNDO_MS } : {}),
    ...(id === undefined ? {} : { toastId: id }),
    ...(stay ? { autoClose: false } : {}),
    closeOnClick: true,
    role: kind === 'success' || kind === 'info' ? 'status' : 'alert',
  })
}

const Undoable = ({ text, undo }: { text: string; undo: () => void }) => (
  <span className="flex items-center gap-3">
    <span className="flex-1">{text}</span>
    <button type="button" onClick={undo} className="rounded font-semibold text-brand-ink hover:underline">
      Undo
    </button>
  </span>
)

export const dismiss = (id: string): void => toastify.dismiss(id)
