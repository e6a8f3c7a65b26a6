import { randomUUID } from 'node:crypto'
import type { LoanAct } from '../contract/loans.ts'
import { addDays, type LocalDate } from '../engine/dates.ts'
import { kobo } from '../engine/money.ts'
import type { ActionQueue } from './actionQueue.ts'
import { callerFor } from './caller.ts'
import { allLoans, isFederal, type Live } from './loanLists.ts'
import type { Office } from './office.ts'
import { approved } from './uploads.ts'

/** What happens to loans beside deductions: asked by Babatunde, agreed by Emeka, and some of it still waiting. */

type Desk = Office & { since: LocalDate; actions: ActionQueue }

async function asked(
  desk: Desk,
  day: LocalDate,
  loanId: string,
  input: LoanAct,
  reason: string,
  id: string = randomUUID(),
) {
  const clerk = callerFor(desk.at(day, 11), desk.users.admin)
  const { approvalId } = await clerk('loanActDo', { loanId, id, input, reason })
  return approvalId
}

function ask(desk: Desk, day: LocalDate, loanId: string, input: LoanAct, reason: string): void {
  desk.actions.add(day, 11, () => asked(desk, day, loanId, input, reason))
}

function done(
  desk: Desk,
  day: LocalDate,
  loan: Live | undefined,
  input: LoanAct,
  reason: string,
  id?: string,
): void {
  if (!loan) return
  desk.actions.add(day, 11, async () =>
    approved(desk.at(day, 12), desk.users.authorizer, await asked(desk, day, loan.id, input, reason, id)),
  )
}

/** Some days ago, but not before the last day that the ledger was brought to. */
const ago = ({ today, since }: Desk, days: number): LocalDate => {
  const day = addDays(today, -days)
  return day > since ? day : since
}
const half = (amount: bigint) => kobo((amount / 200_000n) * 100_000n)

export async function planActs(desk: Desk): Promise<void> {
  const look = callerFor(desk.at(desk.since, 7), desk.users.auditor)
  const arrears = (await allLoans(look, 'arrears')).toSorted((a, b) => b.daysPastDue - a.daysPastDue)
  const good = (await allLoans(look, 'live')).filter(loan => loan.daysPastDue === 0)
  const lost = arrears.filter(loan => loan.daysPastDue > 190)
  const doubtful = arrears.filter(
    loan => loan.daysPastDue > 10 && loan.daysPastDue < 120 && loan.nextDueOn !== null,
  )
  writtenOff(desk, lost)
  eased(desk, doubtful)
  // a deduction that still comes for one of them stands in the open batch of the centre
  settled(desk, good.filter(isFederal).slice(40, 43))
  paidByHand(desk, good.slice(60, 66), doubtful.slice(12, 15))
  bounced(desk, good[66])
  refunds(desk, (await allLoans(look, 'overpaid')).filter(isFederal))
  leftWaiting(desk, { lost: lost.slice(8), doubtful: doubtful.slice(16), good: good.slice(80) })
}

function writtenOff(desk: Desk, lost: readonly Live[]): void {
  for (const loan of lost.slice(0, 7))
    done(desk, ago(desk, 6), loan, { act: 'writeOff' }, 'Nothing came for more than half a year')
  for (const [index, loan] of lost.slice(0, 2).entries()) {
    const amount = kobo(BigInt(3 - index) * 1_500_000n)
    const input = {
      act: 'recovery',
      amount,
      on: ago(desk, 2),
      channel: 'bank transfer',
      reference: `REC-${index + 31}`,
    } as const
    done(desk, ago(desk, 2), loan, input, 'Paid after a visit to the office')
  }
}

