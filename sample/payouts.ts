import { randomUUID } from 'node:crypto'
import { addDays, type LocalDate } from '../engine/dates.ts'
import { nubanCheckDigit } from '../engine/nuban.ts'
import { postPayouts } from '../server/modules/payouts/post.ts'
import type { ActionQueue } from './actionQueue.ts'
import type { Applied } from './applicants.ts'
import { callerFor } from './caller.ts'
import type { Office } from './office.ts'
import { approved, csv } from './uploads.ts'

/** Four pay days: one all paid, one with a failure, one that waits for Emeka, one still being made. */

/** A bank account of the lender, with the right check digit. */
const ownAccount = (bank: string, code: string, serial: string, use: string): string =>
  `${bank} ${serial}${nubanCheckDigit(code, serial)}, ${use}`

export const PAYING_ACCOUNT = ownAccount('Zenith Bank', '057', '101234567', 'disbursements')
export const OWN_ACCOUNTS = [
  PAYING_ACCOUNT,
  ownAccount('Guaranty Trust Bank', '058', '012345678', 'operations'),
].map(name => ({ name, status: 'active' as const }))

const loansOf = (applied: readonly Applied[], plan: Applied['plan']): string[] =>
  applied.flatMap(each => (each.plan === plan && each.loanId ? [each.loanId] : []))

export function planPayouts(actions: ActionQueue, desk: Office, applied: readonly Applied[]): void {
  const ids = (plan: Applied['plan']) => (): string[] => loansOf(applied, plan)
  paidOut(actions, desk, { loanIds: ids('paid early'), day: addDays(desk.today, -33), becomes: () => 'PAID' })
  const becomes = (no: number): string => (no === 2 ? 'FAILED' : 'PAID')
  paidOut(actions, desk, { loanIds: ids('paid lately'), day: addDays(desk.today, -12), becomes })
  actions.add(desk.today, 9, async () => {
    const id = await made(desk, loansOf(applied, 'to be paid'), desk.today)
    const clerk = callerFor(desk.at(desk.today, 9), desk.users.admin)
    await clerk('payoutBatchAsk', { id, reason: 'Pay day of the week' })
    await made(desk, loansOf(applied, 'approved').slice(0, 2), desk.today)
  })
}

async function made({ at, users }: Office, loanIds: string[], valueOn: LocalDate): Promise<string> {
  const id = randomUUID()
  const clerk = callerFor(at(valueOn, 9), users.admin)
  await clerk('payoutBatchMake', { id, loanIds, refundIds: [], valueOn, payingAccount: PAYING_ACCOUNT })
  return id
}

type Paid = { loanIds?: readonly string[]; refundIds?: readonly string[]; reason: string }

/** A batch through the bank in a day: submitted, approved, exported, and reported by the bank line by line. */
export async function payBatch(
  { at, users }: Office,
  day: LocalDate,
  { loanIds = [], refundIds = [], reason }: Paid,
  becomes: (no: number) => string,
): Promise<void> {
  const id = randomUUID()
  const { pendingApprovalId } = await callerFor(at(day, 11), users.admin)('payoutBatchMake', {
    id,
    loanIds: [...loanIds],
    refundIds: [...refundIds],
    valueOn: day,
    payingAccount: PAYING_ACCOUNT,
    reason,
  })
  await approved(at(day, 12), users.authorizer, pendingApprovalId)
  await reported({ at, users }, day, id, becomes)
}

async function reported(
  { at, users }: Pick<Office, 'at' | 'users'>,
  day: LocalDate,
  id: string,
  becomes: (no: number) => string,
): Promise<void> {
  const clerk = callerFor(at(day, 13), users.admin)
  await clerk('payoutBatchExport', { id, exportId: randomUUID() })
  const { rows } = await clerk('payoutLineList', { id, limit: 100 })
  const lines = rows.map(line => {
    const status = becomes(line.no)
    const reason = status === 'FAILED' ? 'Account is dormant' : ''
    return [line.reference, status, status === 'PAID' ? `NIP-${line.reference}` : '', day, reason]
  })
  const file = csv([['Reference', 'Status', 'Session ID', 'Value date', 'Reason'], ...lines])
  const content = Buffer.from(file).toString('base64')
  await clerk('payoutResultImport', { id, fileName: `zenith-${day}.csv`, content })
  await postPayouts(at(day, 15), id)
}

type PayDay = { loanIds: () => string[]; day: LocalDate; becomes: (no: number) => string }

function paidOut(actions: ActionQueue, desk: Office, { loanIds, day, becomes }: PayDay): void {
  const { at, users } = desk
  let id = ''
  actions.add(day, 9, async () => {
    id = await made(desk, loanIds(), day)
    const clerk = callerFor(at(day, 11), users.admin)
    const { approvalId } = await clerk('payoutBatchAsk', { id, reason: 'Pay day of the week' })
    await approved(at(day, 12), users.authorizer, approvalId)
  })
  actions.add(day, 13, () => reported(desk, day, id, becomes))
}
