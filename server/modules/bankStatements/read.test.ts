import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BankRow, camt053, mt940, statementCsv } from '../../../test/bankFiles.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { readStatement } from './read.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

let code = 1200
/** Each test has a bank account of its own. */
beforeEach(async () => {
  code += 1
  const bank = {
    type: 'bank',
    bankCode: '058',
    accountNumber: String(code).padStart(10, '0'),
    accountName: 'Iroko',
  } as const
  const { approvalId } = await testApp
    .as('admin')
    .ok('ledgerAccountSave', { code, title: 'Bank', kind: 'asset', reason: 'Opened', bank })
  await testApp.as('authorizer').approve(approvalId)
})

const OCTOBER: BankRow[] = [
  ['2026-10-02', 'NIP FROM OKEKE ADA', 'REF-10001', 1_500_000],
  ['2026-10-05', 'SMS CHARGES', '', -5_250],
  ['2026-10-05', 'SMS CHARGES', '', -5_250],
  ['2026-10-30', 'REMITTANCE IPPIS', 'REF-10002', 90_000_000],
]
const sumOf = (rows: readonly BankRow[]): number => rows.reduce((sum, row) => sum + row[3], 0)

async function upload(bytes: Uint8Array, about: object = {}) {
  const id = randomUUID()
  const admin = testApp.as('admin')
  await admin.ok('bankStatementOpen', { id, code, fileName: 'october', bytes: bytes.length, ...about })
  const half = Math.floor(bytes.length / 2)
  if (half > 0) await admin.ok('bankStatementPiece', { id, offset: 0 }, { bytes: bytes.subarray(0, half) })
  await admin.ok('bankStatementPiece', { id, offset: half }, { bytes: bytes.subarray(half) })
  await readStatement(testApp.program, id)
  return testApp.as('auditor').ok('bankStatementGet', { id })
}

/** The columns are confirmed once for the account. */
async function imported(bytes: Uint8Array, about: object = {}) {
  const found = await upload(bytes, about)
  if (found.status !== 'columns') return found
  const { id, headerLine, columns } = found
  if (headerLine === null || columns === null) throw new Error('no columns were guessed')
  await testApp.as('admin').ok('bankStatementMap', { id, headerLine, columns })
  await readStatement(testApp.program, id)
  return testApp.as('auditor').ok('bankStatementGet', { id })
}

const lines = async () =>
  (await testApp.as('auditor').ok('bankLineList', { code, state: 'all', limit: 200 })).rows

test('a CSV statement is imported once its columns are confirmed, and they are remembered', async () => {
  const first = await upload(statementCsv(OCTOBER, 10_000))
  expect(first).toMatchObject({ status: 'columns', headerLine: 2 })
  expect(first.columns).toEqual({ bookedOn: 0, narration: 1, reference: 2, debit: 3, credit: 4, balance: 5 })
  await testApp.as('admin').ok('bankStatementMap', {
    id: first.id,
    headerLine: first.headerLine ?? 0,
    columns: first.columns ?? {},
  })
  await readStatement(testApp.program, first.id)
  expect(await testApp.as('auditor').ok('bankStatementGet', { id: first.id })).toMatchObject({
    status: 'imported',
    format: 'csv',
    from: '2026-10-02',
    to: '2026-10-30',
    opening: 10_000n,
    closing: BigInt(10_000 + sumOf(OCTOBER)),
    lines: 4,
    newLines: 4,
  })
  const closing = 10_000 + sumOf(OCTOBER)
  const next = await upload(statementCsv([['2026-11-02', 'NIP FROM BELLO', 'REF-11001', 700]], closing))
  expect(next).toMatchObject({ status: 'imported', newLines: 1 })
})

test('the newest line may be first', async () => {
  expect(await imported(statementCsv(OCTOBER, 10_000, true))).toMatchObject({
    status: 'imported',
    opening: 10_000n,
    closing: BigInt(10_000 + sumOf(OCTOBER)),
  })
})

test.each([
  ['mt940', () => mt940(OCTOBER, 10_000, 10_000 + sumOf(OCTOBER))],
  ['camt053', () => camt053(OCTOBER, 10_000, 10_000 + sumOf(OCTOBER))],
] as const)('%s is imported as it comes', async (format, made) => {
  const found = await upload(made())
  expect(found).toMatchObject({
    status: 'imported',
    format,
    from: '2026-10-02',
    to: '2026-10-30',
    opening: 10_000n,
    closing: BigInt(10_000 + sumOf(OCTOBER)),
    lines: 4,
  })
  expect(await lines()).toEqual([
    expect.objectContaining({ on: '2026-10-30', amount: 90_000_000n, reference: 'REF-10002' }),
    expect.objectContaining({ on: '2026-10-05', amount: -5_250n, narration: expect.stringContaining('SMS') }),
    expect.objectContaining({ on: '2026-10-05', amount: -5_250n }),
    expect.objectContaining({ on: '2026-10-02', amount: 1_500_000n, valueOn: '2026-10-02' }),
  ])
})

