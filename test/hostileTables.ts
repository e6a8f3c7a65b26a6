import { compound, zip } from './files.ts'
import { hostileOldWorkbook, workbook, worksheet } from './workbooks.ts'

/** Tables that must be refused, each with the code of the reason. */

const emptyRows = (bytes: number): string => Buffer.alloc(bytes, '<row/>').toString()
export const HOSTILE_TABLES: [what: string, content: () => Buffer, code: string][] = [
  ['B71 shared texts that unpack to 40 MB', () => workbook([{ rows: [['A']] }], { sharedStrings: 'x'.repeat(40 * 1024 ** 2) }), 'packed'],
  ['B71 one shared text of 15 MB', () => workbook([{ rows: [['A']] }], { sharedStrings: `<si><t>${'x'.repeat(15 * 1024 ** 2)}</t></si>` }), 'packed'],
  ['a sheet of 40 MB of nothing', () => workbook([{ xml: emptyRows(40 * 1024 ** 2) }]), 'packed'],
  ['a forged size', () => workbook([{ rows: Array.from({ length: 5_000 }, () => ['OKONKWO']), claimed: 50 }]), 'damaged'],
  ['twenty thousand parts', () => workbook([{}], { parts: Array.from({ length: 20_000 }, (_, at) => ({ name: `p${at}`, content: '' })) }), 'packed'],
  ['a billion laughs', () => workbook([{ xml: `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${worksheet('<row><c><v>&b;</v></c></row>')}` }]), 'damaged'],
  ['a file of the server as entity', () => workbook([{ xml: `<!DOCTYPE l SYSTEM "file:///etc/passwd">${worksheet('')}` }]), 'damaged'],
  ['tags a hundred thousand deep', () => workbook([{ xml: '<a>'.repeat(100_000) }]), 'damaged'],
  ['an end cut off', () => workbook([{ rows: [['A']] }]).subarray(0, -30), 'damaged'],
  ['XML that ends in the middle', () => workbook([{ xml: '<worksheet><sheetData><row><c><v>1' }]), 'damaged'],
  ['the same part twice', () => workbook([{}], { parts: [{ name: 'xl/workbook.xml', content: '' }] }), 'damaged'],
  ['a password on its parts', () => zip([{ name: 'xl/workbook.xml', content: 'x', flags: 0x0801 }]), 'locked'],
  ['macros', () => workbook([{}], { parts: [{ name: 'xl/vbaProject.bin', content: 'x' }] }), 'macros'],
  ['macros by its type', () => workbook([{}], { contentType: 'sheet.macroEnabled.main' }), 'macros'],
  ['an older workbook in pieces', () => compound('Workbook', Buffer.alloc(5_000, 9)), 'wrongType'],
  ['an older workbook of 22 kB that asks for 39 GB', () => hostileOldWorkbook(), 'wrongType'],
] // biome-ignore format: one bomb a line
