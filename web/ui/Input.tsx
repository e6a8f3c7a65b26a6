import clsx from 'clsx'
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from 'react'
import { controlClass, controlHeight, Field, type FieldProps } from './Field.tsx'

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>
type InputProps = FieldProps & Native & { ref?: Ref<HTMLInputElement>; before?: ReactNode; after?: ReactNode }

export function Input({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  before,
  after,
  ...native
}: InputProps) {
  const [typed, setTyped] = useState(native.defaultValue)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className }}>
      {control => (
        <div className="relative">
          {before && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-faint">
              {before}
            </span>
          )}
          <input
            {...native}
            {...control}
            onChange={event => {
              setTyped(event.target.value)
              native.onChange?.(event)
            }}
            className={clsx(controlClass, controlHeight, before && 'pl-9', after && 'pr-11')}
          />
          {native.type === 'date' && <DayInWords day={native.value ?? typed} />}
          {after && <span className="absolute inset-y-0 right-1 grid place-items-center">{after}</span>}
        </div>
      )}
    </Field>
  )
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * A browser writes days as its own menus are spoken, which is mostly month first: 04/03 is then the third of April.
 * Until somebody types in the field, the day stands over it in words, and where there is none no order is suggested.
 */
function DayInWords({ day }: { day: InputProps['value'] }) {
  const [year, month, date] = String(day ?? '')
    .split('-')
    .map(Number)
  const name = MONTHS[(month ?? 0) - 1]
  return (
    <span
      aria-hidden
      className="day-in-words pointer-events-none absolute inset-y-0 left-px items-center px-3 text-base tabular-nums
        sm:text-sm"
    >
      {year && name && date ? `${date} ${name} ${year}` : <span className="text-faint">Choose a day</span>}
    </span>
  )
}

export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false)
  return (
    <Input
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          aria-pressed={shown}
          aria-label="Show password"
          onClick={() => setShown(now => !now)}
          className="grid size-8 place-items-center rounded-md text-faint hover:text-ink"
        >
          <Eye crossed={shown} />
        </button>
      }
    />
  )
}

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg
      aria-hidden
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.75" />
      {crossed && <path d="m4 4 16 16" />}
    </svg>
  )
}

/** A wheel over a focused number or an arrow key must never change an amount unseen. */
export function NumericInput({ onKeyDown, ref, ...props }: Omit<InputProps, 'type'>) {
  const inner = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = inner.current
    const ignore = (event: WheelEvent): void => event.preventDefault()
    // React listens to wheel passively, where preventDefault has no effect.
    input?.addEventListener('wheel', ignore, { passive: false })
    return () => input?.removeEventListener('wheel', ignore)
  }, [])
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.preventDefault()
    onKeyDown?.(event)
  }
  const both = (input: HTMLInputElement | null): void => {
    inner.current = input
    if (typeof ref === 'function') ref(input)
    else if (ref) ref.current = input
  }
  return (
    <Input inputMode="decimal" autoComplete="off" {...props} ref={both} type="number" onKeyDown={keyDown} />
  )
}

type TextareaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { ref?: Ref<HTMLTextAreaElement> }

export function Textarea({ label, hint, error, optional, labelHidden, className, ...native }: TextareaProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className }}>
      {control => (
        <textarea
          rows={3}
          {...native}
          {...control}
          className={clsx(controlClass, 'px-3 py-2 text-base sm:text-sm')}
        />
      )}
    </Field>
  )
}
