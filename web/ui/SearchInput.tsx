import { useEffect, useRef, useState } from 'react'
import { Input } from './Input.tsx'

/** Long enough not to ask the server at every key, short enough to feel immediate. */
const PAUSE_MS = 250

type Props = {
  label: string
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  maxLength?: number
  className?: string
}

/** A search box that tells what was typed once the typing pauses. */
export function SearchInput({ value, onSearch, className, maxLength = 100, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const tell = useRef(onSearch)
  tell.current = onSearch
  useEffect(() => {
    // The address changed by itself (back button, "clear filters"): show what it says now.
    if (value !== reported.current) setTyped(value)
    reported.current = value
  }, [value])
  useEffect(() => {
    if (typed.trim() === reported.current) return
    const timer = window.setTimeout(() => {
      reported.current = typed.trim()
      tell.current(typed.trim())
    }, PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [typed])
  return (
    <Input
      {...rest}
      {...(className ? { className } : {})}
      labelHidden
      type="search"
      maxLength={maxLength}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      before={
        <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor">
          <circle cx="7" cy="7" r="4.5" strokeWidth="1.5" />
          <path d="m10.5 10.5 3 3" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      }
    />
  )
}
