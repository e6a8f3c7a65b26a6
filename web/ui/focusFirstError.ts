/** The first field that is said to be wrong takes the focus, once it is drawn as such. */
export const focusFirstError = (form: Element | null): void =>
  void window.setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
