import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx'
import { confirmLeave, useDialogGuard } from '../ui/unsaved.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

const leave = vi.fn<() => void>()
beforeEach(() => leave.mockReset())
afterEach(cleanup)

const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }))
const go = (): void => void fireEvent(window, new Event('sign-out'))

/** Signing out, a link and Back all come through one door. */
beforeEach(() => {
  const heard = () => void confirmLeave(leave)
  window.addEventListener('sign-out', heard)
  return () => window.removeEventListener('sign-out', heard)
})

it('leaving a form does not send it, even where the question stands inside', async () => {
  const sent = vi.fn<(event: FormEvent) => void>(event => event.preventDefault())
  render(
    <form onSubmit={sent}>
      <UnsavedGuard when />
    </form>,
  )
  go()
  await screen.findByText('Leave without saving?')
  const question = document.querySelector('dialog form')
  if (question) fireEvent.submit(question)
  expect(leave).toHaveBeenCalledOnce()
  expect(sent).not.toHaveBeenCalled()
})

it('two forms half filled in are one question, asked by the last', async () => {
  const onLeave = vi.fn<() => void>()
  render(
    <>
      <UnsavedGuard when means="The first is lost." onLeave={onLeave} />
      <UnsavedGuard when={false} />
    </>,
  )
  go()
  await screen.findByText('The first is lost.')
  expect(screen.getAllByRole('button', { name: 'Leave', hidden: true })).toHaveLength(1)
  await press('Leave')
  expect(leave).toHaveBeenCalledOnce()
  expect(onLeave).toHaveBeenCalledOnce()
})

it('where nothing is lost nobody is asked', () => {
  render(<UnsavedGuard when={false} />)
  go()
  expect(leave).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Leave', hidden: true })).toBeNull()
})

it('closing the tab is held while something is unsaved, and only then', () => {
  const isHeld = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  const { rerender } = render(<UnsavedGuard when />)
  expect(isHeld()).toBe(true)
  rerender(<UnsavedGuard when={false} />)
  expect(isHeld()).toBe(false)
})

it.each([
  ['a page', { href: '#/accounts' }, true],
  ['a file', { href: '#/accounts', download: 'a.csv' }, false],
  ['another tab', { href: '#/accounts', target: '_blank' }, false],
  ['a telephone', { href: 'tel:+2348030000000' }, false],
])('a link to %s', async (_, link, isAsked) => {
  const followed = vi.fn<(event: Event) => void>(event => event.preventDefault())
  document.addEventListener('click', followed, { once: true })
  render(
    <>
      <a {...link}>Go</a>
      <UnsavedGuard when />
    </>,
  )
  await userEvent.click(screen.getByText('Go'))
  expect(followed).toHaveBeenCalledTimes(isAsked ? 0 : 1)
  document.removeEventListener('click', followed)
})

it('a dialog with something typed asks before the page is left, and then closes and goes', async () => {
  const closed = vi.fn<() => void>()
  render(
    <ConfirmDialog
      open
      onClose={closed}
      title="Reject?"
      action="Reject"
      reason="required"
      onConfirm={() => undefined}
    />,
  )
  await userEvent.type(screen.getByLabelText('Reason'), 'The payslip')
  go()
  expect(leave).not.toHaveBeenCalled()
  expect(screen.getByText('What you typed would be lost.')).toBeDefined()
  await press('Discard')
  expect(closed).toHaveBeenCalledOnce()
  expect(leave).toHaveBeenCalledOnce()
})

it('a dialog asks for what no text field shows any more', async () => {
  const closed = vi.fn<() => void>()
  const dialog = (isDirty: boolean) => <Dialog open onClose={closed} title="Roles" isDirty={isDirty} />
  const { rerender } = render(dialog(true))
  await press('Close')
  expect(closed).not.toHaveBeenCalled()
  await press('Continue editing')
  rerender(dialog(false))
  await press('Close')
  expect(closed).toHaveBeenCalledOnce()
})

function Codes() {
  const [isStored, setStored] = useState(false)
  useDialogGuard(isStored ? undefined : 'The codes are not shown again.')
  return <Button onClick={() => setStored(true)}>I have saved them</Button>
}

it('codes that are shown once hold their dialog until they are kept', async () => {
  const closed = vi.fn<() => void>()
  render(
    <Dialog open onClose={closed} title="Your profile">
      <Codes />
    </Dialog>,
  )
  await press('Close')
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('The codes are not shown again.')
  await press('Stay')
  await press('I have saved them')
  await press('Close')
  expect(closed).toHaveBeenCalledOnce()
})
