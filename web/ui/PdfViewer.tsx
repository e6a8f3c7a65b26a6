import { ChevronLeft, ChevronRight, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { PasswordResponses, type PDFDocumentProxy } from 'pdfjs-dist'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import { PasswordInput } from './Input.tsx'
import { PdfPage } from './PdfPage.tsx'
import { readPdf } from './pdf.ts'
import { Spinner } from './Spinner.tsx'

type State =
  | { is: 'loading' }
  | { is: 'locked'; wasWrong: boolean; open: (password: string) => void }
  | { is: 'ready'; pdf: PDFDocumentProxy }
  | { is: 'failed' }

/** Reads a PDF, asks for its password where it has one, and shows it page by page. */
export function PdfViewer({ bytes, title }: { bytes: Uint8Array; title: string }) {
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => {
    const task = readPdf(bytes)
    let isGone = false
    const move = (next: State): void => {
      if (!isGone) setState(next)
    }
    task.onPassword = (open: (password: string) => void, why: number) =>
      move({ is: 'locked', wasWrong: why === PasswordResponses.INCORRECT_PASSWORD, open })
    task.promise.then(
      pdf => move({ is: 'ready', pdf }),
      () => move({ is: 'failed' }),
    )
    return () => {
      isGone = true
      void task.destroy()
    }
  }, [bytes])

  if (state.is === 'ready') return <Pages pdf={state.pdf} title={title} />
  if (state.is === 'failed')
    return (
      <ErrorState
        title="Cannot load document"
        message="It may be damaged. Download it to try another program."
      />
    )
  if (state.is === 'locked')
    return (
      <PasswordPrompt
        wasWrong={state.wasWrong}
        onOpen={password => {
          setState({ is: 'loading' })
          state.open(password)
        }}
      />
    )
  return (
    <div className="grid h-full place-items-center text-brand-ink">
      <Spinner />
    </div>
  )
}

type PromptProps = { wasWrong: boolean; onOpen: (password: string) => void }

function PasswordPrompt({ wasWrong, onOpen }: PromptProps) {
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (password) onOpen(password)
  }
  return (
    <form onSubmit={submit} className="mx-auto flex h-full max-w-sm flex-col justify-center gap-4 px-4">
      <p className="font-semibold">This document requires a password to open</p>
      <PasswordInput
        ref={input}
        label="Password of the document"
        value={password}
        onChange={event => setPassword(event.target.value)}
        error={wasWrong ? 'The password is wrong. Please try again' : undefined}
        autoComplete="off"
      />
      <Button look="primary" type="submit">
        Open
      </Button>
    </form>
  )
}

/** Of the page's own size; "fit" is as wide as there is room. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

function Pages({ pdf, title }: { pdf: PDFDocumentProxy; title: string }) {
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [shown, setShown] = useState(1)
  const room = useRef<HTMLDivElement>(null)
  const last = pdf.numPages

  const goToPage = (wanted: number): void => {
    setPage(Math.min(Math.max(wanted, 1), last))
    room.current?.scrollTo(0, 0)
  }
  const closer = ZOOMS.find(step => step > shown + 0.01)
  const farther = ZOOMS.findLast(step => step < shown - 0.01)
  const keys: Record<string, () => void> = {
    ArrowRight: () => goToPage(page + 1),
    PageDown: () => goToPage(page + 1),
    ArrowLeft: () => goToPage(page - 1),
    PageUp: () => goToPage(page - 1),
    Home: () => goToPage(1),
    End: () => goToPage(last),
    '+': () => closer && setZoom(closer),
    '=': () => closer && setZoom(closer),
    '-': () => farther && setZoom(farther),
    '0': () => setZoom('fit'),
  }
  const keyDown = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  useEffect(() => room.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work wherever in the viewer the focus is
    <div className="flex h-full flex-col" onKeyDown={keyDown}>
      <Toolbar {...{ page, last, zoom, shown, closer, farther }} onPage={goToPage} onZoom={setZoom} />
      <section
        ref={room}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto p-3 outline-none"
      >
        <PdfPage pdf={pdf} number={page} zoom={zoom} room={room} onShown={setShown} />
      </section>
    </div>
  )
}

type Zoom = number | 'fit'

type ToolbarProps = {
  page: number
  last: number
  zoom: Zoom
  /** How large the page really is. */
  shown: number
  closer: number | undefined
  farther: number | undefined
  onPage: (page: number) => void
  onZoom: (zoom: Zoom) => void
}

function Toolbar({ page, last, zoom, shown, closer, farther, onPage, onZoom }: ToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Pages and size"
      className="flex items-center justify-center border-b border-line bg-surface p-1 sm:gap-1"
    >
      <IconButton
        label="Previous page"
        disabledReason={page === 1 ? 'This is the first page.' : undefined}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden size={18} />
      </IconButton>
      <output className="min-w-22 text-center text-[0.8125rem] tabular-nums">
        Page {page} of {last}
      </output>
      <IconButton
        label="Next page"
        disabledReason={page === last ? 'This is the last page.' : undefined}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden size={18} />
      </IconButton>
      <span aria-hidden className="mx-1 h-5 w-px bg-line max-sm:hidden" />
      <IconButton
        label="Zoom out"
        disabledReason={farther ? undefined : 'It cannot be smaller.'}
        onClick={() => farther && onZoom(farther)}
      >
        <ZoomOut aria-hidden size={18} />
      </IconButton>
      <output className="w-11 text-center text-[0.8125rem] tabular-nums">{Math.round(shown * 100)}%</output>
      <IconButton
        label="Zoom in"
        disabledReason={closer ? undefined : 'It cannot be larger.'}
        onClick={() => closer && onZoom(closer)}
      >
        <ZoomIn aria-hidden size={18} />
      </IconButton>
      <IconButton label="Fit width" aria-pressed={zoom === 'fit'} onClick={() => onZoom('fit')}>
        <MoveHorizontal aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
