import type { ReactNode } from 'react'
import { findBank } from '../../../contract/nigeria.ts'
import { tenorText } from '../../../contract/products.ts'
import { dayText, moneyText, phoneText } from '../../parts/figures.ts'
import { QuoteSummary } from '../../parts/QuoteSummary.tsx'
import { wholeNumber } from '../../parts/requestedTerms.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type AnswerName, type Answers, LABELS, toWire } from './answers.ts'
import { ConsentText } from './ConsentStep.tsx'
import { productOf, useQuote } from './LoanStep.tsx'
import { answersOf, type PublicPage, type StepName } from './steps.ts'
import type { Application } from './useApplication.ts'

const ANSWERED = ['identity', 'work', 'loan', 'bank', 'kin'] as const

export function ReviewStep({ app }: { app: Application }) {
  const { page, draft, uploads, missing } = app
  const figures = useQuote(page, draft.answers)
  const unsent = uploads.files.filter(file => file.state === 'failed')
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        Please check every line. You can withdraw the request until it is approved.
      </p>
      {uploads.news && <Notice tone="notice">{uploads.news}</Notice>}
      {figures && <QuoteSummary quote={figures} isForApplicant />}
      {ANSWERED.map(step => (
        <Section key={step} step={step} app={app}>
          <dl className="ruled">
            {linesOf(step, page, draft.answers).map(({ term, value }) => (
              <div key={term} className="grid grid-cols-[40%_1fr] gap-x-4 py-2.5 sm:grid-cols-[14rem_1fr]">
                <dt className="text-muted">{term}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
      <Section step="documents" app={app}>
        <ul className="flex flex-col gap-1.5 py-2.5">
          {uploads.files.map(file => (
            <li key={file.id} className="break-words">
              {file.title} <span className="text-muted">({file.fileName})</span>
            </li>
          ))}
          {missing.map(title => (
            <li key={title} className="text-caution">
              {title}: to be sent later
            </li>
          ))}
        </ul>
        {unsent.length > 0 && (
          <Notice tone="negative">
            Not uploaded: {unsent.map(file => file.title).join(', ')}. Go to Documents to upload it again or
            remove it.
          </Notice>
        )}
      </Section>
      <Section step="consent" app={app}>
        <div className="py-2.5">
          <ConsentText text={page.consent.text} />
          <p className="mt-2.5">
            {app.isStaff
              ? 'You confirmed that you hold the applicant’s signed consent.'
              : 'You have agreed to this. By submitting the request, you confirm it.'}
          </p>
        </div>
      </Section>
    </>
  )
}

type SectionProps = { step: StepName; app: Application; children: ReactNode }

function Section({ step, app, children }: SectionProps) {
  const title = app.steps.find(each => each.name === step)?.title ?? ''
  return (
    <section aria-label={title}>
      <div className="flex items-center justify-between gap-4 border-b border-line">
        <h3 className="font-semibold">{title}</h3>
        <Button look="quiet" size="large" className="-mr-4 !text-brand-ink" onClick={() => app.go(step)}>
          Change<span className="sr-only"> {title}</span>
        </Button>
      </div>
      {children}
    </section>
  )
}

function linesOf(step: StepName, page: PublicPage, answers: Answers): { term: string; value: string }[] {
  return answersOf(step)
    .filter(name => answers[name] !== '')
    .map(name => ({ term: LABELS[name], value: shown(name, page, answers) }))
}

const masked = (digits: string): string => `••••••• ${digits.slice(-4)}`

/** An answer as text. BVN and NIN are masked. */
function shown(name: AnswerName, page: PublicPage, answers: Answers): string {
  const typed = answers[name]
  switch (name) {
    case 'bvn':
    case 'nin':
      return masked(toWire(answers, 0, '')[name])
    case 'dateOfBirth':
    case 'firstAppointmentOn':
      return dayText(toWire(answers, 0, '')[name])
    case 'phone':
    case 'kinPhone':
      return phoneText(typed)
    case 'netPay':
    case 'amount':
      return moneyText(typed)
    case 'payrollSource':
      return page.payrollSources.find(source => source.code === typed)?.name ?? typed
    case 'productId':
      return productOf(page, answers)?.name ?? typed
    case 'tenor': {
      const product = productOf(page, answers)
      return tenorText(wholeNumber(typed), product?.terms.frequency.rhythm ?? 'monthly')
    }
    case 'bankCode':
      return findBank(typed)?.Name ?? typed
    default:
      return typed
  }
}
