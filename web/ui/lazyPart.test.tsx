import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'

beforeEach(() => {
  // React tells the console of everything a boundary catches
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Changes = () => <p>What is changed</p>
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

it.each([
  ['a press', () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))],
  ['the line that is back', () => fireEvent(window, new Event('online'))],
])('a part that cannot be fetched leaves the page alone and comes with %s', async (_, again) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<typeof Changes>>().mockImplementationOnce(lost)
  load.mockResolvedValue(Changes)
  const Part = lazyPart(load)
  render(
    <>
      <input aria-label="Surname" defaultValue="" />
      <Part />
    </>,
  )
  const surname = screen.getByLabelText<HTMLInputElement>('Surname')
  fireEvent.input(surname, { target: { value: 'Adébáyọ̀' } })
  await screen.findByText('This part could not be loaded')
  act(() => void again())
  await screen.findByText('What is changed')
  expect(screen.getByLabelText('Surname')).toBe(surname)
  expect(surname.value).toBe('Adébáyọ̀')
  expect(load).toHaveBeenCalledTimes(2)
})

it('opened anew after it failed, it is asked for anew', async () => {
  const load = vi.fn<() => Promise<typeof Changes>>().mockImplementationOnce(lost)
  load.mockResolvedValue(Changes)
  const Part = lazyPart(load)
  const { unmount } = render(<Part />)
  await screen.findByText('This part could not be loaded')
  unmount()
  render(<Part />)
  await screen.findByText('What is changed')
})
