import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster, run, type Servant, send, upload } from '../../../test/uploads.ts'
import { intakeWorks } from '../../app/uploadKinds.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { daysBefore } from '../../kernel/clock.ts'
import { discardAbandoned } from '../intake/upload.ts'
import { raiseSignals } from '../signals/list.ts'
import { purgeNonCustomerRows } from './months.ts'
import { monthDue } from './sources.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ staff: true })
})
afterAll(() => testApp.close())

const look = (id: string) => testApp.as('admin').ok('intakeGet', { id })
const refusalsOf = async (id: string) =>
  (await testApp.as('admin').ok('intakeRefusals', { id })).rows.flatMap(row =>
    row.problems.map(problem => `${row.line} ${problem.field}: ${problem.reason}`),
  )
/** Every test has a source of its own, so that months do not meet. */
const SOURCES = ['IPPIS', 'GIFMIS', 'STATE', 'TEACHERS'] as const

describe('an upload', () => {
  test('is sent in chunks, resumes after a lost connection, and stores a repeated chunk once', async () => {
    const admin = testApp.as('admin')
    const bytes = Buffer.from(roster([{ id: '1' }, { id: '2' }]))
    const id = randomUUID()
    await admin.ok('intakeOpen', {
      id, kind: 'payroll', source: 'GIFMIS', period: '2026-01', fileName: 'january.csv', bytes: bytes.length,
    }) // biome-ignore format: a form
    const half = bytes.subarray(0, 100)
    expect(await admin.ok('intakePiece', { id, offset: 0 }, { bytes: half })).toEqual({
      receivedBytes: 100,
      isComplete: false,
    })
    expect(await admin.ok('intakePiece', { id, offset: 0 }, { bytes: half })).toEqual({
      receivedBytes: 100,
      isComplete: false,
    })
    const gap = await admin.refused('intakePiece', { id, offset: 150 }, 'intake.offset', {
      bytes: bytes.subarray(150),
    })
    expect(gap.message).toContain('byte 100')
    await admin.refused('intakePiece', { id, offset: 100 }, 'intake.too_long', {
      bytes: Buffer.concat([bytes.subarray(100), half]),
    })
    const end = await admin.ok('intakePiece', { id, offset: 100 }, { bytes: bytes.subarray(100) })
    expect(end.isComplete).toBe(true)
    await run(testApp, id)
    expect((await look(id)).status).toBe('received')
    await admin.ok('intakeCancel', { id })
    expect(await look(id)).toMatchObject({ status: 'cancelled' })
  })

  test('F03 from several windows at once is taken once, and the others point to it', async () => {
    const file = roster([{ id: '1' }, { id: '2', pay: '91000.00' }])
    const where = { source: 'GIFMIS', period: '2026-02' }
    const ids = await Promise.all(Array.from({ length: 5 }, () => send(testApp.as('admin'), file, where)))
    await Promise.all(ids.map(id => run(testApp, id)))
    const uploads = await Promise.all(ids.map(look))
    const [taken, ...more] = uploads.filter(each => each.status === 'received')
    expect(more).toEqual([])
    expect(uploads.filter(each => each.status === 'refused' && each.sameAsId === taken?.id)).toHaveLength(4)
  })

  test('F03 that came for another month before is still known when it comes again for this one', async () => {
    const file = roster([{ id: '1' }, { id: '2', pay: '92000.00' }])
    await upload(testApp, file, { source: 'GIFMIS', period: '2026-03' })
    testApp.clock.advance({ seconds: 1 })
    const april = await upload(testApp, file, { source: 'GIFMIS', period: '2026-04' })
    expect((await look(april)).status).toBe('matched')
    const again = await upload(testApp, file, { source: 'GIFMIS', period: '2026-04' })
    expect(await look(again)).toMatchObject({ status: 'refused', sameAsId: april })
  })

  test('B64 is begun by those who may, for a source we have and a month that has come', async () => {
    const form = {
      id: randomUUID(),
      kind: 'payroll' as const,
      source: 'IPPIS',
      period: '2026-10',
      fileName: 'a.csv',
      bytes: 10,
    }
    for (const part of ['reviewer', 'authorizer', 'editor', 'auditor'] as const)
      await testApp.as(part).refused('intakeOpen', form, 'permission.missing')
    await testApp.as('admin').refused('intakeOpen', { ...form, source: 'MOON' }, 'intake.source_unknown')
    await testApp.as('admin').refused('intakeOpen', { ...form, period: '2027-01' }, 'intake.period')
    await testApp.as('admin').refused('intakeOpen', { ...form, bytes: 600 * 1024 * 1024 }, 'input.invalid')
  })

  test('of another user cannot be added to', async () => {
    const id = await send(testApp.as('admin'), 'a,b\n', { source: 'GIFMIS', period: '2026-01' })
    await testApp
      .as('superAdmin')
      .refused('intakePiece', { id, offset: 4 }, 'permission.missing', { bytes: Buffer.from('x') })
  })
})

