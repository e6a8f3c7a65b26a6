import clsx from 'clsx'

type Props = {
  /** Read out as the bar's name. */
  label: string
  /** From 0 to 100; absent while nobody knows how much there is. */
  percent?: number | undefined
  tone?: 'brand' | 'positive' | 'caution'
  /** What the figure means in words, where a percentage says too little. */
  valueText?: string
  className?: string
}

const TONES = { brand: 'bg-brand', positive: 'bg-positive', caution: 'bg-caution' }

export function ProgressBar({ label, percent, tone = 'brand', valueText, className }: Props) {
  const isKnown = percent !== undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={isKnown ? Math.round(percent) : undefined}
      aria-valuetext={valueText}
      className={clsx('h-2 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={clsx(
          'h-full rounded-full transition-[width] duration-300',
          TONES[tone],
          !isKnown && 'w-2/5 animate-pulse',
        )}
        style={isKnown ? { width: `${Math.min(100, Math.max(0, percent))}%` } : undefined}
      />
    </div>
  )
}
