import { useId, useRef, useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { LoanPicker } from '../../parts/loan/LoanPicker.tsx'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import type { Batch, RepaymentRow, Treatment } from '../../parts/repayments/repaymentWords.ts'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCard } from '../../ui/RadioCard.tsx'
import { PersistentPanel } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { RowSplit } from './RowSplit.tsx'
import { useUndoMatch } from './useUndoMatch.ts'

const WAYS = {
  post: {
    title: 'Apply to a loan',
    means: 'Posted to the loan with the batch.',
    done: 'Row matched to the loan.',
  },
  split: { title: 'Split across loans', means: 'For one payment for several loans.', done: '' },
  suspense: {
    title: 'Send to suspense',
    means: 'Posted to suspense with the batch, and applied to a loan later.',
    done: 'Row sent to suspense.',
  },
  skip: {
    title: 'Exclude',
    means: 'Nothing is posted. Only for rows that are not a payment, such as a repeated row.',
    done: 'Row excluded.',
  },
} as const
type Way = keyof typeof WAYS

type Props = {
  batch: Batch
  row: RepaymentRow
  onMatched: (row: RepaymentRow) => void
  /** Opens the next row that needs attention; undefined if there is none. */
  onNext?: () => void
  onSplit: () => void
}

/** Manual match of a row. */
export function RowMatchForm({ batch, row, onMatched, onNext, onSplit }: Props) {
  const [way, setWay] = useState<Way>(row.treatment)
  const [treatment, setTreatment] = useState<Treatment>(row.treatment)
  const choose = (chosen: Way): void => {
    setWay(chosen)
    if (chosen !== 'split') setTreatment(chosen)
  }
  return (
    <>
      <fieldset className="mb-4 flex min-w-0 flex-col gap-2">
        <legend className="sr-only">What to do with the row</legend>
        {(Object.keys(WAYS) as Way[]).map(each => (
          <RadioCard
            key={each}
            name="way"
            title={WAYS[each].title}
            hint={WAYS[each].means}
            checked={each === way}
            onChoose={() => choose(each)}
          />
        ))}
      </fieldset>
      {/* both forms stay mounted, so typed values survive a change of the option */}
      <PersistentPanel isShown={way === 'split'}>
        <RowSplit batch={batch} row={row} onSplit={onSplit} />
      </PersistentPanel>
      <PersistentPanel isShown={way !== 'split'}>
        <MatchForm
          batch={batch}
          row={row}
          treatment={treatment}
          onMatched={onMatched}
          {...(onNext ? { onNext } : {})}
        />
      </PersistentPanel>
    </>
  )
}

type FormProps = Omit<Props, 'onSplit'> & { treatment: Treatment }

const loanOf = (chosen: string, other: Picked | undefined): string | null =>
  chosen === OTHER ? (other?.id ?? null) : chosen

function MatchForm({ batch, row, treatment, onMatched, onNext }: FormProps) {
  const goesOn = useRef(false)
  const formId = useId()
  const [other, setOther] = useState<Picked>()
  const [refused, setRefused] = useState<Treatment>()
  const undoOf = useUndoMatch(batch, row, onMatched)
  const form = useForm(repaymentApi.repaymentRowMatch, {
    initial: { loanId: firstChoice(row), note: '' },
    toInput: ({ loanId: chosen, note }) => ({
      id: batch.id,
      rowNumber: row.rowNumber,
      part: row.part,
      loanId: treatment === 'post' ? loanOf(chosen, other) : row.loanId,
      treatment,
      note,
    }),
    check: ({ loanId }) =>
      treatment === 'post' && loanId === OTHER && !other ? { loanId: 'Choose the loan' } : {},
    onDone: matched => {
      toast('success', WAYS[treatment].done, undoOf(matched))
      if (goesOn.current && onNext) onNext()
      else onMatched(matched)
    },
    onRefused: () => {
      setRefused(treatment)
      return false
    },
  })
  return (
    <form {...form.form} id={formId} className="flex flex-col gap-4">
      {treatment === 'post' && (
        <>
          <Candidates row={row} chosen={form.values.loanId} onChoose={id => form.set('loanId', id)} />
          {form.values.loanId === OTHER && (
            <LoanPicker picked={other} onPick={setOther} error={other ? undefined : form.errors.loanId} />
          )}
        </>
      )}
      <Textarea
        {...form.field('note')}
        label="Evidence"
        hint="For example, a bank statement or letter."
        rows={2}
        maxLength={300}
      />
      {form.message && refused === treatment && <Notice tone="negative">{form.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look={onNext ? 'secondary' : 'primary'}
          pending={form.pending && !goesOn.current}
          onClick={() => {
            goesOn.current = false
          }}
        >
          Save
        </Button>
        {onNext && (
          <Button
            type="submit"
            look="primary"
            pending={form.pending && goesOn.current}
            onClick={() => {
              goesOn.current = true
            }}
          >
            Save and next
          </Button>
        )}
      </div>
    </form>
  )
}

const OTHER = 'other'
const firstChoice = (row: RepaymentRow): string => row.loanId ?? row.candidates[0]?.loanId ?? OTHER

type CandidatesProps = { row: RepaymentRow; chosen: string; onChoose: (loanId: string) => void }

/** Loans that match the row, then any other loan by search. */
function Candidates({ row, chosen, onChoose }: CandidatesProps) {
  const isListed = row.candidates.some(each => each.loanId === row.loanId)
  const choices = [
    ...(row.loanId && !isListed
      ? [{ id: row.loanId, title: `${row.customerName}, ${row.loanNumber}`, hint: 'Current match' }]
      : []),
    ...row.candidates.map(each => ({
      id: each.loanId,
      title: `${each.customerName}, ${each.number}`,
      hint: `Instalment ${formatNaira(each.instalment)}`,
    })),
    { id: OTHER, title: 'Another loan', hint: '' },
  ]
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">Loan</legend>
      {choices.map(({ id, title, hint }) => (
        <RadioCard
          key={id}
          name="loanId"
          {...{ title, hint }}
          checked={chosen === id}
          onChoose={() => onChoose(id)}
        />
      ))}
    </fieldset>
  )
}