describe('columns', () => {
  test('are found below title rows, by many names, and saved for the source', async () => {
    const file = [
      'FEDERAL MINISTRY OF WORKS,,,', 'PAYROLL FOR OCTOBER 2026,,,', 'S/N,IPPIS No.,Employee Name,Net Pay (₦)',
      '1,00434590,OKEKE ADAEZE,"185,000.50"', '',
    ].join('\n') // biome-ignore format: a file
    const id = await send(testApp.as('admin'), file, { source: 'GIFMIS', period: '2026-02' })
    await run(testApp, id)
    const { layout } = await look(id)
    expect(layout).toMatchObject({ headerLine: 3, mapping: { staffNumber: 1, fullName: 2, netPay: 3 } })
    await testApp
      .as('admin')
      .refused('intakeMap', { id, mapping: { staffNumber: 1, fullName: 2 } }, 'intake.unmapped')
    await testApp
      .as('admin')
      .refused('intakeMap', { id, mapping: { staffNumber: 1, fullName: 1, netPay: 3 } }, 'input.invalid')
    await testApp.as('admin').ok('intakeMap', { id, mapping: { staffNumber: 1, fullName: 2, netPay: 3 } })
    await run(testApp, id)
    expect(await look(id)).toMatchObject({ status: 'matched', rows: 1, goodRows: 1 })
    // the same source next month, its columns in another order
    const next = await send(
      testApp.as('admin'),
      'Net Pay (₦),Employee Name,IPPIS No.\n1000,OKEKE ADAEZE,434590\n',
      { source: 'GIFMIS', period: '2026-03' },
    )
    await run(testApp, next)
    expect((await look(next)).layout).toMatchObject({
      isSavedMapping: true,
      mapping: { staffNumber: 2, fullName: 1, netPay: 0 },
    })
  })
})

