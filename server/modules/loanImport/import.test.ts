import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { fieldsOf } from '../../../contract/intake.ts'
import { productTerms } from '../../../contract/products.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { upload } from '../../../test/uploads.ts'
import { prove } from '../../app/prove.ts'
import { intakeWorks } from '../../app/uploadKinds.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { discardAbandoned } from '../intake/upload.ts'
import { importBook } from './import.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Row = Record<string, string>
/** Adaeze borrowed ₦500,000 on 15 June for 12 months and has paid three instalments of ₦61,666.67. */
const ADAEZE: Row = {
  staffNumber: '434590', surname: 'Okonkwo', firstName: 'Adaeze', gender: 'F', birthDate: '12/04/1988', hireDate: '01/05/2012', phone: '08031234567',
  bvn: '22123456781', nin: '51234567892', address: '12 Ahmadu Bello Way', state: 'Lagos', lga: 'Eti-Osa', employer: 'Federal Ministry of Health',
  netPay: '250,000.00', bank: 'GTBank', accountNumber: '0123456785', product: 'PSL', loanNumber: 'OLD-1', principal: '500,000', tenor: '12',
  paidOutOn: '15/06/2026', repaid: '185,000.01',
} // biome-ignore format: a line
const FIELDS = Object.entries(fieldsOf('book'))

const book = (rows: readonly Row[]): string =>
  [FIELDS.map(([, field]) => field.title), ...rows.map(row => FIELDS.map(([name]) => row[name] ?? ''))]
    .map(cells => cells.map(cell => `"${cell}"`).join(','))
    .join('\n')

const sent = (rows: readonly Row[]) =>
  upload(testApp, book(rows), { kind: 'book', period: '2026-11', fileName: 'book.csv' })
const problems = async (id: string) =>
  (await testApp.as('admin').ok('intakeRefusals', { id })).rows.flatMap(row =>
    row.problems.map(each => `${each.field}: ${each.reason}`),
  )

test('the code of the seeded product is the one these lines name', async () => {
  const { rows } = await testApp.as('admin').ok('productList', {})
  expect(rows.map(row => row.code)).toContain(ADAEZE.product)
})

