import { useState } from 'react'
import {
  DOCUMENT_MESSAGES,
  DOCUMENT_TITLE_LONGEST,
  type DocumentSubject,
  documentApi,
} from '../../contract/documents.ts'
import { Input } from '../ui/Input.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { toast } from '../ui/toast.ts'
import { DocumentFileField } from './DocumentFileField.tsx'
import { fileProblem, readBase64 } from './documentFile.ts'
import { FormDialog } from './FormDialog.tsx'
import { useForm } from './useForm.ts'

type Props = { subjectType: DocumentSubject; subjectId: string; onClose: () => void }

/** The add-document form, in a dialog of its own. */
export function AddDocumentForm({ subjectType, subjectId, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState(false)
  const form = useForm(documentApi.documentAdd, {
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
      <DocumentFileField file={file} problem={problem ?? form.errors.path} onChoose={choose} />
      {form.pending && file && (
        <p role="status" className="flex flex-col gap-1.5 text-xs text-muted">
          Sending {sizeText(file.size)} …
          <progress className="h-1.5 w-full accent-brand" aria-label="Sending" />
        </p>
      )}
    </FormDialog>
  )
}
