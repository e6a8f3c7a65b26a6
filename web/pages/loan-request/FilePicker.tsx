import clsx from 'clsx'
import type { ChangeEvent } from 'react'
import { DOCUMENT_ACCEPT } from '../../../contract/documents.ts'
import { buttonClass } from '../../ui/Button.tsx'

type Props = {
  /** The document title, part of each button's accessible name. */
  title: string
  onChoose: (file: File) => void
}

/** Buttons for a photo (touch devices only) and for a file. */
export function FilePicker({ title, onChoose }: Props) {
  const chosen = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0]
    // allows the same file to be chosen again after an error
    event.target.value = ''
    if (file) onChoose(file)
  }
  const input = { type: 'file', onChange: chosen, className: 'sr-only' } as const
  return (
    <div className="flex flex-wrap gap-2">
      <label className={clsx(choice, 'not-pointer-coarse:hidden')}>
        <CameraIcon />
        Take photo
        <span className="sr-only">: {title}</span>
        <input {...input} accept="image/*" capture="environment" />
      </label>
      <label className={choice}>
        <FileIcon />
        Choose file
        <span className="sr-only">: {title}</span>
        <input {...input} accept={DOCUMENT_ACCEPT} />
      </label>
    </div>
  )
}

const choice = clsx(
  buttonClass('secondary', 'large'),
  'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
  'has-focus-visible:outline-brand',
)

const stroke = {
  width: 18,
  height: 18,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const CameraIcon = () => (
  <svg aria-hidden {...stroke}>
    <path d="M4 8h3l1.5-2.5h7L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z" />
    <circle cx="12" cy="13" r="3.5" />
  </svg>
)

const FileIcon = () => (
  <svg aria-hidden {...stroke}>
    <path d="M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7Zm0 0v4h4M12 17v-5m-2 2 2-2 2 2" />
  </svg>
)
