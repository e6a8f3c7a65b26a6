import type { ToastKind, ToastOptions } from './toastOptions.ts'

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
