import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, type Kobo, kobo, parseNaira, sum } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { nairaText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { LoanPicker } from '../../parts/loan/LoanPicker.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { type Batch, freshAmount, type RepaymentRow } from '../../parts/repayments/repaymentWords.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { reasonProblem } from '../../ui/Dialog.tsx'
import { focusFirstError } from '../../ui/focus.ts'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

type Props = { batch: Batch; row: RepaymentRow; onSplit: () => void }
type Part = { key: string; loan: Picked | undefined; amount: string }

const PARTS_MAX = 10
const PARTS_LISTED = 50

/** Splits a row; loads its existing parts first. */
export function RowSplit(props: Props) {
  const { batch, row } = props
  const around = useApi(repaymentApi.repaymentRows, {
    id: batch.id,
    search: row.staffNumber || row.name,
    limit: PARTS_LISTED,
  })
  if (around.error && !around.data) return <LoadError of={around} />
  if (!around.data) return <Skeleton className="h-40 w-full" />
  const found = around.data.rows.filter(each => each.rowNumber === row.rowNumber)
  return <SplitForm {...props} existing={found.length > 0 ? found : [row]} />
}

type FormProps = Props & { existing: readonly RepaymentRow[] }

function SplitForm(props: FormProps) {
  const { parts, setParts, change, whole, left, note, setNote, noteProblem, isTried, split, submit } =
    useSplit(props)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">
        The parts must add up to <span className="font-medium text-ink">{formatNaira(whole)}</span>.
      </p>
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          {...{ part, index, isTried }}
          onChange={changes => change(part.key, changes)}
          {...(parts.length > 2
            ? { onRemove: () => setParts(now => now.filter(each => each.key !== part.key)) }
            : {})}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="small"
          icon={<Plus aria-hidden size={14} />}
          disabledReason={parts.length >= PARTS_MAX ? 'At most ten parts.' : undefined}
          onClick={() => setParts(now => [...now, newPart(left > 0n ? left : kobo(0n))])}
        >
          Add part
        </Button>
        <p role="status" className={left === 0n ? 'text-positive' : 'font-medium text-caution'}>
          {leftText(left)}
        </p>
      </div>
      <Textarea
        label="Evidence"
        hint="For example, a bank statement or letter."
        rows={2}
        maxLength={300}
        value={note}
        error={noteProblem}
        onChange={event => setNote(event.target.value)}
      />
      {split.error && <Notice tone="negative">{split.error.message}</Notice>}
      <div>
        <Button
          type="submit"
          look="primary"
          pending={split.isPending}
          disabledReason={left === 0n ? undefined : `The parts do not add up to the row: ${leftText(left)}.`}
        >
          Split row
        </Button>
      </div>
    </form>
  )
}

/** State and submission of the split form. */
function useSplit({ batch, row, existing, onSplit }: FormProps) {
  const whole = sum(existing.map(freshAmount))
  const [parts, setParts] = useState<Part[]>(() => firstParts(existing))
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const split = useAct(repaymentApi.repaymentRowSplit)
  const given = sum(parts.map(amountOf))
  const left = kobo(whole - given)
  const change = (key: string, changes: Partial<Part>): void =>
    setParts(now => now.map(part => (part.key === key ? { ...part, ...changes } : part)))
  const noteProblem = reasonProblem(note)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    focusFirstError(event.currentTarget)
    const isWhole = parts.every(part => part.loan && amountOf(part) > 0n) && left === 0n
    if (!isWhole || noteProblem || split.isPending) return
    split.mutate(
      {
        id: batch.id,
        rowNumber: row.rowNumber,
        parts: parts.map(part => ({ loanId: part.loan?.id ?? '', amount: amountOf(part).toString() })),
        note: note.trim(),
      },
      {
        onSuccess: () => {
          toast('success', `Row split into ${parts.length} parts.`)
          onSplit()
        },
      },
    )
  }
  return {
    parts,
    setParts,
    change,
    whole,
    left,
    note,
    setNote,
    noteProblem: isTried ? noteProblem : undefined,
    isTried,
    split,
    submit,
  }
}

type PartProps = {
  part: Part
  index: number
  isTried: boolean
  onChange: (changes: Partial<Part>) => void
  onRemove?: () => void
}

function PartFields({ part, index, isTried, onChange, onRemove }: PartProps) {
  const isAmount = amountOf(part) > 0n
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-3">
      <legend className="px-1 text-[0.8125rem] font-medium">Part {index + 1}</legend>
      <div className="flex flex-col gap-3">
        <LoanPicker
          label={`Loan of part ${index + 1}`}
          picked={part.loan}
          onPick={loan => onChange({ loan })}
          error={isTried && !part.loan ? 'Choose the loan' : undefined}
        />
        <div className="flex items-end gap-2">
          <MoneyField
            className="flex-1"
            label={`Amount of part ${index + 1}`}
            value={part.amount}
            error={isTried && !isAmount ? 'Enter an amount in naira' : undefined}
            onChange={amount => onChange({ amount })}
          />
          {onRemove && (
            <IconButton label={`Remove part ${index + 1}`} onClick={onRemove}>
              <X aria-hidden size={16} />
            </IconButton>
          )}
        </div>
      </div>
    </fieldset>
  )
}

const amountOf = (part: Part): Kobo => parseNaira(part.amount) ?? kobo(0n)

const newPart = (amount: Kobo): Part => ({
  key: crypto.randomUUID(),
  loan: undefined,
  amount: amount === 0n ? '' : nairaText(amount),
})

/** Existing parts; an unsplit row starts with its loan and an empty part. */
function firstParts(existing: readonly RepaymentRow[]): Part[] {
  const parts = existing.map(row => ({
    ...newPart(freshAmount(row)),
    loan: row.loanId
      ? { id: row.loanId, title: `${row.customerName}, ${row.loanNumber}`, hint: '' }
      : undefined,
  }))
  return parts.length > 1 ? parts : [...parts, newPart(kobo(0n))]
}

function leftText(left: Kobo): string {
  if (left === 0n) return 'The parts add up'
  return left > 0n ? `${formatNaira(left)} left` : `${formatNaira(kobo(-left))} too much`
}
