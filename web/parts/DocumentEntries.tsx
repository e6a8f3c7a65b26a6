import { Download, Eye, FileImage, FileSpreadsheet, FileText, Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod/mini'
import { type DocumentSubject, type document, documentApi } from '../../contract/documents.ts'
import { useApi } from '../api.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { ActDialog } from './ActDialog.tsx'
import { useMay } from './currentUser.ts'
import { TYPE_NAMES } from './documentFile.ts'
import { fetchFile } from './fetchFile.ts'
import { LoadError } from './LoadError.tsx'

type Document = z.output<typeof document>

const AddDocumentForm = lazyPart(() => import('./AddDocumentForm.tsx').then(part => part.AddDocumentForm))
const DocumentViewer = lazyPart(() => import('./DocumentViewer.tsx').then(part => part.DocumentViewer))

type Props = {
  subjectType: DocumentSubject
  subjectId: string
  /** Why nothing can be added now, as a sentence; the button stays and says so. */
  addRefusal?: string | undefined
  /** Shown on another record: opened here, changed where it belongs. */
  readOnly?: true
}

type Doing = { act: 'view' | 'retire'; document: Document } | { act: 'add' }

/** The documents of a request, a customer, a loan or a journal: open, download, add, take out. */
export function DocumentEntries({ subjectType, subjectId, addRefusal, readOnly }: Props) {
  const documents = useApi(documentApi.documentList, { subjectType, subjectId })
  const mayChange = useMay('customer.change') && !readOnly
  const [doing, setDoing] = useState<Doing>()
  const stop = (): void => setDoing(undefined)
  const addButton = mayChange && (
    <Button
      icon={<Paperclip aria-hidden size={16} />}
      disabledReason={addRefusal}
      onClick={() => setDoing({ act: 'add' })}
    >
      Add document
    </Button>
  )

  if (documents.error && !documents.data) return <LoadError of={documents} />
  if (!documents.data) return <Skeleton className="my-3 h-12 w-full" />
  const { rows } = documents.data
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon={<FileText />} title="No documents yet" action={addButton}>
          {subjectType === 'journal'
            ? 'Invoices, receipts and other vouchers appear here once they are added.'
            : 'Payslips, letters and identity documents appear here once they are added.'}
        </EmptyState>
      ) : (
        <>
          <ul className="ruled">
            {rows.map(one => (
              <DocumentRow key={one.id} document={one} mayChange={mayChange} onDo={setDoing} />
            ))}
          </ul>
          {addButton && <div className="pt-4">{addButton}</div>}
        </>
      )}
      {doing?.act === 'add' && (
        <AddDocumentForm subjectType={subjectType} subjectId={subjectId} onClose={stop} />
      )}
      {doing?.act === 'retire' && <RetireDialog document={doing.document} onClose={stop} />}
      {doing?.act === 'view' && <DocumentViewer document={doing.document} onClose={stop} />}
    </>
  )
}

function TypeIcon({ type }: { type: Document['type'] }) {
  const Other = TYPE_NAMES[type] === 'Excel' ? FileSpreadsheet : FileText
  const Icon = type.startsWith('image/') ? FileImage : Other
  return <Icon aria-hidden size={20} className="shrink-0 text-faint" />
}

type RowProps = { document: Document; mayChange: boolean; onDo: (doing: Doing) => void }

const NO_REVEAL = 'Only superAdmin, Admin, Reviewer, Authorizer and Auditor can open uploaded documents.'

function DocumentRow({ document, mayChange, onDo }: RowProps) {
  const { title } = document
  const isOurs = document.source === 'system'
  const mayOpen = useMay('personal.reveal') || isOurs
  const view = (): void => onDo({ act: 'view', document })
  return (
    <li className="flex items-center gap-3 py-3">
      <TypeIcon type={document.type} />
      <div className="min-w-0 flex-1">
        {mayOpen ? (
          <button
            type="button"
            onClick={view}
            className="block max-w-full truncate text-left font-medium hover:underline max-sm:underline
            max-sm:decoration-line max-sm:underline-offset-4"
          >
            {title}
          </button>
        ) : (
          <p className="truncate font-medium">{title}</p>
        )}
        <p className="text-[0.8125rem] text-muted">
          {TYPE_NAMES[document.type]} · {sizeText(document.bytes)} · {document.addedBy} ·{' '}
          <RelativeTime at={document.addedAt} />
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={`Open ${title}`}
          disabledReason={mayOpen ? undefined : NO_REVEAL}
          onClick={view}
          className="max-sm:hidden"
        >
          <Eye aria-hidden size={18} />
        </IconButton>
        {isOurs && (
          <IconButton
            label={`Download ${title}`}
            onClick={() => void fetchFile(documentApi.documentOpen, { id: document.id })}
          >
            <Download aria-hidden size={18} />
          </IconButton>
        )}
        {mayChange && (
          <IconButton
            label={`Take out ${title}`}
            disabledReason={
              document.source === 'system' ? 'Iroko wrote this document itself, so it stays.' : undefined
            }
            onClick={() => onDo({ act: 'retire', document })}
          >
            <Trash2 aria-hidden size={18} />
          </IconButton>
        )}
      </div>
    </li>
  )
}

function RetireDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={documentApi.documentRetire}
      input={({ reason }) => ({ id: document.id, reason })}
      done={`${document.title} is taken out.`}
      onClose={onClose}
      title={`Take out ${document.title}?`}
      description="It is removed from this list and retained. The history shows who removed it and why."
      action="Take out"
      danger
      reason
    />
  )
}
