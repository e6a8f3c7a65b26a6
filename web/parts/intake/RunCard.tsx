import clsx from 'clsx'
import { countText } from '../../../engine/countText.ts'
import { Card } from '../../ui/Card.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CancelUpload } from './CancelUpload.tsx'
import { type Intake, paceOf } from './intakeWords.ts'

const STEPS = [
  { status: 'received', title: 'Received', now: 'Reading the file', does: 'format and columns' },
  { status: 'mapped', title: 'Read', now: 'Reading the rows', does: 'every line' },
  {
    status: 'staged',
    title: 'Checked',
    now: 'Checking the rows',
    does: 'every value',
  },
  {
    status: 'checked',
    title: 'Matched',
    now: 'Matching the rows',
    does: 'customers and earlier data',
  },
] as const

/** Current step, progress and remaining time. */
export function RunCard({ intake }: { intake: Intake }) {
  const at = STEPS.findIndex(step => step.status === intake.status)
  const { progress } = intake
  const percent = progress?.total ? (progress.done / progress.total) * 100 : undefined
  const pace = progress && paceOf(progress)
  const details = [
    progress && progress.done > 0 && `${countText(progress.done)}${outOf(progress.total)} rows`,
    pace?.rate,
    pace?.left,
  ].filter(Boolean)
  return (
    <Card title={STEPS[at]?.now ?? 'Working'} actions={<CancelUpload intake={intake} />}>
      <ProgressBar label={STEPS[at]?.now ?? 'Working'} percent={percent} />
      <p role="status" className="mt-2 min-h-5 text-muted tabular-nums">
        {details.join(' · ') || 'Starting…'}
      </p>
      <ol className="mt-5 grid gap-3 sm:grid-cols-4">
        {STEPS.map((step, index) => (
          <li
            key={step.status}
            aria-current={index === at ? 'step' : undefined}
            className={clsx(
              'rounded-lg border px-4 py-3',
              index === at ? 'border-brand bg-brand-soft' : 'border-line',
            )}
          >
            <p className="flex items-center gap-2 font-medium">
              {index === at ? (
                <Spinner size={14} label="Now" />
              ) : (
                <span aria-hidden className={clsx(index < at ? 'text-positive' : 'text-faint')}>
                  {index < at ? '✓' : '○'}
                </span>
              )}
              {step.title}
              {index < at && <span className="sr-only"> (done)</span>}
            </p>
            <p className="mt-0.5 text-[0.8125rem] text-muted">{step.does}</p>
          </li>
        ))}
      </ol>
      <p className="mt-5 text-[0.8125rem] text-muted">
        You can leave this page. The check continues, and the upload stays in the list.
      </p>
    </Card>
  )
}

const outOf = (total: number | null): string => (total === null ? '' : ` of ${countText(total)}`)
