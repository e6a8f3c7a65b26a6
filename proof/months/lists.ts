import { randomUUID } from 'node:crypto'
import { FileReply } from '../../contract/endpoint.ts'
import { computeList } from '../../server/modules/instructions/compute.ts'
import { run, send } from '../../test/uploads.ts'
import { type Deskwork, keyOf } from './desk.ts'
import { ELEMENT, HEADINGS, type House } from './lender.ts'
import type { Change, Month, Office } from './office.ts'
import { answersOf, instructionsOf, rowsOf } from './paper.ts'

/** The list of a month on its way to an office and back: computed, checked, approved, sent, answered. */

const WORDS: Readonly<Record<string, Change>> = {
  new: 'new',
  change: 'change',
  stop: 'stop',
  resume: 'resume',
  continue: 'continue',
}

export async function instructByList(
  house: House,
  work: Deskwork,
  office: Office,
  month: Month,
): Promise<void> {
  const { staff, testApp } = house
  const id = randomUUID()
  await staff.clerk().ok('instructionCompute', { id, source: office.code, month })
  await computeList(testApp.program, id)
  const clerk = staff.clerk()
  const { exceptions } = await clerk.ok('instructionGet', { id })
  for (const { exception, open } of exceptions)
    if (open > 0)
      await clerk.ok('instructionDecide', { id, exception, decision: 'include', reason: 'Known to the desk' })
  const before = await clerk.ok('instructionCheck', { id })
  if (!before.isCurrent) throw new Error(`${office.code} ${month}: computed again, the list is another`)
  const { lines } = await clerk.ok('instructionGet', { id })
  if (lines === 0) {
    await clerk.ok('instructionCancel', { id, reason: 'Nothing to instruct' })
    return
  }
  const { approvalId } = await clerk.ok('instructionSubmit', { id, reason: 'Checked against last month' })
  if (!(await staff.decided({ approvalId }))) throw new Error(`${office.code} ${month}: not approved`)
  const fileId = randomUUID()
  await clerk.ok('instructionSend', { id, fileId })
  work.instructed.add(keyOf(office.code, month))
  const file = await clerk.ok('instructionFile', { id, fileId })
  if (!(file instanceof FileReply)) throw new Error(`${office.code} ${month}: no file`)
  const rows = rowsOf(Buffer.from(file.bytes).toString('utf8'))
  if (rows.some(row => row.ELEMENT !== ELEMENT)) throw new Error(`${office.code} ${month}: not our element`)
  const answers = office.take(month, instructionsOf(rows, HEADINGS, WORDS))
  if (answers.length === 0) {
    await clerk.ok('instructionAcknowledge', { id, on: today(house), reference: 'No changes' })
    return
  }
  await acknowledge(house, office, month, id, answersOf(answers))
}

async function acknowledge(
  { staff, testApp }: House,
  office: Office,
  month: Month,
  id: string,
  file: string,
): Promise<void> {
  const clerk = staff.clerk()
  const intakeId = await send(clerk, file, {
    kind: 'acknowledgement',
    source: office.code,
    period: month,
    fileName: `${office.code} ${month} answers.csv`,
  })
  await run(testApp, intakeId)
  const { layout } = await clerk.ok('intakeGet', { id: intakeId })
  await clerk.ok('intakeMap', { id: intakeId, mapping: layout?.mapping ?? {} })
  await run(testApp, intakeId)
  const { unknown } = await clerk.ok('instructionAnswersRecord', { id, intakeId })
  if (unknown > 0) throw new Error(`${office.code} ${month}: ${unknown} answers belong to no line`)
}

const today = ({ testApp }: House): string => testApp.clock.now().toISOString().slice(0, 10)
