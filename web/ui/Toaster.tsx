import { createRoot } from 'react-dom/client'
import { type Id, ToastContainer, type ToastContentProps, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import type { ToastKind, ToastOptions } from './toastOptions.ts'

const AUTO_CLOSE_MS = 5000

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

/** A dialog, or the palette, which is none but covers the page like one. */
const COVERS = 'dialog[open], .cover'

/** What has the focus is what is on top. */
function topCover(): Element | undefined {
  const focused = document.activeElement?.closest(COVERS)
  return focused ?? [...document.querySelectorAll(COVERS)].at(-1)
}

/**
 * An open dialog is in the browser's top layer; a toast must come above it to be seen. To be clicked, reached by Tab
 * and read out it must stand inside it as well: all the rest of the page is inert.
 */
export function raise(): void {
  // A browser without popovers still shows the toast, only not above a dialog.
  if (!('showPopover' in host)) return
  const cover = topCover()
  if (cover && host.matches(':popover-open')) host.hidePopover()
  const place = cover ?? document.body
  if (host.parentElement !== place) {
    place.append(host)
    // what closes, or goes with its page, gives the toasts back
    for (const gone of ['close', 'toggle']) cover?.addEventListener(gone, raise, { once: true })
  }
  if (!host.matches(':popover-open')) host.showPopover()
}

export function show(kind: ToastKind, text: string, options: ToastOptions): void {
  raise()
  const { id, stay = false, undo, link } = options
  const content =
    undo || link
      ? ({ toastProps }: ToastContentProps) => (
          <Offering id={toastProps.toastId} text={text} undo={undo} link={link} />
        )
      : text
  toastify[kind](content, {
    ...(id === undefined ? {} : { toastId: id }),
    ...(stay ? { autoClose: false } : {}),
    closeOnClick: true,
    role: kind === 'success' || kind === 'info' ? 'status' : 'alert',
  })
}

type OfferingProps = Pick<ToastOptions, 'undo' | 'link'> & { id: Id; text: string }
const OFFER = 'shrink-0 rounded font-semibold hover:underline'

/** A toast with a link or Undo. The timer stops while either has the focus, as it does under the mouse. */
function Offering({ id, text, undo, link }: OfferingProps) {
  const hold = {
    onFocus: () => toastify.pause({ id }),
    onBlur: () => toastify.play({ id }),
    className: OFFER,
  }
  return (
    <span className="flex items-center gap-3">
      <span className="flex-1">{text}</span>
      {link && (
        <a href={`#${link.to}`} {...hold}>
          {link.title}
        </a>
      )}
      {undo && (
        <button type="button" onClick={undo} {...hold}>
          Undo
        </button>
      )}
    </span>
  )
}

export const dismiss = (id: string): void => toastify.dismiss(id)
