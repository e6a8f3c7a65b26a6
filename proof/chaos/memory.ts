import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { INTAKE_PIECE_BYTES } from '../../contract/intake.ts'
import { checkAll } from './checks.ts'
import { adminOf, confirm, monthsBack, payrollLines } from './lender.ts'
import { person } from './people.ts'
import type { Node, Stage } from './stage.ts'
import { waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/** A roster of many rows is taken in by a worker that may have little memory. */

const HEAP_MB = 96
const MAX_MB = 256
/** On a slow and busy machine. */
const MS_A_ROW = 2

export async function littleMemory(stage: Stage, tally: Tally, rows: number): Promise<void> {
  const site = await stage.site()
  const web = await site.start('web')
  const worker = await site.start('worker', [`--max-old-space-size=${HEAP_MB}`])
  const admin = person(site, adminOf(0), tally)
  const before = await peakOf(worker)
  let bytes = 0
  for (const piece of pieces(rows, tally.seed)) bytes += piece.length
  const id = randomUUID()
  const form = { kind: 'payroll', source: 'IPPIS', period: monthsBack(1), fileName: 'roster.csv' } as const
  await admin('intakeOpen', { id, bytes, ...form })
  let offset = 0
  for (const piece of pieces(rows, tally.seed)) {
    await admin('intakePiece', { id, offset }, { bytes: piece })
    offset += piece.length
  }
  tally.fault('F14 little memory')
  await confirm(admin, id, 60_000 + rows * MS_A_ROW)
  const upload = await admin('intakeGet', { id })
  tally.check('F14 every row is taken in', upload.rows === rows ? [] : [`${upload.rows} rows of ${rows}`])
  const peak = await peakOf(worker)
  tally.check('F14 within 256 MB', peak <= MAX_MB ? [] : [`the worker had ${peak} MB at most`])
  tally.say(
    `${rows.toLocaleString('en-NG')} rows (${Math.round(bytes / 1_048_576)} MB): the worker had ${before} MB before and ` +
      `${peak} MB at most, the web node ${await peakOf(web)} MB`,
  )
  await waitUntilIdle({ stage, site, tally })
  await checkAll(site, tally)
  await site.close()
}

/** In pieces of what may be sent at once; a million rows are never in memory here either. */
function* pieces(rows: number, seed: number): Generator<Uint8Array<ArrayBuffer>> {
  let text = ''
  for (const line of payrollLines(rows, seed)) {
    if (text.length + line.length > INTAKE_PIECE_BYTES) {
      yield new Uint8Array(Buffer.from(text))
      text = ''
    }
    text += line
  }
  yield new Uint8Array(Buffer.from(text))
}

/** The most memory it ever had, in MB, as the system counts it. */
async function peakOf({ pid }: Node): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const found = /VmHWM:\s+(\d+)/.exec(status)?.[1]
  if (!found) throw new Error('the system does not tell how much memory the program had')
  return Math.round(Number.parseInt(found, 10) / 1_024)
}
