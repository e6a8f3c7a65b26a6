import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { loanEventLabel } from '../../../../contract/labels.ts'
import { type LoanAct, loanApi } from '../../../../contract/loans.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { type ApiError, call, useAct, useApi } from '../../../api.ts'
import { DocumentFileField } from '../../../parts/DocumentFileField.tsx'
import { dayText } from '../../../parts/figures.ts'
import { LoadNotice } from '../../../parts/LoadError.tsx'
import { ActPreview } from '../../../parts/loan/ActPreview.tsx'
import type { Loan, LoanPreview } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, reasonProblem } from '../../../ui/Dialog.tsx'
import { focusFirstError } from '../../../ui/focus.ts'
import { Textarea } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { sizeText } from '../../../ui/sizeText.ts'
import { toast } from '../../../ui/toast.ts'
import { ActFields } from './ActFields.tsx'
import {
  ACT_FORMS,
  type ActField,
  type ActFormName,
  type ActForms,
  type ActValues,
  initialValues,
  isProvable,
  readAct,
} from './actForms.ts'
import { InFlight } from './InFlight.tsx'
import { type Proof, useProof } from './useProof.ts'

export type Doing = { form: ActFormName; preset?: Partial<ActValues> }

type Props = Omit<Doing, 'form'> & { form: ActForms; loan: Loan; onClose: () => void; onQuote: () => void }

const REASON_MAX_LENGTH = 500

/** One action on a loan: details, preview, reason, confirmation. */
export function LoanActDialog({ form, preset, loan, onClose, onQuote }: Props) {
  const doing = useDoing({ form, preset, loan, onClose })
  const { title, means, fields } = ACT_FORMS[form]
  const formId = useId()
  const { quotes, asked } = useValidQuotes(loan, form === 'settle')
  const isChecking = doing.preview !== undefined
  const needsQuote = form === 'settle' && quotes?.length === 0
  return (
    <Dialog
      open
      width="medium"
      onClose={onClose}
      isDirty={doing.isDirty}
      title={`${title}: ${loan.row.number}`}
      description={isChecking ? 'Check the preview, enter a reason, then confirm.' : means}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isChecking && fields.length > 0 && <Button onClick={doing.back}>Change details</Button>}
          <NextButton {...{ form, formId, doing, needsQuote, onQuote }} />
        </>
      }
    >
      <form
        id={formId}
        ref={doing.element}
        onSubmit={doing.submit}
        noValidate
        className="flex flex-col gap-5"
      >
        {isChecking ? (
          <Checking form={form} loan={loan} doing={doing} />
        ) : (
          <Details {...{ form, loan, doing, quotes, asked, needsQuote }} />
        )}
        {doing.refusal && <Notice tone="negative">{doing.refusal}</Notice>}
      </form>
    </Dialog>
  )
}

type NextProps = Pick<Props, 'form' | 'onQuote'> & {
  formId: string
  doing: ReturnType<typeof useDoing>
  needsQuote: boolean
}

/** One button for all steps, so that it keeps the focus. */
function NextButton({ form, formId, doing, needsQuote, onQuote }: NextProps) {
  const { title, danger } = ACT_FORMS[form]
  if (doing.preview)
    return (
      <Button look={danger ? 'danger' : 'primary'} type="submit" form={formId} pending={doing.isActing}>
        {doing.preview.secondPerson ? 'Submit for approval' : title}
      </Button>
    )
  if (needsQuote)
    return (
      <Button look="primary" onClick={onQuote}>
        Create quote
      </Button>
    )
  return (
    <Button look="primary" type="submit" form={formId} pending={doing.isLooking}>
      Preview
    </Button>
  )
}

type DetailsProps = CheckingProps & ReturnType<typeof useValidQuotes> & { needsQuote: boolean }

function Details({ form, loan, doing, quotes = [], asked, needsQuote }: DetailsProps) {
  if (needsQuote)
    return (
      <Notice tone="notice" title="No valid quote">
        A settlement needs a numbered quote. Create one first.
      </Notice>
    )
  if (ACT_FORMS[form].fields.length === 0) return doing.isLooking && <Spinner centred />
  const { values, problems, change, proof } = doing
  const quote = quotes.find(each => each.id === values.quoteId)
  return (
    <>
      <LoadNotice of={asked} />
      <ActFields {...{ form, loan, values, problems, quotes }} onChange={change} />
      <InFlight deductions={quote?.inFlight ?? []} stopMonth={quote?.stopMonth ?? null} />
      {isProvable(form) && <ProofField proof={proof} />}
    </>
  )
}

function ProofField({ proof: { file, problem, choose } }: { proof: Proof }) {
  const chosen = file && !problem ? `Chosen: ${file.name}, ${sizeText(file.size)}.` : undefined
  return (
    <div className="flex flex-col items-start gap-2 *:first:self-stretch">
      <DocumentFileField
        label="Proof of payment (optional)"
        hint={chosen ?? 'Slip, bank alert or cheque as photo, PDF, Word or Excel, at most 0.5 MB.'}
        file={file}
        problem={problem}
        onChoose={choose}
      />
      {file && (
        <Button size="small" look="quiet" onClick={() => void choose(undefined)}>
          Remove proof
        </Button>
      )}
    </div>
  )
}

type CheckingProps = { form: ActForms; loan: Loan; doing: ReturnType<typeof useDoing> }

