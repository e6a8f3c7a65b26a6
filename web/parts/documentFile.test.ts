import { describe, expect, test } from 'vitest'
import { fileProblem, readBase64 } from './documentFile.ts'
import { triesFor } from './shrinkImage.ts'

const file = (name: string, type: string, bytes: number): File =>
  new File([new Uint8Array(bytes)], name, { type })
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const WRONG_TYPE = 'Invalid file type. Please upload an image, PDF, Word document, or Excel file.'
const TOO_LARGE = 'File size must be less than 0.5 MB'
const NO_FILE = 'Please provide a valid file'

describe('a chosen file', () => {
  test.each<[string, File | undefined, string | undefined]>([
    ['none', undefined, NO_FILE],
    ['an empty one', file('payslip.pdf', 'application/pdf', 0), NO_FILE],
    ['a photo', file('id.jpg', 'image/jpeg', 100), undefined],
    ['a screenshot', file('id.png', 'image/png', 100), undefined],
    ['a PDF', file('payslip.pdf', 'application/pdf', 100), undefined],
    ['a letter', file('letter.docx', DOCX, 100), undefined],
    ['a letter where the browser knows no Word', file('letter.docx', '', 100), undefined],
    ['an older table', file('pay.xls', 'application/vnd.ms-excel', 100), undefined],
    ['an older letter', file('letter.doc', 'application/msword', 100), WRONG_TYPE],
    ['a web page', file('page.html', 'text/html', 100), WRONG_TYPE],
    ['a drawing', file('logo.svg', 'image/svg+xml', 100), WRONG_TYPE],
    ['a page that says it is a photo by name only', file('photo.jpg', 'text/html', 100), WRONG_TYPE],
    ['no ending and no type', file('payslip', '', 100), WRONG_TYPE],
    ['exactly 0.5 MB', file('id.jpg', 'image/jpeg', 524_288), undefined],
    ['one byte more', file('id.jpg', 'image/jpeg', 524_289), TOO_LARGE],
    ['wrong and large', file('film.mp4', 'video/mp4', 524_289), WRONG_TYPE],
  ])('%s', (_, chosen, problem) => expect(fileProblem(chosen)).toBe(problem))

  test('travels as plain base64', async () =>
    expect(await readBase64(new Blob(['Ngozi'], { type: 'image/png' }))).toBe('Tmdvemk='))
})

describe('a photo made smaller', () => {
  test('is tried at its best first, then ever smaller, never distorted', () => {
    const tries = triesFor(4000, 3000)
    expect(tries[0]).toEqual({ width: 2400, height: 1800, quality: 0.85 })
    expect(tries.at(-1)).toEqual({ width: 800, height: 600, quality: 0.55 })
    for (const { width, height } of tries) expect(width * 3).toBe(height * 4)
  })
  test('never grows', () => {
    for (const { width } of triesFor(900, 1200)) expect(width).toBeLessThanOrEqual(900)
    expect(triesFor(300, 200).map(each => each.width)).toEqual([300, 300, 300])
  })
})
