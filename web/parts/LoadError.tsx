import type { ApiError } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  /** The question that has no answer. */
  of: { error: ApiError | null; refetch: () => unknown }
  /** What to say when the address names nothing: "This loan is not here". */
  missing?: string
}

/** An address typed wrong is refused for its form, one of a record that is gone by its absence. */
const NAMES_NOTHING = [400, 404, 422]
const WRONG_ADDRESS = 'Nothing has this address. Check it, or open the record from its list.'

/** Why a part of the page could not be loaded, and another try where that can help. */
export function LoadError({ of: { error, refetch }, missing }: Props) {
  if (!error) return null
  if (missing && NAMES_NOTHING.includes(error.status))
    return <ErrorState title={missing} message={error.status === 404 ? error.message : WRONG_ADDRESS} />
  return <ErrorState message={error.message} requestId={error.requestId} onRetry={() => void refetch()} />
}

/** A question that a field stands on. */
export type Asked = { data?: unknown; error: ApiError | null; refetch: () => unknown }

type NoticeProps = {
  of: Asked
  /** What is not known now, where no field beside it says so. */
  title?: string
}

/** Under a field whose choices could not be loaded: an empty list would say that there are none. */
export function LoadNotice({ of: { data, error, refetch }, title }: NoticeProps) {
  if (!error || data !== undefined) return null
  return (
    <Notice
      tone="negative"
      {...(title ? { title } : {})}
      action={
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}
