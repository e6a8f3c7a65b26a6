import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

test('a date stays on one line', () => {
  expect(unbroken('15 instalments at 3.5% from 25 Nov 2026 on')).toBe(
    '15 instalments at 3.5% from 25\u00a0Nov\u00a02026 on',
  )
})
