import { randomUUID } from 'node:crypto'
import { INTAKE_PIECE_BYTES, type IntakeKind } from '../contract/intake.ts'
import { intakeWorks } from '../server/app/uploadKinds.ts'
import { runIntake } from '../server/modules/intake/run.ts'
import type { Caller, Part, TestApp } from './testApp.ts'

/** A file as clerks upload it: in pieces, then its columns confirmed as they were guessed, then the run. */

export type Upload = {
  source?: string
  period?: string
  fileName?: string
  correctsId?: string
  pieceBytes?: number
  kind?: IntakeKind
  declared?: { rows: number; total: string }
}

export async function send(
  caller: Pick<Caller, 'ok'>,
  file: Uint8Array | string,
  options: Upload = {},
): Promise<string> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : Buffer.from(file)
  const id = randomUUID()
  await caller.ok('intakeOpen', {
    id,
    kind: options.kind ?? 'payroll',
    source: options.source ?? 'IPPIS',
    period: options.period ?? '2026-10',
    fileName: options.fileName ?? 'october.csv',
    bytes: bytes.length,
    ...(options.correctsId ? { correctsId: options.correctsId } : {}),
    ...(options.declared ? { declared: options.declared } : {}),
  })
  const step = options.pieceBytes ?? INTAKE_PIECE_BYTES
  for (let offset = 0; offset < bytes.length; offset += step)
    await caller.ok('intakePiece', { id, offset }, { bytes: bytes.subarray(offset, offset + step) })
  return id
}

export const run = (testApp: TestApp, id: string): Promise<void> =>
  runIntake(testApp.program, id, intakeWorks)

/** Up to the preview, with the columns as they were guessed. */
export async function upload(
  testApp: TestApp,
  file: Uint8Array | string,
  options: Upload & { as?: Part } = {},
): Promise<string> {
  const caller = testApp.as(options.as ?? 'admin')
  const id = await send(caller, file, options)
  await run(testApp, id)
  const { status, layout } = await caller.ok('intakeGet', { id })
  if (status !== 'received' || !layout) return id
  await caller.ok('intakeMap', { id, mapping: layout.mapping })
  await run(testApp, id)
  return id
}

/** Up to acceptance, by two people. */
export async function accepted(
  testApp: TestApp,
  file: Uint8Array | string,
  options: Upload = {},
): Promise<string> {
  const id = await upload(testApp, file, options)
  const { approvalId } = await testApp
    .as('admin')
    .ok('intakeHandOver', { id, reason: 'Counted against the covering letter' })
  await testApp.as('authorizer').approve(approvalId)
  return id
}

const HEADER =
  'STAFF_ID,FULL_NAME,EMPLOYMENT_STATUS,HIRE_DATE,BIRTH_DATE,JOB_TITLE,COMMAND,TELEPHONE_NUMBER,BANK_NAME,ACCOUNT_NUMBER,NETPAY,PERIOD'

export type Servant = Partial<{
  id: string
  name: string
  status: string
  hired: string
  born: string
  job: string
  command: string
  phone: string
  bank: string
  account: string
  pay: string
  period: string
}>

/** A roster of the usual columns; what is not said is as with most people. */
export const roster = (people: readonly Servant[], header = HEADER): string =>
  [header, ...people.map(line), ''].join('\n')

const line = (each: Servant): string =>
  [
    each.id ?? '434590',
    each.name ?? 'OKEKE ADAEZE CHIOMA',
    each.status ?? 'Active',
    each.hired ?? '14/05/2010',
    each.born ?? '02/03/1985',
    each.job ?? 'Principal Officer',
    each.command ?? 'Federal Ministry of Works',
    each.phone ?? '08031234567',
    each.bank ?? 'GTBank',
    each.account ?? '0123456785',
    each.pay ?? '185000.50',
    each.period ?? '2026-10',
  ].join(',')
