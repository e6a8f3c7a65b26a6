import type { ApiError } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** A question that a field stands on. */
export type Asked = { data?: unknown; error: ApiError | null; refetch: () => unknown }

/** Under a field whose choices could not be loaded: an empty list would say that there are none. */
export function LoadNotice({ of: { data, error, refetch } }: { of: Asked }) {
  if (!error || data !== undefined) return null
  return (
    <Notice
      tone="negative"
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
