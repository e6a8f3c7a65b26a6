import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { refreshFigures } from './refresh.ts'

/** Portfolio at risk both ways, and the loans behind each part of the bridge. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted } = batchesIn(() => testApp)
const auditor = () => testApp.as('auditor')
const behind = (cut: 'late' | 'lateConduct' | 'lateAwaiting', key = '1') =>
  auditor().ok('dashboardLoans', { cut, key })

test('contract less loans that await their file is conduct, and each part opens its loans', async () => {
  const waiting = await borrower()
  const late = await borrower({ payrollSource: 'STATE', surname: 'Bello', bvn: '22212345678' })
  testApp.clock.set('2026-11-30T06:00:00Z')
  await runDaily(testApp.program)
  testApp.clock.set('2026-12-28T06:00:00Z')
  await runDaily(testApp.program)
  // the file of the state has come, without this person
  const file = await batchOf([{ staff: '1', amount: '10.00', name: 'SOMEONE ELSE' }], {
    source: 'STATE',
    period: '2026-12',
  })
  await posted(file, { valueOn: '2026-12-25', bankCredit: '0', gapNote: 'Not remitted yet' })
  await refreshFigures(testApp.program, testApp.clock.now())
  const { parByConduct } = await auditor().ok('dashboardPortfolio', {})
  const par = parByConduct.find(({ days }) => days === 1)
  expect(par?.awaiting).toBeGreaterThan(0n)
  expect((par?.contractual ?? 0n) - (par?.awaiting ?? 0n)).toBe(par?.conduct)

  const [contract, awaiting, conduct] = [
    await behind('late'),
    await behind('lateAwaiting'),
    await behind('lateConduct'),
  ]
  expect(contract.rows.map(row => row.id).toSorted()).toEqual([late.loanId, waiting.loanId].toSorted())
  expect(awaiting.rows.map(row => row.id)).toEqual([waiting.loanId])
  expect(conduct.rows.map(row => row.id)).toEqual([late.loanId])
  const principal = (list: typeof conduct) => list.rows.reduce((sum, row) => sum + row.owedPrincipal, 0n)
  expect([contract.sum, awaiting.sum, conduct.sum]).toEqual([par?.contractual, par?.awaiting, par?.conduct])
  expect([principal(contract), principal(awaiting), principal(conduct)]).toEqual([
    par?.contractual,
    par?.awaiting,
    par?.conduct,
  ])
  const sheet = await auditor().ok('dashboardLoansExport', { cut: 'lateAwaiting', key: '1', format: 'csv' })
  expect(Buffer.from(sheet.bytes).toString()).toContain(waiting.number)
  expect(Buffer.from(sheet.bytes).toString()).not.toContain(late.number)
  for (const cut of ['late', 'lateConduct', 'lateAwaiting'] as const)
    expect((await behind(cut, '30')).rows, cut).toEqual([])
  await auditor().refused('dashboardLoans', { cut: 'lateConduct', key: '2' }, 'record.unknown')
})
