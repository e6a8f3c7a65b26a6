import { expect, test } from 'vitest'
import { requestApi } from '../../../../contract/requests.ts'
import { localDate } from '../../../../engine/dates.ts'
import { kobo } from '../../../../engine/money.ts'
import { differing } from '../../../parts/applicationWords.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { editField, editInput, editProblems, editTexts, isSavable, startEditing } from './editing.ts'

const application: LoanRequest['application'] = {
  consentVersion: 3,
  consented: true,
  title: 'MRS',
  surname: 'Okonkwo',
  firstName: 'Adaeze',
  otherNames: '',
  gender: 'FEMALE',
  dateOfBirth: localDate('1988-04-12'),
  phone: '•••• 4567',
  email: '',
  bvn: '•••••••7341',
  nin: '•••••••9592',
  address: '12 Ahmadu Bello Way',
  state: 'Lagos',
  lga: 'Eti-Osa',
  payrollSource: 'IPPIS',
  ippisNumber: '435478',
  mda: 'Federal Ministry of Health',
  grade: 'GL 10',
  step: '4',
  firstAppointmentOn: localDate('2012-05-01'),
  productId: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01',
  amount: kobo(50_000_000n),
  tenor: 12,
  purpose: 'School fees',
  bankCode: '058',
  bankName: 'Guaranty Trust Bank',
  accountNumber: '••••••4183',
  kinName: 'Chidi Okonkwo',
  kinRelationship: 'Husband',
  kinPhone: '•••• 4567',
  kinAddress: '',
  accountOfficerCode: 'AO-014',
}
const row = { id: '0190a8f2-7c1e-4000-8000-000000000001', version: 1 }
const request = { row, application } as LoanRequest
const names = new Map([[application.productId, 'Public Servant Loan']])

const edit = (changes: Partial<ReturnType<typeof startEditing>>) => ({
  ...startEditing(application),
  note: 'Corrected by telephone',
  ...changes,
})

test('an untouched form is a valid edit that replaces no masked number', () => {
  const input = requestApi.requestEdit.input.parse(editInput(request, edit({})))
  expect(input.application).toMatchObject({
    amount: 50_000_000n,
    tenor: 12,
    consentVersion: 3,
    surname: 'Okonkwo',
  })
  for (const field of ['bvn', 'nin', 'accountNumber', 'phone', 'kinPhone', 'netPay'] as const)
    expect(input.application[field]).toBeUndefined()
})

test('typed net pay replaces the stated one and is shown as changed', () => {
  const edited = edit({ netPay: '180,000' })
  expect(requestApi.requestEdit.input.parse(editInput(request, edited)).application.netPay).toBe(18_000_000n)
  const { before, after } = editTexts(application, edited, names)
  expect([before.netPay, after.netPay]).toEqual(['₦ ••••••', '₦180,000.00'])
  expect(editProblems(edit({ netPay: 'much' }), undefined).netPay).toMatch(/^Enter an amount in naira/)
  expect(editProblems(edit({}), undefined).netPay).toBeUndefined()
})

test('a typed number replaces the masked one', () => {
  const input = requestApi.requestEdit.input.parse(editInput(request, edit({ bvn: ' 22334455667 ' })))
  expect(input.application.bvn).toBe('22334455667')
})

test('the difference lists the changes and only the last digits of a masked number', () => {
  const { before, after } = editTexts(
    application,
    edit({ amount: '300000', bvn: '22334455667', tenor: 'ten' }),
    names,
  )
  expect(differing(before, after)).toEqual({
    count: 3,
    before: { bvn: '•••••••7341', amount: '₦500,000.00', tenor: '12' },
    after: { bvn: 'new, ending 5667', amount: '₦300,000.00', tenor: 'ten' },
  })
})

test.each([
  ['application.surname', 'surname'],
  ['dateOfBirth', 'dateOfBirth'],
])('the error of %s is shown at field %s', (path, field) => {
  expect(editField(path)).toBe(field)
})

test.each([
  ['amount', '1,500,000', true],
  ['amount', '1500000.00', true],
  ['amount', '22123456789', false],
  ['amount', '2012345678', false],
  ['amount', '0123456789', false],
  ['amount', '08031234567', false],
  ['amount', 'of BVN22123456789', false],
  ['amount', '', true],
  ['firstAppointmentOn', '2012-05-01', true],
  ['firstAppointmentOn', '22123456789', false],
  ['productId', application.productId, true],
  ['dateOfBirth', '1988-04-12', false],
  ['note', 'tel08031234567', false],
  ['note', 'earns ₦145000', false],
  ['purpose', 'School fees', true],
  ['netPay', '1', false],
] as const)('may lie in the browser: %s %s: %s', (field, text, may) => {
  expect(isSavable(field, text)).toBe(may)
})
