import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** On a phone a row of tabs is longer than the screen: the chosen one stands in the middle, and its neighbours are seen. */
export function useCentredTab<Row extends HTMLElement>(
  chosen: string,
  /** What the place of the chosen one depends on. */
  state: string,
): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is chosen is read from the page
  useLayoutEffect(() => {
    const { current } = row
    if (!current) return
    const centre = (): void => {
      const one = current.querySelector<HTMLElement>(chosen)
      if (one) current.scrollLeft = one.offsetLeft - (current.clientWidth - one.offsetWidth) / 2
    }
    centre()
    // a count that comes later makes a tab wider and moves those behind it
    const observer = new ResizeObserver(centre)
    for (const each of current.children) observer.observe(each)
    return () => observer.disconnect()
  }, [chosen, state])
  return row
}

/** Says on the element (`data-more`) whether its row goes on to the left or right, so that its edge can fade. */
export function useOverflowEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = row
    if (!current) return
    const tell = (): void => {
      const left = current.scrollLeft > 1
      const right = current.scrollLeft + current.clientWidth < current.scrollWidth - 1
      current.dataset.more = [left && 'left', right && 'right'].filter(Boolean).join(' ')
    }
    tell()
    current.addEventListener('scroll', tell, { passive: true })
    window.addEventListener('resize', tell)
    return () => {
      current.removeEventListener('scroll', tell)
      window.removeEventListener('resize', tell)
    }
    // after every drawing: a count that comes later makes a tab wider
  })
}
