import { ShieldCheck } from 'lucide-react'
import {
  ACCOUNT_BANK_OPTIONS,
  GENDER_OPTIONS,
  STATE_OPTIONS,
  TITLE_OPTIONS,
} from '../../../contract/nigeria.ts'
import {
  AccountNumberField,
  FieldsCard,
  storedHint,
  usePayrollOptions,
} from '../../parts/applicantFields.tsx'
import { type Customer, FIELD_WORDS } from '../../parts/customer/customerWords.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Input } from '../../ui/Input.tsx'
import { type Option, Select } from '../../ui/Select.tsx'
import type { EditForm } from './editing.ts'
import { type EditField, isMasked, isSensitive, onFile } from './editing.ts'

type Props = { form: EditForm; customer: Customer }

/** Fields saved immediately, then fields that need approval. */
export function EditFields({ form, customer }: Props) {
  const text = (field: EditField, more: { type?: string; optional?: boolean; wide?: boolean } = {}) => (
    <TextField form={form} customer={customer} field={field} {...more} />
  )
  return (
    <div className="flex flex-col gap-6">
      <FieldsCard title="Contact">
        {text('email', { type: 'email', optional: true })}
        {text('address')}
        <LongChoice form={form} field="state" options={STATE_OPTIONS} customer={customer} />
        {text('lga')}
      </FieldsCard>
      <FieldsCard title="Employment">
        {text('mda', { wide: true })}
        {text('grade', { optional: true })}
        {text('step', { optional: true })}
      </FieldsCard>
      <FieldsCard title="Next of kin">
        {text('kinName')}
        {text('kinRelationship')}
        {text('kinPhone', { type: 'tel' })}
        {text('kinAddress', { optional: true })}
      </FieldsCard>
      <FieldsCard title="Identity" aside={<SecondPerson />}>
        <Choice form={form} field="title" options={TITLE_OPTIONS} customer={customer} />
        <Choice form={form} field="gender" options={GENDER_OPTIONS} customer={customer} />
        {text('surname')}
        {text('firstName')}
        {text('otherNames', { optional: true })}
        {text('dateOfBirth', { type: 'date' })}
        {text('bvn')}
        {text('nin')}
        {text('phone', { type: 'tel' })}
      </FieldsCard>
      <FieldsCard title="Payroll and bank" aside={<SecondPerson />}>
        <PayrollSource form={form} customer={customer} />
        {text('ippisNumber')}
        {text('firstAppointmentOn', { type: 'date', wide: true })}
        <LongChoice form={form} field="bankCode" options={ACCOUNT_BANK_OPTIONS} customer={customer} />
        <AccountNumberField
          field={form.field('accountNumber')}
          bankCode={form.values.bankCode}
          hint={hintFor(customer, 'accountNumber')}
        />
      </FieldsCard>
    </div>
  )
}

const SecondPerson = () => (
  <Badge tone="caution">
    <ShieldCheck aria-hidden size={12} />
    Needs approval
  </Badge>
)

type FieldProps = Props & { field: EditField }

/** True if a change of this field is already pending approval. */
const isWaiting = (customer: Customer, field: EditField): boolean =>
  isSensitive(field) && customer.pending.some(each => each.fields.includes(field))

const hintFor = (customer: Customer, field: EditField): string | undefined => {
  if (isWaiting(customer, field)) return 'A change is already pending approval.'
  return isMasked(field) ? storedHint(onFile(customer, field)) : undefined
}

type TextProps = FieldProps & { type?: string; optional?: boolean; wide?: boolean }

function TextField({ form, customer, field, type = 'text', optional = false, wide = false }: TextProps) {
  const hint = hintFor(customer, field)
  return (
    <Input
      {...form.field(field)}
      label={FIELD_WORDS[field]}
      type={type}
      optional={optional}
      autoComplete="off"
      {...(isMasked(field) ? { placeholder: 'Unchanged' } : {})}
      {...(wide ? { className: 'sm:col-span-2' } : {})}
      {...(hint ? { hint } : {})}
    />
  )
}

function Choice({ form, field, customer, options }: FieldProps & { options: readonly Option[] }) {
  const hint = hintFor(customer, field)
  return (
    <Select {...form.field(field)} label={FIELD_WORDS[field]} options={options} {...(hint ? { hint } : {})} />
  )
}

function LongChoice({ form, field, customer, options }: FieldProps & { options: readonly Option[] }) {
  const hint = hintFor(customer, field)
  return (
    <Combobox
      {...form.field(field)}
      label={FIELD_WORDS[field]}
      options={options}
      onChange={value => form.set(field, value)}
      {...(hint ? { hint } : {})}
    />
  )
}

function PayrollSource({ form, customer }: Props) {
  const chosen = form.values.payrollSource
  const known = usePayrollOptions(chosen)
  const options = known.length > 0 ? known : [{ value: chosen, label: chosen }]
  return <Choice form={form} field="payrollSource" options={options} customer={customer} />
}