describe('rows', () => {
  const GOOD: Servant = {}
  test.each<
    [
      damage: string,
      row: Servant,
      found: {
        netPay?: bigint
        birthDate?: string
        accountEnding?: string
        bankCode?: string
        status?: string
      },
    ]
  >([
    ['pay with commas and a sign', { pay: '"₦185,000.50"' }, { netPay: 18_500_050n }],
    ['pay as a sheet adds it up', { pay: '185000.50000000003' }, { netPay: 18_500_050n }],
    ['a number in full scientific notation', { id: '4.34591E+5' }, {}],
    ['an Excel serial for a date', { born: '31108' }, { birthDate: '1985-03-02' }],
    ['a date as payslips print it', { born: '02-MAR-1985' }, { birthDate: '1985-03-02' }],
    ['a two-digit year', { born: '02-MAR-85' }, { birthDate: '1985-03-02' }],
    ['a month-first date that can be nothing else', { born: '03/22/1985' }, { birthDate: '1985-03-22' }],
    [
      'a lost zero that the check digit proves',
      { account: '123456785', bank: 'Guaranty Trust Bank Plc' },
      { accountEnding: '6785', bankCode: '058' },
    ],
    ['a bank nobody knows', { bank: 'Bank of the Moon' }, {}],
    ['a phone nobody can call', { phone: 'none' }, {}],
    ['words of its own for a status', { status: 'Suspended Without Pay' }, { status: 'suspended' }],
    ['a comma too many in the name', { name: 'OKEKE, ADAEZE' }, {}],
  ])('%s is repaired', async (_, row, found) => {
    const id = await upload(testApp, roster([{ ...row, period: '2026-04' }]), {
      source: 'STATE',
      period: '2026-04',
    })
    expect(await refusalsOf(id)).toEqual([])
    expect(await look(id)).toMatchObject({ status: 'matched', goodRows: 1, refusedRows: 0 })
    const stored = (await testApp.pool.query(`select * from payroll_part_${id.replaceAll('-', '')}`)).rows[0]
    if (found.netPay) expect(BigInt(stored.net_pay)).toBe(found.netPay)
    if (found.birthDate) expect(stored.birth_date).toBe(found.birthDate)
    if (found.accountEnding) expect(stored.account_number.slice(-4)).toBe(found.accountEnding)
    if (found.bankCode) expect(stored.bank_code).toBe(found.bankCode)
    if (found.status) expect(stored.status).toBe(found.status)
    await testApp.as('admin').ok('intakeCancel', { id })
  })

  test.each<[row: Servant, says: string]>([
    [{ id: '' }, 'IPPIS / staff number: Nothing is filled in.'],
    [{ id: '4.3E+9' }, 'IPPIS / staff number: The spreadsheet rounded it'],
    [{ id: '43*590' }, 'IPPIS / staff number: Not a staff number'],
    [{ name: '' }, 'Name: Nothing is filled in.'],
    [{ pay: '' }, 'Net pay: Nothing is filled in.'],
    [{ pay: '"12,5OO"' }, 'Net pay: Not an amount'],
    [{ pay: '-5' }, 'Net pay: An amount below zero.'],
    [{ pay: '100.005' }, 'Net pay: Not an amount'],
    [{ pay: '1.2E+5' }, 'Net pay: The spreadsheet rounded it'],
    [{ born: '31/02/1985' }, 'Date of birth: Not a date that exists.'],
    [{ born: '01/01/2099' }, 'Date of birth: A day that has not come yet.'],
    [{ account: '12345' }, 'Salary account: Not a bank account'],
    [{ account: '123456789' }, 'Salary account: Not a bank account'],
    [{ account: '1.23E+9' }, 'Salary account: The spreadsheet rounded it'],
    [{ period: '2026-03' }, 'Period: Another month than the one'],
    [{ period: 'soon' }, 'Period: Not a month.'],
  ])('%o is refused, and the good row beside it is taken', async (row, says) => {
    const file = roster([
      { ...GOOD, id: '99', period: 'APR-2026' },
      { period: '2026-04', ...row },
    ])
    const id = await upload(testApp, file, { source: 'STATE', period: '2026-04' })
    expect(await refusalsOf(id)).toEqual([expect.stringContaining(`3 ${says}`)])
    expect(await look(id)).toMatchObject({
      status: 'matched',
      rows: 2,
      goodRows: 1,
      refusedRows: 1,
      skippedRows: 0,
    })
    await testApp.as('admin').ok('intakeCancel', { id })
  })

  test('blank lines, totals, notes and repeated headers are not people', async () => {
    const file = roster([{ id: '1' }, { id: '2' }]).replace('\n2,', '\n,,,,,,,,,,,\n2,')
    const header = file.slice(0, file.indexOf('\n'))
    const id = await upload(
      testApp,
      `${file}${header}\n,TOTAL,,,,,,,,,370001.00,\n,,,,,,,,,,370001.00,\nPrepared by Musa,,,,,,,,,,,\n`,
      { source: 'STATE', period: '2026-10' },
    )
    // a note in the column of numbers is a number that cannot be read
    expect(await look(id)).toMatchObject({ goodRows: 2, skippedRows: 3, refusedRows: 1 })
    await testApp.as('admin').ok('intakeCancel', { id })
  })

  test('B60 B61 the same person twice: the same again is passed over, other details are refused on both lines', async () => {
    const id = await upload(
      testApp,
      roster([{ id: '7' }, { id: '7' }, { id: '8' }, { id: '008', pay: '1.00' }, { id: '9' }]),
      { source: 'STATE', period: '2026-10' },
    )
    expect(await look(id)).toMatchObject({ rows: 5, goodRows: 2, skippedRows: 1, refusedRows: 2 })
    expect(await refusalsOf(id)).toEqual([
      expect.stringMatching(/^4 .*another row/),
      expect.stringMatching(/^5 .*another row/),
    ])
    await testApp.as('admin').ok('intakeCancel', { id })
  })

  test('one bad row in 40,000: 39,999 good ones, one explained, and its file can be corrected and sent again', async () => {
    const people = Array.from({ length: 40_000 }, (_, n) => ({
      id: String(100_000 + n),
      ...(n === 31_337 ? { pay: 'O' } : {}),
    }))
    const id = await upload(testApp, roster(people), { source: 'TEACHERS', period: '2026-10' })
    expect(await look(id)).toMatchObject({ rows: 40_000, goodRows: 39_999, refusedRows: 1 })
    expect(await refusalsOf(id)).toEqual(['31339 Net pay: Not an amount of naira and kobo.'])
    const file = await testApp.as('admin').ok('intakeRefusalFile', { id })
    const text = Buffer.from(file.bytes).toString()
    expect(text.split('\n')[0]).toMatch(/STAFF_ID,.*,Line,What is wrong$/)
    expect(text).toContain('131337')
    const correction = await upload(testApp, text.replace(',O,', ',185000.50,'), {
      source: 'TEACHERS',
      period: '2026-10',
      correctsId: id,
    })
    expect(await look(correction)).toMatchObject({
      status: 'matched',
      rows: 1,
      goodRows: 40_000,
      refusedRows: 0,
    })
  })
})

