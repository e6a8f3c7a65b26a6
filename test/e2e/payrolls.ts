import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addMonths, payMonthOf } from '../../engine/dates.ts'
import { approve, type Clerk, type Desk, lagosToday } from './desk.ts'

/** Payroll files for the browser tests: written, sent in one piece, and taken as far as a test wants to begin. */

const today = lagosToday()

/** So far back that no checklist asks for it: the other tests' requests must not feel these files. */
export const monthBack = (months: number): string => payMonthOf(addMonths(today, -months))

export type Servant = { id: string; name: string; pay: string; command?: string; account?: string }

export const staffNumber = (): string => `7${randomUUID().replace(/\D/g, '').padEnd(7, '3').slice(0, 7)}`

export const rosterOf = (people: readonly Servant[], payHeader = 'NETPAY'): string =>
  [
    `STAFF_ID,FULL_NAME,EMPLOYMENT_STATUS,HIRE_DATE,BIRTH_DATE,JOB_TITLE,COMMAND,BANK_NAME,ACCOUNT_NUMBER,${payHeader}`,
    ...people.map(
      ({ id, name, pay, command = 'National Hospital, Abuja', account = '0123456785' }) =>
        `${id},${name},Active,14/05/2010,02/03/1985,Principal Nursing Officer,"${command}",GTBank,${account},${pay}`,
    ),
    '',
  ].join('\n')

type Wish = { source: string; period: string; fileName?: string; until?: 'columns' | 'matched' | 'accepted' }

/** Babatunde sends it; Emeka accepts it. */
export async function sendPayroll(desk: Desk, text: string, wish: Wish): Promise<string> {
  const { source, period, fileName = `${source.toLowerCase()}-${period}.csv`, until = 'accepted' } = wish
  const admin = await desk.as('admin')
  const bytes = new Uint8Array(Buffer.from(text))
  const id = randomUUID()
  await admin('intakeOpen', { id, kind: 'payroll', source, period, fileName, bytes: bytes.length })
  await admin('intakePiece', { id, offset: 0 }, bytes)
  const { layout } = await settled(admin, id, ({ layout: found }) => found !== null)
  if (until === 'columns') return id
  await admin('intakeMap', { id, mapping: layout?.mapping ?? {} })
  await settled(admin, id, ({ status }) => status === 'matched')
  if (until === 'matched') return id
  const { approvalId } = await admin('intakeHandOver', { id, reason: 'Counted against the covering letter' })
  await approve(desk, approvalId)
  return id
}

type Read = Awaited<ReturnType<typeof readOf>>
const readOf = (clerk: Clerk, id: string) => clerk('intakeGet', { id })

async function settled(clerk: Clerk, id: string, isThere: (intake: Read) => boolean): Promise<Read> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const intake = await readOf(clerk, id)
    if (isThere(intake)) return intake
    if (intake.problem) throw new Error(intake.problem)
    await sleep(100)
  }
  throw new Error(`upload ${id} does not move`)
}
