import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Api } from '../../contract/api.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { Deskwork } from './desk.ts'
import { type Borrower, disburse, type House, openTopUp } from './lender.ts'
import type { Sent } from './staff.ts'

/** What happens to loans beside deductions, by different people, at random. */

type Loan = Reply<Api['loanGet']>
type Wish = Sent<'loanActDo'>['input']
type Live = { id: string; staff: string }

export type Done = Map<string, number>

const count = (done: Done, what: string): void => void done.set(what, (done.get(what) ?? 0) + 1)

/** Some in a thousand of all live loans, each with one act; gives whose. */
export async function randomActs(
  house: House,
  borrowers: ReadonlyMap<string, Borrower>,
  month: string,
  perMille: number,
  done: Done,
): Promise<string[]> {
  const { rows } = await sql<Live>`
    select l.id, c.ippis_number as staff from loan l join customer c on c.id = l.customer_id
    where l.status = 'live' order by l.number`.execute(house.testApp.program.db)
  const toppedUp: string[] = []
  const touched: string[] = []
  const chosen = rows.filter(({ staff }) => house.dice.happens(perMille, 'act', staff, month))
  const actOnOne = async ({ id, staff }: Live): Promise<void> => {
    touched.push(staff)
    const loan = await house.staff.clerk().ok('loanGet', { id })
    const roll = house.dice.below(100, 'which act', staff, month)
    const borrower = borrowers.get(staff)
    if (roll < 12 && borrower && loan.topUp.by === null) {
      const old = { id, owed: loan.row.outstandingTotal }
      const opened = await openTopUp(house, borrower, `top up ${month}`, old).catch(() => undefined)
      if (opened) toppedUp.push(opened)
      if (opened) count(done, 'topUp')
    } else await actOn(house, loan, roll, `${staff} ${month}`, done)
  }
  await inLanes(chosen, actOnOne)
  // one that no longer fits would stop the others of its batch
  for (const loanId of toppedUp) await disburse(house, [loanId])
  return touched
}

/** Several users work at the same time. */
async function inLanes<T>(work: readonly T[], each: (one: T) => Promise<void>): Promise<void> {
  const left = [...work]
  const lane = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await each(one)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
const LANES = 4

async function actOn(house: House, loan: Loan, roll: number, about: string, done: Done): Promise<void> {
  const { id } = loan.row
  if (roll < 30) {
    const amount = loan.row.outstandingTotal / BigInt(2 + house.dice.below(10, 'part', about))
    if (amount === 0n) return
    const reference = `TRF-${randomUUID()}`
    const wish: Wish = {
      act: 'receipt',
      amount: amount.toString(),
      on: todayOf(house),
      channel: 'bank transfer',
      reference,
    }
    const eventId = await acted(house, id, wish)
    if (!eventId) return
    house.bank.receive(reference, amount)
    count(done, 'receipt')
    if (
      house.dice.happens(250, 'bounces', about) &&
      (await acted(house, id, { act: 'reversal', of: eventId }))
    ) {
      house.bank.takeBack(reference)
      count(done, 'reversal')
    }
  } else if (roll < 45) {
    const quote = await house.staff.tried(house.staff.clerk(), 'settlementQuoteMake', {
      loanId: id,
      id: randomUUID(),
      on: todayOf(house),
    })
    if (!quote) return
    const reference = `SET-${randomUUID()}`
    const wish: Wish = {
      act: 'settle',
      quoteId: quote.id,
      on: todayOf(house),
      channel: 'bank transfer',
      reference,
    }
    if (!(await acted(house, id, wish))) return
    house.bank.receive(reference, quote.total)
    count(done, 'settle')
  } else if (roll < 60) {
    const tenor = 2 + house.dice.below(6, 'tenor', about)
    await counted(house, id, { act: 'restructure', tenor, ratePpm: 30_000, capitalises: ['interest'] }, done)
  } else if (roll < 75) {
    const interest = roll % 2 === 0 ? 'waived' : 'added'
    await counted(house, id, { act: 'holiday', periods: 1, interest }, done)
  } else if (roll < 80) await counted(house, id, { act: 'writeOff' }, done)
  else if (roll < 90) {
    const { outstanding } = loan.row
    const component = (['penalty', 'interest'] as const).find(each => outstanding[each] > 1n)
    if (!component) return
    const amount = (outstanding[component] / 2n).toString()
    await counted(house, id, { act: 'waiver', component, amount }, done)
  } else
    await counted(house, id, { act: 'charge', component: 'fee', amount: '150000', on: todayOf(house) }, done)
}

async function counted(house: House, loanId: string, wish: Wish, done: Done): Promise<void> {
  if (await acted(house, loanId, wish)) count(done, wish.act)
}

/** Submitted by one, approved by another; gives the id of the event, or nothing where a rule refuses it. */
export async function acted({ staff }: House, loanId: string, input: Wish): Promise<string | undefined> {
  const id = randomUUID()
  const form = { loanId, id, input, reason: 'A step of the month' }
  const answer = await staff.tried(staff.clerk(), 'loanActDo', form)
  return answer && (await staff.decided(answer)) ? id : undefined
}

/** Money of unknown owners: to the loan of the person where there is one, otherwise back to who paid it. */
export async function clearSuspense(house: House, work: Deskwork, done: Done): Promise<void> {
  for (;;) {
    const items = (await house.staff.clerk().ok('suspenseList', { limit: 100 })).rows
    const open = items.filter(item => item.approvalId === null)
    await inLanes(open, item => clear(house, work, item, done))
    if (open.length === 0) break
  }
}

type Item = Reply<Api['suspenseList']>['rows'][number]

/** To the loan of the person where there is one; otherwise back to who paid it. */
async function clear(house: House, work: Deskwork, item: Item, done: Done): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select l.id from loan l join customer c on c.id = l.customer_id
    where c.ippis_number = ${item.staffNumber} and l.status = 'live' order by l.number limit 1`.execute(
    house.testApp.program.db,
  )
  const form = { suspenseId: item.id, amount: item.remaining.toString(), reason: 'Cleared with the office' }
  const clerk = house.staff.clerk()
  if (rows[0]) {
    const use = { kind: 'loan', loanId: rows[0].id, on: todayOf(house) } as const
    const asked = await house.staff.tried(clerk, 'suspenseUse', { ...form, id: randomUUID(), use })
    if (asked && (await house.staff.decided(asked))) return count(done, 'applied')
  }
  const reference = `RT-${randomUUID()}`
  const use = { kind: 'returned', reference } as const
  const asked = await clerk.ok('suspenseUse', { ...form, id: randomUUID(), use })
  if (!(await house.staff.decided(asked))) throw new Error(`${item.id} stays in suspense`)
  house.bank.pay(reference, item.remaining)
  const key = `${item.batchId} ${item.staffNumber}`
  work.returned.set(key, (work.returned.get(key) ?? 0n) + item.remaining)
  count(done, 'returned')
}

export const todayOf = ({ testApp }: House): string => testApp.clock.now().toISOString().slice(0, 10)
