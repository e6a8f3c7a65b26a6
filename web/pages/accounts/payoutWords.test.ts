import { expect, test } from 'vitest'
import { addressOf, isNarrowed, WHOLE, wholeOf } from '../../parts/viewQuery.ts'
import { LINES_OF, payoutPath } from './payoutWords.ts'

test('the batch in the address is not a filter, so saved views apply to every batch', () => {
  const here = new URLSearchParams(payoutPath('b-2').split('?')[1])
  expect(isNarrowed(here, LINES_OF)).toBe(false)
  expect(addressOf('status=failed&tab=payouts', here, LINES_OF)).toBe('batch=b-2&status=failed&tab=payouts')
  expect(payoutPath('b-2', 'true')).toBe(`${payoutPath('b-2')}&refused=true`)
  expect(wholeOf(here, LINES_OF)).toBe(`tab=payouts&batch=b-2&${WHOLE}`)
})
