import { type ReactNode, useState } from 'react'
import type { SAMPLE_FILES } from '../../../contract/sampleFiles.ts'
import type { ApiError } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { focusFirstError } from '../../ui/focus.ts'
import { Notice } from '../../ui/Notice.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { UnsavedGuard } from '../UnsavedGuard.tsx'
import { chosenFileProblem, FILE_ACCEPT, FILE_HINT } from './intakeWords.ts'
import { SampleFileButton } from './SampleFileButton.tsx'
import { StepLine } from './StepLine.tsx'

type Props = {
  file: File | undefined
  fileProblem: string | undefined
  onFile: (file: File, problem: string | undefined) => void
  opening: { error: ApiError | null; isPending: boolean; isSuccess: boolean }
  onSubmit: () => void
  /** Shown beside the button: what does not happen before the approval. */
  note: string
  /** Sample file to download. */
  sample?: keyof typeof SAMPLE_FILES | undefined
  /** Fields about the file. */
  children: ReactNode
}

/** First step of every upload: fields about the file, then the file. */
export function UploadForm({ file, fileProblem, onFile, opening, onSubmit, note, sample, children }: Props) {
  // typed text counts as unsaved; source and month are quick to choose again
  const [isTyped, setTyped] = useState(false)
  return (
    <>
      <StepLine current={0} />
      <UnsavedGuard
        when={(file !== undefined || isTyped) && !opening.isSuccess}
        {...(file ? { means: 'The file you chose has not been uploaded.' } : {})}
      />
      <Card className="max-w-3xl">
        <form
          onSubmit={event => {
            event.preventDefault()
            onSubmit()
            focusFirstError(event.currentTarget)
          }}
          onInput={({ currentTarget }) => setTyped([...currentTarget.elements].some(isWritten))}
          noValidate
          className="flex flex-col gap-5"
        >
          {children}
          <FileField
            roomy
            label="File"
            hint={FILE_HINT}
            accept={FILE_ACCEPT}
            chosen={file && { name: file.name, size: sizeText(file.size) }}
            error={fileProblem}
            onChoose={chosen => onFile(chosen, chosenFileProblem(chosen))}
          />
          {sample && <SampleFileButton of={sample} />}
          {opening.error && (
            <Notice tone="negative" title="Upload not started">
              {opening.error.message}
            </Notice>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p className="flex-1 text-[0.8125rem] text-muted">{note}</p>
            <Button type="submit" look="primary" pending={opening.isPending}>
              Upload
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}

const isWritten = (field: Element): boolean =>
  field instanceof HTMLInputElement && field.type === 'text' && field.value !== ''
