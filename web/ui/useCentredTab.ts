import { type RefObject, useLayoutEffect, useRef } from 'react'

/** On a phone a row of tabs is longer than the screen: the chosen one stands in the middle, and its neighbours are seen. */
export function useCentredTab<Row extends HTMLElement>(
  chosen: string,
  /** What the place of the chosen one depends on. */
  state: string,
): RefObject<Row | null> {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which one is chosen is read from the page
  useLayoutEffect(() => {
    const one = row.current?.querySelector<HTMLElement>(chosen)
    if (row.current && one)
      row.current.scrollLeft = one.offsetLeft - (row.current.clientWidth - one.offsetWidth) / 2
  }, [chosen, state])
  return row
}
