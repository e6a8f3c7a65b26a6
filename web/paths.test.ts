import { expect, it } from 'vitest'
import { isLoanRequest, isStage, needsNoSession, paths } from './paths.ts'

it.each([
  ['/loan-request', true],
  ['/LOAN-Request', true],
  ['/loan-request/', true],
  ['/loan-request/other', false],
  ['/loan-requests', false],
  ['/auth/login', true],
  ['/auth/signup', true],
  ['/auth/reset/3f9c', true],
  ['/auth/reset', false],
  ['/auth/other', false],
  ['/', false],
  ['/customers', false],
])('%s needs no session: %s', (path, expected) => {
  expect(needsNoSession(path)).toBe(expected)
})

it.each([
  ['#/loan-request', true],
  ['#/Loan-Request/?accountOfficerCode=AO-014&step=bank', true],
  ['#/loan-request/other', false],
  ['#/loan-requests', false],
  ['#/', false],
  ['', false],
])('%s leads to the public page: %s', (hash, expected) => {
  expect(isLoanRequest(hash)).toBe(expected)
})

it.each([
  ['reviewer', true],
  ['authorizer', true],
  ['approved', true],
  ['rejected', true],
  ['withdrawn', true],
  ['nonsense', false],
  [undefined, false],
])('%s is a stage: %s', (stage, expected) => {
  expect(isStage(stage)).toBe(expected)
})

it('carries the officer code to the loan request only when there is one', () => {
  expect(paths.loanRequest('LAG-014')).toBe('/loan-request?accountOfficerCode=LAG-014')
  expect(paths.loanRequest('A&B')).toBe('/loan-request?accountOfficerCode=A%26B')
  expect(paths.loanRequest(null)).toBe('/loan-request')
  expect(paths.loanRequest()).toBe('/loan-request')
})