function eased(desk: Desk, doubtful: readonly Live[]): void {
  const [one, two, three, four, five, six, seven] = doubtful
  const longer: Extract<LoanAct, { act: 'restructure' }> = {
    act: 'restructure',
    tenor: 12,
    ratePpm: 30_000,
    capitalises: ['interest'],
  }
  done(desk, ago(desk, 9), one, longer, 'Half pay since the suspension; agreed on smaller instalments')
  done(desk, ago(desk, 7), two, { ...longer, tenor: 18 }, 'Transferred, the new command pays later')
  const rest = { act: 'holiday', periods: 2, interest: 'added' } as const
  done(desk, ago(desk, 5), three, rest, 'On study leave without pay for two months')
  for (const loan of [four, five])
    if (loan && loan.outstanding.penalty > 0n)
      done(
        desk,
        ago(desk, 4),
        loan,
        { act: 'waiver', component: 'penalty', amount: loan.outstanding.penalty },
        'The office was late, not the customer',
      )
  for (const loan of [six, seven])
    done(desk, ago(desk, 3), loan, { act: 'freeze', cause: 'dispute' }, 'Says the deduction was taken twice')
}

function settled(desk: Desk, loans: readonly Live[]): void {
  for (const [index, loan] of loans.entries()) {
    const quoteId = randomUUID()
    const day = ago(desk, 4 - index)
    desk.actions.add(day, 9, () =>
      callerFor(desk.at(day, 9), desk.users.admin)('settlementQuoteMake', {
        loanId: loan.id,
        id: quoteId,
        on: day,
      }),
    )
    if (index === 2) continue
    const input = {
      act: 'settle',
      quoteId,
      on: day,
      channel: 'bank transfer',
      reference: `SET-${118 + index}`,
    } as const
    done(desk, day, loan, input, 'Paid off from a cooperative')
  }
}

function paidByHand(desk: Desk, good: readonly Live[], doubtful: readonly Live[]): void {
  const channels = ['bank transfer', 'cash', 'cheque', 'direct debit', 'card'] as const
  for (const [index, loan] of [...good, ...doubtful].entries()) {
    const channel = channels[index % channels.length] ?? 'cash'
    const amount = kobo(BigInt(2 + index) * 500_000n)
    const input = {
      act: 'receipt',
      amount,
      on: ago(desk, 5),
      channel,
      reference: `TRF-${40_118 + index}`,
    } as const
    done(desk, ago(desk, 5), loan, input, 'Brought to the desk')
  }
}

/** A cheque that the bank sent back: its receipt is reversed, and both stay on record. */
function bounced(desk: Desk, loan: Live | undefined): void {
  const id = randomUUID()
  const cheque = {
    act: 'receipt',
    amount: kobo(4_000_000n),
    on: ago(desk, 8),
    channel: 'cheque',
    reference: 'CHQ-002418',
  } as const
  done(desk, ago(desk, 8), loan, cheque, 'Cheque of the cooperative', id)
  done(desk, ago(desk, 3), loan, { act: 'reversal', of: id }, 'The bank returned the cheque unpaid')
}

function refunds(desk: Desk, overpaid: readonly Live[]): void {
  const [first] = overpaid
  if (first)
    done(
      desk,
      ago(desk, 1),
      first,
      { act: 'refund', amount: first.credit, reference: 'RFD-00017' },
      'Paid back to the salary account',
    )
}

type Left = Record<'lost' | 'doubtful' | 'good', readonly Live[]>

function leftWaiting(desk: Desk, { lost, doubtful, good }: Left): void {
  const [gone] = lost
  const [slow, slower] = doubtful
  const [kind] = good
  if (gone)
    ask(desk, ago(desk, 1), gone.id, { act: 'writeOff' }, 'Left the service; the pension desk pays nothing')
  if (slow && slow.outstanding.penalty > 0n)
    ask(
      desk,
      desk.today,
      slow.id,
      { act: 'waiver', component: 'penalty', amount: slow.outstanding.penalty },
      'First time late in four years',
    )
  if (slower)
    ask(
      desk,
      desk.today,
      slower.id,
      { act: 'restructure', tenor: 15, ratePpm: 35_000, capitalises: [] },
      'Asked for by the customer in writing',
    )
  if (kind)
    ask(
      desk,
      desk.today,
      kind.id,
      {
        act: 'receipt',
        amount: half(kind.outstandingTotal),
        on: desk.today,
        channel: 'bank transfer',
        reference: 'TRF-55190',
      },
      'Pays ahead after a promotion',
    )
}
