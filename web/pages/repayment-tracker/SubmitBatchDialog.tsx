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

/** The third total is said here, and what does not agree is explained before anybody else looks. */
export function SubmitBatchDialog({ batch, onClose }: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentSubmit}
      initial={{
        valueOn: String(batch.valueOn ?? todayInLagos()),
        bankCredit: '',
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
      done="Handed over. A second person has to agree before anything is posted."
      onClose={onClose}
      width="medium"
      title={`Hand over ${batch.number}`}
      description={`${rowsText(batch.fileRows)}, ${formatNaira(batch.fileTotal)}. Somebody else looks at it and posts it.`}
      action="Hand over"
    >
      {form => <Details batch={batch} {...form} />}
    </ActDialog>
  )
}

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
          hint="The day from which every receipt counts."
          type="date"
          max={todayInLagos()}
        />
        <MoneyField
          {...field('bankCredit')}
          label="Bank credit"
          hint="As the statement shows it; 0 when nothing has come yet."
          onChange={typed => set('bankCredit', typed)}
        />
      </div>
      {credit !== undefined && credit > 0n && (
        <Input {...field('bankReference')} label="Bank reference" maxLength={60} autoComplete="off" />
      )}
      {gaps.length > 0 && (
        <>
          <Notice tone="caution" title="The figures do not agree">
            <p className="first-letter:uppercase">{gaps.join('; ')}.</p>
          </Notice>
          <Textarea
            {...field('gapNote')}
            label="Why they differ"
            hint="The second person reads this beside the totals."
            rows={2}
            maxLength={500}
          />
        </>
      )}
      <Textarea {...field('reason')} label="What you checked it against" rows={2} maxLength={500} />
      <Checkbox
        label="Hold the messages"
        hint="Customers are told only when somebody releases the messages of this batch."
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

/** The server asks the same; here it is said beside the field. */
function checked(batch: Batch, { bankCredit, bankReference, gapNote }: Values) {
  const credit = parseNaira(bankCredit)
  return {
    ...(credit === undefined ? { bankCredit: 'Type an amount in naira, or 0' } : {}),
    ...(credit !== undefined && credit > 0n && bankReference.trim().length < 2
      ? { bankReference: 'Type the reference on the statement' }
      : {}),
    ...(gapsOf(batch, credit).length > 0 && gapNote.trim().length < 3
      ? { gapNote: 'Say why the totals differ' }
      : {}),
  }
}
