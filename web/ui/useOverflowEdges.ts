import { type RefObject, useEffect } from 'react'

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
