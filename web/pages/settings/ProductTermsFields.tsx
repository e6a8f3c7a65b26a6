import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RepaymentFrequency } from '../../../engine/product.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { PercentField } from '../../parts/PercentField.tsx'
import * as words from '../../parts/settings/productWords.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Problems } from './draft.ts'
import { FEE_HOW, type FeeDraft, type ProductDraft } from './productDraft.ts'

type Props = {
  draft: ProductDraft
  set: (part: Partial<ProductDraft>) => void
  problems: Problems
  frequencies: readonly RepaymentFrequency[]
}

/** Fields of the product terms. */
export function ProductTermsFields({ draft, set, problems, frequencies }: Props) {
  const of = (name: string) => ({
    name,
    value: draft.typed[name] ?? '',
    error: problems[name],
    onChange: (value: string): void => set({ typed: { ...draft.typed, [name]: value } }),
  })
  const unit = draft.frequency ? words.TENOR_UNIT[draft.frequency.rhythm] : 'months'
  return (
    <>
      <Group title="Interest">
        <PercentField label="Rate" {...of('terms.ratePpm')} />
        <Choice label="Rate per" options={words.RATE_PER} {...of('terms.ratePer')} />
        <Choice label="Method" options={words.INTEREST} {...of('terms.interest')} />
        <Choice
          label="Interest calculated on"
          hint="Each day: paying early saves interest, paying late costs more until the last due date. Needs reducing interest and a day count."
          options={words.INTEREST_BASIS}
          {...of('terms.interestBasis')}
        />
        <Choice label="Repayment" options={words.REPAYMENT} {...of('terms.repayment')} />
        <Choice label="Day count" options={words.ACCRUAL} {...of('terms.accrual')} />
        <Choice
          label="First period interest"
          hint="If the first period is shorter or longer than the others."
          options={words.FIRST_PERIOD}
          {...of('terms.firstPeriod')}
        />
      </Group>
      <Group title="Amount and tenor">
        <MoneyField label="Minimum amount" {...of('terms.leastAmount')} />
        <MoneyField label="Maximum amount" {...of('terms.mostAmount')} />
        <Whole label={`Minimum tenor (${unit})`} {...of('terms.leastTenor')} />
        <Whole label={`Maximum tenor (${unit})`} {...of('terms.mostTenor')} />
        <FrequencyChoice
          draft={draft}
          set={set}
          error={problems['terms.frequency']}
          frequencies={frequencies}
        />
        <Choice
          label="Instalment on a weekend"
          hint="For monthly and quarterly frequencies. Public holidays do not move it."
          options={words.WEEKEND}
          {...of('terms.weekend')}
        />
        <Whole
          label="Cut-off day"
          hint="Loans disbursed after this day start with next month’s payroll."
          {...of('terms.cutOffDay')}
        />
      </Group>
      <Fees fees={draft.fees} onChange={fees => set({ fees })} problems={problems} />
      <Penalty isOn={draft.hasPenalty} onTurn={hasPenalty => set({ hasPenalty })} of={of} />
      <Group title="Rules">
        <PercentField label="Maximum share of net pay" {...of('terms.shareOfPayPpm')} />
        <Choice label="Early repayment" options={words.PREPAYMENT} {...of('terms.prepayment')} />
        <Order order={draft.order} onChange={order => set({ order })} />
        <Choice label="Overpayment" options={words.BEYOND_DUE} {...of('terms.allocation.beyondDue')} />
        <MoneyField
          label="Round instalments to"
          hint="For equal instalments. The last one takes the difference."
          {...of('terms.roundingUnit')}
        />
        <Choice
          label="Last instalment"
          hint="For equal instalments on a reducing balance."
          options={words.LAST_INSTALMENT}
          {...of('terms.lastInstalment')}
        />
        <Choice label="Rounding" options={words.ROUNDING} {...of('terms.rounding')} />
      </Group>
      <Group title="Moratorium">
        <Whole label="Instalments without principal" {...of('terms.moratorium.principalRows')} />
        <Whole label="Instalments without interest" {...of('terms.moratorium.interestRows')} />
        <Choice
          label="Interest in the moratorium"
          options={words.INTEREST_IS}
          {...of('terms.moratorium.interestIs')}
        />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

type FieldOf = {
  label: string
  name: string
  value: string
  error: string | undefined
  hint?: string
  onChange: (value: string) => void
}

function Choice({ options, onChange, ...field }: FieldOf & { options: Readonly<Record<string, string>> }) {
  return (
    <Select {...field} options={words.optionsOf(options)} onChange={event => onChange(event.target.value)} />
  )
}

function Whole({ onChange, ...field }: FieldOf) {
  return (
    <Input
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      onChange={event => onChange(event.target.value)}
    />
  )
}

type PenaltyProps = {
  isOn: boolean
  onTurn: (isOn: boolean) => void
  of: (name: string) => Omit<FieldOf, 'label' | 'hint'>
}

function Penalty({ isOn, onTurn, of }: PenaltyProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-semibold">Penalty</legend>
      <Checkbox
        label="Charge a penalty for overdue instalments"
        checked={isOn}
        onChange={event => onTurn(event.target.checked)}
      />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          <PercentField label="Rate" {...of('terms.penalty.sharePpm')} />
          <Choice label="Charged on" options={words.PENALTY_OF} {...of('terms.penalty.of')} />
          <Choice label="Frequency" options={words.PENALTY_EACH} {...of('terms.penalty.each')} />
          <Whole label="Grace period (days)" {...of('terms.penalty.graceDays')} />
          <PercentField
            label="Maximum share of the instalment"
            optional
            hint="Leave blank for no limit."
            {...of('terms.penalty.capPpm')}
          />
        </div>
      )}
    </fieldset>
  )
}