describe('a book from spreadsheets', () => {
  test('is looked over first, accepted by another person, and owes what its terms say', async () => {
    const id = await sent([
      ADAEZE,
      {
        ...ADAEZE,
        loanNumber: 'OLD-2',
        staffNumber: '434591',
        bvn: '22123456782',
        nin: '51234567893',
        phone: '08031234568',
        repaid: '0',
        surname: 'Bello',
      },
    ])
    expect(await problems(id)).toEqual([])
    const seen = await testApp.as('auditor').ok('bookRows', { id })
    expect(seen.rows.map(row => [row.oldNumber, row.status])).toEqual([
      ['OLD-1', 'ready'],
      ['OLD-2', 'ready'],
    ])
    const { bytes } = await testApp.as('auditor').ok('bookRowExport', { id })
    const [, ...lines] = Buffer.from(bytes).toString().trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^\d+,OLD-2,Bello .*,Ready,$/)
    await testApp.as('auditor').refused('bookRowExport', { id: randomUUID() }, 'record.unknown')
    const { approvalId } = await testApp
      .as('admin')
      .ok('intakeHandOver', { id, reason: 'Agrees with the old sheet' })
    await testApp.as('admin').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    await importBook(testApp.program, id)
    await importBook(testApp.program, id)
    const taken = await testApp.as('auditor').ok('bookRows', { id })
    expect(taken).toMatchObject({ taken: 2, refused: 0 })
    const [first, second] = taken.rows
    const loan = await testApp.as('auditor').ok('loanGet', { id: first?.loanId ?? '' })
    // it has no request to read, but its former number
    expect(loan).toMatchObject({ requestId: null, oldNumber: first?.oldNumber })
    expect(loan.row).toMatchObject({
      status: 'live',
      outstandingTotal: first?.outstanding,
      disbursedOn: '2026-06-15',
    })
    // what is left of ₦740,000.00, and 1% on the instalment that fell due and was not paid
    expect(loan.row.outstandingTotal).toBe(74_000_000n - 18_500_001n + 61_667n)
    const { row: customer } = await testApp.as('auditor').ok('customerGet', { id: loan.row.customerId })
    expect(customer.openedAt, 'a customer since the first loan').toBe('2026-06-14T23:00:00.000Z')
    const late = await testApp.as('auditor').ok('loanGet', { id: second?.loanId ?? '' })
    expect(late.row.daysPastDue).toBeGreaterThan(90)
    expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
    const { json } = await testApp
      .as('admin')
      .ok('customerSubjectExport', { id: loan.row.customerId, reason: 'Asked by letter' })
    const { takenOver } = JSON.parse(json).besideLoans
    expect(takenOver, 'D3 what the line stated is handed over, open').toHaveLength(1)
    expect(JSON.stringify(takenOver)).toContain(ADAEZE.bvn)
  })

  test('D8 that is never accepted is deleted when its rows expire', async () => {
    const id = await sent([
      { ...ADAEZE, loanNumber: 'OLD-90' },
      { ...ADAEZE, loanNumber: '' },
    ])
    const stored = async () =>
      (
        await testApp.pool.query(
          `select (select count(*)::int from loan_import where intake_id = $1) as lines,
            (select count(*)::int from intake_refusal where intake_id = $1) as refused,
            (select count(*)::int from intake_piece where intake_id = $1) as pieces`,
          [id],
        )
      ).rows[0]
    expect(await stored()).toEqual({ lines: 1, refused: 1, pieces: 1 })
    const before = testApp.clock.now()
    testApp.clock.advance({ hours: 24 * 91 })
    await act(testApp.program, 'intakeSweep', SYSTEM, ctx => discardAbandoned(intakeWorks)(ctx, ctx.now))
    expect(await stored()).toEqual({ lines: 0, refused: 0, pieces: 0 })
    expect((await testApp.as('admin').ok('intakeGet', { id })).status).toBe('cancelled')
    testApp.clock.set(before.toISOString())
  })

  test('with an older loan of a known person makes them a customer since then', async () => {
    const again = { ...ADAEZE, loanNumber: 'OLD-9', paidOutOn: '10/02/2026', repaid: '500,000' }
    const id = await sent([again])
    const { approvalId } = await testApp.as('admin').ok('intakeHandOver', { id, reason: 'Found in a drawer' })
    await testApp.as('authorizer').approve(approvalId)
    await importBook(testApp.program, id)
    const { rows } = await testApp.as('auditor').ok('customerList', { search: '434590' })
    expect(rows.map(row => row.openedAt)).toEqual(['2026-02-09T23:00:00.000Z'])
  })

  const YOUNG = { tenor: '2', paidOutOn: '15/10/2026' }
  test.each<[what: string, loanNumber: string, line: Row, changes: object, says: RegExp]>([
    ['another rate', 'OLD-20', {}, { ratePpm: 50_000 }, /checked: ₦[\d,.]+ would be owed instead of ₦[\d,.]+\. Check/],
    ['another share of pay', 'OLD-21', {}, { shareOfPayPpm: 300_000 }, /since the file was checked\. Check/],
    ['a moratorium as long as the loan', 'OLD-22', YOUNG,
      { moratorium: { principalRows: 2, interestRows: 0, interestIs: 'deferred' } }, /since the file was checked\. Check/],
  ])('is not taken over by other terms than were agreed to: %s', async (_, loanNumber, line, changes, says) => {
    const id = await sent([{ ...ADAEZE, loanNumber, repaid: '0', ...line }])
    expect(await problems(id)).toEqual([])
    const { approvalId } = await testApp.as('admin').ok('intakeHandOver', { id, reason: 'Agrees' })
    await testApp.as('authorizer').approve(approvalId)
    const product = (await testApp.as('admin').ok('productList', {})).rows.find(row => row.code === 'PSL')
    const change = async (terms: (old: object) => object) => {
      const [newest] = (await testApp.as('auditor').ok('productVersions', { id: product?.id ?? '' })).rows
      const { approvalId: asked } = await testApp.as('admin').ok('productChange', {
        id: product?.id ?? '',
        code: 'PSL',
        name: newest?.name ?? '',
        description: newest?.description ?? '',
        terms: terms(z.encode(productTerms, newest?.terms ?? productTerms.parse({}))) as never,
        effectiveOn: '2026-11-16',
        basedOn: newest?.version ?? 0,
        reason: 'Agreed by the board',
      })
      await testApp.as('authorizer').approve(asked)
    }
    let before = {}
    await change(old => {
      before = old
      return { ...old, ...changes }
    })
    await importBook(testApp.program, id)
    const { rows, refused } = await testApp.as('auditor').ok('bookRows', { id })
    expect(refused).toBe(1)
    expect(rows[0]?.problem).toMatch(says)
    await change(() => before)
  }) // biome-ignore format: a table

  test('counts what was paid beyond the due days as paid on the last of them, or on the disbursement day, and not today', async () => {
    const projection = { loanNumber: 'OLD-23', paidOutOn: '15/09/2026', repaid: '100,000' }
    const young = { loanNumber: 'OLD-24', paidOutOn: '10/11/2026', repaid: '20,000' }
    const id = await sent([projection, young].map(each => ({ ...ADAEZE, ...each })))
    const { approvalId } = await testApp.as('admin').ok('intakeHandOver', { id, reason: 'Agrees' })
    await testApp.as('authorizer').approve(approvalId)
    await importBook(testApp.program, id)
    const { rows } = await testApp.as('auditor').ok('bookRows', { id })
    const receiptsOf = async (loanId: string | null | undefined) => {
      const { happenings } = await testApp.as('auditor').ok('loanGet', { id: loanId ?? '' })
      return happenings.filter(each => each.type === 'receipt').map(each => each.on)
    }
    expect(await receiptsOf(rows[0]?.loanId)).toEqual(['2026-10-25', '2026-10-25'])
    expect(await receiptsOf(rows[1]?.loanId)).toEqual(['2026-11-10'])
  })

  test('that was taken over is not taken again', async () => {
    const id = await sent([ADAEZE, { ...ADAEZE, loanNumber: 'OLD-3', bvn: '22123456783' }])
    expect(await problems(id)).toEqual([expect.stringContaining('already imported')])
  })

  test.each<[change: Row, says: string]>([
    [{ bvn: '123' }, 'BVN: A BVN has 11 digits'],
    [{ state: 'Atlantis' }, 'State: Choose a state'],
    [{ product: 'NONE' }, 'Product code: No product in use has this code.'],
    [{ tenor: '1.5' }, 'Tenor: A whole number of months'],
    [{ birthDate: '31/02/1988' }, 'Date of birth: Not a date that exists.'],
    [{ principal: '-5' }, 'Loan amount: An amount below zero.'],
    [{ repaid: '900000' }, 'Repaid so far: The loan is already repaid.'],
    [{ balance: '1.00' }, 'Balance in previous system: By these terms ₦555,616.66 is owed.'],
    [{ loanNumber: '' }, 'Previous loan number: Nothing is filled in.'],
  ])('%o is refused by its field', async (change, says) => {
    const id = await sent([{ ...ADAEZE, loanNumber: 'OLD-9', ...change }])
    expect(await problems(id)).toEqual([expect.stringContaining(says)])
    await testApp.as('admin').ok('intakeCancel', { id })
  })

  test('comes with a sheet that can be sent back as it is', async () => {
    const file = await testApp.as('admin').ok('bookTemplate', {})
    const id = await upload(testApp, file.bytes, {
      kind: 'book',
      period: '2026-11',
      fileName: 'template.csv',
    })
    expect(await problems(id)).toEqual([])
  })

  test('a row whose product was retired since is refused alone', async () => {
    const id = await sent([
      { ...ADAEZE, loanNumber: 'OLD-20', bvn: '22123456790', nin: '51234567890' },
      { ...ADAEZE, loanNumber: 'OLD-21', bvn: '22123456791', nin: '51234567891', product: 'SAL-ADV', principal: '50000', tenor: '3', repaid: '0' },
    ]) // biome-ignore format: two lines
    const asked = await testApp.as('admin').ok('intakeHandOver', { id, reason: 'Agrees with the old sheet' })
    await testApp.as('authorizer').approve(asked.approvalId)
    const { rows } = await testApp.as('admin').ok('productList', {})
    const advance = rows.find(row => row.code === 'SAL-ADV')?.id ?? ''
    const retiring = await testApp.as('admin').ok('productRetire', { id: advance, reason: 'No longer lent' })
    await testApp.as('authorizer').approve(retiring.approvalId)
    await importBook(testApp.program, id)
    const taken = await testApp.as('auditor').ok('bookRows', { id })
    expect(taken.rows.map(row => [row.oldNumber, row.status])).toEqual([
      ['OLD-20', 'taken'],
      ['OLD-21', 'refused'],
    ])
  })

  test('a row that another file imported since is refused alone', async () => {
    const line = (number: string, last: string): Row => ({
      ...ADAEZE,
      loanNumber: number,
      bvn: `221234568${last}`,
      nin: `512345679${last}`,
    })
    const files = [
      await sent([line('OLD-30', '30')]),
      await sent([line('OLD-30', '30'), line('OLD-31', '31')]),
    ]
    for (const id of files) {
      const asked = await testApp
        .as('admin')
        .ok('intakeHandOver', { id, reason: 'Agrees with the old sheet' })
      await testApp.as('authorizer').approve(asked.approvalId)
    }
    for (const id of files) await importBook(testApp.program, id)
    const { rows } = await testApp.as('auditor').ok('bookRows', { id: files[1] ?? '' })
    expect(rows.map(row => [row.oldNumber, row.status, row.problem])).toEqual([
      ['OLD-30', 'refused', 'This loan number was already imported.'],
      ['OLD-31', 'taken', null],
    ])
  })

  test('BVN and NIN are not stored in the clear', async () => {
    const { rows } = await testApp.pool.query(`select stated from loan_import`)
    expect(JSON.stringify(rows)).not.toContain('22123456781')
  })
})
