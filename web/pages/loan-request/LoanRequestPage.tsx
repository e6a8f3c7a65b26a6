import { useSearchParams } from 'react-router'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

const STEPS = [
  ['You', 'Your names, birth date, phone, BVN and NIN'],
  ['Your work', 'Your payroll, IPPIS number, ministry or command, and net pay'],
  ['The loan', 'How much and for how long, with every fee shown before you agree'],
  ['Your bank', 'The account your salary is paid into'],
  ['Next of kin', 'Somebody we can reach when we cannot reach you'],
  ['Documents', 'Photos or PDFs of your identity and pay slip'],
] as const

export default function LoanRequestPage() {
  const [search] = useSearchParams()
  const officer = search.get('accountOfficerCode')
  return (
    <>
      <PageHeading
        title="Apply for a loan"
        description="For people paid through a government payroll. It takes about ten minutes."
      />
      {officer && (
        <div className="mb-6">
          <Notice tone="brand">You came through the link of account officer {officer}.</Notice>
        </div>
      )}
      <Notice tone="caution" title="Applications are not open yet">
        When they open, you apply on this page. You will not be asked to pay anything to apply.
      </Notice>
      <h2 className="mt-8 mb-3 text-[0.9375rem] font-semibold">What you will need</h2>
      <ol className="grid gap-3 sm:grid-cols-2">
        {STEPS.map(([title, what], index) => (
          <li key={title} className="flex gap-3 rounded-xl border border-line p-4">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand-ink"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-medium">{title}</p>
              <p className="mt-0.5 text-muted">{what}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
