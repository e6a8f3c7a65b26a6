import clsx from 'clsx'
import { type ChangeEvent, useState } from 'react'
import { DOCUMENT_ACCEPT, DOCUMENT_MESSAGES } from '../../contract/documents.ts'
import { Button } from '../ui/Button.tsx'
import { controlClass, Field } from '../ui/Field.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { typeOf } from './documentFile.ts'
import { shrinkImage } from './shrinkImage.ts'

const LIMITS = 'Photo, PDF, Word or Excel, at most 0.5 MB.'

type Props = {
  label?: string
  hint?: string
  file: File | undefined
  problem: string | undefined
  onChoose: (file: File | undefined) => Promise<void>
}

/** One file of the kinds and the size that documents may have; a photo that is too large is made smaller here. */
export function DocumentFileField({ label = 'File', hint = LIMITS, file, problem, onChoose }: Props) {
  const [shrinking, setShrinking] = useState(false)
  const [note, setNote] = useState<string>()
  const isLargePhoto = problem === DOCUMENT_MESSAGES.tooLarge && file && typeOf(file)?.startsWith('image/')

  const changed = (event: ChangeEvent<HTMLInputElement>): void => {
    setNote(undefined)
    void onChoose(event.target.files?.[0])
  }
  const shrink = async (large: File): Promise<void> => {
    setShrinking(true)
    const small = await shrinkImage(large)
    setShrinking(false)
    setNote(
      small
        ? `Made smaller: ${sizeText(small.size)} instead of ${sizeText(large.size)}.`
        : 'This photo could not be made smaller here. Take it again with a lower resolution.',
    )
    if (small) await onChoose(small)
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint} error={problem}>
        {control => (
          <input
            {...control}
            type="file"
            name="path"
            accept={DOCUMENT_ACCEPT}
            onChange={changed}
            className={clsx(
              controlClass,
              'cursor-pointer border-dashed p-2 text-sm file:mr-3 file:cursor-pointer file:rounded-md file:border-0',
              'file:bg-brand-soft file:px-3 file:py-1.5 file:font-medium file:text-brand-ink',
            )}
          />
        )}
      </Field>
      {isLargePhoto && (
        <div>
          <Button size="small" pending={shrinking} onClick={() => void shrink(file)}>
            Make the photo smaller
          </Button>
        </div>
      )}
      {note && (
        <p role="status" className="text-xs text-muted">
          {note}
        </p>
      )}
    </div>
  )
}
