import clsx from 'clsx'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, hint, error, className, ...native }: Props) {
  const id = useId()
  return (
    <div className={clsx('flex gap-2.5', className)}>
      <input
        {...native}
        id={id}
        type="checkbox"
        aria-describedby={clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
        aria-invalid={error ? true : undefined}
        className="mt-0.5 size-4 shrink-0 accent-brand disabled:cursor-not-allowed"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
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
      </div>
    </div>
  )
}
