import { useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { Sent } from './draft.ts'
import { Tick } from './StepProgress.tsx'

type Props = { sent: Sent; onStatus: () => void; onAnother: () => void }

const NEXT = [
  [
    'We check your request',
    'We compare your details with your payroll record and may ask you for a document.',
  ],
  ['We decide', 'A reviewer recommends a decision and an authorizer approves or rejects the request.'],
  ['We send you an SMS', 'If your loan is approved, the offer letter states all terms.'],
] as const

const FOR_APPLICANTS = {
  made: {
    title: 'Request submitted',
    text: 'Use this reference and your phone number to check its status.',
  },
  pending: {
    title: 'You already have a pending request',
    text: 'No new request was created. This is the reference of your pending request:',
  },
}
const FOR_STAFF = {
  made: {
    title: 'Request submitted',
    text: 'Give the applicant this reference. With it and their phone number they can check the status.',
  },
  pending: {
    title: 'The applicant already has a pending request',
    text: 'No new request was created. This is the reference of the pending request:',
  },
}

/** The confirmation after submission, with the reference in large type. */
export function SentNotice({ sent, onStatus, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const words = (sent.requestId ? FOR_STAFF : FOR_APPLICANTS)[sent.alreadyPending ? 'pending' : 'made']
  return (
    <section aria-labelledby="sent" className="mx-auto flex max-w-xl flex-col items-center py-4 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-positive-soft text-positive">
        <Tick size={28} />
      </span>
      <h2 id="sent" ref={heading} tabIndex={-1} className="mt-4 text-xl font-semibold outline-none">
        {words.title}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">{words.text}</p>
      <Reference reference={sent.reference} />
      {!sent.requestId && <Next />}
      <div className="mt-8 flex w-full flex-col justify-center gap-3 sm:flex-row">
        {sent.requestId ? (
          <a
            href={`#${paths.request('reviewer', sent.requestId)}`}
            className={buttonClass('primary', 'large')}
          >
            Open request
          </a>
        ) : (
          <Button size="large" look="primary" onClick={onStatus}>
            Check status
          </Button>
        )}
        <Button size="large" onClick={onAnother}>
          Start another request
        </Button>
      </div>
    </section>
  )
}

function Next() {
  return (
    <ol className="mt-8 flex w-full flex-col gap-4 text-left">
      {NEXT.map(([title, words], index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand-ink"
          >
            {index + 1}
          </span>
          <div>
            <p className="font-medium">{title}</p>
            <p className="text-muted">{words}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Reference({ reference }: { reference: string }) {
  const [said, setSaid] = useState('Copy')
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(reference).then(
      () => setSaid('Copied'),
      () => setSaid('Please write it down'),
    )
  return (
    <div className="mt-6 w-full rounded-2xl bg-brand-soft px-4 py-5">
      <p className="text-[0.8125rem] text-brand-ink">Reference</p>
      <p
        data-testid="reference"
        className="mt-1 text-[clamp(1.5rem,7vw,2.25rem)] leading-tight font-semibold tracking-wide text-ink tabular-nums
          select-all"
      >
        {reference}
      </p>
      <Button size="large" className="mt-3 min-w-28" onClick={() => void copy()}>
        <span role="status">{said}</span>
      </Button>
    </div>
  )
}