describe('a file that is no roster', () => {
  test.each<[what: string, bytes: Buffer, says: string]>([
    ['nothing but a header', Buffer.from(roster([])), 'no rows below the header'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]), 'picture'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'PDF'],
  ])('%s is refused in a sentence', async (_, bytes, says) => {
    const id = await upload(testApp, bytes, { source: 'STATE', period: '2026-09' })
    expect((await look(id)).status).toBe('refused')
    expect((await look(id)).problem).toContain(says)
  })
})

describe('acceptance', () => {
  const september = roster([
    { id: '1', pay: '100000.00', period: '2026-09' }, { id: '2', pay: '100000.00', period: '2026-09' },
    { id: '3', pay: '100000.00', period: '2026-09' }, { id: '4', period: '2026-09' },
  ]) // biome-ignore format: a roster
  const october = roster([
    { id: '1', pay: '120000.00' }, { id: '2', pay: '90000.00', command: 'Federal Ministry of Health' },
    { id: '3', pay: '100000.00', account: '9876543210', status: 'Retired' }, { id: '5' },
  ]) // biome-ignore format: a roster

  test('needs another person, shows what changed, and only then does lending see it', async () => {
    const id = await upload(testApp, september, { period: '2026-09' })
    const person = () => testApp.as('reviewer').ok('payrollLookup', { staffNumber: '0001', source: 'IPPIS' })
    expect((await person()).rows).toEqual([])
    const { approvalId } = await testApp
      .as('admin')
      .ok('intakeHandOver', { id, reason: 'September as received' })
    await testApp.as('admin').refused('intakeCancel', { id }, 'intake.status')
    await testApp.as('admin').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    expect((await look(id)).status).toBe('accepted')
    expect((await person()).rows).toMatchObject([
      { month: '2026-09', netPay: 10_000_000n, accountEnding: '6785' },
    ])

    const next = await accepted(testApp, october)
    const diff = await testApp.as('auditor').ok('payrollDiff', { id: next })
    expect(diff).toMatchObject({
      againstMonth: '2026-09', rows: 4, changed: 3, unchanged: 0,
      counts: { new: 1, gone: 1, payUp: 1, payDown: 1, moved: 1, bank: 1, status: 1 },
    }) // biome-ignore format: figures
    const gone = await testApp.as('auditor').ok('payrollChanges', { id: next, kind: 'gone' })
    expect(gone.rows.map(row => row.staffNumber)).toEqual(['4'])
    const up = await testApp.as('auditor').ok('payrollChanges', { id: next, kind: 'payUp' })
    expect(up.rows).toMatchObject([{ staffNumber: '1', before: '10000000', after: '12000000' }])
    expect((await person()).rows.map(row => row.month)).toEqual(['2026-10', '2026-09'])
    const months = await testApp.as('auditor').ok('payrollMonths', {})
    expect(months.rows.map(row => [row.month, row.rows])).toEqual([
      ['2026-10', 4],
      ['2026-09', 4],
    ])
  })

  test('B63 another file for the same month replaces it, after a diff; the same file again has no effect', async () => {
    const same = await upload(testApp, october)
    expect(await look(same)).toMatchObject({
      status: 'refused',
      problem: expect.stringContaining('the same file'),
    })
    const better = await upload(
      testApp,
      roster([{ id: '1', pay: '125000.00' }, { id: '2' }, { id: '3' }, { id: '5' }]),
    )
    const diff = await testApp.as('admin').ok('payrollDiff', { id: better })
    expect(diff.replacedCounts).toMatchObject({ payUp: 3, new: 0, gone: 0 })
    const before = (await testApp.as('admin').ok('payrollMonths', {})).rows[0]?.intakeId ?? ''
    const { approvalId } = await testApp
      .as('admin')
      .ok('intakeHandOver', { id: better, reason: 'Corrected by the payroll office' })
    const { rows: asked } = await testApp.pool.query('select summary from approval where id = $1', [
      approvalId,
    ])
    expect(asked[0]?.summary).toMatch(
      /It replaces the month accepted before: 0 people of it are gone, 0 are new$/,
    )
    await testApp.as('authorizer').approve(approvalId)
    expect((await look(before)).status).toBe('superseded')
    const { rows } = await testApp.as('reviewer').ok('payrollLookup', { staffNumber: '1', source: 'IPPIS' })
    expect(rows.map(row => [row.month, row.netPay])).toEqual([
      ['2026-10', 12_500_000n],
      ['2026-09', 10_000_000n],
    ])
  })

  test('every access to a person is in the trail', async () => {
    await testApp.as('reviewer').ok('payrollLookup', { staffNumber: '77' })
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'payrollLookup' })
    expect(rows[0]).toMatchObject({ subjectType: 'payroll', subjectId: '77' })
  })

  test('D1 pay is shown only with permission to reveal it, and the trail records it', async () => {
    const seen = async (who: 'editor' | 'reviewer') => {
      const { rows } = await testApp.as(who).ok('payrollLookup', { staffNumber: '1', source: 'IPPIS' })
      const intake = (await testApp.as(who).ok('payrollMonths', {})).rows.find(row => row.month === '2026-10')
      const up = { id: intake?.intakeId ?? '', kind: 'payUp' as const }
      const { rows: changes } = await testApp.as(who).ok('payrollChanges', up)
      return { pay: rows.map(row => row.netPay), raised: changes.find(row => row.staffNumber === '1')?.after }
    }
    const trail = async (action: string) =>
      (await testApp.as('auditor').ok('auditList', { action })).rows.map(row => row.after)
    const looks = (await trail('payrollChanges')).length
    expect(await seen('editor')).toEqual({ pay: [null, null], raised: null })
    expect((await trail('payrollLookup'))[0]).toEqual({
      months: 2,
      source: 'IPPIS',
      seen: 'IPPIS 2026-10, line 2',
    })
    expect(await trail('payrollChanges'), 'nothing was revealed').toHaveLength(looks)
    expect(await seen('reviewer')).toEqual({ pay: [12_500_000n, 10_000_000n], raised: '12500000' })
    expect((await trail('payrollLookup'))[0]).toMatchObject({
      revealed: ['netPay', 'grossPay', 'deductions'],
    })
    expect((await trail('payrollChanges'))[0]).toMatchObject({ revealed: ['netPay'] })
  })

  test('D1 the file shows personal numbers only with permission to reveal them, and the trail records it', async () => {
    const file = roster([
      { id: '81', period: '2026-07' },
      { id: '82', pay: '1850x', account: '12345', phone: '0803123456789', period: '2026-07' },
    ])
    const id = await send(testApp.as('admin'), file, { source: 'STATE', period: '2026-07' })
    await run(testApp, id)
    const looks = async (action: string) =>
      (await testApp.as('auditor').ok('auditList', { action })).rows.filter(row => row.subjectId === id)
    const linesFor = async (who: 'editor' | 'reviewer') => {
      const { layout } = await testApp.as(who).ok('intakeGet', { id })
      return JSON.stringify([layout?.head, layout?.columns])
    }
    const raw = ['08031234567', '0123456785', '185000.50']
    const covered = await linesFor('editor')
    expect(raw.filter(number => covered.includes(number))).toEqual([])
    expect(covered).toContain('•••••••4567')
    expect(await looks('intakeGet'), 'nothing was revealed').toHaveLength(0)
    const whole = await linesFor('reviewer')
    expect(raw.filter(number => whole.includes(number))).toEqual(raw)
    expect((await looks('intakeGet'))[0]?.after).toEqual({
      revealed: ['accountNumber', 'phone', 'netPay'],
      lines: 3,
    })

    const { layout } = await look(id)
    await testApp.as('admin').ok('intakeMap', { id, mapping: layout?.mapping ?? {} })
    await run(testApp, id)
    const rowsFor = async (who: 'editor' | 'reviewer') =>
      JSON.stringify((await testApp.as(who).ok('intakeRefusals', { id })).rows)
    expect(await rowsFor('editor')).not.toMatch(/12345|1850/)
    expect(await looks('intakeRefusals'), 'nothing was revealed').toHaveLength(0)
    expect(await rowsFor('reviewer')).toMatch(/0803123456789/)
    expect((await looks('intakeRefusals'))[0]?.after).toMatchObject({ lines: 1 })
    // once its columns are confirmed its first lines are no longer needed
    expect((await look(id)).layout).toMatchObject({ head: [] })
    await testApp.as('editor').refused('intakeRefusalFile', { id }, 'permission.missing')
    await testApp.as('admin').ok('intakeCancel', { id })
    const { rows: stored } = await testApp.pool.query(
      'select layout::text as text from intake where id = $1',
      [id],
    )
    expect(stored[0].text, 'given up, it is kept no longer').not.toMatch(/08031234567/)
  })

  test('D1 a BVN typed for a staff number does not stay in the trail', async () => {
    await testApp.as('reviewer').ok('payrollLookup', { staffNumber: '22471234567' })
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'payrollLookup' })
    expect(rows[0]).toMatchObject({ subjectType: 'payroll', subjectId: '•••••••4567' })
  })
})

