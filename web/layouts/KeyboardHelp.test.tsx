import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function show(userAgent: string) {
  vi.stubGlobal('navigator', { userAgent })
  const { default: KeyboardHelp } = await import('./KeyboardHelp.tsx')
  render(<KeyboardHelp onClose={() => undefined} />)
}

const keysFor = (what: string): (string | null)[] =>
  [...screen.getByText(what).querySelectorAll('kbd')].map(key => key.textContent)

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Ctrl'],
])('the modifier key is named as on the keyboard: %s', async (userAgent, held) => {
  await show(userAgent)
  expect(keysFor('Search records, pages and actions')).toEqual([held, 'K'])
})

test('the keys of the document viewer are listed', async () => {
  await show('Mozilla/5.0 (X11; Linux x86_64)')
  expect(screen.getByText('Document viewer')).toBeDefined()
  expect(keysFor('Next page')).toEqual(['→', 'Page Down'])
  expect(keysFor('Fit to width')).toEqual(['0'])
})
