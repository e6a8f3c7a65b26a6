import { describe, expect, test } from 'vitest'
import { exif, jpeg, office, PDF_PAGE, packedObjects, pdf, plainPdf, png, xls } from '../../../test/files.ts'
import {
  HOSTILE_DOCUMENTS,
  lockedPdf,
  noise,
  relationship,
  UNREADABLE,
} from '../../../test/hostileDocuments.ts'
import { sniff } from './sniff.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const judged = async (bytes: Buffer): Promise<string> => {
  const verdict = await sniff(bytes)
  return 'type' in verdict ? verdict.type : verdict.problem
}

describe('what is taken', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['a photo', 'image/jpeg', () => jpeg()],
    [
      'a photo with its place and a preview behind it',
      'image/jpeg',
      () =>
        jpeg({
          segments: [[0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(6, 'Ikeja')])]],
          behind: jpeg(),
        }),
    ],
    ['a scan filled up with zeros', 'image/jpeg', () => jpeg({ behind: Buffer.alloc(64) })],
    ['a screenshot', 'image/png', () => png()],
    ['a statement', 'application/pdf', () => pdf()],
    ['a statement of many pages', 'application/pdf', () => pdf({ pages: ['June', 'July', 'August'] })],
    ['B18 a statement locked by its bank', 'application/pdf', () => pdf({ password: 'ADEBAYO1980' })],
    [
      'a locked PDF whose objects are packed',
      'application/pdf',
      () => lockedPdf([...PDF_PAGE, '<</Filter/Standard/V 4/R 4>>', UNREADABLE]),
    ],
    [
      'a PDF with a table of contents',
      'application/pdf',
      () =>
        plainPdf([...PDF_PAGE, '<</Type/Outlines/First 5 0 R>>', '<</Length 4>>\nstream\nBT ET\nendstream']),
    ],
    [
      'a PDF whose picture spells the name of a form by chance',
      'application/pdf',
      () =>
        plainPdf([...PDF_PAGE, Buffer.from('<</Length 8>>\nstream\n\x93/XFA\x81\x02\nendstream', 'latin1')]),
    ],
    [
      'a PDF whose objects are packed',
      'application/pdf',
      () => plainPdf([...PDF_PAGE, packedObjects(Buffer.from('5 0 <</Type/Font>>'))]),
    ],
    ['a letter', DOCX, () => office('docx')],
    [
      'a letter with a web address',
      DOCX,
      () => office('docx', [relationship('hyperlink', 'https://www.cbn.gov.ng')]),
    ],
    ['a table', XLSX, () => office('xlsx')],
    [
      'B16 a table with a comment on __proto__',
      XLSX,
      () =>
        office('xlsx', [
          { name: 'xl/comments1.xml', content: '<comments><comment ref="__proto__"/></comments>' },
        ]),
    ],
    ['an older table', 'application/vnd.ms-excel', () => xls()],
  ])('%s: %s', async (_, type, make) => expect(await judged(await make())).toBe(type))
})

describe('what is not taken', () => {
  test.each(HOSTILE_DOCUMENTS)('%s: %s', async (_, problem, make) => {
    expect(await judged(await make())).toBe(problem)
  })

  test('no stretch of noise behind a known beginning is taken or breaks the reader', async () => {
    // behind its last record the older table may hold anything
    const beginnings = [jpeg(), png(), plainPdf(PDF_PAGE), office('docx'), xls().subarray(0, 1_576)]
    for (const whole of beginnings)
      for (let cut = 4; cut < whole.length; cut += 37) {
        const noisy = Buffer.concat([whole.subarray(0, cut), noise(whole.length - cut)])
        expect(await sniff(noisy)).toHaveProperty('problem')
      }
  })
})
