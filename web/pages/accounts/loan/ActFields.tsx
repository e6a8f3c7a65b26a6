import { formatNaira } from '../../../../engine/money.ts'
import { dayText, nairaText, percentText } from '../../../parts/figures.ts'
import {
  COMPONENT_WORDS,
  componentWord,
  type Loan,
  type SettlementQuote,
} from '../../../parts/loan/loanWords.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { PercentField } from '../../../parts/PercentField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Input } from '../../../ui/Input.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import {
  ACT_FORMS,
  type ActField,
  type ActForms,
  type ActValues,
  amountChips,
  CAUSE_OPTIONS,
  CHANNEL_OPTIONS,
  componentOptionsOf,
  EFFECT_OPTIONS,
  HOLIDAY_INTEREST_OPTIONS,
  paysLater,
} from './actForms.ts'

type Props = {
  form: ActForms
  loan: Loan
  values: ActValues
  problems: Partial<Record<ActField, string>>
  /** Quotes valid on the server's date, newest first. */
  quotes: readonly SettlementQuote[]
  onChange: (changes: Partial<ActValues>) => void
}

/** The fields of one action, in their order. */
export function ActFields(props: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {ACT_FORMS[props.form].fields.map(field => (
        <OneField key={field} field={field} {...props} />
      ))}
    </div>
  )
}

type FieldProps = Props & { field: ActField }

function OneField(props: FieldProps) {
  const { field, form, loan, values, problems, onChange } = props
  const shared = { name: field, error: problems[field] }
  const typed = (event: { target: { value: string } }): void => onChange({ [field]: event.target.value })
  const choice = choiceOf(props)
  if (choice) return <Select {...shared} {...choice} value={String(values[field])} onChange={typed} />
  switch (field) {
    case 'amount':
      return (
        <div>
          <MoneyField
            {...shared}
            label="Amount"
            value={values.amount}
            onChange={amount => onChange({ amount })}
            hint={amountHint(form, loan, values.component)}
          />
          <AmountChips chips={amountChips(form, loan)} onChoose={amount => onChange({ amount })} />
        </div>
      )
    case 'on':
      return (
        <Input
          {...shared}
          label={ON_LABELS[form] ?? 'Date'}
          type="date"
          value={values.on}
          max={loan.row.asOf}
          min={loan.row.disbursedOn ?? undefined}
          onChange={typed}
          hint={
            form === 'receipt' || form === 'prepayment' ? 'The date the payment was received.' : undefined
          }
        />
      )
    case 'reference':
      return (
        <Input
          {...shared}
          {...referenceWords(form)}
          value={values.reference}
          maxLength={60}
          autoComplete="off"
          onChange={typed}
        />
      )
    case 'periods':
    case 'tenor':
      return (
        <Input {...shared} {...COUNTS[field]} inputMode="numeric" value={values[field]} onChange={typed} />
      )
    case 'rate':
      return (
        <PercentField
          {...shared}
          label="New rate"
          value={values.rate}
          onChange={rate => onChange({ rate })}
          hint={`Current rate: ${percentText(loan.ratePpm)}% a ${loan.ratePer}.`}
        />
      )
    case 'capitalises':
      return <Capitalised loan={loan} values={values} onChange={onChange} />
    default:
      return null
  }
}

type ChipsProps = { chips: ReturnType<typeof amountChips>; onChoose: (amount: string) => void }

function AmountChips({ chips, onChoose }: ChipsProps) {
  if (chips.length === 0) return null
  return (
    <>
      <ul aria-label="Suggestions" className="mt-2 flex flex-wrap gap-2">
        {chips.map(({ title, amount }) => (
          <li key={title}>
            <Button size="small" onClick={() => onChoose(nairaText(amount))}>
              {title} <span className="text-muted tabular-nums">{formatNaira(amount)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-[0.8125rem] text-muted">To close the loan early, use Settle early.</p>
    </>
  )
}

type Choice = { label: string; options: Option[]; placeholder?: string }

/** Label and options of the fields that are selects. */
function choiceOf({ field, form, quotes }: FieldProps): Choice | undefined {
  switch (field) {
    case 'channel':
      return { label: 'Channel', options: CHANNEL_OPTIONS }
    case 'effect':
      return { label: 'Effect', options: EFFECT_OPTIONS }
    case 'component':
      return { label: 'Component', options: componentOptionsOf(form), placeholder: 'Choose' }
    case 'interest':
      return { label: 'Interest during the holiday', options: HOLIDAY_INTEREST_OPTIONS }
    case 'cause':
      return { label: 'Cause', options: CAUSE_OPTIONS, placeholder: 'Choose' }
    case 'quoteId':
      return { label: 'Quote', options: quotes.map(quoteOption), placeholder: 'Choose a quote' }
    default:
      return undefined
  }
}

const quoteOption = ({ id, number, total, on }: SettlementQuote): Option => ({
  value: id,
  label: `${number}: ${formatNaira(total)} on ${dayText(on)}`,
})

const COUNTS = {
  periods: { label: 'Instalments to skip', hint: 'From the next instalment, at most 12.', maxLength: 2 },
  tenor: { label: 'New number of instalments', hint: 'Counted from the next instalment.', maxLength: 3 },
}

const referenceWords = (form: ActForms): { label: string; hint: string } =>
  paysLater(form)
    ? {
        label: 'Bank reference (if known)',
        hint: 'Leave blank if the transfer is not made yet. You receive a reference to use for it.',
      }
    : { label: 'Reference', hint: 'Reference of the payment. Each reference can be used once.' }

const ON_LABELS: Partial<Record<ActForms, string>> = {
  receipt: 'Value date',
  prepayment: 'Value date',
  recovery: 'Value date',
  settle: 'Payment date',
  charge: 'Due date',
}

function amountHint(form: ActForms, { row }: Loan, component: string): string | undefined {
  if (form === 'refund') return `Credit balance: ${formatNaira(row.credit)}.`
  if (form === 'receipt' || form === 'prepayment')
    return `Outstanding balance: ${formatNaira(row.outstandingTotal)}.`
  if (form === 'waiver' && component in row.outstanding) {
    const owed = row.outstanding[component as keyof typeof row.outstanding]
    return `Outstanding ${componentWord(component).toLowerCase()}: ${formatNaira(owed)}.`
  }
  return undefined
}

function Capitalised({ loan, values, onChange }: Pick<Props, 'loan' | 'values' | 'onChange'>) {
  const toggle = (component: string, isOn: boolean): void =>
    onChange({
      capitalises: isOn
        ? [...values.capitalises, component]
        : values.capitalises.filter(each => each !== component),
    })
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-2 text-[0.8125rem] font-medium">Add outstanding amounts to the principal</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {(['interest', 'fee', 'penalty'] as const).map(component => (
          <Checkbox
            key={component}
            name={`capitalises-${component}`}
            label={COMPONENT_WORDS[component]}
            hint={formatNaira(loan.row.outstanding[component])}
            checked={values.capitalises.includes(component)}
            onChange={event => toggle(component, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
