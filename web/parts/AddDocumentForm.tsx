import clsx from 'clsx'
import { type ChangeEvent, useState } from 'react'
import {
  DOCUMENT_ACCEPT,
  DOCUMENT_MESSAGES,
  DOCUMENT_TITLE_LONGEST,
  type DocumentSubject,
  documentApi,
} from '../../contract/documents.ts'
import { Button } from '../ui/Button.tsx'
import { controlClass, Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { toast } from '../ui/toast.ts'
import { fileProblem, readBase64, typeOf } from './documentFile.ts'
import { FormDialog } from './FormDialog.tsx'
import { shrinkImage } from './shrinkImage.ts'
import { useActForm } from './useActForm.ts'

type Props = { subjectType: DocumentSubject; subjectId: string; onClose: () => void }

/** The add-document form of the specification, in a dialog of its own. */
export function AddDocumentForm({ subjectType, subjectId, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState(false)
  const form = useActForm(documentApi.documentAdd, {
    initial: { title: '', path: '' },
    toInput: values => ({ id, subjectType, subjectId, ...values }),
    check: () => (problem ? { path: problem } : {}),
    onDone: document => {
      toast('success', `${document.title} is added.`)
      onClose()
    },
  })

  const choose = async (chosen: File | undefined): Promise<void> => {
    const found = fileProblem(chosen)
    setFile(chosen)
    setProblem(found)
    form.set('path', '')
    if (!chosen || found) return
    setReading(true)
    try {
      form.set('path', await readBase64(chosen))
    } catch {
      setProblem(DOCUMENT_MESSAGES.fileRequired)
    }
    setReading(false)
  }
  return (
    <FormDialog
      form={{ ...form, pending: form.pending || reading }}
      onClose={onClose}
      isDirty={file !== undefined}
      title="Add document"
      action="Add document"
    >
      <Input
        {...form.field('title')}
        label="Title"
        hint="What it is, such as “Payslip October 2026”."
        autoComplete="off"
        autoFocus
        // one more than fits, so that the message can be seen
        maxLength={DOCUMENT_TITLE_LONGEST + 1}
      />
      <FileField file={file} problem={problem ?? form.errors.path} onChoose={choose} />
      {form.pending && file && (
        <p role="status" className="flex flex-col gap-1.5 text-xs text-muted">
          Sending {sizeText(file.size)} …
          <progress className="h-1.5 w-full accent-brand" aria-label="Sending" />
        </p>
      )}
    </FormDialog>
  )
}

type FileFieldProps = {
  file: File | undefined
  problem: string | undefined
  onChoose: (file: File | undefined) => Promise<void>
}

function FileField({ file, problem, onChoose }: FileFieldProps) {
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
      <Field label="File" hint="Photo, PDF, Word or Excel, at most 0.5 MB." error={problem}>
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
