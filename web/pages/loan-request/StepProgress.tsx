import clsx from 'clsx'
import type { Step, StepName } from './steps.ts'

type Props = { steps: readonly Step[]; current: StepName; onGo: (step: StepName) => void }

/** On a phone a bar and a count. On a wide screen the step names, with links to finished steps. */
export function StepProgress({ steps, current, onGo }: Props) {
  const at = steps.findIndex(step => step.name === current)
  return (
    <nav aria-label="Steps" className="mb-6">
      <div className="flex gap-1 sm:hidden" aria-hidden>
        {steps.map((step, index) => (
          <span
            key={step.name}
            className={clsx('h-1.5 flex-1 rounded-full', index <= at ? 'bg-brand' : 'bg-line')}
          />
        ))}
      </div>
      <p className="mt-2 text-[0.8125rem] text-muted sm:sr-only">
        Step {at + 1} of {steps.length}
      </p>
      <ol className="hidden sm:flex">
        {steps.map((step, index) => (
          <li
            key={step.name}
            aria-current={step.name === current ? 'step' : undefined}
            className="relative flex-1 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={clsx(
                  'absolute top-3.5 right-1/2 h-0.5 w-full',
                  index <= at ? 'bg-brand' : 'bg-line',
                )}
              />
            )}
            <Mark step={step} number={index + 1} isDone={index < at} isCurrent={index === at} onGo={onGo} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type MarkProps = {
  step: Step
  number: number
  isDone: boolean
  isCurrent: boolean
  onGo: (step: StepName) => void
}

function Mark({ step, number, isDone, isCurrent, onGo }: MarkProps) {
  const content = (
    <>
      <span
        className={clsx(
          'relative z-1 mx-auto grid size-7 place-items-center rounded-full text-xs font-semibold',
          isDone && 'bg-brand text-on-brand',
          isCurrent && 'bg-brand text-on-brand ring-4 ring-brand-soft',
          !isDone && !isCurrent && 'bg-sunken text-muted',
        )}
      >
        {isDone ? <Tick /> : number}
      </span>
      <span className={clsx('mt-1.5 block text-xs', isCurrent ? 'font-semibold text-ink' : 'text-muted')}>
        {step.short}
      </span>
    </>
  )
  if (!isDone) return <div className="px-0.5 py-1 pt-0">{content}</div>
  return (
    <button
      type="button"
      onClick={() => onGo(step.name)}
      className="w-full rounded-lg px-0.5 pb-1 hover:[&>span:last-child]:text-ink hover:[&>span:last-child]:underline"
    >
      {content}
    </button>
  )
}

export const Tick = ({ size = 14 }: { size?: number }) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.25"
  >
    <path d="m3 8.5 3.2 3L13 4.5" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
