import { useState } from 'react'
import { DOCUMENT_ACCEPT, DOCUMENT_MESSAGES } from '../../contract/documents.ts'
import { Button } from '../ui/Button.tsx'
import { FileField } from '../ui/FileField.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { typeOf } from './documentFile.ts'
import { shrinkImage } from './shrinkImage.ts'

const LIMITS = 'Photo, PDF, Word or Excel, at most 0.5 MB.'

type Props = {
  label?: string
  hint?: string
  file: File | undefined
  problem: string | undefined
  onChoose: (file: File) => Promise<void>
}

/** One file of the kinds and the size that documents may have; a photo that is too large is made smaller here. */
export function DocumentFileField({ label = 'File', hint = LIMITS, file, problem, onChoose }: Props) {
  const [shrinking, setShrinking] = useState(false)
  const [note, setNote] = useState<string>()
  const isLargePhoto = problem === DOCUMENT_MESSAGES.tooLarge && file && typeOf(file)?.startsWith('image/')

  const choose = (chosen: File): void => {
    setNote(undefined)
    void onChoose(chosen)
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
      <FileField
        label={label}
        hint={hint}
        error={problem}
        name="path"
        accept={DOCUMENT_ACCEPT}
        chosen={file && { name: file.name, size: sizeText(file.size) }}
        onChoose={choose}
      />
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
