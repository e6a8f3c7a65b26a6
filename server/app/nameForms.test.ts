import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recommended } from '../../test/applicants.ts'
import { batchesIn } from '../../test/batches.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'

/**
 * One name in two encodings: composed letters (NFC, phones) and letters followed by combining marks (NFD, some
 * computers). Comparisons must treat both as equal.
 */
const TOGETHER = 'Ọláyínká'.normalize('NFC')
const APART = 'Ọláyínká'.normalize('NFD')
const SPELLINGS = [
  ['put together', TOGETHER],
  ['taken apart', APART],
] as const

let testApp: TestApp
const { borrower, batchOf } = batchesIn(() => testApp)
const twins: string[] = []
let requestIds: string[]
let batchId: string
let staff: string
beforeAll(async () => {
  testApp = await createTestApp()
  requestIds = []
  for (const [, surname] of SPELLINGS) {
    const request = await recommended(testApp, { surname, firstName: 'Bọ́lá', dateOfBirth: '1979-07-07' })
    await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    const { customerId } = await testApp.as('auditor').ok('requestGet', { id: request.id })
    requestIds.push(request.id)
    twins.push(customerId ?? '')
  }
  // as a database filled by other means than the API might have it
  await testApp.pool.query('update customer set surname = $2 where id = $1', [twins[1], APART])
  await testApp.pool.query(`update loan_request set applicant = $2 || ' Bola' where id = $1`, [
    requestIds[1],
    APART,
  ])
  const paid = await borrower({ surname: 'Eze', firstName: 'Uche' })
  staff = paid.staff
  batchId = await batchOf(
    SPELLINGS.map(([, name]) => ({ staff, amount: '1000.00', name: `${name.toUpperCase()} BOLA` })),
  )
})
afterAll(() => testApp.close())

test('the two are not the same text', () => {
  expect(APART).not.toBe(TOGETHER)
})

describe.each(SPELLINGS)('B41 a name %s', (_, search) => {
  const auditor = () => testApp.as('auditor')

  test('is stored in one encoding, however it was typed', async () => {
    const request = await recommended(testApp, { surname: search })
    const { rows } = await testApp.pool.query('select applicant from loan_request where id = $1', [
      request.id,
    ])
    expect(rows[0].applicant).toBe(`${TOGETHER} Adaeze`)
  })

  test('finds both among customers, accounts and requests', async () => {
    const customers = await auditor().ok('customerList', { search })
    expect(customers.rows.map(row => row.id)).toEqual(expect.arrayContaining(twins))
    const { rows: loans } = await auditor().ok('loanList', { search, tab: 'awaiting' })
    expect(loans.map(row => row.customerId)).toEqual(expect.arrayContaining(twins))
    const { rows: requests } = await auditor().ok('requestList', { search, stage: 'approved' })
    expect(requests.map(row => row.id)).toEqual(expect.arrayContaining(requestIds))
  })

  test('finds the lines of a payroll file in either spelling', async () => {
    const { rows } = await auditor().ok('repaymentRows', { id: batchId, search })
    expect(rows).toHaveLength(2)
  })

  test('finds staff, and the trail by person and reason', async () => {
    const surname = `${search}${randomUUID().slice(0, 4)}`
    await testApp.signUp({ firstName: 'Tóbi', lastName: surname })
    const [found] = (await testApp.as('superAdmin').ok('userList', { search: surname })).rows
    expect(found?.lastName.normalize('NFC')).toBe(surname.normalize('NFC'))
    await testApp.as('admin').ok('customerReveal', { id: twins[0] ?? '', reason: `For ${surname}` })
    for (const form of ['NFC', 'NFD'])
      expect((await auditor().ok('auditList', { search: `for ${surname.normalize(form)}` })).total).toBe(1)
  })
})

test('B41 twins of one birth date are flagged as one person', async () => {
  const { duplicates } = await testApp.as('auditor').ok('customerGet', { id: twins[0] ?? '' })
  expect(duplicates).toContainEqual(
    expect.objectContaining({ id: twins[1], same: ['name and birth date'], nameScore: 100 }),
  )
})
