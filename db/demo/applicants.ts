import type { Application } from '../../contract/application.ts'
import { addDays, type LocalDate } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { ADVANCE, apply, type Papers, PRODUCT } from './applying.ts'
import type { Office } from './cast.ts'
import { chance, pick } from './dice.ts'
import { type Hand, handOf } from './hand.ts'
import { amountFor, type Person, personNamed } from './people.ts'

/** Five weeks of requests, each left where the desk has got with it. */

export type Fate =
  | 'new' | 'claimed' | 'flagged' | 'returned' | 'recommended' | 'sent back' | 'resubmitted' | 'withdrawn'
  | 'rejected' | 'turned down' | 'approved' | 'to be paid' | 'paid early' | 'paid lately' // biome-ignore format: a list

const COUNTS: readonly (readonly [Fate, number])[] = [
  ['paid early', 4], ['paid lately', 3], ['to be paid', 2], ['approved', 3], ['recommended', 6], ['sent back', 2],
  ['turned down', 2], ['rejected', 7], ['resubmitted', 2], ['withdrawn', 3], ['returned', 3], ['claimed', 2],
  ['flagged', 3], ['new', 8],
] // biome-ignore format: a table

/** How many days ago they applied: at the earliest, and over how many days they spread. */
const APPLIED: Partial<Record<Fate, readonly [number, number]>> = {
  'paid early': [38, 4], 'paid lately': [17, 4], 'to be paid': [8, 3], approved: [6, 2], rejected: [12, 10],
  'turned down': [12, 5], recommended: [1, 4], withdrawn: [9, 8], new: [0, 3], claimed: [0, 2], flagged: [1, 2], resubmitted: [7, 3],
} // biome-ignore format: a table

const REJECTIONS: readonly (readonly [code: string, note: string])[] = [
  ['PAY-TOO-LOW', 'Two other deductions leave less than the instalment'],
  ['NEAR-RETIREMENT', 'Leaves the service before the last instalment'],
  ['IDENTITY', 'The name on the NIN slip is another person’s'],
  ['LIVE-LOAN', 'Runs a loan with us that is younger than six months'],
  ['NOT-ON-PAYROLL', 'The payroll office does not know this number'],
  ['OTHER', 'Asked for the money on behalf of a brother'],
]

/** Their numbers begin where the older customers' end. */
export const APPLICANTS_FROM = 5_001
export const applicantsOf = (today: LocalDate): Person[] =>
  COUNTS.flatMap(([, count]) => Array.from({ length: count })).map((_, index) =>
    personNamed(APPLICANTS_FROM + index, today),
  )

function applicationOf(person: Person, fate: Fate): Application {
  const { employer: _, job: __, no, ...stated } = person
  const roll = chance(no * 17)
  const isAdvance = no % 9 === 4
  const tenor = isAdvance ? 3 : pick(roll, [6, 9, 12, 12, 18])
  const amount = isAdvance ? kobo(BigInt(3 + roll(8)) * 1_000_000n) : amountFor(roll, person.netPay, tenor)
  const wrongDigit = (number: string): string => `${number.slice(0, 9)}${(Number(number[9]) + 3) % 10}`
  return {
    ...stated,
    productId: isAdvance ? ADVANCE : PRODUCT,
    amount,
    tenor,
    ...(fate === 'flagged'
      ? { accountOfficerCode: 'AO-9', accountNumber: wrongDigit(stated.accountNumber) }
      : {}),
  }
}

export type Applied = {
  id: string
  fate: Fate
  loanId: string | null
  person: Person
  application: Application
}
type Desk = Office & { papers: Papers }

export async function loadApplicants(desk: Desk): Promise<Applied[]> {
  const people = applicantsOf(desk.today)
  const fates = COUNTS.flatMap(([fate, count]) => Array.from({ length: count }, () => fate))
  const applied: Applied[] = []
  for (const [index, fate] of fates.entries()) {
    const person = people[index]
    if (person) applied.push(await live(desk, person, fate))
  }
  return applied
}

