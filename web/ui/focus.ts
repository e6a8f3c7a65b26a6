const REACHABLE = 'input, select, textarea, button, a[href]'

/** What is pressed and goes away takes the focus with it: the first thing beside it that can have it gets it. */
export function focusFirst(within: Element | null): void {
  for (const each of within?.querySelectorAll<HTMLElement>(REACHABLE) ?? []) {
    each.focus()
    // what is not drawn takes none
    if (document.activeElement === each) return
  }
}

/** The first field that is said to be wrong takes the focus, once it is drawn as such. */
export const focusFirstError = (form: Element | null): void =>
  void window.setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
