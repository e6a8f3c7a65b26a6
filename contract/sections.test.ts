import { expect, test } from 'vitest'
import { REASON_USES, SECTIONS } from './sections.ts'

test('every use that a reason can be kept for is one that somebody asks for', () => {
  const { initial, schema } = SECTIONS.reasonCodes
  expect(new Set(initial.codes.map(each => each.use))).toEqual(new Set(REASON_USES))
  // applicants withdraw without a reason; one that was kept for it before is still read
  expect(REASON_USES).not.toContain('withdraw')
  const old = { code: 'APPLICANT', label: 'The applicant asked for it', use: 'withdraw', status: 'active' }
  expect(schema.safeParse({ codes: [...initial.codes, old] }).success).toBe(true)
})
