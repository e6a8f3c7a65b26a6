import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { approvedList, computed, linesOf } from '../../../test/instructions.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** The file of a list, in our layout: what it says and what it comes to. */

let testApp: TestApp
const { borrower } = batchesIn(() => testApp)
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('the file lists each person once, adds up to the list, and is the same whenever it is taken', async () => {
  const admin = testApp.as('admin')
  const [one, two] = [await borrower(), await borrower()]
  const id = await computed(testApp, '2026-12')
  await approvedList(testApp, id)
  const list = await admin.ok('instructionGet', { id })
  const take = async (scope: 'delta' | 'full', format: 'csv' | 'xlsx', reason?: string) => {
    const fileId = randomUUID()
    const file = await admin.ok('instructionSend', {
      id,
      fileId,
      scope,
      format,
      ...(reason ? { reason } : {}),
    })
    return { file, bytes: (await admin.ok('instructionFile', { id, fileId })).bytes }
  }
  const { file, bytes } = await take('delta', 'csv')
  const amounts = [one, two].map(
    each => `${each.instalment / 100n}.${String(each.instalment % 100n).padStart(2, '0')}`,
  )
  expect(Buffer.from(bytes).toString().replace('\ufeff', '').trim().split('\n')).toEqual([
    'IPPIS / staff number,Name,Employer (MDA),Element,Change,Previous amount (NGN),Amount (NGN),Start month,End month,Loan number',
    ...[one, two].map(
      (each, at) =>
        expect.stringMatching(
          new RegExp(`^${each.staff},[^,]+,[^,]+,,NEW,0\\.00,${amounts[at]},2026-12,2027-11,${each.number}$`),
        ) as string,
    ),
  ])
  const lines = await linesOf(testApp, id)
  const sum = lines.reduce((total, each) => total + each.amount, 0n)
  expect([file.total, list.total, file.lines]).toEqual([sum, sum, lines.length])
  const copy = await take('delta', 'csv', 'The office lost it')
  expect([copy.file.copy, copy.file.sha256]).toEqual([2, file.sha256])
  const [sheet, again] = [
    await take('full', 'xlsx', 'As a workbook'),
    await take('full', 'xlsx', 'As a workbook again'),
  ]
  expect(again.file.sha256).toBe(sheet.file.sha256)
  expect((await admin.ok('instructionLetter', { id })).bytes.length).toBeGreaterThan(1_000)
  await testApp.as('auditor').refused('instructionFile', { id, fileId: file.id }, 'permission.missing')
})
