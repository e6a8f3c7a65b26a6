import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SECTIONS } from '../../contract/settings.ts'
import { localDate } from '../../engine/dates.ts'
import { contactLine, openPaper } from './letterPdf.ts'

const lender = {
  ...SECTIONS.organisation.initial,
  address: '12 Ahmadu Bello Way, Central Area, Abuja',
  phone: '0700 47656 00',
  email: 'care@iroko.test',
  rcNumber: '1204567',
  licence: 'MFB/2019/07',
}

const REGULATED = 'Regulated by the Central Bank of Nigeria'
test.each([
  ['', 'MFB/2019/07', 'Licence MFB/2019/07'],
  ['', 'CBN MFB/2019/07', `${REGULATED}, licence CBN MFB/2019/07`],
  ['1204567', 'CBN/MFB/2019/07', `RC 1204567 · ${REGULATED}, licence CBN/MFB/2019/07`],
  ['', 'Central Bank Unit Licence 2019/07', `${REGULATED}, Central Bank Unit Licence 2019/07`],
  ['', 'Lagos State Money Lender ML/123/2024', 'Licence Lagos State Money Lender ML/123/2024'],
  ['', 'Unit Licence MFB/2019/07', 'Unit Licence MFB/2019/07'],
  ['', 'Licensed and regulated by the CBN', 'Licensed and regulated by the CBN'],
  ['RC 1204567', '', 'RC 1204567'],
  ['rc-1204567', '', 'rc-1204567'],
  ['', '', ''],
])('RC number %j and licence %j stand on a letter as %j', (rcNumber, licence, line) => {
  expect(contactLine({ ...SECTIONS.organisation.initial, rcNumber, licence })).toBe(line)
})

/** What is drawn on the pages, as PDF says it: "/F1 10 Tf" sets the size of what follows. */
function drawn(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  return [...file.matchAll(/\/FlateDecode\b.*?stream\r?\n(.*?)\r?\nendstream/gs)]
    .map(([, packed = '']) => {
      try {
        return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .join('\n')
}
const pagesOf = (bytes: Uint8Array): string[] =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ].map(([, width, height]) => (Number(width) > Number(height) ? 'wide' : 'upright'))

const COLUMNS = ['Day', 'What', 'Reference', 'Amount', 'Principal', 'Interest', 'Fees', 'Left'].map(
  label => ({
    label,
    width: 1,
  }),
)
const row = ['25 Nov 2026', 'Receipt', 'FT-1', ...Array<string>(5).fill('1,234,567.89')]

test('nothing on paper is smaller than ten points, however many columns a table has', async () => {
  const paper = await openPaper(lender, { title: 'Statement', on: localDate('2026-11-16'), wide: true })
  paper.heading('Statement of loan L0100001', 'In naira')
  paper.facts([['Owed in all', '₦1,234,567.89']])
  paper.paragraph('Thank you.')
  paper.bullets(['You may repay early at any time.'])
  paper.table(COLUMNS, [row], row)
  const bytes = await paper.finish()
  const sizes = [...drawn(bytes).matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size))
  expect(sizes.length).toBeGreaterThan(8)
  expect(Math.min(...sizes)).toBe(10)
  expect(pagesOf(bytes)).toEqual(['wide'])
})

test('a table that goes on keeps the shape of its page, and a page may lie on its side', async () => {
  const paper = await openPaper(lender, { title: 'Offer', on: localDate('2026-11-16') })
  paper.nextPage({ wide: true })
  paper.table(COLUMNS, Array<string[]>(60).fill(row))
  expect(pagesOf(await paper.finish())).toEqual(['upright', 'wide', 'wide', 'wide'])
})
