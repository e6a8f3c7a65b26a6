import type { ApiError } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** A question that a field stands on. */
export type Asked = { data?: unknown; error: ApiError | null; refetch: () => unknown }

type Props = {
  of: Asked
  /** What is not known now, where no field beside it says so. */
  title?: string
}

/** Under a field whose choices could not be loaded: an empty list would say that there are none. */
export function LoadNotice({ of: { data, error, refetch }, title }: Props) {
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
