import { useState } from 'react'
import {
  DOCUMENT_MESSAGES,
  DOCUMENT_TITLE_MAX_LENGTH,
  type DocumentSubject,
  documentApi,
} from '../../contract/documents.ts'
import { Input } from '../ui/Input.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { ActDialog } from './ActDialog.tsx'
import { DocumentFileField } from './DocumentFileField.tsx'
import { fileProblem, readBase64 } from './documentFile.ts'
import type { Form } from './useForm.ts'

type Props = { subjectType: DocumentSubject; subjectId: string; onClose: () => void }

type AddForm = Form<typeof documentApi.documentAdd, { title: string; path: string; reason: string }>

/** The add-document form, in a dialog of its own. */
export function AddDocumentForm({ subjectType, subjectId, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState(false)
  const choose = async (chosen: File | undefined, set: AddForm['set']): Promise<void> => {
    const found = fileProblem(chosen)
    setFile(chosen)
    setProblem(found)
    set('path', '')
    if (!chosen || found) return
    setReading(true)
    try {
      set('path', await readBase64(chosen))
    } catch {
      setProblem(DOCUMENT_MESSAGES.fileRequired)
    }
    setReading(false)
  }
  return (
    <ActDialog
      endpoint={documentApi.documentAdd}
      initial={{ title: '', path: '' }}
      input={({ title, path }, id) => ({ id, subjectType, subjectId, title, path })}
      check={() => (problem ? { path: problem } : {})}
      done={({ title }) => `${title} is added.`}
      pending={reading}
      onClose={onClose}
      isDirty={file !== undefined}
      title="Add document"
      action="Add document"
    >
      {form => (
        <>
          <Input
            {...form.field('title')}
            label="Title"
            hint="What it is, such as “Payslip October 2026”."
            autoComplete="off"
            autoFocus
            // one more than fits, so that the message can be seen
            maxLength={DOCUMENT_TITLE_MAX_LENGTH + 1}
          />
          <DocumentFileField
            file={file}
            problem={problem ?? form.errors.path}
            onChoose={chosen => choose(chosen, form.set)}
          />
          {(form.pending || reading) && file && (
            <p role="status" className="flex flex-col gap-1.5 text-xs text-muted">
              Sending {sizeText(file.size)} …
              <progress className="h-1.5 w-full accent-brand" aria-label="Sending" />
            </p>
          )}
        </>
      )}
    </ActDialog>
  )
}
