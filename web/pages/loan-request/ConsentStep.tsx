import { useId } from 'react'
import { consentStep } from '../../../contract/application.ts'
import { LoanTerms } from './LoanStep.tsx'
import type { Application } from './useApplication.ts'

/** The contract's message when the consent is not ticked. */
const CONSENT_MISSING =
  consentStep.shape.consented.safeParse(false).error?.issues[0]?.message ?? 'Please agree first'

const SIGNATURE_MISSING = 'Please confirm that you hold the signed consent'

/** The error when the box is not ticked. */
export const consentMissing = (isStaff: boolean): string => (isStaff ? SIGNATURE_MISSING : CONSENT_MISSING)

export function ConsentStep({ app }: { app: Application }) {
  const id = useId()
  const { page, drafts, consented, isStaff } = app
  const isMissing = app.message?.about === 'consent'
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        See what your loan costs before you apply. You can change the figures later.
      </p>
      <LoanTerms app={app} />
      <Requirements documents={page.requiredDocuments} isStaff={isStaff} />
      {isStaff && (
        <p className="text-[0.9375rem] font-medium">The applicant must have signed this consent:</p>
      )}
      <ConsentText text={page.consent.text} />
      <div>
        <label
          htmlFor={id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-edge px-4 py-3 font-medium
            has-checked:border-brand has-checked:bg-brand-soft has-aria-invalid:border-negative"
        >
          <input
            id={id}
            type="checkbox"
            checked={consented}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onChange={event =>
              drafts.change({ agreedTo: event.target.checked ? page.consent.version : null })
            }
            className="size-5 shrink-0 accent-brand"
          />
          {isStaff
            ? 'I confirm that the applicant has read this and that I hold their signed consent'
            : 'I have read this and agree'}
        </label>
        {isMissing && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-[0.8125rem] font-medium text-negative">
            {consentMissing(isStaff)}
          </p>
        )}
      </div>
    </>
  )
}

export function ConsentText({ text }: { text: string }) {
  return (
    <div className="rounded-xl border border-line bg-surface px-5 py-4 text-[0.9375rem] leading-6">
      {text.split(/\n{2,}/).map(paragraph => (
        <p key={paragraph} className="not-first:mt-3">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

function Requirements({ documents, isStaff }: { documents: readonly string[]; isStaff: boolean }) {
  return (
    <section aria-label="What you need" className="text-[0.9375rem] leading-6">
      <p>
        {isStaff
          ? 'Have the following ready. In this form, “you” is the applicant.'
          : 'Have the following ready. It takes about ten minutes, and applying is free.'}
      </p>
      <ul className="mt-2 grid list-disc gap-0.5 pl-5 text-muted marker:text-brand">
        <li>Your BVN and NIN (dial *565*0# and *346# to see them)</li>
        <li>Your IPPIS / staff number, and the net pay on your last payslip</li>
        <li>The account your salary is paid into</li>
        {documents.length > 0 && <li>A photo or PDF of: {documents.join(', ')}</li>}
      </ul>
    </section>
  )
}