describe('killed anywhere, the run ends the same', () => {
  test('a step that dies is done again, row for row', async () => {
    const people = Array.from({ length: 120 }, (_, n) => ({
      id: String(n + 1),
      period: '2026-05',
      ...(n % 10 === 0 ? { pay: 'x' } : {}),
    }))
    const file = roster(people)
    const whole = await upload(testApp, file, { source: 'GIFMIS', period: '2026-05' })
    const rowsOf = async (id: string) =>
      (
        await testApp.pool.query(
          `select row_number, staff_number, net_pay from payroll_part_${id.replaceAll('-', '')} order by 1`,
        )
      ).rows
    const expected = await rowsOf(whole)
    await testApp.as('admin').ok('intakeCancel', { id: whole })
    const id = await send(testApp.as('admin'), file, { source: 'GIFMIS', period: '2026-05' })
    await run(testApp, id)
    const { layout } = await look(id)
    await testApp.as('admin').ok('intakeMap', { id, mapping: layout?.mapping ?? {} })
    // as after kill -9 between the staging and its note, and after a crash of the database that emptied the staged rows
    await run(testApp, id)
    await testApp.pool.query(`update intake set status = 'staged', checked_through = 50 where id = $1`, [id])
    await run(testApp, id)
    expect(await look(id)).toMatchObject({ status: 'matched', rows: 120, goodRows: 108, refusedRows: 12 })
    expect(await rowsOf(id)).toEqual(expected)
  })
})

