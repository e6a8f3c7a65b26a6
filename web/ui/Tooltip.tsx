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
import { positionFloating, type Side } from './positionFloating.ts'

const DELAY_MS = 700
/** Moving to a neighbour within this time shows its tooltip at once. */
const SKIP_DELAY_MS = 300
/** A finger neither hovers nor leaves: what it asked for goes by itself. */
const PRESSED_MS = 6_000
let lastHiddenAt = Number.NEGATIVE_INFINITY

type ChildProps = { 'aria-describedby'?: string | undefined; ref?: Ref<HTMLElement> }

type Props = {
  content: ReactNode
  side?: Side
  /** The tooltip repeats the accessible name (an icon button): then nothing is described twice. */
  labelOnly?: boolean
  /** It is also what pressing says, at once: the only way to ask with a finger. */
  onPress?: boolean
  /** Without it nothing is said; the child stays the same element, so that it keeps the focus. */
  enabled?: boolean
  children: ReactElement<ChildProps>
}

export function Tooltip(props: Props) {
  const { content, side = 'top', labelOnly = false, onPress = false, enabled = true, children } = props
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
  const press = (): void => {
    window.clearTimeout(timer.current)
    setOpen(true)
    timer.current = window.setTimeout(hide, PRESSED_MS)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const isShown = open && enabled
  const skip = (): number => (performance.now() - lastHiddenAt < SKIP_DELAY_MS ? 0 : DELAY_MS)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the control inside
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={event => event.pointerType !== 'touch' && show(skip())}
      onPointerLeave={hide}
      onPointerDown={hide}
      // on its way down: the control inside lets no press out that it does not take
      onClickCapture={onPress && enabled ? press : undefined}
      onFocus={event => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={event => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, isShown && !labelOnly ? { 'aria-describedby': id } : {})}
      {isShown && <Bubble id={id} anchor={anchor} side={side} content={content} hidden={labelOnly} />}
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
    positionFloating(target, box.current, side)
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
