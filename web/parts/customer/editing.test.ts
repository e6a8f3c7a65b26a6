import { expect, test } from 'vitest'
import type { Customer } from './customerWords.ts'
import { changedFields, editInput, startEditing } from './editing.ts'

const adaeze = {
  row: {
    id: 'one',
    phone: '•••• 4567',
    state: 'Lagos',
    payrollSource: 'IPPIS',
    ippisNumber: '431517',
    mda: 'Health',
  },
  surname: 'Okonkwo',
  firstName: 'Adaeze',
  otherNames: '',
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

test('masked numbers start empty, and nothing is changed', () => {
  const edited = startEditing(adaeze)
  expect([edited.phone, edited.accountNumber, edited.kinPhone, edited.surname]).toEqual([
    '',
    '',
    '',
    'Okonkwo',
  ])
  expect(changedFields(adaeze, edited)).toEqual([])
})

test('only what was changed travels', () => {
  const edited = { ...startEditing(adaeze), lga: 'Ikeja', accountNumber: '0123456789', reason: 'New account' }
  expect(editInput(adaeze, edited)).toEqual({
    id: 'one',
    basedOn: 3,
    lga: 'Ikeja',
    accountNumber: '0123456789',
    reason: 'New account',
  })
})