function Checking({ form, loan, doing }: CheckingProps) {
  const { preview, act, reason, setReason } = doing
  if (!preview || !act) return null
  return (
    <>
      <p className="text-pretty">{actText(form, act, loan, doing.proof.file?.name)}</p>
      <ActPreview preview={preview} on={'on' in act ? act.on : undefined} />
      <Textarea
        label="Reason"
        name="reason"
        hint={preview.secondPerson ? 'Shown to the approver and in the history.' : 'Shown in the history.'}
        value={reason}
        maxLength={REASON_MAX_LENGTH}
        error={doing.reasonProblem}
        onChange={event => setReason(event.target.value)}
      />
    </>
  )
}

/** State of the dialog: details, preview and submission. */
function useDoing({ form, preset, loan, onClose }: Omit<Props, 'onQuote'>) {
  const [started] = useState<ActValues>(() => ({ ...initialValues(form, loan), ...preset }))
  const [values, setValues] = useState(started)
  const [problems, setProblems] = useState<Partial<Record<ActField, string>>>({})
  const [act, setAct] = useState<LoanAct>()
  const [preview, setPreview] = useState<LoanPreview>()
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const loanId = loan.row.id
  const looking = useMutation<LoanPreview, ApiError, LoanAct>({
    mutationFn: input => call(loanApi.loanActPreview, { loanId, input }),
    onSuccess: setPreview,
  })
  const sending = useSending(form, loan, onClose)
  const { proof } = sending

  const look = (): void => {
    const read = readAct(form, values)
    setProblems(read.problems ?? {})
    if (read.problems) focusFirstError(element.current)
    if (read.problems || proof.problem) return
    setAct(read.act)
    looking.mutate(read.act)
  }
  const confirm = (): void => {
    setIsTried(true)
    if (reasonProblem(reason) || !act) {
      element.current?.querySelector<HTMLElement>('[name=reason]')?.focus()
      return
    }
    void sending.send(act, reason.trim())
  }
  // an action without fields is previewed immediately
  const isBare = ACT_FORMS[form].fields.length === 0
  const lookAtOnce = useEffectEvent(() => {
    if (isBare) look()
  })
  useEffect(() => lookAtOnce(), [])
  return {
    element,
    values,
    proof,
    /** Includes the details, which are not on screen during the preview. */
    isDirty: reason !== '' || proof.file !== undefined || JSON.stringify(values) !== JSON.stringify(started),
    problems,
    act,
    preview,
    reason,
    setReason,
    reasonProblem: isTried ? reasonProblem(reason) : undefined,
    refusal: preview ? sending.refusal : looking.error?.message,
    isLooking: looking.isPending || proof.isReading,
    isActing: sending.isPending,
    change: (changes: Partial<ActValues>): void => {
      setValues(now => ({ ...now, ...changes }))
      setProblems(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes))))
    },
    back: (): void => {
      setPreview(undefined)
      sending.reset()
    },
    submit: (event: FormEvent): void => {
      event.preventDefault()
      if (sending.isPending) return
      if (preview) confirm()
      else if (!looking.isPending && !proof.isReading) look()
    },
  }
}

/** Uploads the proof, then sends the action. One id makes a retry idempotent. */
function useSending(form: ActForms, { row }: Loan, onDone: () => void) {
  const [id] = useState(() => crypto.randomUUID())
  const proof = useProof(row.id)
  const acting = useAct(loanApi.loanActDo)
  const send = async (act: LoanAct, reason: string): Promise<void> => {
    const input = await proof.addTo(act)
    if (!input) return
    acting.mutate(
      { loanId: row.id, id, input, reason },
      {
        onSuccess: ({ approvalId }) => {
          const what = `${ACT_FORMS[form].title}, ${row.number}`
          toast('success', approvalId ? `${what}: submitted for approval.` : `${what}: posted.`)
          onDone()
        },
      },
    )
  }
  return {
    proof,
    send,
    isPending: proof.isAdding || acting.isPending,
    refusal: proof.refusal ?? acting.error?.message,
    reset: (): void => {
      acting.reset()
      proof.reset()
    },
  }
}

function useValidQuotes({ row }: Loan, isWanted: boolean) {
  const list = useApi(loanApi.settlementQuoteList, { loanId: row.id }, { enabled: isWanted })
  const quotes = list.data?.rows.filter(quote => quote.expiresOn >= row.asOf && quote.on <= row.asOf)
  return { quotes, asked: list }
}

/** The typed details in one sentence, shown above the preview. */
function actText(form: ActForms, act: LoanAct, { row, happenings }: Loan, proof: string | undefined): string {
  const parts: string[] = [`${ACT_FORMS[form].title} on ${row.number}, ${row.customerName}`]
  if ('amount' in act) parts.push(formatNaira(act.amount))
  if ('on' in act) parts.push(dayText(act.on))
  if ('channel' in act) parts.push(act.channel)
  if ('reference' in act && act.reference) parts.push(`reference ${act.reference}`)
  if (proof) parts.push(`proof ${proof}`)
  if (act.act === 'reversal') {
    const undone = happenings.find(each => each.id === act.of)
    if (undone)
      parts.push(
        `${loanEventLabel(undone.type).toLowerCase()} of ${formatNaira(undone.amount)}, ${dayText(undone.on)}`,
      )
  }
  return `${parts.join(', ')}.`
}
