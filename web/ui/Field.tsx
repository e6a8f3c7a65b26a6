import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** Shown under the label all the time: what to write, in which form. */
  hint?: ReactNode
  /** What is wrong and what to do; announced and tied to the control. */
  error?: string | undefined
  optional?: boolean
  /** The label is read out but not drawn (search boxes, table filters). */
  labelHidden?: boolean
  className?: string
}

export type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const controlClass = clsx(
  'block w-full rounded-lg border border-edge bg-surface text-ink placeholder:text-faint transition-colors',
  'hover:border-muted focus-visible:border-brand focus-visible:outline-offset-0',
  'aria-invalid:border-negative disabled:cursor-not-allowed disabled:bg-sunken disabled:text-faint',
)
export const controlHeight = 'h-10 px-3 text-base sm:h-9 sm:text-sm'

/** A label, a control, its hint and its error, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  className,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const described = clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined
  return (
    <div className={clsx('field flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={clsx('text-[0.8125rem] font-medium text-ink', labelHidden && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="flex items-start gap-1.5 text-xs font-medium text-negative"
        >
          <svg aria-hidden width="14" height="14" viewBox="0 0 14 14" className="mt-px shrink-0" fill="none">
            <circle cx="7" cy="7" r="6" stroke="currentColor" strokeWidth="1.5" />
            <path d="M7 4v3.4M7 9.7v.1" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
          {error}
        </p>
      )}
    </div>
  )
}
