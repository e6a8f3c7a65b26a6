import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { linesOf, sentList } from '../../../test/instructions.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { upload } from '../../../test/uploads.ts'

/** Acknowledgement files as they should not be: each row is read or refused with its fault, and nothing is half recorded. */

const MONTH = '2026-12'
let testApp: TestApp
const { borrower, proved } = batchesIn(() => testApp)
let staff: string[]
const loans: string[] = []
let list: string
beforeAll(async () => {
  testApp = await createTestApp()
  staff = []
  for (let n = 0; n < 3; n++) {
    const { staff: number, loanId } = await borrower()
    staff.push(number)
    loans.push(loanId)
  }
  list = await sentList(testApp, MONTH)
})
afterAll(() => testApp.close())

const admin = () => testApp.as('admin')
let files = 0
const read = (file: string | Uint8Array) =>
  upload(testApp, file, { kind: 'acknowledgement', period: MONTH, fileName: `answers-${++files}.csv` })
const HEADER = 'IPPIS NO,STATUS,AMOUNT,REASON'
const fileOf = (...rows: string[]): string => [HEADER, ...rows, ''].join('\n')
const answers = async () =>
  Object.fromEntries(
    (await linesOf(testApp, list)).map(line => [line.staffNumber, [line.answer, line.answerAmount]]),
  )

test.each([
  ['a negative amount', ',Accepted,-500.00,'],
  ['a negative amount in brackets', ',Accepted,(500.00),'],
  ['a formula for an amount', ',Accepted,=1+1,'],
  ['an exponent', ',Accepted,1.2E+09,'],
  ['an amount beyond any pay', ',Accepted,9999999999999.00,'],
  ['no answer', ',,,'],
  ['an answer nobody gives', ',perhaps,,'],
  ['an answer cut off', ',Rejec'],
])('%s is refused with its row, and the others are read', async (_, rest) => {
  const before = await answers()
  const intakeId = await read(fileOf(`${staff[0]}${rest}`, `${staff[1]},Accepted,,`))
  const intake = await admin().ok('intakeGet', { id: intakeId })
  expect(intake).toMatchObject({ status: 'matched', goodRows: 1, refusedRows: 1, matchedRows: 1 })
  expect(await answers(), 'nothing is recorded before a user does').toEqual(before)
})

test.each([
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
])('%s is read', async (_, encode) => {
  const intakeId = await read(encode(fileOf(`${staff[0]},Rejected,,Refusé`, `${staff[1]},Accepted,,`)))
  expect(await admin().ok('intakeGet', { id: intakeId })).toMatchObject({ status: 'matched', goodRows: 2 })
})

test.each([
  ['nothing but a heading', HEADER],
  ['people who are not in the list', fileOf('999999,Rejected,,Not here')],
  ['bytes of no table', Buffer.from([0, 1, 2, 3, 255, 254, 0, 0])],
])('%s is not recorded, with the reason, and acknowledges nothing', async (_, file) => {
  const before = await answers()
  const intakeId = await read(file)
  await admin().refused('instructionAnswersRecord', { id: list, intakeId }, 'instruction.file')
  expect(await answers()).toEqual(before)
  expect((await admin().ok('instructionGet', { id: list })).status).toBe('sent')
})

describe('a file of many rows', () => {
  test('about the same people says the last of each, and who is not in the list', async () => {
    const many = Array.from(
      { length: 5_000 },
      (_, n) => `${staff[n % 2]},${n % 3 === 0 ? 'Rejected' : 'Accepted'},,No ${n}`,
    )
    const strangers = Array.from({ length: 1_000 }, (_, n) => `${900_000 + n},Rejected,,Not here`)
    const intakeId = await read(
      fileOf(
        ...many,
        ...strangers,
        `${staff[0]},Rejected,,"=HYPERLINK(""http://evil.example"")"`,
        `0${staff[1]},Accepted,100.00,`,
      ),
    )
    expect(await admin().ok('instructionAnswersRecord', { id: list, intakeId })).toEqual({
      accepted: 1,
      rejected: 1,
      unknown: 1_000,
    })
    expect(await answers()).toEqual({
      [staff[0] ?? '']: ['rejected', null],
      [staff[1] ?? '']: ['accepted', 10_000n],
      [staff[2] ?? '']: [null, null],
    })
    const sheet = await admin().ok('instructionRejectionExport', { format: 'csv' })
    expect(Buffer.from(sheet.bytes).toString()).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    await proved()
  })

  test('is recorded once, for its own list, by those who may', async () => {
    const intakeId = await read(fileOf(`${staff[2]},Accepted,,`))
    const input = { id: list, intakeId }
    for (const part of ['reviewer', 'authorizer', 'editor', 'auditor'] as const)
      await testApp.as(part).refused('instructionAnswersRecord', input, 'permission.missing')
    await admin().ok('instructionAnswersRecord', input)
    await admin().refused('instructionAnswersRecord', input, 'instruction.file')
    const other = await upload(testApp, fileOf(`${staff[2]},Rejected,,Late`), {
      kind: 'acknowledgement',
      period: '2026-11',
      fileName: 'november.csv',
    })
    await admin().refused('instructionAnswersRecord', { id: list, intakeId: other }, 'instruction.file')
    expect((await answers())[staff[2] ?? '']).toEqual(['accepted', null])
  })
})

test('after a rejected change the office goes on deducting what it held: the loan page and a quote say so', async () => {
  // it accepted ₦100.00 for the other borrower above, and is asked for the whole instalment again
  testApp.clock.set('2026-12-05T09:00:00Z')
  const january = await sentList(testApp, '2027-01')
  const line = (await linesOf(testApp, january)).find(each => each.staffNumber === staff[1])
  expect(line, 'December brings what it accepted').toMatchObject({
    kind: 'change',
    previous: 10_000n,
    inFlight: 10_000n,
  })
  await admin().ok('instructionAnswer', {
    id: january,
    no: line?.no ?? 0,
    outcome: 'rejected',
    reason: 'Pay is too low',
  })
  const { coming } = await admin().ok('instructionOfLoan', { loanId: loans[1] ?? '' })
  expect(coming).toEqual(['2026-12', '2027-01'].map(month => ({ month, amount: 10_000n })))
  const quote = { loanId: loans[1] ?? '', id: randomUUID(), on: '2026-12-05' }
  const { inFlight } = await admin().ok('settlementQuoteMake', quote)
  expect(inFlight.map(({ month, amount }) => [month, amount])).toEqual(
    coming.map(({ month, amount }) => [month, amount]),
  )
})
