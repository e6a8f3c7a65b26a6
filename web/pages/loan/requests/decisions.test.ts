import { describe, expect, test } from 'vitest'
import type { CheckName } from '../../../../contract/requests.ts'
import { kobo } from '../../../../engine/money.ts'
import { ApiError } from '../../../api.ts'
import type { Act, Check } from '../../../parts/requestWords.ts'
import { meansPageIsOld, overridden, whyNot } from './decisions.ts'

const item = (name: CheckName, result: Check['result'], isOverridden = false): Check => ({
  name,
  title: name,
  result,
  evidence: '',
  override: isOverridden
    ? { reasonCode: 'POLICY', note: 'Agreed', by: 'Halima Bello', at: '2026-11-16T09:00:00Z' }
    : null,
})
const yes = { allowed: true, why: null }
const offers = (changes: Partial<Record<Act, { allowed: boolean; why: string | null }>> = {}) =>
  ({ recommend: yes, approve: yes, reject: yes, ...changes }) as never

describe('why a decision is not available', () => {
  test.each<[string, Act, Check[], string | undefined]>([
    ['nothing red', 'recommend', [item('consent', 'green'), item('nameMatch', 'amber')], undefined],
    [
      'a missing document',
      'recommend',
      [item('documents', 'red')],
      'Failed: required documents missing. Override it or reject.',
    ],
    [
      'two failed checks',
      'recommend',
      [item('salaryAccount', 'red'), item('standing', 'red')],
      'Failed: salary account differs, customer is blocked. Override them or reject.',
    ],
    ['overridden', 'recommend', [item('documents', 'red', true)], undefined],
    [
      'other terms may mend it',
      'recommend',
      [item('affordable', 'red'), item('retiresLater', 'red')],
      undefined,
    ],
    [
      'at approval the terms cannot change',
      'approve',
      [item('affordable', 'red')],
      'Failed: instalment above the limit. Send the request back to the reviewer.',
    ],
    ['rejecting needs nothing green', 'reject', [item('documents', 'red')], undefined],
  ])('%s', (_, act, checklist, why) => {
    expect(whyNot({ offers: offers(), checklist, topUp: [] }, act)).toBe(why)
  })

  test('an active loan that the new one can settle does not block a recommendation', () => {
    const topUp = [{ loanId: 'a', number: 'L0100001', settlement: kobo(20_000_000n), isChosen: false }]
    const request = { offers: offers(), checklist: [item('noLiveLoan', 'red')] }
    expect(whyNot({ ...request, topUp }, 'recommend')).toBeUndefined()
    expect(whyNot({ ...request, topUp: [] }, 'recommend')).toContain('active loans above the limits')
  })

  test('the reason from the server comes first', () => {
    const refused = offers({ approve: { allowed: false, why: 'Emeka Nwosu is working on it.' } })
    expect(whyNot({ offers: refused, checklist: [item('documents', 'red')], topUp: [] }, 'approve')).toBe(
      'Emeka Nwosu is working on it.',
    )
  })
})

test.each([
  ['request.decided', undefined, true],
  ['request.stale', undefined, true],
  ['request.claimed', undefined, true],
  ['request.same_person', undefined, true],
  ['permission.missing', undefined, true],
  ['request.terms', undefined, false],
  ['input.invalid', { note: 'At least 3 characters' }, false],
  ['network.unreachable', undefined, false],
] as const)('%s closes the dialog: %s %s', (code, fields, isOld) => {
  expect(meansPageIsOld(new ApiError(409, { code, message: '', ...(fields ? { fields } : {}) }))).toBe(isOld)
})

test('lists overridden failed checks with the user who overrode them', () => {
  const checks = [item('documents', 'red', true), item('consent', 'red'), item('nameMatch', 'green')]
  expect(overridden(checks)).toEqual([
    { id: 'documents', text: 'documents. Overridden by Halima Bello: Agreed' },
  ])
})
