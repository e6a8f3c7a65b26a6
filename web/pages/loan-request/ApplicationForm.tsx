import clsx from 'clsx'
import { type FormEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useIsOnline } from '../../ui/online.ts'
import { BankStep, IdentityStep, KinStep, WorkStep } from './AnswerSteps.tsx'
import { LABELS } from './answers.ts'
import { ConsentStep, consentMissing } from './ConsentStep.tsx'
import { DocumentsStep } from './DocumentsStep.tsx'
import type { DraftStore } from './draftStore.ts'
import { LoanStep } from './LoanStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { StepProgress } from './StepProgress.tsx'
import { answersOf, type PublicPage } from './steps.ts'
import { type Application, useApplication } from './useApplication.ts'

type Props = {
  drafts: DraftStore
  page: PublicPage
  onPageStale: () => void
  /** Staff user and account officer; shown on the first step and before sending. */
  intro: ReactNode
  /** Notice about a restored draft; shown until the first step change. */
  resumed: ReactNode
}

/** The application form, one step at a time. Enter continues, and every answer is saved as a draft. */
export function ApplicationForm({ drafts, page, onPageStale, intro, resumed }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const honeypot = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const app = useApplication({ drafts, page, onPageStale, website: () => honeypot.current?.value ?? '' })
  const { step, steps, submission } = app
  const [arrivedAt] = useState(step)
  const title = steps.find(each => each.name === step)?.title ?? ''
  const isLast = steps[steps.length - 1]?.name === step
  const continueBar = useScrollToContinue(app)
  useFocus(form, app)
  useBackground(app)

  const send = app.isStaff ? 'Submit request' : 'Submit my request'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (submission.state === 'idle') continueForm(app, isLast, code)
  }
  return (
    <>
      {step === arrivedAt && resumed}
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col">
        <StepProgress steps={steps} current={step} onGo={app.go} />
        <h2 tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
          {title}
        </h2>
        <div className="flex flex-col gap-5">
          <Summary app={app} />
          {(step === 'consent' || step === 'review') && intro}
          <StepBody app={app} code={code} onCode={setCode} />
          <ConnectionNotice app={app} />
        </div>
        <Honeypot ref={honeypot} />
        {/* on a wide screen the card scrolls: Continue stays visible, except before the consent has been ticked */}
        <div
          ref={continueBar}
          className={clsx(
            'mt-8 flex flex-col-reverse gap-3 border-t border-line pt-5 sm:flex-row sm:justify-between',
            step !== 'consent' && 'sm:sticky sm:-bottom-8 sm:-mb-8 sm:bg-raised sm:pb-8',
          )}
        >
          {step === 'consent' ? <span /> : <BackButton app={app} />}
          <Button type="submit" look="primary" size="large" pending={submission.state === 'sending'}>
            {isLast ? send : 'Continue'}
          </Button>
        </div>
      </form>
    </>
  )
}

function continueForm(app: Application, isLast: boolean, code: string): void {
  const { step, uploads, draft, missing } = app
  const unsent = uploads.files.filter(file => file.state === 'failed')
  if (step === 'consent' && !app.consented)
    app.refuse({ text: consentMissing(app.isStaff), about: 'consent' })
  else if (step === 'documents' && missing.length > 0 && !draft.documentsLater)
    app.refuse({
      text: `Missing: ${missing.join(', ')}. Upload it, or tick below that you will send it later.`,
    })
  else if ((step === 'documents' || isLast) && unsent.length > 0)
    app.refuse({
      text: `Not uploaded: ${unsent.map(file => file.title).join(', ')}. Upload it again, or remove it.`,
    })
  else if (step === 'phone' && code.length < 6)
    app.refuse({ text: 'Please enter the six-digit code we sent you', about: 'phoneCode' })
  else if (isLast) void app.submission.submit(code)
  else app.continueForm()
}

type BodyProps = { app: Application; code: string; onCode: (code: string) => void }

