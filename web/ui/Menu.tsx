import clsx from 'clsx'
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type Align, positionFloating } from './positionFloating.ts'

export type MenuItem = {
  id: string
  title: string
  icon?: ReactNode
  /** A second line. */
  detail?: string
  isUnread?: boolean
  /** Says why it cannot be chosen now; it stays readable. */
  disabledReason?: string | undefined
  danger?: boolean
  /** Marks the one in force among choices. */
  checked?: boolean
  onSelect: () => void
}

type TriggerProps = {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  onClick?: () => void
}

type Props = {
  label: string
  items: readonly MenuItem[]
  /** One button; the menu opens under it. */
  trigger: ReactElement<TriggerProps>
  align?: Align
  header?: ReactNode
}

export function Menu({ label, items, trigger, align = 'end', header }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open || !box.current || !button.current) return
    box.current.showPopover?.()
    positionFloating(button.current, box.current, 'bottom', align)
    box.current.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const outside = (event: PointerEvent): void => {
      const target = event.target instanceof Node ? event.target : null
      if (!box.current?.contains(target) && !button.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open, align])

  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const keyDown = (event: KeyboardEvent): void => {
    const entries = [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const now = entries.indexOf(document.activeElement as HTMLElement)
    const target = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (target !== undefined) {
      event.preventDefault()
      entries[(target + entries.length) % entries.length]?.focus()
    }
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(now => !now),
      })}
      {open && (
        <div
          ref={box}
          id={id}
          popover="manual"
          className="fixed inset-auto m-0 max-h-[calc(100dvh-5rem)] w-max max-w-80 min-w-48 overflow-y-auto rounded-xl bg-raised p-1.5 text-ink shadow-float"
        >
          {header && <div className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5">{header}</div>}
          <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={keyDown}>
            {items.map(item => (
              <MenuEntry key={item.id} item={item} onChosen={close} />
            ))}
          </div>
        </div>
      )}
    </>
  )
}

function MenuEntry({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const choose = (): void => {
    if (item.disabledReason) return
    onChosen()
    item.onSelect()
  }
  const look = clsx(
    'flex w-full items-center gap-2.5 rounded-lg px-2.5 py-2 text-left hover:bg-sunken focus:bg-sunken focus:outline-none',
    'aria-disabled:cursor-not-allowed aria-disabled:text-faint',
    item.danger && 'text-negative',
  )
  const content = (
    <>
      {item.icon && (
        <span aria-hidden className="text-faint [&>svg]:size-4">
          {item.icon}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className={clsx(item.isUnread && 'font-semibold')}>{item.title}</span>
        {item.isUnread && <span className="sr-only">. Unread.</span>}
        {item.detail && <span className="line-clamp-3 text-xs text-muted">{item.detail}</span>}
        {item.disabledReason && <span className="block text-xs text-faint">{item.disabledReason}</span>}
      </span>
      {item.checked && <span aria-hidden>✓</span>}
    </>
  )
  const shared = { type: 'button' as const, tabIndex: -1, onClick: choose, className: look }
  return item.checked === undefined ? (
    <button {...shared} role="menuitem" aria-disabled={item.disabledReason ? true : undefined}>
      {content}
    </button>
  ) : (
    <button {...shared} role="menuitemradio" aria-checked={item.checked}>
      {content}
    </button>
  )
}
