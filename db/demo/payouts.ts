import { randomUUID } from 'node:crypto'
import { addDays, type LocalDate } from '../../engine/dates.ts'
import { postPayouts } from '../../server/loans/loans.ts'
import type { Applied } from './applicants.ts'
import type { Office } from './cast.ts'
import { handOf } from './hand.ts'
import { approved, csv } from './uploads.ts'

/** Four pay days: one all paid, one with a failure and a return, one that waits for Emeka, one still being made. */

const PAYING_ACCOUNT = 'Zenith Bank 1012345678'

const loansOf = (applied: readonly Applied[], fate: Applied['fate']): string[] =>
  applied.flatMap(each => (each.fate === fate && each.loanId ? [each.loanId] : []))

export async function loadPayouts(desk: Office, applied: readonly Applied[]): Promise<void> {
  await paidOut(desk, loansOf(applied, 'paid early'), addDays(desk.today, -33), () => 'PAID')
  await paidOut(desk, loansOf(applied, 'paid lately'), addDays(desk.today, -12), no =>
    no === 2 ? 'FAILED' : 'PAID',
  )
  await asked(desk, loansOf(applied, 'to be paid'))
  await made(desk, loansOf(applied, 'approved').slice(0, 2), desk.today)
}

async function made({ at, cast, today }: Office, loanIds: string[], valueOn: LocalDate): Promise<string> {
  const id = randomUUID()
  const clerk = handOf(at(valueOn > today ? today : valueOn, 9), cast.admin)
  await clerk('payoutBatchMake', { id, loanIds, valueOn, payingAccount: PAYING_ACCOUNT })
  return id
}

async function asked(desk: Office, loanIds: string[]): Promise<void> {
  const id = await made(desk, loanIds, desk.today)
  await handOf(desk.at(desk.today, 10), desk.cast.admin)('payoutBatchAsk', {
    id,
    reason: 'Pay day of the week',
  })
}

async function paidOut(
  desk: Office,
  loanIds: string[],
  day: LocalDate,
  becomes: (no: number) => string,
): Promise<void> {
  const { at, cast } = desk
  const id = await made(desk, loanIds, day)
  const clerk = handOf(at(day, 11), cast.admin)
  const { approvalId } = await clerk('payoutBatchAsk', { id, reason: 'Pay day of the week' })
  await approved(at(day, 12), cast.authorizer, approvalId)
  await clerk('payoutBatchExport', { id })
  const { rows } = await clerk('payoutLineList', { id, limit: 100 })
  const told = rows.map(line => {
    const status = becomes(line.no)
    const reason = status === 'FAILED' ? 'Account is dormant' : ''
    return [line.reference, status, status === 'PAID' ? `NIP-${line.reference}` : '', day, reason]
  })
  const file = csv([['Reference', 'Status', 'Session ID', 'Value date', 'Reason'], ...told])
  const content = Buffer.from(file).toString('base64')
  await clerk('payoutResultImport', { id, fileName: `zenith-${day}.csv`, content })
  await postPayouts(at(day, 15), id)
}
