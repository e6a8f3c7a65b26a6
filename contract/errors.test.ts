import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode, errorMessage } from './errors.ts'

const all = Object.entries(ERRORS) as [ErrorCode, (typeof ERRORS)[ErrorCode]][]

test.each(all)('%s is a sentence with a status', (code, { status, message }) => {
  expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  // a notice is the lender's own sentence
  expect(message).toMatch(/^(?:[A-Z]|\{)[\s\S]*\.$|^\{notice\}$/)
})

test('what is raised is filled in, once and as it is', () => {
  expect(errorMessage('record.unknown', { what: 'loan' })).toBe('This loan was not found.')
  expect(errorMessage('record.unknown', { what: '{what} $& $1' })).toBe('This {what} $& $1 was not found.')
})
