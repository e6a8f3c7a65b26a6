import { expect, test } from 'vitest'
import { SECTIONS } from '../contract/sections.ts'
import { contactLine } from './paper.ts'

test.each([
  ['', 'MFB/2019/07', 'MFB/2019/07'],
  ['1204567', 'MFB/2019/07', 'RC 1204567 · MFB/2019/07'],
  ['RC 1204567', '', 'RC 1204567'],
  ['rc-1204567', '', 'rc-1204567'],
  ['', '', ''],
])('RC number %j and licence %j stand on a letter as %j', (rcNumber, licence, line) => {
  expect(contactLine({ ...SECTIONS.organisation.initial, rcNumber, licence })).toBe(line)
})
