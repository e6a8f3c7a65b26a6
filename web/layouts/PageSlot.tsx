import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Spinner } from '../ui/Spinner.tsx'

/** What stands around the page and takes its height from it: drawn together with it, so that it never jumps. */
type Props = { frame?: (page: ReactNode) => ReactNode }

/** Where the page of the current address stands, with the loader until it is there. */
export function PageSlot({ frame = page => page }: Props) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Spinner centred />}>{frame(<Outlet />)}</Suspense>
    </ErrorBoundary>
  )
}
