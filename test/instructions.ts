import { randomUUID } from 'node:crypto'
import { computeList } from '../server/modules/instructions/compute.ts'
import type { TestApp } from './testApp.ts'

/** A list of deduction instructions on its way: computed, its exceptions included, approved by a second person, sent. */

export async function computed(testApp: TestApp, month: string, source = 'IPPIS'): Promise<string> {
  const id = randomUUID()
  await testApp.as('admin').ok('instructionCompute', { id, source, month })
  await computeList(testApp.program, id)
  return id
}

export const linesOf = async (testApp: TestApp, id: string) =>
  (await testApp.as('auditor').ok('instructionLineList', { id, limit: 200 })).rows

export async function approvedList(testApp: TestApp, id: string): Promise<void> {
  const { exceptions } = await testApp.as('admin').ok('instructionGet', { id })
  for (const { exception, open } of exceptions)
    if (open > 0)
      await testApp.as('admin').ok('instructionDecide', {
        id,
        exception,
        decision: 'include',
        reason: 'Confirmed by the payroll desk',
      })
  const { approvalId } = await testApp
    .as('admin')
    .ok('instructionSubmit', { id, reason: 'Checked against last month' })
  await testApp.as('authorizer').approve(approvalId)
}

export async function sentList(testApp: TestApp, month: string, source = 'IPPIS'): Promise<string> {
  const id = await computed(testApp, month, source)
  await approvedList(testApp, id)
  await testApp.as('admin').ok('instructionSend', { id, fileId: randomUUID() })
  return id
}