const own = (): string => String(code).padStart(10, '0')
test.each([
  ['mt940', (account: string) => mt940(OCTOBER, 0, sumOf(OCTOBER), { account })],
  ['camt053', (account: string) => camt053(OCTOBER, 0, sumOf(OCTOBER), { account })],
] as const)('%s of another account is refused, naming both by their end', async (_, made) => {
  const other = await upload(made('058/9876543210'))
  expect(other.status).toBe('refused')
  expect(other.problem).toContain('statement of account •••• 3210')
  expect(other.problem).toContain(`${code} Bank is account •••• ${code}`)
  expect(other.problem).not.toContain('98765')
  expect(await upload(made('******9999'))).toMatchObject({ status: 'refused' })
  expect(await lines()).toEqual([])
  expect(await upload(made(`058/${own()}NGN`))).toMatchObject({ status: 'imported' })
})

test('the same file again, and an overlapping one, add no line twice', async () => {
  await imported(statementCsv(OCTOBER, 0))
  expect(await imported(statementCsv(OCTOBER, 0))).toMatchObject({
    status: 'refused',
    problem: expect.stringContaining('the same file'),
  })
  expect(await lines()).toHaveLength(4)
  const overlapping = [...OCTOBER.slice(1), ['2026-11-03', 'NIP', 'REF-2', 100] as BankRow]
  expect(await imported(statementCsv(overlapping, 1_500_000))).toMatchObject({
    status: 'imported',
    lines: 4,
    newLines: 1,
  })
  expect(await lines()).toHaveLength(5)
})

test('a statement goes on where the one before it ended', async () => {
  await imported(statementCsv(OCTOBER, 0))
  const gap = await imported(statementCsv([['2026-11-03', 'NIP', 'REF-2', 100]], 5))
  expect(gap).toMatchObject({ status: 'refused', problem: expect.stringContaining('missing between') })
  const september: BankRow[] = [['2026-09-03', 'NIP', 'REF-0', 100]]
  expect(await imported(statementCsv(september, 5))).toMatchObject({ status: 'refused' })
  expect(await imported(statementCsv(september, -100))).toMatchObject({ status: 'imported', newLines: 1 })
})

const fee = (on: string): BankRow => [on, 'SMS CHARGES', '', -5_250]
const proves = async (): Promise<void> =>
  expect((await prove(testApp.program.db)).checks.flatMap(({ problems }) => problems)).toEqual([])

test('a statement may begin within the day that the one before it ended on', async () => {
  const morning: BankRow[] = [['2026-10-29', 'NIP', 'REF-1', 70_000], fee('2026-10-30')]
  const evening: BankRow[] = [fee('2026-10-30'), ['2026-10-30', 'NIP', 'REF-2', 300]]
  const [before, after] = [sumOf(morning), sumOf(morning) + sumOf(evening)]
  await imported(statementCsv(morning, 0))
  // the same charge again is another charge
  expect(await imported(statementCsv(evening, before))).toMatchObject({ status: 'imported', newLines: 2 })
  const upwards = statementCsv(evening, before, true)
  expect(await imported(upwards)).toMatchObject({ status: 'imported', newLines: 0 })
  const gap = statementCsv([['2026-10-30', 'NIP', 'REF-3', 5]], after + 1)
  expect(await imported(gap)).toMatchObject({
    status: 'refused',
    problem: expect.stringContaining('missing between'),
  })
  const whole: BankRow[] = [...morning, ...evening, ['2026-11-02', 'NIP', 'REF-4', 900]]
  expect(await imported(statementCsv(whole, 0))).toMatchObject({ status: 'imported', newLines: 1 })
  expect(await lines()).toHaveLength(5)
  await proves()
})

test('a statement that begins within a day and repeats its later lines adds none twice', async () => {
  const known: BankRow[] = [
    ['2026-10-30', 'NIP', 'REF-1', 1_000],
    fee('2026-10-30'),
    ['2026-10-30', 'NIP', 'REF-2', 300],
  ]
  await imported(statementCsv(known, 0))
  const next: BankRow[] = [...known.slice(1), fee('2026-10-30'), ['2026-11-02', 'NIP', 'REF-4', 900]]
  expect(await imported(statementCsv(next, 1_000))).toMatchObject({ status: 'imported', newLines: 2 })
  expect(await lines()).toHaveLength(5)
  await proves()
})

