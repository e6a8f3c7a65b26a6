import clsx from 'clsx'
import { useState } from 'react'
import { DOCUMENT_TITLE_MAX_LENGTH, documentTitle } from '../../../contract/documents.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { FilePicker } from './FilePicker.tsx'
import { Tick } from './StepProgress.tsx'
import type { UploadFile } from './submissionClient.ts'
import type { Application } from './useApplication.ts'

/** Required documents first, then others. Each file is uploaded on its own. */
export function DocumentsStep({ app }: { app: Application }) {
  const { page, uploads, client, drafts, draft, missing } = app
  const others = uploads.files.filter(file => !page.requiredDocuments.includes(file.title))
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        Upload a clear photo, PDF, Word or Excel file of at most 0.5 MB. Large photos are reduced on your
        device first.
      </p>
      {uploads.news && <Notice tone="notice">{uploads.news}</Notice>}
      <ul className="flex flex-col gap-3">
        {page.requiredDocuments.map(title => (
          <li key={title} className="rounded-xl border border-line bg-surface px-4 py-3.5">
            <Slot
              title={title}
              files={uploads.files.filter(file => file.title === title)}
              app={app}
              onChoose={file => void client.addFile(title, file)}
            />
          </li>
        ))}
        {others.map(file => (
          <li key={file.id} className="rounded-xl border border-line bg-surface px-4 py-3.5">
            <p className="font-medium break-words">{file.title}</p>
            <FileLine file={file} app={app} />
          </li>
        ))}
      </ul>
      <AnotherDocument onAdd={(title, file) => void client.addFile(title, file)} />
      {missing.length > 0 && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-4 py-2.5">
          <input
            type="checkbox"
            name="documentsLater"
            checked={draft.documentsLater}
            onChange={event => drafts.change({ documentsLater: event.target.checked })}
            className="size-5 shrink-0 accent-brand"
          />
          <span>
            {app.isStaff ? 'The applicant' : 'I'} will send{' '}
            {missing.length === 1 ? 'this document' : 'these documents'} later: {missing.join(', ')}
          </span>
        </label>
      )}
    </>
  )
}

type SlotProps = {
  title: string
  files: readonly UploadFile[]
  app: Application
  onChoose: (file: File) => void
}

function Slot({ title, files, app, onChoose }: SlotProps) {
  const isThere = files.some(file => file.state === 'sent')
  return (
    <>
      <div className="flex items-center gap-2">
        <span
          aria-hidden
          className={
            isThere
              ? 'grid size-6 shrink-0 place-items-center rounded-full bg-positive-soft text-positive'
              : 'size-6 shrink-0 rounded-full border-2 border-dashed border-edge/60'
          }
        >
          {isThere && <Tick />}
        </span>
        <p className="font-medium">
          {title} <span className="font-normal text-muted">(required)</span>
        </p>
      </div>
      {files.map(file => (
        <FileLine key={file.id} file={file} app={app} />
      ))}
      {files.length === 0 && (
        <div className="mt-3">
          <FilePicker title={title} onChoose={onChoose} />
        </div>
      )}
    </>
  )
}

const WORDS: Record<UploadFile['state'], string> = {
  preparing: 'Preparing',
  waiting: 'ConnectionNotice',
  sending: 'Uploading',
  sent: 'Uploaded',
  failed: 'Not uploaded',
}

function FileLine({ file, app: { client } }: { file: UploadFile; app: Application }) {
  const { state } = file
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-[0.8125rem] text-muted">
          {file.fileName} · {sizeText(file.bytes)}
        </p>
        <p
          role="status"
          className={clsx('text-[0.8125rem]', state === 'sent' ? 'font-medium text-positive' : 'text-muted')}
        >
          {WORDS[state]}
        </p>
        {state === 'sending' && (
          <progress
            value={file.share}
            max={1}
            aria-label={`Uploading ${file.title}`}
            className="mt-1.5 h-1.5 w-full accent-brand"
          />
        )}
        {file.problem && (
          <p role="alert" className="mt-1 text-[0.8125rem] font-medium text-negative">
            {file.problem}
          </p>
        )}
      </div>
      {state === 'failed' && client.canRetry(file.id) && (
        <Button size="large" onClick={() => void client.retryFile(file.id)}>
          Send again
        </Button>
      )}
      {(state === 'failed' || state === 'sent') && (
        <Button size="large" look="quiet" onClick={() => void client.removeFile(file.id)}>
          Remove<span className="sr-only"> {file.title}</span>
        </Button>
      )}
    </div>
  )
}

/** Any other document, under a title the applicant gives it. */
export function AnotherDocument({ onAdd }: { onAdd: (title: string, file: File) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string>()
  /** A file chosen before its title was valid. */
  const [held, setHeld] = useState<File>()
  const add = (file: File): void => {
    const checked = documentTitle.safeParse(title)
    setHeld(checked.success ? undefined : file)
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.success) return
    onAdd(checked.data, file)
    setTitle('')
    setOpen(false)
  }
  if (!isOpen)
    return (
      <div>
        <Button size="large" onClick={() => setOpen(true)}>
          Add another document
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-3 rounded-xl border border-line bg-surface px-4 py-3.5">
      <Input
        label="Title"
        hint="For example “Letter of appointment”."
        value={title}
        error={problem}
        autoComplete="off"
        maxLength={DOCUMENT_TITLE_MAX_LENGTH + 1}
        onChange={event => {
          setTitle(event.target.value)
          setProblem(undefined)
        }}
        // Enter would submit the surrounding form and leave this step
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <FilePicker title={title || 'another document'} onChoose={add} />
      {held && (
        <div>
          <Button size="large" look="primary" onClick={() => add(held)}>
            Add {held.name}
          </Button>
        </div>
      )}
    </div>
  )
}
