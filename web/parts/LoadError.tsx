import type { ApiError } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  /** The failed query. */
  of: { error: ApiError | null; refetch: () => unknown }
  /** What to say when the address names nothing: "Loan not found". */
  missing?: string
}

/** 400 and 422: the address is malformed. 404: the record does not exist. */
const NAMES_NOTHING = [400, 404, 422]
const WRONG_ADDRESS = 'The address is not valid. Check it, or open the record from its list.'

/** Why a part of the page could not be loaded, with a retry where it can help. */
export function LoadError({ of: { error, refetch }, missing }: Props) {
  if (!error) return null
  if (missing && NAMES_NOTHING.includes(error.status))
    return <ErrorState title={missing} message={error.status === 404 ? error.message : WRONG_ADDRESS} />
  return <ErrorState message={error.message} requestId={error.requestId} onRetry={() => void refetch()} />
}

/** The query that a field depends on. */
export type Asked = { data?: unknown; error: ApiError | null; refetch: () => unknown }

type NoticeProps = {
  of: Asked
  /** What could not be loaded, if no field beside it says so. */
  title?: string
}

/** Shown under a field whose options could not be loaded. */
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