test('an earlier statement may end within the day that the first one begins on', async () => {
  const later: BankRow[] = [fee('2026-10-30'), ['2026-11-02', 'NIP', 'REF-4', 900]]
  const earlier: BankRow[] = [['2026-10-29', 'NIP', 'REF-1', 70_000], fee('2026-10-30')]
  await imported(statementCsv(later, sumOf(earlier)))
  expect(await imported(statementCsv(earlier, 0))).toMatchObject({ status: 'imported', newLines: 2 })
  const both = statementCsv([...earlier, ...later], 0)
  expect(await imported(both)).toMatchObject({ status: 'imported', newLines: 0 })
  expect(await lines()).toHaveLength(4)
  await proves()
})

test('another format of lines that are there is refused, not imported twice', async () => {
  await imported(statementCsv(OCTOBER, 0))
  const renamed = OCTOBER.map(([on, , reference, amount]): BankRow => [on, 'OTHER WORDS', reference, amount])
  expect(await imported(mt940(renamed, 0, sumOf(OCTOBER)))).toMatchObject({
    status: 'refused',
    problem: expect.stringContaining('imported before'),
  })
  expect(await lines()).toHaveLength(4)
})

const head = 'Date,Narration,Debit,Credit,Balance\n'
test.each([
  ['a formula', `${head}2026-10-02,x,,=1+1,2\n`, ['Credit', '=1+1']],
  ['a foreign amount', `${head}2026-10-02,x,,$100.00,100\n`, ['Credit', '$100.00']],
  ['a negative debit', `${head}2026-10-02,x,-5.00,,5\n`, ['Debit', '-5.00']],
  ['both sides', `${head}2026-10-02,x,5.00,5.00,5\n`, ['Credit', '5.00']],
  ['no amount', `${head}2026-10-02,x,,,5\n`, ['Debit', '']],
  ['no date', `${head}soon,x,5.00,,5\n`, ['Date', 'soon']],
  ['a date to come', `${head}2027-10-02,x,5.00,,5\n`, ['Date', '2027-10-02']],
  ['a rounded amount', `${head}2026-10-02,x,1.2E+11,,5\n`, ['Debit', '1.2E+11']],
])('%s is named by line, column, value and reason, and nothing is imported', async (_, text, at) => {
  const good = '2026-10-01,good,,1.00,1.00\n'
  const found = await imported(Buffer.from(text.replace(head, head + good)))
  expect(found).toMatchObject({ status: 'refused', problemCount: 1 })
  expect(found.problems).toEqual([
    { line: 3, column: at[0] ?? '', value: at[1] ?? '', reason: expect.any(String) },
  ])
  expect(await lines()).toEqual([])
})

const bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'
/** What brings a file above the size that is read without a thread, and says nothing. */
const PADDING = {
  csv: `\n${`${' '.repeat(1_000)}\n`.repeat(500)}`,
  mt940: '\r\n'.repeat(200_000),
  camt053: '\n'.repeat(100_000),
}
const rowsOf = (count: number): BankRow[] =>
  Array.from({ length: count }, (_, n) => ['2026-10-02', `NIP ${n}`, 'SAME-REF-1', 100])
test.each([
  ['an entity bomb', () => camt053(OCTOBER, 0, sumOf(OCTOBER), { head: bomb }), 'DTD'],
  ['XML cut in half', () => camt053(OCTOBER, 0, sumOf(OCTOBER)).subarray(0, 900), 'cut off'],
  ['other XML', () => Buffer.from('<?xml version="1.0"?><Document><Other/></Document>'), 'not a CAMT.053'],
  ['MT940 cut in half', () => mt940(OCTOBER, 0, sumOf(OCTOBER)).subarray(0, 200), 'cut off'],
  ['MT940 that does not add up', () => mt940(OCTOBER, 0, 5), 'closing balance'],
  ['dollars', () => mt940(OCTOBER, 0, sumOf(OCTOBER), { currency: 'USD' }), 'cannot be read'],
  ['nothing at all', () => Buffer.from(' '), 'empty'],
  ['a PDF', () => Buffer.from('%PDF-1.7 x'), 'PDF'],
])('%s is refused with its reason', async (_, made, reason) => {
  const found = await imported(made())
  expect(found.status).toBe('refused')
  expect(found.problem?.toLowerCase()).toContain(reason.toLowerCase())
  expect(await lines()).toEqual([])
})

