import { useState } from 'react'
import { LOGO_MAX_CHARACTERS } from '../../../contract/settings.ts'
import { pictureWithin } from '../../parts/shrinkImage.ts'
import { Button } from '../../ui/Button.tsx'
import { FileField } from '../../ui/FileField.tsx'

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

const SIDE = 256

/** Picture field that resizes the file in the browser. */
export function PictureField({ label, hint = '', error, value, onChange }: Props) {
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File): Promise<void> => {
    const made = await pictureWithin(file, SIDE, LOGO_MAX_CHARACTERS)
    setProblem(made ? undefined : 'This file is not a readable picture. Choose a PNG, JPEG or WebP file.')
    if (made) onChange(made)
  }
  return (
    <div className="flex flex-col gap-2">
      {value !== '' && (
        <div className="flex items-center gap-4">
          <img
            src={value}
            alt={label}
            className="size-16 rounded-lg border border-line bg-white object-contain p-1"
          />
          <Button size="small" onClick={() => onChange('')}>
            Remove
          </Button>
        </div>
      )}
      <FileField
        label={label}
        hint={`${hint} PNG, JPEG or WebP.`.trim()}
        accept="image/png,image/jpeg,image/webp"
        error={problem ?? error}
        onChoose={file => void choose(file)}
      />
    </div>
  )
}
