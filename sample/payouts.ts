import { randomUUID } from 'node:crypto'
import { addDays, type LocalDate } from '../engine/dates.ts'
import { postPayouts } from '../server/modules/payouts/post.ts'
import type { Applied } from './applicants.ts'
import type { Office } from './cast.ts'
import type { Diary } from './diary.ts'
import { handOf } from './hand.ts'
import { approved, csv } from './uploads.ts'

/** Four pay days: one all paid, one with a failure, one that waits for Emeka, one still being made. */

export const PAYING_ACCOUNT = 'Zenith Bank 1012345678'

const loansOf = (applied: readonly Applied[], fate: Applied['fate']): string[] =>
  applied.flatMap(each => (each.fate === fate && each.loanId ? [each.loanId] : []))

export function planPayouts(diary: Diary, desk: Office, applied: readonly Applied[]): void {
  const ids = (fate: Applied['fate']) => (): string[] => loansOf(applied, fate)
  paidOut(diary, desk, { loanIds: ids('paid early'), day: addDays(desk.today, -33), becomes: () => 'PAID' })
  const becomes = (no: number): string => (no === 2 ? 'FAILED' : 'PAID')
  paidOut(diary, desk, { loanIds: ids('paid lately'), day: addDays(desk.today, -12), becomes })
  diary.note(desk.today, 9, async () => {
    const id = await made(desk, loansOf(applied, 'to be paid'), desk.today)
    const clerk = handOf(desk.at(desk.today, 9), desk.cast.admin)
    await clerk('payoutBatchAsk', { id, reason: 'Pay day of the week' })
    await made(desk, loansOf(applied, 'approved').slice(0, 2), desk.today)
  })
}

async function made({ at, cast }: Office, loanIds: string[], valueOn: LocalDate): Promise<string> {
  const id = randomUUID()
  const clerk = handOf(at(valueOn, 9), cast.admin)
  await clerk('payoutBatchMake', { id, loanIds, valueOn, payingAccount: PAYING_ACCOUNT })
  return id
}

type PayDay = { loanIds: () => string[]; day: LocalDate; becomes: (no: number) => string }

function paidOut(diary: Diary, desk: Office, { loanIds, day, becomes }: PayDay): void {
  const { at, cast } = desk
  let id = ''
  diary.note(day, 9, async () => {
    id = await made(desk, loanIds(), day)
    const clerk = handOf(at(day, 11), cast.admin)
    const { approvalId } = await clerk('payoutBatchAsk', { id, reason: 'Pay day of the week' })
    await approved(at(day, 12), cast.authorizer, approvalId)
  })
  diary.note(day, 13, async () => {
    const clerk = handOf(at(day, 13), cast.admin)
    await clerk('payoutBatchExport', { id, exportId: randomUUID() })
    const { rows } = await clerk('payoutLineList', { id, limit: 100 })
    const reported = rows.map(line => {
      const status = becomes(line.no)
      const reason = status === 'FAILED' ? 'Account is dormant' : ''
      return [line.reference, status, status === 'PAID' ? `NIP-${line.reference}` : '', day, reason]
    })
    const file = csv([['Reference', 'Status', 'Session ID', 'Value date', 'Reason'], ...reported])
    const content = Buffer.from(file).toString('base64')
    await clerk('payoutResultImport', { id, fileName: `zenith-${day}.csv`, content })
    await postPayouts(at(day, 15), id)
  })
}
