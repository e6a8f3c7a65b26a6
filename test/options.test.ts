import { expect, test } from 'vitest'
import { wholeOption } from './options.ts'

test.each(['', '-1', '1.5', '1e3', 'ten', '0x10', '1001', '9999999999'])(
  '“%s” is no number of rounds',
  given => {
    expect(() => wholeOption('rounds', given, 1_000)).toThrow('--rounds is a whole number up to 1,000')
  },
)

test('a whole number is taken as it is', () => {
  expect(['0', '25', '1000'].map(given => wholeOption('rounds', given, 1_000))).toEqual([0, 25, 1_000])
})
