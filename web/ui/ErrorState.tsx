import { Button } from './Button.tsx'

type Props = {
  title?: string
  /** What happened, in the server's words. */
  message: string
  /** Quoted when it is reported. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  retryLabel?: string
}

export function ErrorState({
  title = 'This could not be loaded',
  message,
  requestId,
  onRetry,
  retryLabel = 'Try again',
}: Props) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <div
        aria-hidden
        className="mb-4 grid size-12 place-items-center rounded-2xl bg-negative-soft text-lg font-semibold text-negative"
      >
        !
      </div>
      <p className="text-[0.9375rem] font-semibold">{title}</p>
      <p className="mt-1.5 max-w-md text-balance text-muted">{message}</p>
      {requestId && <p className="mt-2 text-xs text-faint">Reference {requestId}</p>}
      {onRetry && (
        <Button className="mt-5" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
