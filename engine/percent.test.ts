import { expect, test } from 'vitest'
import { formatPpm, percentText } from './percent.ts'

test.each`
  ppm           | stated       | twoDecimals  | rough
  ${0}          | ${'0'}       | ${'0.00'}    | ${'0'}
  ${1}          | ${'0.0001'}  | ${'0.00'}    | ${'0'}
  ${500}        | ${'0.05'}    | ${'0.05'}    | ${'0'}
  ${40_000}     | ${'4'}       | ${'4.00'}    | ${'4'}
  ${333_300}    | ${'33.33'}   | ${'33.33'}   | ${'33'}
  ${333_350}    | ${'33.335'}  | ${'33.34'}   | ${'33'}
  ${246_667}    | ${'24.6667'} | ${'24.67'}   | ${'25'}
  ${999_999}    | ${'99.9999'} | ${'100.00'}  | ${'100'}
  ${12_340_000} | ${'1234'}    | ${'1234.00'} | ${'1234'}
  ${-5_000}     | ${'-0.5'}    | ${'-0.50'}   | ${'-1'}
`('$ppm parts per million are $stated per cent', ({ ppm, stated, twoDecimals, rough }) => {
  expect(percentText(ppm)).toBe(stated)
  expect(percentText(ppm, 2)).toBe(twoDecimals)
  expect(percentText(ppm, 0)).toBe(rough)
  expect(formatPpm(ppm, 2)).toBe(`${twoDecimals}%`)
})