test('signals of a file that is not in force are not raised', async () => {
  const id = await upload(testApp, roster([{ id: '1', period: '2026-06' }]), {
    source: SOURCES[1],
    period: '2026-06',
  })
  await act(testApp.program, 'test', SYSTEM, ctx => raiseSignals(ctx, id))
  expect((await testApp.as('admin').ok('signalList', {})).total).toBe(0)
})

test('the link to a source says how far its accepted data reach, and what is due by its pay day and missing', async () => {
  const linkOf = async (name: RegExp) => {
    const { rows } = await testApp.as('auditor').ok('outsideLinkList', {})
    return rows.find(row => name.test(row.name))
  }
  const sentences = async (source: string) =>
    (await testApp.as('admin').ok('payrollSourceTest', { source })).words.join(' ')
  const before = testApp.clock.now().toISOString()
  await accepted(testApp, roster([{ id: '434590', period: '2026-09' }]), { period: '2026-09' })
  // its October was accepted above, and its November is paid on the 25th
  expect(await linkOf(/IPPIS/)).toMatchObject({ state: 'working', detail: 'Accepted up to Oct 2026.' })
  expect((await linkOf(/IPPIS/))?.lastSuccessAt).not.toBeNull()
  expect(await sentences('IPPIS')).toMatch(
    /^The last accepted month is Oct 2026: .* accepted by Emeka \S+ on .* Oct 2026 is due: its pay day was 25 Oct 2026\. It is there\.$/,
  )
  testApp.clock.set('2026-11-25T09:00:00Z')
  expect((await linkOf(/IPPIS/))?.state, 'on the pay day itself nothing is missing').toBe('working')
  testApp.clock.set('2026-11-26T09:00:00Z')
  expect(await linkOf(/IPPIS/)).toMatchObject({
    state: 'failing',
    detail: 'Accepted up to Oct 2026. Nov 2026 was paid on 25 Nov 2026 and is missing.',
  })
  expect(await sentences('IPPIS')).toMatch(/It is missing\. No file for Nov 2026 was uploaded\.$/)
  const id = await upload(testApp, roster([{ id: '434590', period: '2026-11' }]), { period: '2026-11' })
  expect(await sentences('IPPIS')).toMatch(/“october\.csv”, uploaded by .*, is not submitted yet\.$/)
  await testApp.as('admin').ok('intakeCancel', { id })
  await testApp.as('admin').refused('payrollSourceTest', { source: 'MOON' }, 'intake.source_unknown')
  await testApp.as('editor').refused('payrollSourceTest', { source: 'IPPIS' }, 'permission.missing')
  testApp.clock.set(before)
})

test.each([
  ['2026-11-16', 25, '2026-10', '2026-10-25'],
  ['2026-11-26', 25, '2026-11', '2026-11-25'],
  ['2026-03-01', 31, '2026-02', '2026-02-28'],
  ['2026-01-05', 28, '2025-12', '2025-12-28'],
])('on %s, with pay day %i, %s is due since %s', (today, payDay, month, on) => {
  expect(monthDue(localDate(today), payDay)).toEqual({ month, on })
})

