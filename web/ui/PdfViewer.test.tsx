import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PDF_PAGE, pdf, plainPdf } from '../../test/files.ts'
import { PdfViewer } from './PdfViewer.tsx'

// the same reader as in the browser, without its worker and its canvas, neither of which there is here
vi.mock('pdfjs-dist', () => import('pdfjs-dist/legacy/build/pdf.mjs'))
vi.mock('./pdf.ts', () => ({
  readPdf: (bytes: Uint8Array) =>
    getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false }),
}))
vi.mock('./PdfPage.tsx', () => ({
  PdfPage: ({ number, zoom }: { number: number; zoom: number | 'fit' }) => (
    <p>
      Drawn: page {number}, zoom {zoom}
    </p>
  ),
}))
afterEach(cleanup)

function show(bytes: Buffer) {
  render(<PdfViewer bytes={new Uint8Array(bytes)} title="Statement" />)
  return userEvent.setup()
}
const drawn = () => screen.getByText(/^Drawn/).textContent
const LOCKED = 'This document requires a password to open'
const WRONG = 'The password is wrong. Please try again'

describe('a PDF', () => {
  test('is turned and sized by buttons and keys, and stops at its ends', async () => {
    const user = show(await pdf({ pages: ['June', 'July', 'August'] }))
    await screen.findByText('Page 1 of 3')
    const steps: [key: string, page: number, zoom: string][] = [
      ['{ArrowLeft}', 1, 'fit'],
      ['{ArrowRight}', 2, 'fit'],
      ['{PageDown}', 3, 'fit'],
      ['{PageDown}', 3, 'fit'],
      ['{Home}', 1, 'fit'],
      ['{End}', 3, 'fit'],
      ['{+}', 3, '1.25'],
      ['{-}', 3, '0.75'],
      ['0', 3, 'fit'],
    ]
    for (const [key, page, zoom] of steps) {
      await user.keyboard(key)
      expect(drawn(), key).toBe(`Drawn: page ${page}, zoom ${zoom}`)
      screen.getByText(`Page ${page} of 3`)
    }
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(drawn()).toBe('Drawn: page 2, zoom fit')
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(drawn()).toBe('Drawn: page 2, zoom 1.25')
    await user.click(screen.getByRole('button', { name: 'Fit width' }))
    expect(drawn()).toBe('Drawn: page 2, zoom fit')
  })

  test('that is locked asks for its password until it is right', async () => {
    const user = show(await pdf({ password: 'ADEBAYO1980' }))
    await screen.findByText(LOCKED)
    expect(screen.queryByText(WRONG)).toBeNull()
    await user.keyboard('OKAFOR1980{Enter}')
    await screen.findByText(WRONG)
    screen.getByText(LOCKED)
    await user.keyboard('ADEBAYO1980{Enter}')
    await screen.findByText('Page 1 of 1')
  })

  test.each([
    ['without pages', plainPdf(['<</Type/Catalog>>'])],
    ['that is none', Buffer.from('Payslip of Ngozi Okafor')],
    ['cut in half', plainPdf(PDF_PAGE).subarray(0, 20)],
  ])('%s says so', async (_, bytes) => {
    show(bytes)
    await waitFor(() => screen.getByText('Cannot load document'))
  })
})
