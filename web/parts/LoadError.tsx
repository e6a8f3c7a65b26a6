import type { ApiError } from '../api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

type Props = {
  /** The question that has no answer. */
  of: { error: ApiError | null; refetch: () => unknown }
  /** What to say when the address names nothing: "This loan is not here". */
  missing?: string
}

/** An address typed wrong is refused for its form, one of a record that is gone by its absence. */
const NAMES_NOTHING = [400, 404, 422]

/** Why a part of the page could not be loaded, and another try. */
export function LoadError({ of: { error, refetch }, missing }: Props) {
  if (!error) return null
  return (
    <ErrorState
      {...(missing && NAMES_NOTHING.includes(error.status) ? { title: missing } : {})}
      message={error.message}
      requestId={error.requestId}
      onRetry={() => void refetch()}
    />
  )
}
