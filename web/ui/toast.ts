export type ToastKind = 'success' | 'warning' | 'error' | 'info'
export type ToastOptions = {
  /** Two toasts with one id are one toast. */
  id?: string
  /** Stays until it is clicked or dismissed. */
  stay?: boolean
}

/** The toaster is fetched when the first toast is near, so that signing in does not wait for it. */
const toaster = () => import('./Toaster.tsx')

export const prepareToasts = (): void => void toaster().catch(() => undefined)

export function toast(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  void toaster().then(module => module.show(kind, text, options))
}

export function dismissToast(id: string): void {
  void toaster().then(module => module.dismiss(id))
}
