import { expect, it } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { payGroups, payMove } from './payMonths.ts'
import type { PayrollRecord } from './payrollWords.ts'

const record = (month: string, netPay: bigint, source = 'IPPIS'): PayrollRecord =>
  ({ month, netPay: kobo(netPay), source }) as PayrollRecord

const OCTOBER = record('2026-10', 18_500_050n)
const AUGUST = record('2026-08', 20_000_000n)

it('shows at least a year, with gaps for months without data', () => {
  const groups = payGroups([OCTOBER, AUGUST], ['IPPIS'])
  expect(groups).toHaveLength(12)
  expect(groups[0]?.label).toBe('Nov 25')
  expect(groups.slice(-3)).toEqual([
    { label: 'Aug 26', values: [20_000_000n] },
    { label: 'Sep 26', values: [0n] },
    { label: 'Oct 26', values: [18_500_050n] },
  ])
})

it('reaches back to the first month and separates sources', () => {
  const groups = payGroups([OCTOBER, record('2025-06', 1n, 'STATE')], ['IPPIS', 'STATE'])
  expect(groups[0]).toEqual({ label: 'Jun 25', values: [0n, 1n] })
  expect(payGroups([], [])).toEqual([])
})

it('compares pay with the previous month that has data', () => {
  expect(payMove([OCTOBER, AUGUST], OCTOBER)).toBe(-1_499_950n)
  expect(payMove([OCTOBER, AUGUST], AUGUST)).toBeUndefined()
})
