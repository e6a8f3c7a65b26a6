import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { batchesIn } from '../../../test/batches.ts'
import { png } from '../../../test/files.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, agreed, proved } = batchesIn(() => testApp)

type Act = z.input<Api['loanActDo']['input']>['input']

const slip = (loanId: string, reference: string) =>
  testApp.as('admin').ok('documentAdd', {
    id: randomUUID(),
    subjectType: 'loan',
    subjectId: loanId,
    title: `Proof of receipt, reference ${reference}`,
    path: png().toString('base64'),
  })

const receipt = (amount: string, reference: string, proofId?: string): Act => ({
  act: 'receipt',
  amount,
  on: '2026-11-16',
  channel: 'bank transfer',
  reference,
  ...(proofId ? { proofId } : {}),
})

const asked = (loanId: string, input: Act) => ({
  loanId,
  id: randomUUID(),
  input,
  reason: 'As the slip says',
})
const happened = async (loanId: string, type: string) =>
  (await testApp.as('auditor').ok('loanGet', { id: loanId })).happenings.find(each => each.type === type)

test('a repayment names the document that proves it, at once or after approval', async () => {
  for (const amount of ['1000000', '9000000']) {
    const { loanId } = await borrower()
    const reference = `TRF-${randomUUID().slice(0, 8)}`
    const proof = await slip(loanId, reference)
    const { approvalId } = await testApp
      .as('admin')
      .ok('loanActDo', asked(loanId, receipt(amount, reference, proof.id)))
    if (approvalId) {
      const { summary } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId })
      expect(summary).toContain('with proof')
      await testApp.as('authorizer').approve(approvalId)
    }
    expect((await happened(loanId, 'receipt'))?.proof).toEqual(proof)
  }
  await proved()
})

test('a recovery and a settlement too; without one there is none', async () => {
  const [lost, settled] = [await borrower(), await borrower()]
  await agreed(testApp.as('admin').ok('loanActDo', asked(lost.loanId, { act: 'writeOff' })))
  const proof = await slip(lost.loanId, 'REC-1')
  const recovery = { ...receipt('100000', 'REC-1', proof.id), act: 'recovery' } as Act
  await agreed(testApp.as('admin').ok('loanActDo', asked(lost.loanId, recovery)))
  expect((await happened(lost.loanId, 'recovery'))?.proof?.id).toBe(proof.id)
  const quote = { loanId: settled.loanId, id: randomUUID(), on: '2026-11-16' }
  const { id: quoteId } = await testApp.as('admin').ok('settlementQuoteMake', quote)
  const shown = await slip(settled.loanId, 'SET-1')
  const settle: Act = {
    act: 'settle',
    quoteId,
    on: '2026-11-16',
    channel: 'cheque',
    reference: 'SET-1',
    proofId: shown.id,
  }
  await agreed(testApp.as('admin').ok('loanActDo', asked(settled.loanId, settle)))
  expect((await happened(settled.loanId, 'settlement'))?.proof?.title).toBe(
    'Proof of receipt, reference SET-1',
  )
  expect((await happened(settled.loanId, 'disbursement'))?.proof).toBeNull()
})

test('a document of another loan proves nothing, and one that is taken out still shows what was paid', async () => {
  const [one, other] = [await borrower(), await borrower()]
  const proof = await slip(other.loanId, 'TRF-X')
  const wrong = asked(one.loanId, receipt('1000000', 'TRF-X', proof.id))
  await testApp.as('admin').refused('loanActDo', wrong, 'record.unknown')
  await testApp.as('admin').ok('loanActDo', asked(other.loanId, receipt('1000000', 'TRF-X', proof.id)))
  await testApp.as('admin').ok('documentRetire', { id: proof.id, reason: 'Blurred' })
  expect((await happened(other.loanId, 'receipt'))?.proof?.id).toBe(proof.id)
})