test('a CSV file cut in the middle breaks its balances', async () => {
  const rows = statementCsv(OCTOBER, 0).toString().split('\r\n')
  const found = await imported(Buffer.from([...rows.slice(0, 3), ...rows.slice(4)].join('\n')))
  expect(found).toMatchObject({ status: 'refused', problem: expect.stringContaining('balance column') })
  expect(found.problems[0]).toMatchObject({ column: 'Balance', line: 4 })
})

test('without a balance column both balances are entered', async () => {
  const text = 'Date,Details,Amount\n2026-10-02,NIP,1500.00\n2026-10-03,CHARGE,(50.00)\n'
  expect(await imported(Buffer.from(text))).toMatchObject({
    status: 'refused',
    problem: expect.stringContaining('enter the opening'),
  })
  const typed = { opening: '1000', closing: '146000' }
  expect(await imported(Buffer.from(`${text} `), typed)).toMatchObject({ status: 'imported', newLines: 2 })
  const wrong = { opening: '146000', closing: '5' }
  const more = Buffer.from('Date,Details,Amount\n2026-10-05,NIP,1.00\n')
  expect(await imported(more, wrong)).toMatchObject({ status: 'refused' })
})

test('other encodings are read', async () => {
  const bytes = Buffer.from(`\ufeff${statementCsv(OCTOBER, 0).toString()}`, 'utf16le')
  expect(await imported(bytes)).toMatchObject({ status: 'imported', lines: 4 })
})

test('repeated references are lines of their own', async () => {
  expect(await imported(mt940(rowsOf(50), 0, 5_000))).toMatchObject({ status: 'imported', newLines: 50 })
})

describe('a file that is read in a thread of its own', () => {
  const many = rowsOf(4_000)
  test.each([
    ['csv', () => statementCsv(many, 0)],
    ['mt940', () => mt940(many, 0, 400_000)],
    ['camt053', () => camt053(many, 0, 400_000)],
  ] as const)('%s is imported whole', async (format, made) => {
    const padded = Buffer.concat([made(), Buffer.from(PADDING[format])])
    expect(await imported(padded)).toMatchObject({ status: 'imported', format, newLines: 4_000 })
  })

  test.each([
    [
      'csv',
      () =>
        statementCsv(many, 0).toString().replace('NIP 3999",SAME-REF-1,,1.00', 'NIP 3999",SAME-REF-1,,$1'),
      4002,
    ],
    [
      'mt940',
      () =>
        mt940(many, 0, 400_000)
          .toString()
          .replace(/C1,00(?![\s\S]*C1,00)/, 'C1.00'),
      8004,
    ],
    [
      'camt053',
      () =>
        camt053(many, 0, 400_000)
          .toString()
          .replace(/"NGN">1.00(?![\s\S]*"NGN">1.00)/, '"USD">1.00'),
      4000,
    ],
  ] as const)('one bad line of %s keeps all of it out', async (format, made, line) => {
    const found = await imported(Buffer.from(made() + PADDING[format]))
    expect(found).toMatchObject({ status: 'refused', problemCount: 1, problems: [{ line }] })
    expect(await lines()).toEqual([])
  })

  test('cut in half it is refused', async () => {
    const whole = camt053(many, 0, 400_000)
    const found = await imported(whole.subarray(0, whole.length * 0.7))
    expect(found).toMatchObject({ status: 'refused', problem: expect.stringContaining('cut off') })
    expect(await lines()).toEqual([])
  })
})

test('two jobs for one upload at once import it once', async () => {
  const id = randomUUID()
  const bytes = mt940(OCTOBER, 0, sumOf(OCTOBER))
  await testApp.as('admin').ok('bankStatementOpen', { id, code, fileName: 'x', bytes: bytes.length })
  await testApp.as('admin').ok('bankStatementPiece', { id, offset: 0 }, { bytes })
  await Promise.allSettled([readStatement(testApp.program, id), readStatement(testApp.program, id)])
  await readStatement(testApp.program, id)
  expect(await lines()).toHaveLength(4)
  const left = await sql<{ n: number }>`
    select count(*)::int as n from bank_statement_piece where statement_id = ${id}`.execute(
    testApp.program.db,
  )
  expect(left.rows[0]?.n).toBe(0)
})

test('a statement belongs to a bank account, and an Auditor uploads none', async () => {
  const input = { id: randomUUID(), code: 1100, fileName: 'x', bytes: 5 }
  await testApp.as('admin').refused('bankStatementOpen', input, 'bank.account')
  await testApp.as('auditor').refused('bankStatementOpen', { ...input, code }, 'permission.missing')
})
