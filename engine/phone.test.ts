import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../proof/vectors/phone-vectors.json' with { type: 'json' }
import { formatPhone, isOfficePhone, type Phone, parsePhone, readPhone } from './phone.ts'

test.each(vectors)('$in → $out', ({ in: text, out }) => {
  expect(parsePhone(text) ?? null).toBe(out)
})

test.each([
  ['0803.123.4567', '+2348031234567'],
  ['+234 (0) 803 123 4567', '+2348031234567'],
  ['00234 803 123 4567', '+2348031234567'],
  ['\u202a+234 803 123 4567\u202c', '+2348031234567'], // copied from a contact card
  ['0803\u00a0123\u00a04567', '+2348031234567'],
  ['08001234567', '+2348001234567'], // a prefix nobody lists yet is not an error
])('%j is accepted', (text, phone) => {
  expect(parsePhone(text)).toBe(phone)
})

test.each([
  ['0700 47656 00', true],
  ['+234 803 123 4567', true],
  ['+234 (0) 803 123 4567', true],
  ['01-270 1234', true],
  ['0800 123 4567', true],
  ['+234 1 270 1234', true],
  ['abc', false],
  ['0803 12', false],
  ['0700 IROKO 00', false],
  ['+44 20 7946 0958', false],
  ['08031234567 ext 4', false],
  ['', false],
])('an office can be called on %j: %s', (text, isOne) => {
  expect(isOfficePhone(text)).toBe(isOne)
})

describe('a refusal says why', () => {
  test.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['0803123456a', 'not a phone number'],
    ['٠٨٠٣١٢٣٤٥٦٧', 'not a phone number'],
    ['0803+1234567', 'not a phone number'],
    ['++2348031234567', 'not a phone number'],
    ['constructor', 'not a phone number'],
    ['0'.repeat(50_000), 'not a phone number'],
    ['+448031234567', 'not a Nigerian number'],
    ['0044 803 123 4567', 'not a Nigerian number'],
    ['+8031234567', 'not a Nigerian number'],
    ['0803', 'wrong number of digits'],
    ['0803123456', 'wrong number of digits'],
    ['080312345678', 'wrong number of digits'],
    ['01-2345678', 'wrong number of digits'], // a Lagos landline
    ['08512345678', 'not a mobile number'],
    ['06412345678', 'not a mobile number'],
  ])('%j: %s', (text, problem) => {
    expect(readPhone(text)).toEqual({ problem })
  })
})

test('a number is printed as it is dialled, and reads back as itself', () => {
  expect(formatPhone('+2348031234567' as Phone)).toBe('0803 123 4567')
  const mobile = fc.tuple(fc.constantFrom('70', '80', '81', '90', '91'), fc.nat(99_999_999))
  fc.assert(
    fc.property(mobile, ([range, rest]) => {
      const phone = parsePhone(`0${range}${String(rest).padStart(8, '0')}`) as Phone
      expect(parsePhone(formatPhone(phone))).toBe(phone)
      expect(parsePhone(phone)).toBe(phone)
    }),
  )
})

test('whatever is accepted has the one shape', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'0123456789+-(). 789081') })
  fc.assert(
    fc.property(noise, text => {
      const phone = parsePhone(text)
      if (phone !== undefined) expect(phone).toMatch(/^\+234[789][01]\d{8}$/)
    }),
  )
})
