export type ToastKind = 'success' | 'warning' | 'error' | 'info'
export type ToastOptions = {
  /** Two toasts with one id are one toast. */
  id?: string
  /** Stays until it is clicked or dismissed. */
  stay?: boolean
  /** Takes the act back; offered as a button while the toast is there. */
  undo?: () => void
}

let loading: Promise<typeof import('./Toaster.tsx')> | undefined

/** The toaster is fetched when the first toast is near, so that signing in does not wait for it. */
const toaster = () => {
  loading ??= import('./Toaster.tsx').catch(error => {
    loading = undefined
    throw error
  })
  return loading
}

export const prepareToasts = (): void => void toaster().catch(() => undefined)

export function toast(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  void toaster().then(module => module.show(kind, text, options))
}

/** A dialog that opens covers the toasts that are there, and dims them: they come above it again. */
export const raiseToasts = (): void => void loading?.then(module => module.raise()).catch(() => undefined)

export function dismissToast(id: string): void {
  void toaster().then(module => module.dismiss(id))
}
