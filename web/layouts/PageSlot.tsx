import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Spinner } from '../ui/Spinner.tsx'

/** Around the page, drawn together with it so that the height does not change. */
type Props = { frame?: (page: ReactNode) => ReactNode }

/** The page of the current address, with a spinner until it is loaded. */
export function PageSlot({ frame = page => page }: Props) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Spinner centred />}>{frame(<Outlet />)}</Suspense>
    </ErrorBoundary>
  )
}
