import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Spinner } from '../ui/Spinner.tsx'

/** Where the page of the current address stands, with the loader until it is there. */
export function PageSlot() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Spinner centred />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}
