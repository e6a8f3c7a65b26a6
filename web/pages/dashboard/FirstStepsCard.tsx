import { CheckCircle2, ChevronRight, Circle } from 'lucide-react'
import { Link } from 'react-router'
import type { Work } from '../../parts/dashboard/dashboardWords.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'

type Steps = NonNullable<Work['firstSteps']>

const STEPS: readonly { name: keyof Steps; title: string; help: string; to: string }[] = [
  {
    name: 'organisation',
    title: 'Say who lends',
    help: 'Your organisation’s name, address and logo: they stand in the footer and on every letter.',
    to: `${paths.settings}?section=organisation`,
  },
  {
    name: 'colleagues',
    title: 'Let colleagues in',
    help: 'They sign up; you approve them and give roles. A loan needs a Reviewer and an Authorizer.',
    to: paths.users,
  },
  {
    name: 'products',
    title: 'Check the products',
    help: 'Rates, fees, limits and penalties: two samples are there to be changed.',
    to: `${paths.settings}?section=products`,
  },
  {
    name: 'sms',
    title: 'Set up SMS',
    help: 'Until a gateway is chosen, messages stay in the outbox and nobody receives them.',
    to: `${paths.settings}?section=sms`,
  },
  {
    name: 'link',
    title: 'Open the public link',
    help: 'Applicants fill the form in themselves; officers share links of their own.',
    to: paths.linkStatus,
  },
  {
    name: 'payroll',
    title: 'Upload a payroll',
    help: 'The checklist of a request compares what is stated with the newest accepted month.',
    to: paths.ippisUpload,
  },
]

/** The way to the first loan, for whoever set the lender up; gone once there is one. */
export function FirstStepsCard({ steps }: { steps: Steps }) {
  const done = STEPS.filter(step => steps[step.name]).length
  return (
    <Card
      flush
      title="Before the first loan"
      actions={
        <span className="text-[0.8125rem] text-muted tabular-nums">
          {done} of {STEPS.length} done
        </span>
      }
    >
      <ol className="divide-y divide-line">
        {STEPS.map(({ name, title, help, to }) => (
          <li key={name}>
            <Link to={to} className="flex items-start gap-3 px-5 py-3.5 hover:bg-canvas">
              {steps[name] ? (
                <CheckCircle2 aria-hidden size={20} className="shrink-0 text-positive" />
              ) : (
                <Circle aria-hidden size={20} className="shrink-0 text-faint" />
              )}
              <span className="min-w-0 flex-1">
                <span className="font-medium">
                  {title}
                  <span className="sr-only">{steps[name] ? ', done' : ', to do'}</span>
                </span>
                <span className="block text-[0.8125rem] text-muted">{help}</span>
              </span>
              <ChevronRight aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
