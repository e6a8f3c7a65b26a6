import clsx from 'clsx'
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { Textarea } from './Input.tsx'
import { Notice } from './Notice.tsx'
import { raiseToasts } from './toast.ts'
import { Unbroken } from './Unbroken.tsx'
import { type DialogLosses, DialogLossesContext, useUnsavedGuard } from './unsaved.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, in reading order; the last one acts. */
  footer?: ReactNode
  /** `sheet`: from the right edge, as high as the window. */
  width?: 'narrow' | 'medium' | 'wide' | 'sheet'
  /** Closing costs something that no text field shows: a choice, a file, an earlier step. */
  isDirty?: boolean
  /** What it costs, as a sentence. */
  means?: string
}

const CENTRED = 'mt-auto max-h-[92dvh] rounded-t-2xl sm:m-auto sm:rounded-2xl'
const WIDTHS = {
  narrow: clsx(CENTRED, 'sm:max-w-md'),
  medium: clsx(CENTRED, 'sm:max-w-xl'),
  wide: clsx(CENTRED, 'sm:max-w-4xl'),
  sheet: 'sheet ml-auto h-dvh max-h-dvh sm:max-w-[35rem] sm:rounded-l-2xl',
}

/** The browser's own modal dialog: it traps focus, closes on Escape and makes the rest of the page inert. */
export function Dialog(props: Props) {
  const { open, onClose, title, description, children, footer, width = 'narrow' } = props
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const guard = useTyped(props, () => element.current && startOf(element.current)?.focus())
  // Before the element goes, so that closing gives the focus back to where it came from.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    dialog.showModal()
    // Left to itself the browser takes the first control, which is Close.
    startOf(dialog)?.focus({ preventScroll: true })
    raiseToasts()
    return () => dialog.close()
  }, [open])
  return (
    <dialog
      ref={element}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // React, unlike the browser, carries the close of a dialog opened from within up to this one.
      onClose={event => event.target === element.current && !element.current.open && onClose()}
      onCancel={event => {
        if (event.target !== element.current) return
        event.preventDefault()
        guard.leave()
      }}
      // as above: a form around the dialog was not sent with the one inside it
      onSubmit={event => event.stopPropagation()}
      onInput={event => guard.noteTyping(event.target)}
      onClick={event => event.target === element.current && guard.leave()}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        // left to itself the browser lets a second Escape close it, whatever was answered to the first
        if (event.isDefaultPrevented()) return
        event.preventDefault()
        guard.escape()
      }}
      className={clsx('panel m-0 w-full max-w-none bg-raised p-0 text-ink shadow-float', WIDTHS[width])}
    >
      {open && (
        <div className={clsx('flex flex-col', width === 'sheet' ? 'h-dvh' : 'max-h-[92dvh]')}>
          <Head id={id} title={title} description={description} onLeave={guard.leave} />
          <DialogLossesContext value={guard.losses}>
            {children && <Body>{children}</Body>}
          </DialogLossesContext>
          {guard.asked && <LeaveQuestion {...guard.asked} onStay={guard.stay} />}
          {footer && (
            <footer className="flex flex-col-reverse gap-2 border-t border-line px-6 py-4 sm:flex-row sm:justify-end">
              {footer}
            </footer>
          )}
        </div>
      )}
    </dialog>
  )
}

type HeadProps = Pick<Props, 'title' | 'description'> & { id: string; onLeave: () => void }

function Head({ id, title, description, onLeave }: HeadProps) {
  return (
    <header className="flex items-start gap-4 px-6 pt-5 pb-3">
      <div className="min-w-0 flex-1">
        <h2 id={`${id}-title`} className="text-base font-semibold">
          <Unbroken>{title}</Unbroken>
        </h2>
        {description && (
          <p id={`${id}-description`} className="mt-1 text-muted">
            {description}
          </p>
        )}
      </div>
      <IconButton label="Close" onClick={onLeave} className="-mt-1.5 -mr-2">
        <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" stroke="currentColor" strokeWidth="1.75">
          <path d="m3.5 3.5 9 9m0-9-9 9" strokeLinecap="round" />
        </svg>
      </IconButton>
    </header>
  )
}

type WrittenIn = HTMLInputElement | HTMLTextAreaElement
const WRITTEN_IN = 'textarea, input:not([type=checkbox], [type=radio], [type=search], [type=file])'

const TYPED = 'What you typed would be lost.'
type Asked = { lost: string; leave: () => void }