type FrequencyProps = Pick<Props, 'draft' | 'set' | 'frequencies'> & { error: string | undefined }

function FrequencyChoice({ draft, set, error, frequencies }: FrequencyProps) {
  const { frequency } = draft
  const isOffered = frequencies.some(each => each.code === frequency?.code)
  const options = frequencies.map(each => ({ value: each.code, label: each.name }))
  return (
    <Select
      label="Repayment frequency"
      name="terms.frequency"
      error={error}
      placeholder={frequency ? undefined : 'Choose'}
      value={frequency?.code ?? ''}
      options={
        frequency && !isOffered ? [...options, { value: frequency.code, label: frequency.name }] : options
      }
      onChange={event => {
        const chosen = plain(frequencies.find(each => each.code === event.target.value))
        // a quarterly first period is shorter than a quarter
        const isQuarterly = chosen?.rhythm === 'quarterly'
        set({
          frequency: chosen,
          typed: isQuarterly ? { ...draft.typed, 'terms.firstPeriod': 'by-days' } : draft.typed,
        })
      }}
    />
  )
}

/** The fields of a frequency that a product stores. */
const plain = (chosen: RepaymentFrequency | undefined): RepaymentFrequency | undefined =>
  chosen && {
    code: chosen.code,
    name: chosen.name,
    rhythm: chosen.rhythm,
    anchorDay: chosen.anchorDay,
    firstDue: chosen.firstDue,
  }

type FeesProps = {
  fees: readonly FeeDraft[]
  onChange: (fees: readonly FeeDraft[]) => void
  problems: Problems
}

