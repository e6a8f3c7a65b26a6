import { expect, test } from 'vitest'
import { isPersonal, isPersonalToKeep } from './privateSearch.ts'

test.each([
  ['22345678901', true],
  ['0803 123 4567', true],
  ['+234 (803) 123-4567', true],
  ['0123456789', true],
  ['yusuf 08031234567', true],
  ['Okonkwo Adaeze', false],
  ['C0100001', false],
  ['431517', false],
  ['PF/7731', false],
  ['', false],
])('%s is somebody’s number: %s', (typed, isNumber) => {
  expect(isPersonal(typed)).toBe(isNumber)
})

test.each([
  ['22345678901', true],
  ['BVN22123456789', true],
  ['NIN12345678901', true],
  ['tel08031234567', true],
  ['No0123456789', true],
  ['0803/123/4567', true],
  ['0803,123,4567', true],
  ['0803_123_4567', true],
  ['0803–123–4567', true],
  ['0803·123·4567', true],
  ['+234 (803) 123-4567', true],
  ['٠٨٠٣١٢٣٤٥٦٧', true],
  ['C08031234567', true],
  ['C0100001, 0803 123 4567', true],
  ['earns 245,320.50 now', true],
  ['earns 145,000', true],
  ['₦145000', true],
  ['₦ 95k', true],
  ['N145000', true],
  ['NGN 9500', true],
  ['145000 naira a month', true],
  ['145000.00 by the slip', true],
  ['Okonkwo Adaeze', false],
  ['12, Ahmadu Bello Way, Block N12', false],
  ['GL 10', false],
  ['058', false],
  ['431517', false],
  ['PF/7731', false],
  ['the same person as C0100001 with L0100007', false],
  ['see IRK-2345-6789', false],
  ['', false],
])('%s stays out of the browser’s storage: %s', (typed, isStoredOut) => {
  expect(isPersonalToKeep(typed)).toBe(isStoredOut)
})
