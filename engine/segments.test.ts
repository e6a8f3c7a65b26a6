import fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { describe, expect, test } from 'vitest'
import file from '../proof/vectors/sms-vectors.json' with { type: 'json' }
import { measureSms, toGsm7 } from './segments.ts'

test.each(file.vectors)('$case: $encoding, $units units, $segments parts', vector => {
  expect(measureSms(vector.text)).toMatchObject({
    encoding: vector.encoding,
    units: vector.units,
    segments: vector.segments,
  })
})

test('every character of the alphabet costs what the standard says, and no other belongs to it', () => {
  for (const letter of file.gsm7Basic)
    expect(measureSms(letter)).toMatchObject({ encoding: 'GSM-7', units: 1 })
  for (const letter of file.gsm7Extension) {
    expect(measureSms(letter)).toMatchObject({ encoding: 'GSM-7', units: 2 })
  }
  const alphabet = new Set(file.gsm7Basic + file.gsm7Extension)
  for (let code = 0; code < 0x3000; code += 1) {
    const letter = String.fromCharCode(code)
    expect(measureSms(letter).encoding, `U+${code.toString(16)}`).toBe(
      alphabet.has(letter) ? 'GSM-7' : 'UCS-2',
    )
  }
})

describe('what the editor shows', () => {
  test.each([
    ['', 160, []],
    ['Pay N5,000.00', 147, []],
    ['Pay ₦5,000.00', 57, ['₦']],
    ['a'.repeat(160), 0, []],
    ['a'.repeat(161), 145, []],
    ['a'.repeat(306), 0, []],
    [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 141, []],
    ['Ẹ káàbọ̀, you’ve paid ₦500', 44, ['Ẹ', 'á', 'ọ', '\u0300', '’', '₦']],
  ])('%j leaves %i units', (text, unitsLeft, outsideGsm7) => {
    expect(measureSms(text)).toMatchObject({ unitsLeft, outsideGsm7 })
  })

  test('an emoji is not torn between two parts', () => {
    expect(measureSms(`${'₦'.repeat(66)}😊${'₦'.repeat(66)}`)).toMatchObject({ units: 134, segments: 3 })
  })
})

describe('the cheap alphabet', () => {
  test.each([
    ['Pay ₦5,000.00', 'Pay NGN5,000.00'],
    ['You’re due – “today”…', 'You\'re due - "today"...'],
    ['Ọlápéjú Ṣẹ́gun', 'Olapéju Segun'], // é is in the alphabet, ú is not
    ['Thank you 😊', 'Thank you 😊'],
    ['€10 [ref]', '€10 [ref]'],
  ])('%j → %j', (text, plain) => {
    expect(toGsm7(text)).toBe(plain)
  })
})

const smsLetter = fc.constantFrom(...'abc 019.,€[]{}~|^₦’ọ😊', 'é', 'Δ')

test('agrees with an independent calculator', () => {
  fc.assert(
    fc.property(fc.string({ unit: smsLetter, maxLength: 700 }), text => {
      const theirs = new SegmentedMessage(text)
      const ours = measureSms(text)
      expect(ours.encoding).toBe(theirs.encodingName)
      if (text !== '') expect(ours.segments).toBe(theirs.segmentsCount)
    }),
    { numRuns: 300 },
  )
})

test('any text is measured, torn surrogates too', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => measureSms(text).segments >= 0))
  expect(measureSms('\ud83d')).toMatchObject({ encoding: 'UCS-2', units: 1, segments: 1 })
})
