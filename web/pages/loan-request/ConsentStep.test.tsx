import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MUSA, PAGE } from '../../../test/publicPage.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { openDraftStore } from './draftStore.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.location.hash = '#/loan-request'
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show() {
  const drafts = openDraftStore('')
  const form = () => (
    <ApplicationForm drafts={drafts} page={PAGE} onPageStale={() => undefined} intro={null} resumed={null} />
  )
  return { drafts, ...render(form()) }
}

test('the first step shows the cost of a loan before it asks for personal data', async () => {
  const { drafts } = show()
  expect(screen.queryByLabelText('BVN')).toBeNull()
  await userEvent.click(screen.getByLabelText(/Public Servant Loan/))
  await userEvent.type(screen.getByLabelText('Amount'), '500000')
  await userEvent.type(screen.getByLabelText('Tenor'), '12')
  const cost = screen.getByRole('region', { name: 'Cost of the loan' })
  for (const term of ['Instalment', 'Amount you receive', 'Total repayment', 'APR'])
    expect(cost.textContent).toContain(term)
  expect(drafts.get().answers).toMatchObject({ amount: '500,000', tenor: '12' })
})

test('the review repeats the consent text above the submit button', () => {
  openDraftStore('').change({
    answers: MUSA,
    agreedTo: PAGE.consent.version,
    documentsLater: true,
    step: 'review',
  })
  show()
  const consent = screen.getByRole('region', { name: 'Your loan and consent' })
  expect(consent.textContent).toContain(PAGE.consent.text.split('\n')[0])
  expect(consent.textContent).toContain('By submitting the request, you confirm it.')
  expect(screen.getByRole('button', { name: 'Submit my request' })).toBeDefined()
})
