import {
  ACCOUNT_BANK_OPTIONS,
  GENDER_OPTIONS,
  STATE_OPTIONS,
  TITLE_OPTIONS,
} from '../../../../contract/nigeria.ts'
import {
  AccountNumberField,
  FieldsCard,
  storedHint,
  usePayrollOptions,
} from '../../../parts/applicantFields.tsx'
import { APPLICATION_WORDS, type ApplicationField } from '../../../parts/applicationWords.ts'
import { HIDDEN_PAY } from '../../../parts/figures.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { amountLimits, tenorLimits } from '../../../parts/requestedTerms.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import { Input, NumericInput } from '../../../ui/Input.tsx'
import { type Option, Select } from '../../../ui/Select.tsx'
import type { EditForm, Product } from './editing.ts'
import { isMasked } from './editing.ts'

type Props = {
  form: EditForm
  application: LoanRequest['application']
  products: readonly Product[]
  product: Product | undefined
}

/** Every field of the application, in the order of the public form. */
export function EditFields({ form, application, products, product }: Props) {
  const text = (
    field: Exclude<ApplicationField, 'netPay'>,
    more: { type?: string; optional?: boolean; wide?: boolean } = {},
  ) => <TextField form={form} field={field} onFile={application[field]} {...more} />
  return (
    <div className="flex flex-col gap-6">
      <FieldsCard title="Applicant">
        <Choice form={form} field="title" options={TITLE_OPTIONS} />
        <Choice form={form} field="gender" options={GENDER_OPTIONS} />
        {text('surname')}
        {text('firstName')}
        {text('otherNames', { optional: true })}
        {text('dateOfBirth', { type: 'date' })}
        {text('phone', { type: 'tel' })}
        {text('email', { type: 'email', optional: true })}
        {text('bvn')}
        {text('nin')}
        {text('address', { wide: true })}
        <LongChoice form={form} field="state" options={STATE_OPTIONS} />
        {text('lga')}
      </FieldsCard>
      <FieldsCard title="Work">
        <PayrollSource form={form} />
        {text('ippisNumber')}
        {text('mda', { wide: true })}
        {text('grade', { optional: true })}
        {text('step', { optional: true })}
        {text('firstAppointmentOn', { type: 'date' })}
        <Money form={form} field="netPay" hint={storedHint(HIDDEN_PAY)} />
      </FieldsCard>
      <FieldsCard title="Loan">
        <LoanFields form={form} products={products} product={product} />
        {text('purpose')}
        {text('accountOfficerCode', { optional: true })}
      </FieldsCard>
      <FieldsCard title="Bank">
        <LongChoice form={form} field="bankCode" options={ACCOUNT_BANK_OPTIONS} />
        <AccountNumberField
          field={form.field('accountNumber')}
          bankCode={form.values.bankCode}
          hint={storedHint(application.accountNumber)}
        />
      </FieldsCard>
      <FieldsCard title="Next of kin">
        {text('kinName')}
        {text('kinRelationship')}
        {text('kinPhone', { type: 'tel' })}
        {text('kinAddress', { optional: true })}
      </FieldsCard>
    </div>
  )
}

type FieldProps = { form: EditForm; field: ApplicationField }

type TextProps = FieldProps & { onFile: unknown; type?: string; optional?: boolean; wide?: boolean }

function TextField({ form, field, onFile, type = 'text', optional = false, wide = false }: TextProps) {
  return (
    <Input
      {...form.field(field)}
      label={APPLICATION_WORDS[field]}
      type={type}
      optional={optional}
      autoComplete="off"
      {...(wide ? { className: 'sm:col-span-2' } : {})}
      {...(isMasked(field) ? { hint: storedHint(String(onFile)), placeholder: 'Unchanged' } : {})}
    />
  )
}

function Choice({ form, field, options }: FieldProps & { options: readonly Option[] }) {
  return <Select {...form.field(field)} label={APPLICATION_WORDS[field]} options={options} />
}

function LongChoice({ form, field, options }: FieldProps & { options: readonly Option[] }) {
  return (
    <Combobox
      {...form.field(field)}
      label={APPLICATION_WORDS[field]}
      options={options}
      onChange={value => form.set(field, value)}
    />
  )
}

function Money({ form, field, hint }: FieldProps & { hint?: string }) {
  return (
    <MoneyField
      {...form.field(field)}
      label={APPLICATION_WORDS[field]}
      hint={hint}
      onChange={typed => form.set(field, typed)}
    />
  )
}

function PayrollSource({ form }: { form: EditForm }) {
  const options = usePayrollOptions(form.values.payrollSource)
  return <Choice form={form} field="payrollSource" options={options} />
}

function LoanFields({ form, products, product }: Omit<Props, 'application'>) {
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Choice form={form} field="productId" options={options} />
      <Money form={form} field="amount" {...(product ? { hint: amountLimits(product.terms) } : {})} />
      <NumericInput
        {...form.field('tenor')}
        label={APPLICATION_WORDS.tenor}
        inputMode="numeric"
        {...(product ? { hint: tenorLimits(product.terms) } : {})}
      />
    </>
  )
}
