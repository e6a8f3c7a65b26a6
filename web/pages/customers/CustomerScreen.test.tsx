import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { kobo } from '../../../engine/money.ts'
import { tabsOf } from './CustomerScreen.tsx'

test('the tabs of loans and requests say how many there are', () => {
  const loans = { total: 3, open: 1, outstanding: kobo(0n), arrears: kobo(0n) }
  const counted = tabsOf({ loans, requests: 0 }).filter(({ badge }) => Boolean(badge))
  expect(counted.map(({ title, badge }) => [title, render(badge).container.textContent])).toEqual([
    ['Loans', '3'],
    ['Requests', '0'],
  ])
})
