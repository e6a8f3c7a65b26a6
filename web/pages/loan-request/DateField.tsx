import clsx from 'clsx'
import { useId } from 'react'
import { controlClass, controlHeight } from '../../ui/Field.tsx'

const monthName = new Intl.DateTimeFormat('en-NG', { month: 'long', timeZone: 'UTC' })
const MONTHS = Array.from({ length: 12 }, (_, month) => monthName.format(Date.UTC(2026, month)))

type Props = {
  label: string
  name: string
  /** "year-month-day" as typed: any part may still be empty. */
  value: string
  onChange: (value: string) => void
  hint?: string
  error?: string | undefined
  /** Enables the browser's autofill of the birth date. */
  isBirthDate?: boolean
}

/** Day, month and year inputs: on a phone, a calendar makes 1984 hard to reach. */
export function DateField({ label, name, value, onChange, hint, error, isBirthDate = false }: Props) {
  const id = useId()
  const [year = '', month = '', day = ''] = value.split('-')
  const put = (part: { year?: string; month?: string; day?: string }): void => {
    const next = { year, month, day, ...part }
    onChange(next.year || next.month || next.day ? `${next.year}-${next.month}-${next.day}` : '')
  }
  const control = {
    'aria-describedby': clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    className: clsx(controlClass, controlHeight, 'appearance-none'),
  }
  const digits = (typed: string): string => typed.replace(/\D/g, '')
  const auto = (part: string): string => (isBirthDate ? `bday-${part}` : 'off')
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-[0.8125rem] font-medium text-ink">{label}</legend>
      <div className="grid grid-cols-[4rem_1fr_5.5rem] gap-2">
        <input
          {...control}
          name={name}
          aria-label={`${label}: day`}
          placeholder="Day"
          inputMode="numeric"
          maxLength={2}
          autoComplete={auto('day')}
          value={day}
          onChange={event => put({ day: digits(event.target.value) })}
        />
        <div className="relative">
          <select
            {...control}
            aria-label={`${label}: month`}
            autoComplete={auto('month')}
            value={month}
            onChange={event => put({ month: event.target.value })}
          >
            <option value="">Month</option>
            {MONTHS.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </select>
          <Chevrons />
        </div>
        <input
          {...control}
          aria-label={`${label}: year`}
          placeholder="Year"
          inputMode="numeric"
          maxLength={4}
          autoComplete={auto('year')}
          value={year}
          onChange={event => put({ year: digits(event.target.value) })}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-negative">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const Chevrons = () => (
  <svg
    aria-hidden
    width="16"
    height="16"
    viewBox="0 0 16 16"
    className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-faint"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
  >
    <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />
  </svg>
)
