export type ToastKind = 'success' | 'warning' | 'error' | 'info'

export type ToastOptions = {
  /** Two toasts with one id are one toast. */
  id?: string
  /** Stays until it is clicked or dismissed. */
  stay?: boolean
  /** Takes the act back; offered as a button while the toast is there. */
  undo?: () => void
}
