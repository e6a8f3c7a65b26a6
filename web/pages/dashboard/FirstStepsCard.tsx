import { CheckCircle2, ChevronRight, Circle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type FirstStep, firstStepApi } from '../../../contract/dashboard.ts'
import { useAct } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/toast.ts'
import type { Work } from './dashboardWords.ts'

type Guide = NonNullable<Work['firstSteps']>
type Step = Guide['steps'][number]

const STEPS: Record<FirstStep, { title: string; help: string; to: string }> = {
  organisation: {
    title: 'Add company details',
    help: 'Name, address and logo. They appear in the footer and on every letter.',
    to: `${paths.settings}?section=organisation`,
  },
  colleagues: {
    title: 'Add users',
    help: 'They sign up and you approve them with roles. A loan needs a Reviewer and an Authorizer.',
    to: paths.users,
  },
  products: {
    title: 'Check the products',
    help: 'Rates, fees, limits and penalties. Two sample products are ready to change.',
    to: `${paths.settings}?section=products`,
  },
  sms: {
    title: 'Set up SMS',
    help: 'Until you choose a gateway, messages are only simulated and customers do not receive them.',
    to: `${paths.settings}?section=sms`,
  },
  link: {
    title: 'Check the public link',
    help: 'Applicants fill in the form themselves. Account officers share links of their own.',
    to: paths.linkStatus,
  },
  payroll: {
    title: 'Upload payroll data',
    help: 'Request checks compare the application with the newest accepted month.',
    to: paths.ippisUpload,
  },
}

const TITLE = 'Set up Iroko'

const isSettled = ({ isDone, confirmedBy }: Step): boolean => isDone || confirmedBy !== null

const sayRefusal = { onError: (error: Error) => toast('error', error.message) }

/** The steps to the first loan, for a superAdmin; gone once there is a loan. */
export function FirstStepsCard({ guide: { isAway, steps } }: { guide: Guide }) {
  const { mutate: putAway, isPending } = useAct(firstStepApi.firstStepsPutAway)
  const button = useFocusOnStep(isAway)
  const awayButton = (
    <Button
      ref={button}
      size="small"
      pending={isPending}
      onClick={() => putAway({ isAway: !isAway }, sayRefusal)}
    >
      {isAway ? 'Show guide' : 'Dismiss'}
    </Button>
  )
  const done = (
    <span className="text-[0.8125rem] text-muted tabular-nums">
      {steps.filter(isSettled).length} of {steps.length} done
    </span>
  )
  if (isAway)
    return (
      <section aria-label={TITLE} className="flex flex-wrap items-center gap-3">
        <h2 className="font-medium">{TITLE}</h2>
        {done}
        {awayButton}
      </section>
    )
  return (
    <Card
      flush
      title={TITLE}
      actions={
        <div className="flex flex-wrap items-center gap-3">
          {done}
          {awayButton}
        </div>
      }
    >
      <ol className="ruled">
        {steps.map(step => (
          <li key={step.name} className="flex flex-wrap items-center gap-x-3 hover:bg-canvas">
            <StepLink step={step} />
            <Confirm step={step} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Dismissing swaps the button; the focus follows it. */
function useFocusOnStep(isAway: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(isAway)
  useEffect(() => {
    if (was.current !== isAway) button.current?.focus()
    was.current = isAway
  }, [isAway])
  return button
}

function StepLink({ step }: { step: Step }) {
  const { title, help, to } = STEPS[step.name]
  const settled = isSettled(step)
  return (
    <Link to={to} className="flex min-w-64 flex-1 items-start gap-3 px-5 py-3.5">
      {settled ? (
        <CheckCircle2 aria-hidden size={20} className="shrink-0 text-positive" />
      ) : (
        <Circle aria-hidden size={20} className="shrink-0 text-faint" />
      )}
      <span className="min-w-0 flex-1">
        <span className="font-medium">
          {title}
          <span className="sr-only">{settled ? ', done' : ', to do'}</span>
        </span>
        <span className="block text-[0.8125rem] text-muted">{help}</span>
        {!step.isDone && step.confirmedBy !== null && (
          <span className="block text-[0.8125rem]">Marked as done by {step.confirmedBy}</span>
        )}
      </span>
      <ChevronRight aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
    </Link>
  )
}

/** A default can be marked as done without changing it. */
function Confirm({ step: { name, isDone, confirmedBy } }: { step: Step }) {
  const { mutate: confirm, isPending } = useAct(firstStepApi.firstStepConfirm)
  const isConfirmed = confirmedBy !== null
  if (isDone) return null
  const words = isConfirmed ? 'Mark as not done' : 'Mark as done'
  return (
    <div className="px-5 pb-3 sm:pb-0 sm:pl-0">
      <Button
        size="small"
        pending={isPending}
        aria-label={`${words}: ${STEPS[name].title}`}
        onClick={() => confirm({ name, isConfirmed: !isConfirmed }, sayRefusal)}
      >
        {words}
      </Button>
    </div>
  )
}
