import { useEffect, useState } from 'react'
import { Input } from '../ui/Input.tsx'

type Props = { label: string; value: string | undefined; onChange: (day: string) => void }

/** Typing 2026 passes through the years 2, 20 and 202; nobody means those. */
const FIRST_DAY = '2000-01-01'

/** A day that narrows a list. */
export function DayFilter({ label, value = '', onChange }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const change = (day: string): void => {
    setTyped(day)
    if (day === '' || day >= FIRST_DAY) onChange(day)
  }
  return <Input label={label} type="date" value={typed} onChange={event => change(event.target.value)} />
}