test('a file that was never submitted ends when its corrections are accepted', async () => {
  const where = { source: 'STATE', period: '2026-01' }
  const { period } = where
  const first = await upload(
    testApp,
    roster([
      { id: '71', period },
      { id: '72', pay: 'O', period },
    ]),
    where,
  )
  const file = await testApp.as('admin').ok('intakeRefusalFile', { id: first })
  const text = Buffer.from(file.bytes).toString().replace(',O,', ',185000.50,')
  const correction = await upload(testApp, text, { ...where, correctsId: first })
  const { approvalId } = await testApp
    .as('admin')
    .ok('intakeHandOver', { id: correction, reason: 'The one bad line' })
  await testApp.as('authorizer').approve(approvalId)
  // its good rows came along: accepted once more it would undo the correction
  expect((await look(first)).status).toBe('superseded')
  await testApp.as('admin').refused('intakeHandOver', { id: first, reason: 'Again' }, 'intake.status')
})

test('a month is held against those who were customers in it, and whom it knows besides', async () => {
  const one = await approvedLoan(testApp, { payrollSource: 'GIFMIS' })
  await approvedLoan(testApp, { payrollSource: 'GIFMIS' })
  const found = async (period: string, ids: readonly string[]) => {
    const id = await accepted(testApp, roster(ids.map(staff => ({ id: staff, period }))), {
      source: 'GIFMIS',
      period,
    })
    const { rows } = await testApp.pool.query(
      'select customers, customers_found from payroll_file where intake_id = $1',
      [id],
    )
    return rows[0]
  }
  expect(await found('2026-08', ['55001'])).toEqual({ customers: 0, customers_found: 0 })
  expect(await found('2026-09', ['55001', one.stated.ippisNumber])).toEqual({
    customers: 1,
    customers_found: 1,
  })
  expect(await found('2026-11', [one.stated.ippisNumber])).toEqual({ customers: 2, customers_found: 1 })
})

test('D8 people who are not customers leave a payroll after ninety days, and the trail records how many', async () => {
  const ours = await approvedLoan(testApp, { payrollSource: 'TEACHERS' })
  const people = [ours.stated.ippisNumber, '88001', '88002'].map(id => ({ id, period: '2026-07' }))
  const refused = { id: '88003', name: 'DANJUMA STRANGER', pay: 'none', period: '2026-07' }
  const id = await accepted(testApp, roster([...people, refused]), { source: 'TEACHERS', period: '2026-07' })
  const rows = async (): Promise<number> =>
    (await testApp.pool.query('select from payroll_row where intake_id = $1', [id])).rows.length
  // a night takes the twelve oldest, and other tests had theirs
  const thin = async (): Promise<void> => {
    for (let night = 0; night < 4; night++)
      await act(testApp.program, 'payrollRetention', SYSTEM, purgeNonCustomerRows)
  }
  const before = testApp.clock.now()
  testApp.clock.advance({ hours: 24 * 89 })
  await thin()
  expect(await rows(), 'ninety days are not over').toBe(3)
  expect((await testApp.as('admin').ok('intakeRefusals', { id })).total).toBe(1)
  testApp.clock.advance({ hours: 48 })
  await thin()
  expect(await rows()).toBe(1)
  const { rows: trail } = await testApp.pool.query(
    `select reason, after from audit_entry where action = 'payrollRetention' and subject_id = $1`,
    [id],
  )
  expect(trail).toEqual([{ reason: 'Retention of 90 days', after: { thinned: 2, refusedLines: 1 } }])
  // nothing of a person who is not a customer is left; the row is still counted, and reported where rows are listed
  expect((await look(id)).refusedRows).toBe(1)
  expect(await testApp.as('admin').ok('intakeRefusals', { id })).toMatchObject({ rows: [], total: 0 })
  await testApp.as('admin').refused('intakeRefusalFile', { id }, 'intake.lines_gone')
  expect(await refusedLinesOf(id)).toBe(0)
  // as an earlier release left it: thinned, with its refused lines
  await testApp.pool.query(
    `insert into intake_refusal values ($1, 4, 0, 5, '{88003,DANJUMA STRANGER}', 'netPay.notAmount')`,
    [id],
  )
  await thin()
  expect(await refusedLinesOf(id)).toBe(0)
  testApp.clock.set(before.toISOString())
})

const refusedLinesOf = async (id: string): Promise<number> =>
  (await testApp.pool.query('select from intake_refusal where intake_id = $1', [id])).rows.length

