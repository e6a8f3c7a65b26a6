import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Problem } from '../server/modules/documents/problems.ts'
import {
  compound,
  EICAR,
  jpeg,
  office,
  officeParts,
  PDF_PAGE,
  packedObjects,
  plainPdf,
  png,
  xls,
  zip,
} from './files.ts'

/** Documents that must be refused, each with the reason. */

const SCRIPT = Buffer.from('5 0 <</S/JavaScript/JS(x)>>')
/** An object stream whose dictionary says these words. */
const packedAs = (content: Buffer, words: string): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${words}/N 1/First 4>>\nstream\n`),
    deflateSync(content),
    Buffer.from('\nendstream'),
  ])

const LETTERS = packedAs(
  Buffer.from(SCRIPT.toString('hex')),
  '/Type/ObjStm/Filter[/FlateDecode/ASCIIHexDecode]',
)
/** As a password leaves what was packed. */
export const UNREADABLE = Buffer.from(
  '<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\n\x91\x0b\x60\xf3\nendstream',
  'latin1',
)
export const lockedPdf = (objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.from(
    plainPdf(objects).toString('latin1').replace('/Root 1 0 R>>', '/Root 1 0 R/Encrypt 4 0 R>>'),
    'latin1',
  )

/** Bytes without meaning, the same in every run. */
export const noise = (bytes: number): Buffer =>
  createHash('shake256', { outputLength: bytes }).update(`${bytes}`).digest()
export const relationship = (kind: string, target: string) => ({
  name: 'word/_rels/document.xml.rels',
  content: `<Relationships><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"/></Relationships>`,
})
const script = Buffer.from('<html><script>alert(document.domain)</script></html>')
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)
const laughs = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>'
const outside = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>'
const table = (content: Buffer | string) => office('xlsx', [{ name: 'xl/sharedStrings.xml', content }])

