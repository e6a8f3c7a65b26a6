import clsx from 'clsx'
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { controlClass, controlHeight, Field, type FieldProps } from './Field.tsx'
import { positionFloating } from './positionFloating.ts'
import type { Option } from './Select.tsx'

type Props = FieldProps & {
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  placeholder?: string
  name?: string
  /** The choices are on their way: that none is there yet does not mean that none matches. */
  loading?: boolean
}

/** Longer lists are narrowed by typing; all banks fit. */
const SHOWN_MAX = 80

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word typed occurs somewhere, in any order: "trust guar" finds Guaranty Trust Bank. */
export function matching(options: readonly Option[], typed: string): Option[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  return options
    .filter(({ label, also = '' }) => words.every(word => folded(`${label} ${also}`).includes(word)))
    .slice(0, SHOWN_MAX)
}

/** A select for long lists: type to narrow, arrows to move, Enter to choose. */
export function Combobox({ options, value, onChange, placeholder, name, loading, ...field }: Props) {
  const id = useId()
  const chosen = options.find(option => option.value === value)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const open = typed !== null
  const shown = open ? matching(options, typed === chosen?.label ? '' : typed) : []
  const choose = (option: Option | undefined): void => {
    if (option && !option.disabled) onChange(option.value)
    setTyped(null)
  }
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) setTyped(chosen?.label ?? '')
      else
        setActive(
          now => (now + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % Math.max(shown.length, 1),
        )
    } else if (open && event.key === 'Enter') {
      // neither sent nor forgotten: what was typed may match once the choices have come
      event.preventDefault()
      if (shown[active]) choose(shown[active])
    } else if (open && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
  }
  return (
    <Field {...field}>
      {control => (
        <>
          <input
            {...control}
            ref={input}
            name={name}
            role="combobox"
            autoComplete="off"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && shown[active] ? `${id}-${active}` : undefined}
            placeholder={placeholder}
            value={typed ?? chosen?.label ?? ''}
            onChange={event => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onClick={() => setTyped(now => now ?? chosen?.label ?? '')}
            onBlur={() => setTyped(null)}
            onKeyDown={keyDown}
            className={clsx(controlClass, controlHeight)}
          />
          <Choices
            {...{ id, input, open, shown, active }}
            label={field.label}
            none={loading ? 'One moment…' : `Nothing matches “${typed}”.`}
            onActive={setActive}
            onChoose={choose}
          />
        </>
      )}
    </Field>
  )
}

type ChoicesProps = {
  id: string
  label: string
  /** Below which they stand. */
  input: RefObject<HTMLInputElement | null>
  open: boolean
  shown: readonly Option[]
  active: number
  /** Said when there is none. */
  none: string
  onActive: (index: number) => void
  onChoose: (option: Option) => void
}

function Choices({ id, label, input, open, shown, active, none, onActive, onChoose }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !list.current || !input.current) return
    list.current.style.width = `${input.current.offsetWidth}px`
    list.current.showPopover?.()
    positionFloating(input.current, list.current, 'bottom', 'start')
  }, [open, input])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      popover="manual"
      hidden={!open}
      className={clsx(
        'fixed inset-auto m-0 max-h-72 overflow-y-auto rounded-xl bg-raised p-1.5 text-ink shadow-float',
        !open && '!hidden',
      )}
    >
      {open && shown.length === 0 && <p className="px-2.5 py-2 text-muted">{none}</p>}
      {shown.map((option, index) => (
        <Fragment key={option.value}>
          {option.group !== undefined && option.group !== shown[index - 1]?.group && (
            <p role="presentation" className="px-2.5 pt-3 pb-1 font-medium text-muted text-xs">
              {option.group}
            </p>
          )}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant points here */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys */}
          <div
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            aria-disabled={option.disabled}
            onPointerDown={event => event.preventDefault()}
            onClick={() => onChoose(option)}
            onPointerMove={() => onActive(index)}
            className="rounded-lg px-2.5 py-2 aria-disabled:text-faint aria-selected:bg-sunken"
          >
            {option.label}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
