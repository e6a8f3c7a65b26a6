import { expect, test } from 'vitest'
import { isPersonal } from './isPersonal.ts'

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
