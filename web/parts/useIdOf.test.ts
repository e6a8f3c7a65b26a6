import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIdOf } from './useIdOf.ts'

test('what is sent again keeps its id, and what was corrected gets another', () => {
  const { result, rerender } = renderHook(() => useIdOf())
  const first = result.current({ name: 'Salary day', total: '1000.00' })
  rerender()
  expect(result.current({ name: 'Salary day', total: '1000.00' })).toBe(first)
  expect(result.current({ name: 'Salary day', total: '1100.00' })).not.toBe(first)
})

test('amounts count as they are sent', () => {
  const { result } = renderHook(() => useIdOf())
  const first = result.current({ declared: { rows: 6, total: 23_333_334n } })
  expect(result.current({ declared: { rows: 6, total: 23_333_334n } })).toBe(first)
  expect(result.current({ declared: { rows: 6, total: 23_333_335n } })).not.toBe(first)
})
