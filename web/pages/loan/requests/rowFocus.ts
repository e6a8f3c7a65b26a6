/** Keys act on the row whose link has the focus. */

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-request]')]

const indexOfFocus = (all: readonly HTMLElement[]): number => {
  const row = document.activeElement?.closest('tr')
  return row ? all.findIndex(link => row.contains(link)) : -1
}

export function focusedRequest(): string | undefined {
  const all = links()
  return all[indexOfFocus(all)]?.dataset.request
}

export function moveFocus(step: 1 | -1): void {
  const all = links()
  const now = indexOfFocus(all)
  const edge = step > 0 ? 0 : all.length - 1
  const target = now < 0 ? edge : now + step
  all[Math.max(0, Math.min(target, all.length - 1))]?.focus()
}
