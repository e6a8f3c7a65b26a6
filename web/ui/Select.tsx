import clsx from 'clsx'
import { type KeyboardEvent, type Ref, type SelectHTMLAttributes, useRef } from 'react'
import { controlClass, controlHeight, Field, type FieldProps } from './Field.tsx'

export type Option = {
  value: string
  label: string
  /** Other words for it, found by typing and not shown. */
  also?: string
  /** Options of one group follow each other and are listed under its name. */
  group?: string
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

const nativeOption = ({ value, label, disabled }: Option) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

/** Neighbours of one group together, in their order. */
function grouped(options: readonly Option[]): [group: string | undefined, members: Option[]][] {
  const groups: [string | undefined, Option[]][] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last[0] === option.group) last[1].push(option)
    else groups.push([option.group, [option]])
  }
  return groups
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
            {grouped(options).map(([group, members]) =>
              group === undefined ? (
                members.map(nativeOption)
              ) : (
                <optgroup key={group} label={group}>
                  {members.map(nativeOption)}
                </optgroup>
              ),
            )}
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
