import { type ReactNode, useEffect, useState } from 'react'
import { organisationApi } from '../../contract/vocabulary.ts'
import { call } from '../call.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Logo } from './Logo.tsx'

/** For applicants: a wide card that scrolls in itself on a desk and fills a phone. */
export function ApplicantLayout({ children }: { children: ReactNode }) {
  const [lender, setLender] = useState({ logo: '', operatingCompany: '' })
  useEffect(() => {
    // without it the page is as good
    call(organisationApi.organisationGet, {}).then(setLender, () => {})
  }, [])
  return (
    <div className="grove grid min-h-dvh sm:place-items-center sm:p-8">
      <div
        // as high from the start as its first step makes it: it stands in the middle, and would jump as it grows
        className="flex w-full max-w-4xl flex-col bg-raised sm:max-h-[calc(100dvh-4rem)]
          sm:min-h-[min(calc(100dvh-4rem),54rem)] sm:overflow-hidden sm:rounded-2xl sm:shadow-float"
      >
        <header className="flex items-center justify-between gap-6 border-b border-line px-6 py-4 sm:px-10">
          <Logo logo={lender.logo} />
          {/* whom one applies to, and gives consent */}
          <span className="min-w-0 text-right text-sm text-pretty break-words text-muted">
            {lender.operatingCompany}
          </span>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <main tabIndex={0} className="flex-1 overflow-y-auto px-6 py-8 -outline-offset-2 sm:px-10">
          <ErrorBoundary>{children}</ErrorBoundary>
        </main>
      </div>
    </div>
  )
}
