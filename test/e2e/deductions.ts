import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../../engine/money.ts'
import type { Stated } from '../applicants.ts'
import { approve, lagosToday, liveLoan } from './desk.ts'
import { staffNumber } from './payrolls.ts'
import { desk } from './requests.ts'

/** People who repay, and files of what was deducted from them, for the browser tests of repayments. */

export const today = lagosToday()
/** No payroll of the last months is known of it, so no checklist misses these people. */
export const SOURCE = 'GIFMIS'

export type Borrower = { loanId: string; name: string; number: string; staff: string; instalment: Kobo }

/** Somebody who has been repaying for two months. */
export async function borrower(firstName: string, changes: Partial<Stated> = {}): Promise<Borrower> {
  const surname = `Abdul${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 8)}`
  const staff = staffNumber()
  const { loanId } = await liveLoan(desk, addDays(today, -60), {
    surname,
    firstName,
    payrollSource: SOURCE,
    ippisNumber: staff,
    ...changes,
  })
  const { row } = await (await desk.as('admin'))('loanGet', { id: loanId })
  return { loanId, name: `${surname} ${firstName}`, number: row.number, staff, instalment: row.instalment }
}

export const amountText = (amount: bigint): string => formatNaira(kobo(amount), '')

export const deductionsOf = (rows: readonly [staff: string, name: string, amount: string][]): string =>
  [
    'IPPIS NO,EMPLOYEE NAME,MINISTRY,AMOUNT',
    ...rows.map(([staff, name, amount]) => `${staff},${name},"National Hospital, Abuja","${amount}"`),
    ',TOTAL,,',
    '',
  ].join('\n')

/** As far as the bins, or posted with a part of the money still on its way, through the API. */
export async function sendDeductions(
  text: string,
  period: string,
  until: 'open' | 'posted',
  /** What happens between the asking and the agreeing. */
  meanwhile: () => Promise<void> = async () => {},
  source = SOURCE,
): Promise<string> {
  const admin = await desk.as('admin')
  const bytes = new Uint8Array(Buffer.from(text))
  const id = randomUUID()
  const fileName = `deductions-${id.slice(0, 8)}.csv`
  await admin('intakeOpen', { id, kind: 'repayment', source, period, fileName, bytes: bytes.length })
  await admin('intakePiece', { id, offset: 0 }, bytes)
  const layout = await settled(async () => (await admin('intakeGet', { id })).layout ?? undefined)
  await admin('intakeMap', { id, mapping: layout.mapping })
  await settled(async () => (await admin('intakeGet', { id })).status === 'matched' || undefined)
  if (until === 'open') return id
  const { approvalId } = await admin('repaymentSubmit', {
    id,
    valueOn: today,
    bankCredit: '0',
    bankReference: null,
    gapNote: 'The office pays at the end of the month',
    holdsMessages: true,
    reason: 'As the schedule says',
  })
  await meanwhile()
  await approve(desk, approvalId)
  await settled(async () => (await admin('repaymentGet', { id })).status === 'posted' || undefined)
  return id
}

async function settled<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; waited < 30_000; waited += 200) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(200)
  }
  throw new Error('it does not move')
}
