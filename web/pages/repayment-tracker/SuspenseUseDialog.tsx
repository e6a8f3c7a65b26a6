import { useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, parseNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { nairaText } from '../../parts/figures.ts'
import { ReceiptPreview } from '../../parts/loan/ReceiptPreview.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import type { SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import type { Form } from '../../parts/useForm.ts'
import { Input } from '../../ui/Input.tsx'
import { LoanPicker } from './LoanPicker.tsx'

const KINDS = {
  loan: { title: 'Give to a loan', action: 'Ask to give it' },
  returned: { title: 'Return to the payer', action: 'Ask to return it' },
  notDeducted: { title: 'It was not deducted', action: 'Ask to take it off' },
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

/** The ways out of suspense; each waits for a second person. */
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
      done="A second person has to agree."
      width={kind === 'loan' ? 'medium' : 'narrow'}
      onClose={onClose}
      title={title}
      description={`${item.name || item.staffNumber || 'No name'}, ${item.batchNumber}: ${formatNaira(item.remaining)} left. Somebody else has to agree.`}
      action={action}
      reason={{
        hint:
          kind === 'notDeducted'
            ? 'How you know: the office’s letter or its corrected schedule.'
            : 'How you know whose it is.',
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

/** How much, and what one has to know to send it that way. */
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
              label="Counts from"
              type="date"
              hint="The day the money came in."
              max={todayInLagos()}
            />
          </div>
          {loan && typed && values.on && (
            <ReceiptPreview
              loanId={loan.id}
              amount={typed}
              on={values.on}
              channel="payroll deduction"
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
            The payroll office says it never deducted this, so it owes it no longer. Money that it has sent
            all the same goes back to it: return that to the payer instead.
          </p>
        </>
      )
    default:
      return (
        <>
          {amount}
          <Input
            {...field('reference')}
            label="Bank reference, if known"
            hint="Empty while it is not transferred: you get one to put on the transfer."
            maxLength={60}
            autoComplete="off"
          />
        </>
      )
  }
}

function amountProblem(typed: string, item: SuspenseItem): { amount?: string } {
  const amount = parseNaira(typed)
  if (amount === undefined || amount === 0n) return { amount: 'Type an amount in naira' }
  if (amount > item.remaining) return { amount: `Only ${formatNaira(item.remaining)} is left of it` }
  return {}
}
