import clsx from 'clsx'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type Props = Omit<FieldProps, 'labelHidden'> & {
  /** What may be given, told before anybody sends it. */
  hint: ReactNode
  /** Endings for the picker; what a file holds is judged elsewhere. */
  accept: string
  name?: string
  chosen?: { name: string; size: string } | undefined
  onChoose: (file: File) => void
  /** Where the file is all that the form is about. */
  roomy?: boolean
}

/** A place to drop one file on, which is also a button that opens the picker. */
export function FileField({ accept, name, chosen, onChoose, roomy = false, ...field }: Props) {
  const [isOver, setOver] = useState(false)
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0]
    // so that the same file, corrected, can be chosen again
    event.target.value = ''
    setOver(false)
    if (file) onChoose(file)
  }
  return (
    <Field {...field}>
      {control => (
        <div
          className={clsx(
            'relative flex items-center border-dashed transition-colors has-focus-visible:outline-2',
            'has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
            roomy
              ? 'flex-col gap-2 rounded-xl border-2 px-6 py-8 text-center'
              : 'gap-3 rounded-lg border px-3 py-2',
            isOver ? 'border-brand bg-brand-soft' : 'border-edge/60 hover:border-brand hover:bg-canvas',
            field.error && 'border-negative',
          )}
        >
          <Sheet roomy={roomy} />
          <Invitation chosen={chosen} />
          {/* over all of it: the browser's own field takes the click, the key and the drop */}
          <input
            {...control}
            type="file"
            name={name}
            accept={accept}
            title=""
            onChange={change}
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
      )}
    </Field>
  )
}

const Invitation = ({ chosen }: Pick<Props, 'chosen'>) =>
  chosen ? (
    <span className="min-w-0">
      <span className="font-semibold break-all">{chosen.name}</span>{' '}
      <span className="text-muted">
        {chosen.size} · <span className="underline underline-offset-2">choose another</span>
      </span>
    </span>
  ) : (
    <span>
      <span className="font-semibold underline underline-offset-2">Choose a file</span> or drop it here
    </span>
  )

const Sheet = ({ roomy }: { roomy: boolean }) => (
  <span
    aria-hidden
    className={clsx(
      'grid shrink-0 place-items-center bg-sunken text-muted',
      roomy ? 'size-11 rounded-xl' : 'size-8 rounded-lg',
    )}
  >
    <svg
      aria-hidden
      width={roomy ? 22 : 18}
      height={roomy ? 22 : 18}
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