/** Somebody who runs a small loan asks for a larger one that settles it; the authorizer has it before him. */
export async function loadTopUp(desk: Desk, known: readonly { person: Person }[]): Promise<void> {
  const { at, cast, today, papers } = desk
  const look = handOf(at(today, 1), cast.auditor)
  const { rows } = await look('loanList', { tab: 'live', limit: 100, sort: 'outstanding' })
  const small = rows.find(
    loan => loan.daysPastDue === 0 && loan.outstandingTotal > 2_000_000n && /^\d/.test(loan.ippisNumber),
  )
  const person = known.find(each => each.person.ippisNumber === small?.ippisNumber)?.person
  if (!small || !person) return
  const { employer: _, job: __, no: ___, ...stated } = person
  const tenor = 18
  const amount = amountFor(() => 54, person.netPay, tenor)
  const application = {
    ...stated,
    productId: PRODUCT,
    amount,
    tenor,
    purpose: 'A larger sum for school fees',
  }
  const day = addDays(today, -3)
  const id = await apply(at(day, 10), application, papers)
  const reviewer = handOf(at(addDays(day, 1), 11), cast.reviewer)
  await reviewer('requestRecommend', {
    id,
    version: 1,
    amount,
    tenor,
    settles: [small.id],
    note: 'Settles the small loan first',
  })
}

async function live(desk: Desk, person: Person, fate: Fate): Promise<Applied> {
  const { at, cast, today, papers } = desk
  const [earliest, spread] = APPLIED[fate] ?? [3, 4]
  const day = addDays(today, -(earliest + (person.no % spread)))
  const application = applicationOf(person, fate)
  const hasAll = fate !== 'returned'
  const brought = hasAll ? papers : { 'Work identity card': papers['Work identity card'] }
  const id = await apply(at(day, 8 + (person.no % 9)), application, brought)
  const reviewing = handOf(at(addDays(day, 1), 9 + (person.no % 6)), cast.reviewer)
  const authorizing = handOf(at(addDays(day, 2), 10 + (person.no % 5)), cast.authorizer)
  const seen = { id, version: 1 }
  const [reasonCode, note] = REJECTIONS[person.no % REJECTIONS.length] ?? ['OTHER', '']
  const refusal = { reasonCode, note }
  const done = (loanId: string | null = null): Applied => ({ id, fate, loanId, person, application })

  switch (fate) {
    case 'new':
    case 'flagged':
      return done()
    case 'claimed':
      await handOf(at(today, 9), cast.reviewer)('requestClaim', { ids: [id] })
      return done()
    case 'returned':
      await reviewing('requestReturn', { ...seen, reasonCode: 'DOC-MISSING', note: 'your latest payslip' })
      return done()
    case 'rejected':
      await reviewing('requestReject', { ...seen, ...refusal })
      return done()
    case 'resubmitted':
      await reviewing('requestReject', {
        ...seen,
        reasonCode: 'PAY-TOO-LOW',
        note: 'A smaller sum would fit',
      })
      await handOf(at(addDays(day, 3), 11), cast.editor)('requestEdit', {
        ...seen,
        application: { ...application, amount: halfOf(application.amount) },
        note: 'Agreed on half the sum by phone',
      })
      return done()
    case 'withdrawn': {
      const { row } = await handOf(at(today, 1), cast.auditor)('requestGet', { id })
      await handOf(at(addDays(day, 1), 15), cast.editor)('requestWithdraw', {
        reference: row.reference,
        phone: application.phone,
      })
      return done()
    }
    default:
      await reviewing('requestRecommend', {
        ...seen,
        amount: application.amount,
        tenor: application.tenor,
        settles: [],
        note: '',
      })
      return done(await decide(authorizing, seen, fate, refusal))
  }
}

/** What the authorizer makes of what was recommended; the loan, where there is one. */
async function decide(
  authorizing: Hand,
  seen: { id: string; version: number },
  fate: Fate,
  refusal: { reasonCode: string; note: string },
): Promise<string | null> {
  switch (fate) {
    case 'recommended':
      return null
    case 'turned down':
      await authorizing('requestReject', { ...seen, ...refusal })
      return null
    case 'sent back':
      await authorizing('requestSendBack', {
        ...seen,
        reasonCode: 'TERMS',
        note: 'A longer tenor would leave more of the pay',
      })
      return null
    default:
      return (await authorizing('requestAuthorize', { ...seen, note: '' })).loanId
  }
}

const halfOf = (amount: bigint) => kobo((amount / 2_000_000n) * 1_000_000n)
