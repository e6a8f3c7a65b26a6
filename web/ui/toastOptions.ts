export type ToastKind = 'success' | 'warning' | 'error' | 'info'

export type ToastOptions = {
  /** Two toasts with one id are one toast. */
  id?: string
  /** Stays until it is clicked or dismissed. */
  stay?: boolean
  /** Reverses the action; offered as a button in the toast. */
  undo?: () => void
  /** The record the toast is about, offered as a link. */
  link?: { title: string; to: string }
}
