import type { ReactNode } from 'react'
import {
  ACCOUNT_BANK_OPTIONS,
  GENDER_OPTIONS,
  STATE_OPTIONS,
  TITLE_OPTIONS,
} from '../../../contract/nigeria.ts'
import { checkNuban } from '../../../engine/nuban.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { DateField } from './DateField.tsx'
import type { Application } from './useApplication.ts'

/** The steps that consist of fields only: identity, work, bank, next of kin. */

const numeric = { inputMode: 'numeric', autoComplete: 'off', maxLength: 20 } as const
const phone = { type: 'tel', inputMode: 'tel', maxLength: 30 } as const

function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      {title && <h3 className="border-b border-line pb-1.5 font-semibold">{title}</h3>}
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

export function IdentityStep({ app: { field, typed } }: { app: Application }) {
  return (
    <>
      <Group title="Your name, as on the payslip">
        <div className="grid grid-cols-[7rem_1fr] gap-3 sm:col-span-2 sm:grid-cols-[7rem_1fr_1fr]">
          <Select {...field('title')} options={TITLE_OPTIONS} placeholder="Choose" />
          <Input {...field('surname')} autoComplete="family-name" />
          <Input {...field('firstName')} autoComplete="given-name" className="col-span-2 sm:col-span-1" />
        </div>
        <Input {...field('otherNames')} autoComplete="additional-name" optional />
        <Select {...field('gender')} options={GENDER_OPTIONS} placeholder="Choose" autoComplete="sex" />
        <DateField {...typed('dateOfBirth')} isBirthDate />
      </Group>
      <Group title="Contact details">
        <Input
          {...field('phone')}
          {...phone}
          autoComplete="tel"
          hint="Your own mobile number, such as 0803&nbsp;123&nbsp;4567."
        />
        <Input {...field('email')} type="email" autoComplete="email" autoCapitalize="none" optional />
      </Group>
      <Group title="Identity numbers">
        <Input {...field('bvn')} {...numeric} hint="11 digits. Dial *565*0# to see it." />
        <Input {...field('nin')} {...numeric} hint="11 digits. Dial *346# to see it." />
        <p className="text-[0.8125rem] text-muted sm:col-span-2">
          For your safety, BVN and NIN are not saved with your draft. They are cleared when you close this
          tab.
        </p>
      </Group>
      <Group title="Where you live">
        <Input
          {...field('address')}
          autoComplete="street-address"
          className="sm:col-span-2"
          maxLength={220}
        />
        <Select
          {...field('state')}
          options={STATE_OPTIONS}
          placeholder="Choose a state"
          hint="Abuja is in the Federal Capital Territory."
          autoComplete="address-level1"
        />
        <Input {...field('lga')} maxLength={80} />
      </Group>
    </>
  )
}

export function WorkStep({ app: { field, typed, page } }: { app: Application }) {
  const sources = page.payrollSources.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <Group>
      <Select {...field('payrollSource')} options={sources} placeholder="Choose" />
      <Input
        {...field('ippisNumber')}
        hint="As printed on your payslip."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
      />
      <Input {...field('mda')} autoComplete="organization" className="sm:col-span-2" maxLength={140} />
      <div className="grid grid-cols-2 gap-3">
        <Input {...field('grade')} optional maxLength={30} />
        <Input {...field('step')} optional maxLength={20} />
      </div>
      <DateField {...typed('firstAppointmentOn')} />
      <MoneyField
        {...typed('netPay')}
        hint="The amount paid into your account each month, after deductions."
      />
    </Group>
  )
}

export function BankStep({ app: { field, draft } }: { app: Application }) {
  const { bankCode, accountNumber } = draft.answers
  const isDoubtful = checkNuban(bankCode, accountNumber.replace(/[\s-]/g, '')) === 'wrong check digit'
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        The account your salary is paid into. If your loan is approved, it is paid into this account.
      </p>
      <Group>
        <Select {...field('bankCode')} options={ACCOUNT_BANK_OPTIONS} placeholder="Choose a bank" />
        <Input {...field('accountNumber')} {...numeric} hint="10 digits." />
      </Group>
      <div role="status">
        {isDoubtful && (
          <Notice tone="caution" title="Please check the account number">
            It does not match this bank’s check digit. If it is correct, continue. We will confirm it with the
            bank.
          </Notice>
        )}
      </div>
    </>
  )
}

export function KinStep({ app: { field } }: { app: Application }) {
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        Someone we can contact if we cannot reach you. They are not responsible for the loan.
      </p>
      <Group>
        <Input {...field('kinName')} autoComplete="off" maxLength={140} />
        <Input
          {...field('kinRelationship')}
          hint="For example wife, brother or daughter."
          autoComplete="off"
          maxLength={60}
        />
        <Input {...field('kinPhone')} {...phone} autoComplete="off" />
        <Input {...field('kinAddress')} autoComplete="off" optional maxLength={220} />
      </Group>
    </>
  )
}
