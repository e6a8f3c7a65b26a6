import clsx from 'clsx'
import { type KeyboardEvent, type Ref, type SelectHTMLAttributes, useRef } from 'react'
import { controlClass, controlHeight, Field, type FieldProps } from './Field.tsx'

export type Option = {
  value: string
  label: string
  /** Other words for it, found by whoever types them and not shown. */
  also?: string
  disabled?: boolean
}

type Props = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'className'> & {
    options: readonly Option[]
    /** Stands for "nothing chosen yet"; its value is the empty string. */
    placeholder?: string
    ref?: Ref<HTMLSelectElement>
  }

/** What is typed without a longer pause is one word to a browser, too. */
const PAUSE_MS = 1000

/** A select goes to the option whose label is typed; this goes to the one that has another word for it. */
function useOtherWords(options: readonly Option[]) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent<HTMLSelectElement>): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const before = event.timeStamp - typed.current.at < PAUSE_MS ? typed.current.text : ''
    const text = (before + event.key).toLowerCase()
    typed.current = { text, at: event.timeStamp }
    const isTyped = (word: string): boolean => word.toLowerCase().startsWith(text)
    if (options.some(option => isTyped(option.label))) return
    const found = options.find(({ also }) => also?.split(' ').some(isTyped))
    if (!found) return
    event.preventDefault()
    const select = event.currentTarget
    if (select.value === found.value) return
    select.value = found.value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** The browser's own select: the best one there is on a phone and with a screen reader. */
export function Select({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  options,
  placeholder,
  ...native
}: Props) {
  const goToOtherWord = useOtherWords(options)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className }}>
      {control => (
        <div className="relative">
          <select
            onKeyDown={goToOtherWord}
            {...native}
            {...control}
            className={clsx(controlClass, controlHeight, 'appearance-none truncate pr-9')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <svg
            aria-hidden
            width="16"
            height="16"
            viewBox="0 0 16 16"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-faint print:hidden"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
          >
            <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />
          </svg>
        </div>
      )}
    </Field>
  )
}