function StepBody({ app, code, onCode }: BodyProps) {
  switch (app.step) {
    case 'consent':
      return <ConsentStep app={app} />
    case 'identity':
      return <IdentityStep app={app} />
    case 'work':
      return <WorkStep app={app} />
    case 'loan':
      return <LoanStep app={app} />
    case 'bank':
      return <BankStep app={app} />
    case 'kin':
      return <KinStep app={app} />
    case 'documents':
      return <DocumentsStep app={app} />
    case 'review':
      return <ReviewStep app={app} />
    case 'phone':
      return <PhoneStep app={app} code={code} onCode={onCode} />
  }
}

/** The error of the step and, when several answers are wrong, a link to each. */
function Summary({ app: { message, errors, step } }: { app: Application }) {
  const wrong = answersOf(step).filter(name => errors[name])
  const focus = (name: string): void => {
    const control = document.getElementsByName(name)[0]
    control?.focus()
  }
  return (
    <>
      {message && !message.about && <Notice tone="negative">{message.text}</Notice>}
      {wrong.length > 1 && (
        <Notice tone="negative" title={`${wrong.length} answers need to be corrected`}>
          <p className="sm:hidden">Each one is marked below.</p>
          <ul className="mt-1 hidden gap-x-6 sm:grid sm:grid-cols-2">
            {wrong.map(name => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => focus(name)}
                  className="min-h-8 text-left underline underline-offset-4"
                >
                  {LABELS[name]}: {errors[name]}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function ConnectionNotice({ app: { submission, drafts } }: { app: Application }) {
  return (
    <>
      <div role="status">
        {submission.state === 'waiting' && (
          <Notice
            tone="caution"
            title="Connection lost"
            action={
              <Button size="large" onClick={submission.tryNow}>
                Try now
              </Button>
            }
          >
            Keep this page open. We keep trying, and your request is submitted only once.
          </Notice>
        )}
      </div>
      {!drafts.keeps() && (
        <Notice tone="caution">
          This browser cannot save a draft. Please do not close the page before you submit your request.
        </Notice>
      )}
    </>
  )
}

function BackButton({ app: { steps, step, go } }: { app: Application }) {
  const at = steps.findIndex(each => each.name === step)
  const before = steps[at - 1]?.name ?? 'consent'
  return (
    <Button size="large" onClick={() => go(before)}>
      Back
    </Button>
  )
}

/** A hidden field that only a bot fills in. */
function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden className="pointer-events-none absolute size-0 overflow-hidden opacity-0">
      <label>
        Website
        <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}

/** Moves the focus to the heading of a new step, or to the first wrong answer. */
function useFocus(form: RefObject<HTMLFormElement | null>, { step, refusals }: Application): void {
  const seen = useRef({ step, refusals })
  useEffect(() => {
    if (seen.current.step === step && seen.current.refusals === refusals) return
    const isNewStep = seen.current.step !== step
    seen.current = { step, refusals }
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong) return wrong.focus()
    if (isNewStep) {
      window.scrollTo(0, 0)
      form.current?.closest('main')?.scrollTo(0, 0)
    }
    form.current?.querySelector('h2')?.focus()
  }, [form, step, refusals])
}

/** Scrolls to Continue once the consent is ticked. */
function useScrollToContinue({ consented }: Application): RefObject<HTMLDivElement | null> {
  const continueBar = useRef<HTMLDivElement>(null)
  const had = useRef(consented)
  useEffect(() => {
    if (consented && !had.current) continueBar.current?.scrollIntoView({ block: 'nearest' })
    had.current = consented
  }, [consented])
  return continueBar
}

/** Background work: proof of work, the server draft before it is needed, files that failed while offline. */
function useBackground({ client, consented, step }: Application): void {
  const isOnline = useIsOnline()
  useEffect(() => {
    if (consented) client.prepare()
  }, [client, consented])
  useEffect(() => {
    if (isOnline) client.retryAll()
  }, [client, isOnline])
  useEffect(() => {
    // an error is shown when the request is submitted
    if (step === 'review') client.open().catch(() => undefined)
  }, [client, step])
}