/** What was typed is not lost to a click beside the dialog, a slip onto Escape, a link or Back; Cancel means it. */
function useTyped({ open, onClose, isDirty = false, means = TYPED }: Props, toStart: () => void) {
  const typedIn = useRef(new Set<WrittenIn>())
  const [losses] = useState<DialogLosses>(() => new Set())
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    if (!open) return
    typedIn.current.clear()
    setAsked(undefined)
  }, [open])
  const lost = (): string | undefined => {
    const inside = [...losses].map(sentence => sentence.current).find(Boolean)
    // what was saved meanwhile is gone from its field, or the field is
    const isLeft = isDirty || [...typedIn.current].some(field => field.isConnected && field.value !== '')
    return inside ?? (isLeft ? means : undefined)
  }
  useUnsavedGuard(open, {
    lost,
    ask: (what, leave) =>
      setAsked({
        lost: what,
        leave: () => {
          onClose()
          leave()
        },
      }),
  })
  const leave = (): void => {
    const what = lost()
    if (what) setAsked({ lost: what, leave: onClose })
    else onClose()
  }
  const stay = (): void => {
    setAsked(undefined)
    // the button that was pressed goes with the question
    const last = [...typedIn.current].findLast(field => field.isConnected)
    if (last) last.focus()
    else toStart()
  }
  return {
    asked,
    losses,
    noteTyping: (field: EventTarget): void => {
      if (field instanceof Element && field.matches(WRITTEN_IN)) typedIn.current.add(field as WrittenIn)
    },
    leave,
    stay,
    escape: asked ? stay : leave,
  }
}

function LeaveQuestion({ lost, leave, onStay }: Asked & { onStay: () => void }) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const isTyped = lost === TYPED
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 bg-caution-soft px-6 py-3 text-caution">
      <p className="min-w-40 flex-1 font-medium">{lost}</p>
      <Button ref={keep} size="small" onClick={onStay}>
        {isTyped ? 'Continue editing' : 'Stay'}
      </Button>
      <Button size="small" onClick={leave}>
        {isTyped ? 'Discard' : 'Leave'}
      </Button>
    </div>
  )
}

const FIELDS =
  'input:not([type=hidden], [type=file], :disabled), select:not(:disabled), textarea:not(:disabled)'

/** Where typing begins; where nothing is typed, the first button below, which is the one that does no harm. */
function startOf(dialog: HTMLDialogElement): HTMLElement | undefined {
  const fields = [...dialog.querySelectorAll<HTMLElement>(FIELDS)]
  const first = fields.find(field => field.getClientRects().length > 0)
  const chosen = first?.matches('[type=radio]') && fields.find(field => field.matches('[type=radio]:checked'))
  return chosen || first || (dialog.querySelector<HTMLElement>('footer button') ?? undefined)
}

/** What is longer than the window must scroll by keyboard too, also when it holds no control. */
function Body({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const body = element.current
    if (!body) return
    const measure = (): void => setLong(body.scrollHeight > body.clientHeight)
    const watch = new ResizeObserver(measure)
    for (const part of [body, ...body.children]) watch.observe(part)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      ref={element}
      tabIndex={isLong ? 0 : undefined}
      className="flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-5 -outline-offset-2"
    >
      {children}
    </div>
  )
}

type ConfirmProps = Omit<Props, 'footer' | 'width'> & {
  /** The verb on the button: "Suspend", "Approve". */
  action: string
  danger?: boolean
  pending?: boolean
  /** A refusal of the server, shown above the buttons. */
  error?: string | undefined
  /** Asks why; the text goes to `onConfirm`. Absent: nothing is asked. */
  reason?: 'required' | 'optional'
  reasonLabel?: string
  /** As many characters as the server takes. */
  reasonLongest?: number
  onConfirm: (reason: string) => void
}

const REASON_MIN_LENGTH = 3
export const REASON_MAX_LENGTH = 500

/** What is wrong with a reason that has to be given, or with whatever else the field asks for. */
export function reasonProblem(reason: string, label = 'Reason'): string | undefined {
  const length = reason.trim().length
  if (length === 0) return /^(Reason|Why)/.test(label) ? 'Enter a reason' : 'Please fill this in'
  return length < REASON_MIN_LENGTH ? `At least ${REASON_MIN_LENGTH} characters` : undefined
}

export function ConfirmDialog(props: ConfirmProps) {
  const { action, danger = false, pending = false, error, reason, reasonLabel = 'Reason', onConfirm } = props
  const { reasonLongest = REASON_MAX_LENGTH } = props
  const form = useId()
  const [text, setText] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const { open } = props
  useEffect(() => {
    if (!open) return
    setText('')
    setTooShort(false)
  }, [open])

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const missing = reason === 'required' && reasonProblem(text) !== undefined
    setTooShort(missing)
    if (!missing && !pending) onConfirm(text.trim())
  }
  return (
    <Dialog
      {...props}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" form={form} pending={pending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {props.children}
        {reason && (
          <Textarea
            label={reasonLabel}
            optional={reason === 'optional'}
            value={text}
            maxLength={reasonLongest}
            onChange={event => setText(event.target.value)}
            error={tooShort ? reasonProblem(text, reasonLabel) : undefined}
          />
        )}
        {error && <Notice tone="negative">{error}</Notice>}
      </form>
    </Dialog>
  )
}
