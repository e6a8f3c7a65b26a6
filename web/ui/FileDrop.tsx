import clsx from 'clsx'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'

type Props = {
  label: string
  /** What may be given, told before anybody sends it. */
  hint: string
  /** Endings for the picker; what a file holds is judged elsewhere. */
  accept: string
  chosen?: { name: string; size: string } | undefined
  error?: string | undefined
  onChoose: (file: File) => void
}

/** A place to drop one file on, which is also a button that opens the picker. */
export function FileDrop({ label, hint, accept, chosen, error, onChoose }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0]
    // so that the same file can be chosen again
    event.target.value = ''
    if (file) onChoose(file)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }
  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-[0.8125rem] font-medium" id={`${id}-label`}>
        {label}
      </span>
      <label
        htmlFor={id}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'relative flex cursor-pointer flex-col items-center gap-1 rounded-xl border-2 border-dashed px-6 py-8 text-center',
          'transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
          isOver ? 'border-brand bg-brand-soft' : 'border-edge/50 hover:border-brand hover:bg-canvas',
          error && 'border-negative',
        )}
      >
        <Sheet />
        <Invitation chosen={chosen} hint={hint} />
        <input
          id={id}
          type="file"
          accept={accept}
          onChange={change}
          aria-labelledby={`${id}-label`}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          className="sr-only"
        />
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-negative">
          {error}
        </p>
      )}
    </div>
  )
}

function Invitation({ chosen, hint }: Pick<Props, 'chosen' | 'hint'>) {
  return chosen ? (
    <>
      <span className="font-semibold break-all">{chosen.name}</span>
      <span className="text-muted">
        {chosen.size} · <span className="underline underline-offset-2">choose another</span>
      </span>
    </>
  ) : (
    <>
      <span>
        <span className="font-semibold text-brand-ink underline underline-offset-2">Choose a file</span> or
        drop it here
      </span>
      <span className="text-muted">{hint}</span>
    </>
  )
}

const Sheet = () => (
  <span aria-hidden className="mb-2 grid size-11 place-items-center rounded-xl bg-brand-soft text-brand-ink">
    <svg
      aria-hidden
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7Zm0 0v4h4M12 17v-5m-2 2 2-2 2 2" />
    </svg>
  </span>
)
