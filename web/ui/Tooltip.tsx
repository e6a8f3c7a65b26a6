import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { place, type Side } from './place.ts'

const DELAY_MS = 700
/** Moving to a neighbour within this time shows its tooltip at once. */
const SKIP_DELAY_MS = 300
let lastHiddenAt = Number.NEGATIVE_INFINITY

type ChildProps = { 'aria-describedby'?: string | undefined; ref?: Ref<HTMLElement> }

type Props = {
  content: ReactNode
  side?: Side
  /** The tooltip repeats the accessible name (an icon button): then nothing is described twice. */
  labelOnly?: boolean
  /** Without it the child is drawn as it is. */
  enabled?: boolean
  children: ReactElement<ChildProps>
}

export function Tooltip({ content, side = 'top', labelOnly = false, enabled = true, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)

  const show = (delay: number): void => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(true), delay)
  }
  const hide = (): void => {
    window.clearTimeout(timer.current)
    setOpen(shown => {
      if (shown) lastHiddenAt = performance.now()
      return false
    })
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  if (!enabled) return children
  const skip = (): number => (performance.now() - lastHiddenAt < SKIP_DELAY_MS ? 0 : DELAY_MS)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the control inside
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={event => event.pointerType !== 'touch' && show(skip())}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={event => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={event => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, open && !labelOnly ? { 'aria-describedby': id } : {})}
      {open && <Bubble id={id} anchor={anchor} side={side} content={content} hidden={labelOnly} />}
    </span>
  )
}

type BubbleProps = {
  id: string
  anchor: { current: HTMLElement | null }
  side: Side
  content: ReactNode
  hidden: boolean
}

function Bubble({ id, anchor, side, content, hidden }: BubbleProps) {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const target = anchor.current?.firstElementChild
    if (!box.current || !target) return
    // The browser's top layer keeps it above open dialogs without any z-index.
    box.current.showPopover?.()
    place(target, box.current, side)
  }, [anchor, side])
  return (
    <span
      ref={box}
      id={id}
      role="tooltip"
      popover="manual"
      aria-hidden={hidden || undefined}
      className="pointer-events-none fixed inset-auto m-0 w-max max-w-72 rounded-md bg-[#221c33] px-2.5 py-1.5 text-left text-xs
        font-medium text-white shadow-float dark:bg-[#37304d]"
    >
      {content}
    </span>
  )
}