function Fees({ fees, onChange, problems }: FeesProps) {
  const change = (key: number, part: Partial<FeeDraft>): void =>
    onChange(fees.map(fee => (fee.key === key ? { ...fee, ...part } : fee)))
  const add = (): void =>
    onChange([
      ...fees,
      {
        key: 1 + Math.max(0, ...fees.map(fee => fee.key)),
        name: '',
        collected: 'deducted',
        how: 'share',
        figure: '',
        goesTo: 'income',
        vat: '',
      },
    ])
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">Fees</legend>
      <div className="flex flex-col gap-4">
        {fees.length === 0 && <p className="text-muted">No fees.</p>}
        {fees.map((fee, index) => (
          <FeeRow
            key={fee.key}
            {...{ fee, problems }}
            path={`terms.fees.${index}`}
            onChange={part => change(fee.key, part)}
            onRemove={() => onChange(fees.filter(other => other.key !== fee.key))}
          />
        ))}
        <div>
          <Button size="small" icon={<Plus aria-hidden size={15} />} onClick={add}>
            Add fee
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

type FeeRowProps = {
  fee: FeeDraft
  path: string
  problems: Problems
  onChange: (part: Partial<FeeDraft>) => void
  onRemove: () => void
}

function FeeRow({ fee, path, problems, onChange, onRemove }: FeeRowProps) {
  const figure = { value: fee.figure, onChange: (value: string) => onChange({ figure: value }) }
  return (
    <div className="grid items-start gap-3 rounded-lg border border-line p-3 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)_2.25rem]">
      <Input
        label="Fee"
        name={`${path}.name`}
        maxLength={60}
        value={fee.name}
        error={problems[`${path}.name`]}
        onChange={event => onChange({ name: event.target.value })}
        className="sm:col-span-2"
      />
      <Select
        label="Collected"
        value={fee.collected}
        options={words.optionsOf(words.COLLECTED)}
        onChange={event => onChange({ collected: event.target.value })}
      />
      <div className="sm:pt-6">
        <IconButton label={`Remove fee ${fee.name}`} onClick={onRemove}>
          <Trash2 aria-hidden size={17} />
        </IconButton>
      </div>
      <Select
        label="Charged as"
        value={fee.how}
        error={problems[`${path}.of`]}
        options={[
          { value: 'share', label: words.FEE_OF.principal },
          { value: 'interest', label: words.FEE_OF.interest },
          { value: 'principal-and-interest', label: words.FEE_OF['principal-and-interest'] },
          { value: 'flat', label: 'Fixed amount' },
        ]}
        onChange={event => onChange({ how: FEE_HOW.find(how => how === event.target.value) ?? 'share' })}
        className="sm:col-span-2"
      />
      {fee.how === 'flat' ? (
        <MoneyField label="Amount" name={`${path}.flat`} error={problems[`${path}.flat`]} {...figure} />
      ) : (
        <PercentField
          label="Share"
          name={`${path}.sharePpm`}
          error={problems[`${path}.sharePpm`]}
          {...figure}
        />
      )}
      <Select
        label="Belongs to"
        value={fee.goesTo}
        error={problems[`${path}.goesTo`]}
        options={words.optionsOf(words.GOES_TO)}
        onChange={event => onChange({ goesTo: event.target.value })}
        className="sm:col-span-2"
      />
      <PercentField
        label="VAT included (optional)"
        name={`${path}.vatPpm`}
        error={problems[`${path}.vatPpm`]}
        value={fee.vat}
        onChange={value => onChange({ vat: value })}
      />
    </div>
  )
}

type OrderProps = { order: ProductDraft['order']; onChange: (order: ProductDraft['order']) => void }

/** Allocation order of repayments. */
function Order({ order, onChange }: OrderProps) {
  const raise = (index: number): void => {
    const next = [...order]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index - 1, 0, moved)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.8125rem] font-medium">Allocation order</legend>
      <ol className="ruled rounded-lg border border-line">
        {order.map((part, index) => (
          <li key={part} className="flex h-9 items-center gap-2 pr-1 pl-3">
            <span className="w-4 text-faint tabular-nums">{index + 1}</span>
            <span className="flex-1">{words.COMPONENTS[part]}</span>
            {index > 0 && (
              <IconButton
                label={`Move ${words.COMPONENTS[part]} up`}
                onClick={() => raise(index)}
                className="!size-7"
              >
                <ArrowUp aria-hidden size={15} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
