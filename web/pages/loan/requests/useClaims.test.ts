import { expect, test } from 'vitest'
import { claimWords } from './useClaims.ts'

const rows = [
  { id: 'a', reference: 'IRK-AAAA-2222' },
  { id: 'b', reference: 'IRK-BBBB-3333' },
]

test.each([
  [['a'], [], 'success', 'IRK-AAAA-2222 claimed.'],
  [['a', 'b'], [], 'success', '2 requests claimed.'],
  [
    ['a'],
    [{ id: 'b', by: 'Halima Bello' }],
    'warning',
    'IRK-AAAA-2222 claimed. Not claimed: IRK-BBBB-3333 (Halima Bello).',
  ],
  [[], [{ id: 'b', by: 'Halima Bello' }], 'warning', 'Not claimed: IRK-BBBB-3333 (Halima Bello).'],
])('claimed %j, taken %j: %s, “%s”', (claimed, taken, kind, text) => {
  expect(claimWords({ claimed, taken }, rows)).toEqual({ kind, text })
})
