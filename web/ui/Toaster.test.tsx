import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from './Toaster.tsx'

const barOf = (text: string): HTMLElement => {
  const toast = screen.getByText(text).closest('.Toastify__toast')
  return toast?.querySelector<HTMLElement>('.Toastify__progress-bar') ?? expect.fail(`${text} counts nothing`)
}

test('a toast closes after 5000 ms, whether it can be undone or not', async () => {
  show('success', 'Saved.', {})
  show('success', 'Removed.', { undo: () => undefined })
  await waitFor(() => screen.getByText('Removed.'))
  for (const text of ['Saved.', 'Removed.']) expect(barOf(text).style.animationDuration, text).toBe('5000ms')
})

test('a toast links to its record', async () => {
  show('success', 'Loan created.', { link: { title: 'Open loan', to: '/accounts/loan/7' } })
  await waitFor(() => screen.getByText('Loan created.'))
  const link = screen.getByRole('link', { name: 'Open loan', hidden: true })
  expect(link.getAttribute('href')).toBe('#/accounts/loan/7')
})

test('the seconds stop while Undo has the focus, and a press takes the act back', async () => {
  const undo = vi.fn<() => void>()
  show('success', 'Taken away.', { undo })
  await waitFor(() => screen.getByText('Taken away.'))
  const button = screen
    .getAllByRole('button', { name: 'Undo', hidden: true })
    .find(each => each.parentElement?.textContent?.includes('Taken away.'))
  if (!button) expect.fail('no Undo')
  const runs = () => barOf('Taken away.').style.animationPlayState
  button.focus()
  await waitFor(() => expect(runs()).toBe('paused'))
  button.blur()
  await waitFor(() => expect(runs()).toBe('running'))
  await userEvent.click(button)
  expect(undo).toHaveBeenCalledOnce()
})
