import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { z } from 'zod/mini'
import { type document, documentApi } from '../../contract/documents.ts'
import type { FileReply } from '../../contract/endpoint.ts'
import { ApiError, call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx'
import { saveFile } from '../ui/download.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { exactTime } from '../ui/RelativeTime.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { sizeText } from '../ui/sizeText.ts'
import { TYPE_NAMES } from './documentFile.ts'

type Props = { document: z.output<typeof document>; onClose: () => void }

/** The reader of PDFs is as large as the rest of the console: it is fetched when the first one is opened. */
const PdfViewer = lazy(() =>
  import('../ui/PdfViewer.tsx').then(
    part => ({ default: part.PdfViewer }),
    () => ({ default: () => <CannotLoad /> }),
  ),
)

const CANNOT_LOAD = 'Cannot load document'
const CannotLoad = () => (
  <ErrorState title={CANNOT_LOAD} message="Your connection may be lost. Close this and open it again." />
)

/** Why documents of a record are opened, by its id: asked once for each record while the page is open. */
const reasons = new Map<string, string>()

/** Uploads may hold personal data, so opening one needs a reason, as revealing numbers does. */
export function DocumentViewer({ document, onClose }: Props) {
  const isUpload = document.source !== 'system'
  const [reason, setReason] = useState(() => (isUpload ? reasons.get(document.subjectId) : ''))
  if (reason !== undefined) return <OpenDocument document={document} reason={reason} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Open ${document.title}?`}
      description="This document may hold personal data. This view is logged with your reason."
      action="Open"
      reason="required"
      reasonLongest={300}
      onConfirm={text => {
        reasons.set(document.subjectId, text)
        setReason(text)
      }}
    />
  )
}

/** A document as it can be seen here: PDF and pictures in place, Word and Excel as a download. */
function OpenDocument({ document, reason, onClose }: Props & { reason: string }) {
  const file = useQuery({
    queryKey: ['document content', document.id],
    queryFn: ({ signal }) =>
      call(documentApi.documentOpen, { id: document.id, ...(reason ? { reason } : {}) }, { signal }),
    // each look is noted: the page asks once for each, not whenever its window is shown again
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={document.title}
      description={`${TYPE_NAMES[document.type]} · ${sizeText(document.bytes)} · added by ${document.addedBy}, ${exactTime(new Date(document.addedAt))}`}
      width="wide"
      footer={
        <>
          <Button onClick={onClose} className="max-sm:hidden">
            Close
          </Button>
          <Button
            look="primary"
            icon={<Download aria-hidden size={16} />}
            disabledReason={file.data ? undefined : 'The document is still loading.'}
            onClick={() => file.data && saveFile(file.data.name, blobOf(file.data))}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="h-[56dvh] sm:h-[64dvh] overflow-hidden rounded-lg border border-line bg-sunken">
        {file.data && <Content file={file.data} title={document.title} />}
        {!file.data && file.error && (
          <ErrorState
            title={CANNOT_LOAD}
            message={file.error instanceof ApiError ? file.error.message : 'Check your connection.'}
            onRetry={() => void file.refetch()}
          />
        )}
        {!file.data && !file.error && <Waiting />}
      </div>
    </Dialog>
  )
}

const blobOf = (file: FileReply): Blob => new Blob([new Uint8Array(file.bytes)], { type: file.type })

const Waiting = (): ReactNode => (
  <div className="grid h-full place-items-center text-brand-ink">
    <Spinner />
  </div>
)

function Content({ file, title }: { file: FileReply; title: string }) {
  if (file.type.startsWith('image/')) return <Picture file={file} title={title} />
  if (file.type !== 'application/pdf') return <DownloadCard />
  return (
    <Suspense fallback={<Waiting />}>
      <PdfViewer bytes={file.bytes} title={title} />
    </Suspense>
  )
}

function Picture({ file, title }: { file: FileReply; title: string }) {
  const [address, setAddress] = useState<string>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(blobOf(file))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (failed)
    return <ErrorState title={CANNOT_LOAD} message="Download it and open it with another program." />
  return (
    address && (
      <img
        src={address}
        alt={title}
        onError={() => setFailed(true)}
        className="mx-auto h-full w-full object-contain"
      />
    )
  )
}

const DownloadCard = () => (
  <div className="grid h-full place-items-center px-6 text-center">
    <p className="max-w-sm text-balance text-muted">
      Word and Excel files cannot be shown here. Download this one and open it with the program you use for
      them.
    </p>
  </div>
)
