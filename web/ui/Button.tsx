import clsx from 'clsx'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-brand text-on-brand shadow-card hover:bg-brand-strong',
  secondary: 'border border-edge/60 bg-surface text-ink shadow-card hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-[#b3261e] text-white shadow-card hover:bg-[#8f1d17]',
}
/** Grey all over, yet as legible as any text: what cannot be pressed now is still read. At work it keeps its colour. */
const OFF = `aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:border-transparent
  aria-disabled:not-aria-busy:bg-sunken aria-disabled:not-aria-busy:text-faint aria-disabled:not-aria-busy:shadow-none`
const SIZES = {
  small: 'h-8 px-3 text-[0.8125rem]',
  medium: 'h-9 px-3.5',
  large: 'h-11 px-5 text-[0.9375rem]',
}

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  look?: ButtonLook
  size?: keyof typeof SIZES
  icon?: ReactNode
  /** Shows the wheel and lets no second click through. */
  pending?: boolean
  /** Why it cannot be pressed now, as a sentence. The button stays reachable, so the reason can be read. */
  disabledReason?: string | undefined
  wide?: boolean
  ref?: Ref<HTMLButtonElement>
}

export const buttonClass = (look: ButtonLook = 'secondary', size: keyof typeof SIZES = 'medium'): string =>
  clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 print:hidden',
    LOOKS[look],
    OFF,
    SIZES[size],
  )

export function Button({
  look = 'secondary',
  size = 'medium',
  icon,
  pending = false,
  disabledReason,
  wide = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: Props) {
  const off = pending || disabledReason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (off) {
      event.preventDefault()
      event.stopPropagation()
    } else onClick?.(event)
  }
  return (
    <Tooltip content={disabledReason} enabled={disabledReason !== undefined} onPress>
      <button
        {...rest}
        type={type}
        aria-disabled={off || undefined}
        aria-busy={pending || undefined}
        onClick={press}
        className={clsx(buttonClass(look, size), wide && 'w-full', className)}
      >
        {pending ? <Spinner size={16} label="Working" /> : icon}
        {children}
      </button>
    </Tooltip>
  )
}

type IconButtonProps = Omit<Props, 'children' | 'icon' | 'wide' | 'look' | 'size' | 'pending'> & {
  /** The accessible name, also shown as tooltip. */
  label: string
  children: ReactNode
}

export function IconButton({ label, children, className, disabledReason, ...rest }: IconButtonProps) {
  return (
    <Tooltip
      content={disabledReason ?? label}
      labelOnly={disabledReason === undefined}
      onPress={disabledReason !== undefined}
    >
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-disabled={disabledReason !== undefined || undefined}
        onClick={disabledReason === undefined ? rest.onClick : undefined}
        className={clsx(
          'inline-grid size-9 shrink-0 grow-0! place-items-center rounded-lg text-muted transition-colors hover:bg-sunken hover:text-ink',
          'aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-faint aria-disabled:opacity-70 print:hidden',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  )
}

/** What can be done here, side by side; on a phone the buttons fill their line, in the same way on every page. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>:is(a,button)]:grow max-sm:[&>span>button]:grow">
    {children}
  </div>
)
