import { createRoot } from 'react-dom/client'
import { ToastContainer, toast as toastify } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import type { ToastKind, ToastOptions } from './toast.ts'

const AUTO_CLOSE_MS = 5000

const host = document.createElement('div')
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

export function show(kind: ToastKind, text: string, { id, stay = false }: ToastOptions): void {
  toastify[kind](text, {
    ...(id === undefined ? {} : { toastId: id }),
    ...(stay ? { autoClose: false } : {}),
    closeOnClick: true,
    role: kind === 'success' || kind === 'info' ? 'status' : 'alert',
  })
}

export const dismiss = (id: string): void => toastify.dismiss(id)
