import { useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, parseNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { nairaText } from '../../parts/figures.ts'
import { LoanPicker } from '../../parts/loan/LoanPicker.tsx'
import { ReceiptPreview } from '../../parts/loan/ReceiptPreview.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { originText, type SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import type { Form } from '../../parts/useForm.ts'
import { Input } from '../../ui/Input.tsx'

const KINDS = {
  loan: { title: 'Apply to a loan', action: 'Submit for approval' },
  returned: { title: 'Refund to payer', action: 'Submit for approval' },
  notDeducted: { title: 'Mark as not deducted', action: 'Submit for approval' },
  undone: { title: 'Reverse posting', action: 'Submit reversal' },
} as const

type Kind = keyof typeof KINDS
type Props = { kind: Kind; item: SuspenseItem; onClose: () => void }

function wayOut(kind: Kind, loanId: string, on: string, reference: string) {
  switch (kind) {
    case 'loan':
      return { kind, loanId, on }
    case 'returned':
      return { kind, ...(reference ? { reference } : {}) }
    default:
      return { kind }
  }
}

/** Applies, refunds or removes an amount in suspense; each needs approval. */
export function SuspenseUseDialog({ kind, item, onClose }: Props) {
  const [loan, setLoan] = useState<Picked>()
  const { title, action } = KINDS[kind]
  return (
    <ActDialog
      endpoint={repaymentApi.suspenseUse}
      initial={{
        loanId: '',
        amount: nairaText(item.remaining),
        on: item.receivedOn,
        reference: '',
      }}
      input={({ amount, on, reference, reason }, id) => ({
        id,
        suspenseId: item.id,
        amount: (parseNaira(amount) ?? 0n).toString(),
        use: wayOut(kind, loan?.id ?? '', on, reference.trim()),
        reason,
      })}
      fieldName={path => path.replace(/^use\./, '')}
      check={({ amount }) => ({
        ...(kind === 'loan' && !loan ? { loanId: 'Choose the loan' } : {}),
        ...amountProblem(amount, item),
      })}
      done="Submitted for approval."
      width={kind === 'loan' ? 'medium' : 'narrow'}
      onClose={onClose}
      title={title}
      description={`${item.name || item.staffNumber || 'No name'}, ${originText(item)}: ${formatNaira(item.remaining)} left. Needs approval.`}
      action={action}
      reason={{
        hint:
          kind === 'notDeducted'
            ? 'Evidence, for example a letter or corrected schedule of the payroll office.'
            : kind === 'undone'
              ? 'What the payment is, for example the remittance of a payroll office.'
              : 'Evidence, for example a bank statement or letter.',
        rows: 2,
      }}
    >
      {form => <Details {...{ kind, form, item, loan }} onLoan={setLoan} />}
    </ActDialog>
  )
}

type Values = { loanId: string; amount: string; on: string; reference: string; reason: string }
type DetailsProps = Pick<Props, 'kind' | 'item'> & {
  form: Form<typeof repaymentApi.suspenseUse, Values>
  loan: Picked | undefined
  onLoan: (loan: Picked | undefined) => void
}

/** Fields of the chosen action. */
function Details({ kind, form: { values, field, set, errors }, item, loan, onLoan }: DetailsProps) {
  const typed = amountProblem(values.amount, item).amount ? undefined : parseNaira(values.amount)
  const amount = (
    <MoneyField
      {...field('amount')}
      label="Amount"
      hint={`At most ${formatNaira(item.remaining)}`}
      onChange={text => set('amount', text)}
    />
  )
  switch (kind) {
    case 'loan':
      return (
        <>
          <LoanPicker picked={loan} onPick={onLoan} error={loan ? undefined : errors.loanId} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {amount}
            <Input
              {...field('on')}
              label="Value date"
              type="date"
              hint="The day the payment was received."
              max={todayInLagos()}
            />
          </div>
          {loan && typed && values.on && (
            <ReceiptPreview
              loanId={loan.id}
              amount={typed}
              on={values.on}
              channel={item.batchId === null ? 'bank transfer' : 'payroll deduction'}
              alwaysTwo
            />
          )}
        </>
      )
    case 'notDeducted':
      return (
        <>
          {amount}
          <p className="text-muted">
            The payroll office confirms that it did not deduct this amount, so it no longer owes it. If the
            amount was remitted, refund it to the payer instead.
          </p>
        </>
      )
    case 'undone':
      return (
        <p className="text-muted">
          The posting to suspense is reversed today, and the line of the bank statement is open again. Then
          match it or record what it is.
        </p>
      )
    default:
      return (
        <>
          {amount}
          <Input
            {...field('reference')}
            label="Bank reference"
            optional
            hint="Leave blank if the transfer is not made yet. You get a reference to use for it."
            maxLength={60}
            autoComplete="off"
          />
        </>
      )
  }
}

function amountProblem(typed: string, item: SuspenseItem): { amount?: string } {
  const amount = parseNaira(typed)
  if (amount === undefined || amount === 0n) return { amount: 'Enter an amount in naira' }
  if (amount > item.remaining) return { amount: `Enter at most ${formatNaira(item.remaining)}` }
  return {}
}
