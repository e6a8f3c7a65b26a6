import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import file from '../proof/vectors/nuban-vectors.json' with { type: 'json' }
import { checkNuban, institutionCode, nubanCheckDigit } from './nuban.ts'

describe('the published and computed examples', () => {
  test.each(file.vectors)('$bankCode $serial → $checkDigit', vector => {
    expect(institutionCode(vector.bankCode)).toBe(vector.sixDigit)
    expect(nubanCheckDigit(vector.bankCode, vector.serial)).toBe(vector.checkDigit)
    expect(checkNuban(vector.bankCode, vector.nuban)).toBe('ok')
  })

  // of microfinance banks a wrong digit says nothing
  test.each(file.negatives)('$bankCode $nuban does not pass', ({ bankCode, nuban }) => {
    expect(checkNuban(bankCode, nuban)).toBe(bankCode.length === 3 ? 'wrong check digit' : 'not checkable')
  })
})

describe('what cannot be checked', () => {
  test.each([
    ['999992', '8031234567', 'not checkable'], // OPay: the phone number
    ['305', '8031234567', 'not checkable'],
    ['120003', '8031234567', 'not checkable'], // MTN MoMo
    ['090267', '2031234567', 'not checkable'], // Kuda by its NIP code
    ['070016', '2031234567', 'not checkable'], // a mortgage bank by its NIP code
    ['566', '0000000000', 'not checkable'], // VFD, a microfinance bank
    ['50211', '0000000000', 'not checkable'], // Kuda
    ['950211', '0000000000', 'not checkable'],
    ['', '0000014579', 'not checkable'],
    ['11', '0000014579', 'not checkable'],
    ['0011', '0000014579', 'not checkable'],
    ['035A', '0000014579', 'not checkable'], // ALAT in one public list
    ['constructor', '0000014579', 'not checkable'],
    ['011', '000001457', 'not 10 digits'],
    ['011', '00000145799', 'not 10 digits'],
    ['011', '0000014579\n', 'not 10 digits'],
    ['011', '٠٠٠٠٠١٤٥٧٩', 'not 10 digits'],
    ['011', '', 'not 10 digits'],
    ['999992', '803', 'not 10 digits'],
  ])('%j %j is %s', (bankCode, account, answer) => {
    expect(checkNuban(bankCode, account)).toBe(answer)
  })

  test('a right digit speaks for an account at a microfinance bank too', () => {
    expect(checkNuban('566', '0000000005')).toBe('ok')
    expect(checkNuban('50211', '0000000002')).toBe('ok')
  })

  test('a six-digit institution code is used unchanged', () => {
    expect(checkNuban('950547', '0000214579')).toBe('ok')
    expect(checkNuban('000011', '0000014579')).toBe('ok')
  })
})

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map(list => list.join(''))

test('of the ten numbers that share a serial exactly one passes', () => {
  fc.assert(
    fc.property(fc.constantFrom('044', '058', '50211', '950547'), digits(9), (bank, serial) => {
      const passing = [...'0123456789'].filter(digit => checkNuban(bank, serial + digit) === 'ok')
      expect(passing).toEqual([String(nubanCheckDigit(bank, serial))])
    }),
  )
})

test('any one wrong digit is noticed', () => {
  fc.assert(
    fc.property(digits(9), fc.nat(8), fc.integer({ min: 1, max: 9 }), (serial, place, shift) => {
      const account = serial + nubanCheckDigit('044', serial)
      const wrong = (Number(account[place]) + shift) % 10
      const mistyped = account.slice(0, place) + wrong + account.slice(place + 1)
      expect(checkNuban('044', mistyped)).toBe('wrong check digit')
    }),
  )
})
