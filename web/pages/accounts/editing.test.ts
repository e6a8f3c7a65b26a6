import { expect, test } from 'vitest'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { changedFields, editInput, isSavable, startEditing } from './editing.ts'

const adaeze = {
  row: {
    id: 'one',
    phone: '•••• 4567',
    state: 'Lagos',
    payrollSource: 'IPPIS',
    ippisNumber: '431517',
    mda: 'Health',
  },
  title: 'MRS',
  surname: 'Okonkwo',
  firstName: 'Adaeze',
  otherNames: '',
  gender: 'FEMALE',
  dateOfBirth: '1985-03-04',
  firstAppointmentOn: '2011-02-01',
  bvn: '•••••••7766',
  nin: '•••••••3322',
  email: '',
  address: '12 Ahmadu Bello Way',
  lga: 'Eti-Osa',
  grade: 'GL 10',
  step: '4',
  bankCode: '058',
  accountNumber: '••••••6789',
  kinName: 'Chidi Okonkwo',
  kinRelationship: 'Husband',
  kinPhone: '•••• 4567',
  kinAddress: '',
  revision: 3,
} as unknown as Customer

test('masked numbers start empty without counting as changed', () => {
  const edited = startEditing(adaeze)
  const { bvn, nin, phone, accountNumber, kinPhone, surname } = edited
  expect([bvn, nin, phone, accountNumber, kinPhone, surname]).toEqual(['', '', '', '', '', 'Okonkwo'])
  expect(changedFields(adaeze, edited)).toEqual([])
})

test('sends only changed fields', () => {
  const edited = { ...startEditing(adaeze), lga: 'Ikeja', accountNumber: '0123456789', reason: 'New account' }
  expect(editInput(adaeze, edited)).toEqual({
    id: 'one',
    basedOn: 3,
    lga: 'Ikeja',
    accountNumber: '0123456789',
    reason: 'New account',
  })
})

test.each([
  ['firstAppointmentOn', '2011-02-01', true],
  ['firstAppointmentOn', '22123456789', false],
  ['firstAppointmentOn', '8031-23-4567', false],
  ['dateOfBirth', '1985-03-04', false],
  ['reason', 'Her BVN22123456789', false],
  ['reason', 'earns 245,320.50 now', false],
  ['address', '12, Ahmadu Bello Way', true],
  ['ippisNumber', '431517', true],
  ['phone', 'none', false],
] as const)('may lie in the browser: %s %s: %s', (field, text, may) => {
  expect(isSavable(field, text)).toBe(may)
})