/** What of a file could still be read: pieces of it, or the first lines beside its columns. */
const bytesOf = async (id: string): Promise<number> => {
  const { rows } = await testApp.pool.query<{ n: string }>(
    `select (select count(*) from intake_piece where intake_id = $1)
      + coalesce((select jsonb_array_length(layout->'head') from intake where id = $1), 0) as n`,
    [id],
  )
  return parseInt(rows[0]?.n ?? '', 10)
}

const sweep = (): Promise<void> =>
  act(testApp.program, 'intakeSweep', SYSTEM, ctx =>
    discardAbandoned(intakeWorks)(ctx, daysBefore(ctx.now, 2)),
  )

describe('D8 the bytes of a file', () => {
  test('that is refused while it is staged go at once; its name, hash and what is wrong stay', async () => {
    const id = await upload(testApp, `${roster([]).trim()}\n`, {
      source: 'STATE',
      period: '2026-02',
      fileName: 'empty.csv',
    })
    expect(await look(id)).toMatchObject({
      status: 'refused',
      problem: 'There are no rows below the header.',
      fileName: 'empty.csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await bytesOf(id)).toBe(0)
  })

  test('that an earlier release refused and stored are deleted at night', async () => {
    const id = await upload(testApp, `${roster([]).trim()}\n\n`, { source: 'STATE', period: '2026-02' })
    await testApp.pool.query(`insert into intake_piece values ($1, 0, 'left')`, [id])
    await sweep()
    expect(await bytesOf(id), 'two days are not over').toBe(1)
    const before = testApp.clock.now()
    testApp.clock.advance({ hours: 49 })
    await sweep()
    expect(await bytesOf(id)).toBe(0)
    testApp.clock.set(before.toISOString())
  })

  test('that was never submitted go with its correction, and all its rows when they expire', async () => {
    const where = { source: 'STATE', period: '2026-03' }
    const { period } = where
    const people = [
      { id: '81', period },
      { id: '82', pay: 'O', period },
    ]
    const first = await upload(testApp, roster(people), where)
    expect(await bytesOf(first)).toBeGreaterThan(0)
    const file = await testApp.as('admin').ok('intakeRefusalFile', { id: first })
    const text = Buffer.from(file.bytes).toString().replace(',O,', ',185000.50,')
    await accepted(testApp, text, { ...where, correctsId: first })
    expect((await look(first)).status).toBe('superseded')
    expect(await bytesOf(first)).toBe(0)
    const part = `payroll_part_${first.replaceAll('-', '')}`
    const rows = async (): Promise<number> => (await testApp.pool.query(`select from ${part}`)).rows.length
    expect(await rows()).toBe(1)
    const before = testApp.clock.now()
    testApp.clock.advance({ hours: 24 * 91 })
    for (let night = 0; night < 4; night++)
      await act(testApp.program, 'payrollRetention', SYSTEM, purgeNonCustomerRows)
    expect(await rows()).toBe(0)
    expect(await refusedLinesOf(first)).toBe(0)
    testApp.clock.set(before.toISOString())
  })
})

test('D8 a checked file that is never accepted is deleted after ninety days, unless it is pending approval', async () => {
  const period = '2026-04'
  const file = (id: string) =>
    roster([
      { id, period },
      { id: `${id}9`, pay: 'none', period },
    ])
  const forgotten = await upload(testApp, file('91'), { source: 'STATE', period })
  const asked = await upload(testApp, file('92'), { source: 'STATE', period })
  const { approvalId } = await testApp.as('admin').ok('intakeHandOver', { id: asked, reason: 'As it came' })
  const before = testApp.clock.now()
  testApp.clock.advance({ hours: 24 * 89 })
  await sweep()
  expect((await look(forgotten)).status, 'ninety days are not over').toBe('matched')
  expect(await bytesOf(forgotten), 'but nobody reads its bytes any more').toBe(0)
  testApp.clock.advance({ hours: 48 })
  await sweep()
  expect(await look(forgotten)).toMatchObject({
    status: 'cancelled',
    problem: 'Not accepted within 90 days; thrown away.',
  })
  expect(await refusedLinesOf(forgotten)).toBe(0)
  const parts = await testApp.pool.query('select to_regclass($1) as part', [
    `payroll_part_${forgotten.replaceAll('-', '')}`,
  ])
  expect(parts.rows).toEqual([{ part: null }])
  expect((await look(asked)).status).toBe('waiting')
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Too old by now' })
  await sweep()
  expect((await look(asked)).status).toBe('cancelled')
  testApp.clock.set(before.toISOString())
})
