export type Side = 'top' | 'bottom' | 'right' | 'left'
export type Align = 'start' | 'center' | 'end'

const GAP = 6
const MARGIN = 8

/** Puts a floating box beside its anchor, on the other side when there is no room, and never off the window. */
export function positionFloating(
  anchor: Element,
  box: HTMLElement,
  side: Side,
  align: Align = 'center',
): void {
  const at = anchor.getBoundingClientRect()
  const width = box.offsetWidth
  const height = box.offsetHeight
  const room = {
    top: at.top - GAP - height > MARGIN,
    bottom: at.bottom + GAP + height < window.innerHeight - MARGIN,
    left: at.left - GAP - width > MARGIN,
    right: at.right + GAP + width < window.innerWidth - MARGIN,
  }
  const other = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const
  const chosen = !room[side] && room[other[side]] ? other[side] : side
  const along = (start: number, end: number, size: number): number =>
    ({ start, end: end - size, center: (start + end - size) / 2 })[align]

  let left = along(at.left, at.right, width)
  let top = along(at.top, at.bottom, height)
  if (chosen === 'top') top = at.top - GAP - height
  if (chosen === 'bottom') top = at.bottom + GAP
  if (chosen === 'left') left = at.left - GAP - width
  if (chosen === 'right') left = at.right + GAP
  const within = (value: number, size: number, limit: number): number =>
    Math.max(MARGIN, Math.min(value, limit - size - MARGIN))
  box.style.left = `${within(left, width, window.innerWidth)}px`
  box.style.top = `${within(top, height, window.innerHeight)}px`
}
