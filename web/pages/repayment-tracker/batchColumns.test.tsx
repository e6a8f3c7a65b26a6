import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ZERO } from '../../../engine/money.ts'
import type { BatchRow } from '../../parts/repayments/repaymentWords.ts'
import { BATCH_COLUMNS } from './batchColumns.tsx'

afterEach(cleanup)

test.each([
  ['open', 'None'],
  ['undone', 'None'],
] as const)('the posted amount of a batch that is %s reads %s', (status, words) => {
  const batch = { status, postedTotal: ZERO, suspenseTotal: ZERO, unremitted: ZERO } as BatchRow
  const posted = BATCH_COLUMNS.find(({ id }) => id === 'posted')
  const { container } = render(<div>{posted?.cell(batch)}</div>)
  expect(container.textContent).toBe(words)
})
