import { Compass } from 'lucide-react'
import { useLocation } from 'react-router'
import type { ApiError } from '../api.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'

/** What was asked for is not there, or its name could never be one. */
export const namesNothing = (error: ApiError | null | undefined): boolean =>
  error?.code === 'record.unknown' || error?.code === 'input.invalid'

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center py-16 text-center sm:py-24">
      <div
        aria-hidden
        className="mb-6 grid size-16 place-items-center rounded-2xl bg-sunken text-muted ring-8 ring-sunken/50"
      >
        <Compass size={28} />
      </div>
      <PageHeading
        centred
        title="Page not found"
        description={
          <>
            There is nothing at <code className="rounded bg-sunken px-1.5 py-0.5 break-all">{pathname}</code>.
            It may have moved, or the link was cut short.
          </>
        }
      />
      <LinkButton to={paths.dashboard} look="primary">
        Back to the dashboard
      </LinkButton>
    </div>
  )
}
