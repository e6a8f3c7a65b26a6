import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, parseNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { type Batch, gapsOf, rowsText } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import type { Form } from '../../parts/useForm.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { batch: Batch; onClose: () => void }

/** Asks for the bank credit, and for an explanation if the control totals do not agree. */
export function SubmitBatchDialog({ batch, onClose }: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentSubmit}
      initial={{
        valueOn: String(batch.valueOn ?? todayInLagos()),
        bankCredit: isInBank(batch) ? '0' : '',
        bankReference: '',
        gapNote: '',
        holdsMessages: false,
        reason: '',
      }}
      input={({ bankCredit, bankReference, gapNote, ...rest }) => ({
        id: batch.id,
        ...rest,
        bankCredit: (parseNaira(bankCredit) ?? 0n).toString(),
        bankReference: bankReference.trim() || null,
        gapNote: gapNote.trim() || null,
      })}
      check={values => checked(batch, values)}
      done="Batch submitted for approval."
      onClose={onClose}
      width="medium"
      title={`Submit ${batch.number} for approval`}
      description={`${rowsText(batch.fileRows)}, ${formatNaira(batch.fileTotal)}. It is posted once approved.`}
      action="Submit for approval"
    >
      {form => <Details batch={batch} {...form} />}
    </ActDialog>
  )
}

/** Rows of a bank statement are in the bank already. */
const isInBank = ({ cashAccount }: Batch): boolean => cashAccount === 'bank'

type DetailsProps = { batch: Batch } & Pick<
  Form<typeof repaymentApi.repaymentSubmit, Values>,
  'values' | 'set' | 'field'
>

function Details({ batch, values, set, field }: DetailsProps) {
  const credit = parseNaira(values.bankCredit)
  const gaps = gapsOf(batch, credit)
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Input
          {...field('valueOn')}
          label="Value date"
          hint={
            batch.kind === 'payroll'
              ? 'Date from which every repayment counts.'
              : 'Date of repayments that have none of their own in the file.'
          }
          type="date"
          max={todayInLagos()}
        />
        {!isInBank(batch) && (
          <MoneyField
            {...field('bankCredit')}
            label="Bank credit"
            hint="Amount on the bank statement for this file. Enter 0 if nothing is received yet."
            onChange={typed => set('bankCredit', typed)}
          />
        )}
      </div>
      {credit !== undefined && credit > 0n && (
        <Input {...field('bankReference')} label="Bank reference" maxLength={60} autoComplete="off" />
      )}
      {gaps.length > 0 && (
        <>
          <Notice tone="caution" title="The control totals do not agree">
            <p className="first-letter:uppercase">{gaps.join(', ')}.</p>
          </Notice>
          <Textarea
            {...field('gapNote')}
            label="Reason for the difference"
            hint="The approver sees this beside the totals."
            rows={2}
            maxLength={500}
          />
        </>
      )}
      <Textarea
        {...field('reason')}
        label="Evidence (for example, payroll schedule)"
        rows={2}
        maxLength={500}
      />
      <Checkbox
        label="Hold messages"
        hint="SMS of this batch are sent only after you release them."
        checked={values.holdsMessages}
        onChange={event => set('holdsMessages', event.target.checked)}
      />
    </>
  )
}

type Values = {
  valueOn: string
  bankCredit: string
  bankReference: string
  gapNote: string
  holdsMessages: boolean
  reason: string
}

/** Repeats the rules of the server, so that each error appears beside its field. */
function checked(batch: Batch, { bankCredit, bankReference, gapNote }: Values) {
  const credit = parseNaira(bankCredit)
  return {
    ...(credit === undefined ? { bankCredit: 'Enter an amount in naira, or 0' } : {}),
    ...(credit !== undefined && credit > 0n && bankReference.trim().length < 2
      ? { bankReference: 'Enter the bank reference on the statement' }
      : {}),
    ...(gapsOf(batch, credit).length > 0 && gapNote.trim().length < 3
      ? { gapNote: 'Explain why the totals differ' }
      : {}),
  }
}