export const HOSTILE_DOCUMENTS: [what: string, problem: Problem, make: () => Buffer | Promise<Buffer>][] = [
  ['B08 a program named .pdf', 'wrongType', () => Buffer.concat([Buffer.from('MZ\x90\0'), noise(4000)])],
  [
    'B08 a program behind a PDF’s first line',
    'damaged',
    () => Buffer.concat([Buffer.from('%PDF-1.7\nMZ\x90\0', 'latin1'), noise(4000)]),
  ],
  [
    'B09 a page with a script behind the marks of a PNG',
    'damaged',
    () => Buffer.concat([png().subarray(0, 8), script]),
  ],
  ['B09 a page behind a whole PNG', 'hidden', () => png({ behind: script })],
  ['B09 a page behind a whole JPEG', 'hidden', () => jpeg({ behind: script })],
  ['a JPEG that is an archive too', 'hidden', () => jpeg({ behind: office('docx') })],
  ['a JPEG cut short', 'damaged', () => jpeg().subarray(0, -2)],
  [
    'a PNG with one bit turned',
    'damaged',
    () => {
      const bytes = png()
      bytes[45] = (bytes[45] ?? 0) ^ 1
      return bytes
    },
  ],
  [
    'B10 a drawing with a script',
    'wrongType',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['a web page', 'wrongType', () => script],
  ['a GIF', 'wrongType', () => Buffer.from('GIF89a;')],
  ['one byte', 'wrongType', () => Buffer.from([0xff])],
  ['nothing', 'wrongType', () => Buffer.alloc(0)],
  [
    'B12 a letter of 48 kB that unpacks to 48 MB',
    'packed',
    () => office('docx', [{ name: 'word/media/a.xml', content: zeros(48) }]),
  ],
  [
    'B12 many parts, each harmless, together too much',
    'packed',
    () =>
      office(
        'docx',
        Array.from({ length: 30 }, (_, at) => ({ name: `word/${at}.xml`, content: zeros(1) })),
      ),
  ],
  [
    'B12 a part that says it unpacks to 4 GB',
    'packed',
    () => office('docx', [{ name: 'word/a.xml', content: 'x', claimed: 0xfffffff0 }]),
  ],
  [
    'B13 four thousand parts',
    'packed',
    () =>
      office(
        'docx',
        Array.from({ length: 4_000 }, (_, at) => ({ name: `w/${at}`, content: '' })),
      ),
  ],
  [
    'B14 a part larger than it says',
    'damaged',
    () => office('docx', [{ name: 'word/a.xml', content: zeros(20), claimed: 100 }]),
  ],
  [
    'B14 a part smaller than it says',
    'damaged',
    () => office('docx', [{ name: 'word/a.xml', content: 'x', claimed: 100 }]),
  ],
  [
    'B15 an archive in the archive',
    'hidden',
    () =>
      office('docx', [{ name: 'word/embeddings/a.zip', content: zip([{ name: 'b', content: zeros(1) }]) }]),
  ],
  ['B16 entities that read files', 'damaged', () => table(outside)],
  ['B16 a billion laughs', 'damaged', () => table(laughs)],
  ['B16 a billion laughs in UTF-16', 'damaged', () => table(Buffer.from(laughs, 'utf16le'))],
  [
    'B16 a billion laughs in UTF-16, the other way round',
    'damaged',
    () => table(Buffer.from(laughs, 'utf16le').swap16()),
  ],
  ['a letter with macros', 'macros', () => office('docx', [{ name: 'word/vbaProject.bin', content: 'x' }])],
  [
    'a letter that fetches its template',
    'outside',
    () => office('docx', [relationship('attachedTemplate', 'https://example.com/t.dotm')]),
  ],
  ['a program in a letter', 'hidden', () => office('docx', [{ name: 'word/a.bin', content: 'MZ\x90\0' }])],
  [
    'B19 the scanners’ test file in a letter',
    'hidden',
    () => office('docx', [{ name: 'word/a.txt', content: EICAR }]),
  ],
  ['B19 the scanners’ test file', 'wrongType', () => EICAR],
  ['a locked part', 'locked', () => office('docx', [{ name: 'word/a.xml', content: 'x', flags: 0x0801 }])],
  [
    'a part outside the archive',
    'damaged',
    () => office('docx', [{ name: '../../etc/passwd', content: 'x' }]),
  ],
  ['one name twice', 'damaged', () => zip([...officeParts('docx'), ...officeParts('docx')])],
  ['a letter that is a table too', 'damaged', () => zip([...officeParts('docx'), ...officeParts('xlsx')])],
  ['something before the archive', 'wrongType', () => office('docx', [], { before: script })],
  ['something behind the archive', 'hidden', () => office('docx', [], { comment: 'x'.repeat(300) })],
  ['an archive of anything', 'wrongType', () => zip([{ name: 'a.txt', content: 'Kano' }])],
  ['an archive cut short', 'damaged', () => office('docx').subarray(0, -30)],
  ['B17 a PNG of 50,000 × 50,000', 'picturePixels', () => png({ width: 50_000, height: 50_000 })],
  ['a PNG of 12,000 × 12,000', 'picturePixels', () => png({ width: 12_000, height: 12_000 })],
  ['a JPEG of 60,000 × 10', 'picturePixels', () => jpeg({ width: 60_000, height: 10 })],
  ['a JPEG of no height', 'damaged', () => jpeg({ height: 0 })],
  [
    'B18 a PDF with JavaScript',
    'active',
    () => plainPdf([...PDF_PAGE, '<</S/JavaScript/JS(app.alert\\(1\\))>>']),
  ],
  [
    'B18 a PDF that spells it otherwise',
    'active',
    () => plainPdf([...PDF_PAGE, '<</S/J#61va#53cript/JS(x)>>']),
  ],
  [
    'B18 a PDF that packs it away',
    'active',
    () => plainPdf([...PDF_PAGE, packedObjects(Buffer.from('5 0 <</S/JavaScript/JS(x)>>'))]),
  ],
  ['B18 a PDF that starts programs', 'active', () => plainPdf([...PDF_PAGE, '<</S/Launch/F(cmd.exe)>>'])],
  ['a PDF that carries files', 'active', () => plainPdf([...PDF_PAGE, '<</Type/EmbeddedFile>>'])],
  [
    'a PDF that spells the packing otherwise',
    'active',
    () => plainPdf([...PDF_PAGE, packedAs(SCRIPT, '/Type /Obj#53tm/Filter/FlateDecode')]),
  ],
  [
    'a PDF with much between the packing and what is packed',
    'active',
    () => plainPdf([...PDF_PAGE, packedAs(SCRIPT, `/Type/ObjStm/Filter/FlateDecode/X(${' '.repeat(4000)})`)]),
  ],
  [
    'a PDF packed as letters and zipped',
    'unchecked',
    () =>
      plainPdf([
        ...PDF_PAGE,
        packedAs(Buffer.from(SCRIPT.toString('hex')), '/Type/ObjStm/Filter[/FlateDecode/ASCIIHexDecode]'),
      ]),
  ],
  [
    'a PDF packed as letters that look like objects',
    'unchecked',
    () =>
      plainPdf([
        ...PDF_PAGE,
        packedAs(Buffer.from(SCRIPT.toString('hex').replace(/../g, '$& ')), '/Filter[/Fl/A#48x]/Type/ObjStm'),
      ]),
  ],
  [
    'a PDF packed with shifted bytes',
    'unchecked',
    () =>
      plainPdf([
        ...PDF_PAGE,
        packedAs(
          Buffer.concat([Buffer.from([2]), SCRIPT]),
          '/Type/ObjStm/Filter/FlateDecode/DecodeParms<</Predictor 12>>',
        ),
      ]),
  ],
  [
    'a PDF packed in no way we know',
    'unchecked',
    () =>
      plainPdf([
        ...PDF_PAGE,
        Buffer.from(
          '<</Type/ObjStm/N 1/First 4/Filter/LZWDecode>>\nstream\n\x80\x0b\x60\nendstream',
          'latin1',
        ),
      ]),
  ],
  [
    'a PDF packed as letters that says it is locked in a remark',
    'unchecked',
    () => plainPdf([...PDF_PAGE, '%/Encrypt 9 0 R\n<</X(/Encrypt 9 0 R)>>', LETTERS]),
  ],
  ['a locked PDF packed as letters', 'unchecked', () => lockedPdf([...PDF_PAGE, LETTERS])],
  [
    'a PDF that hides what it packs behind a remark on a lock',
    'unchecked',
    () => plainPdf([...PDF_PAGE, '%/Encrypt 9 0 R\nnull', UNREADABLE]),
  ],
  [
    'a PDF that does not say what it packs',
    'active',
    () => plainPdf([...PDF_PAGE, packedAs(SCRIPT, '/Filter/FlateDecode')]),
  ],
  ['a PDF form with scripts of its own', 'active', () => plainPdf([...PDF_PAGE, '<</XFA 9 0 R>>'])],
  ['a PDF that sends what is typed', 'active', () => plainPdf([...PDF_PAGE, '<</S/SubmitForm/F(x)>>'])],
  ['a PDF bomb', 'packed', () => plainPdf([...PDF_PAGE, packedObjects(zeros(60))])],
  ['a PDF with a page behind it', 'hidden', () => plainPdf(PDF_PAGE, script.toString())],
  ['a PDF cut short', 'damaged', () => plainPdf(PDF_PAGE).subarray(0, 120)],
  ['a PDF that begins late', 'wrongType', () => Buffer.concat([Buffer.from('\n'), plainPdf(PDF_PAGE)])],
  ['an older letter', 'wrongType', () => compound('WordDocument', Buffer.alloc(5000))],
  ['a locked letter', 'locked', () => compound('EncryptedPackage', Buffer.alloc(5000))],
  ['an older table with macros', 'macros', () => xls({ otherNames: ['_VBA_PROJECT_CUR'] })],
  ['an older table with a sheet of macros', 'macros', () => xls({ sheetKind: 1 })],
  ['a compound file cut short', 'damaged', () => xls().subarray(0, 600)],
  [
    'a compound file whose chain bites its tail',
    'damaged',
    () => {
      const bytes = xls()
      bytes.writeUInt32LE(1, 512 + 4)
      return bytes
    },
  ],
]
