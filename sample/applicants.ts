import type { Application } from '../contract/application.ts'
import { addDays, addMonths, daysBetween, type LocalDate } from '../engine/dates.ts'
import { type Kobo, kobo } from '../engine/money.ts'
import type { ActionQueue } from './actionQueue.ts'
import { ADVANCE, apply, type Papers, PRODUCT } from './applying.ts'
import { type Caller, callerFor } from './caller.ts'
import { isFederal } from './loanLists.ts'
import type { Office, OfficeUsers } from './office.ts'
import { amountFor, type Person, personNamed } from './people.ts'
import { chance, pick } from './random.ts'
import { STATE_PRODUCT } from './stateLoans.ts'

/** Five weeks of requests, each left where the desk has got with it. */

export type Plan =
  | 'new' | 'claimed' | 'flagged' | 'returned' | 'recommended' | 'sent back' | 'resubmitted' | 'withdrawn'
  | 'rejected' | 'turned down' | 'approved' | 'to be paid' | 'paid early' | 'paid lately' // biome-ignore format: a list

const COUNTS: readonly (readonly [Plan, number])[] = [
  ['paid early', 4], ['paid lately', 3], ['to be paid', 2], ['approved', 3], ['recommended', 6], ['sent back', 2],
  ['turned down', 2], ['rejected', 7], ['resubmitted', 2], ['withdrawn', 3], ['returned', 3], ['claimed', 2],
  ['flagged', 3], ['new', 8],
] // biome-ignore format: a table

/** How many days ago they applied: at the earliest, and over how many days they spread. */
const APPLIED: Partial<Record<Plan, readonly [number, number]>> = {
  'paid early': [38, 4], 'paid lately': [17, 4], 'to be paid': [8, 3], approved: [6, 2], rejected: [12, 10],
  'turned down': [12, 5], recommended: [1, 4], withdrawn: [9, 8], new: [0, 3], claimed: [0, 2], flagged: [1, 2], resubmitted: [7, 3],
} // biome-ignore format: a table

type Refusal = { reasonCode: string; note: string }

/** What the checklist shows of them, too: who asks for too much, is too old, or is on no payroll. */
const REJECTIONS = {
  tooMuch: { reasonCode: 'PAY-TOO-LOW', note: 'The instalment takes more than a third of the pay' },
  old: { reasonCode: 'NEAR-RETIREMENT', note: 'Leaves the service before the last instalment' },
  stranger: { reasonCode: 'NOT-ON-PAYROLL', note: 'The payroll office does not know this number' },
  otherName: { reasonCode: 'IDENTITY', note: 'The name on the NIN slip is another person’s' },
  forBrother: { reasonCode: 'OTHER', note: 'Asked for the money on behalf of a brother' },
} as const satisfies Record<string, Refusal>
type Trouble = keyof typeof REJECTIONS

/** The problem of each applicant, in turn; the authorizer sees none with a red checklist. */
const TROUBLES: Partial<Record<Plan, readonly Trouble[]>> = {
  rejected: ['otherName', 'old', 'tooMuch', 'forBrother', 'stranger', 'tooMuch', 'otherName'],
  'turned down': ['otherName', 'forBrother'],
  resubmitted: ['tooMuch'],
}

/** Their numbers begin where the older customers' end. */
export const APPLICANTS_FROM = 5_001

type Applicant = { person: Person; plan: Plan; trouble: Trouble | undefined }

function applicants(today: LocalDate): Applicant[] {
  const wishes = COUNTS.flatMap(([plan, count]) =>
    Array.from({ length: count }, (_, round) => {
      const troubles = TROUBLES[plan] ?? []
      return { plan, trouble: troubles[round % troubles.length] }
    }),
  )
  return wishes.map(({ plan, trouble }, index) => {
    const person = personNamed(APPLICANTS_FROM + index, today)
    return { plan, trouble, person: trouble === 'old' ? aged(person, today) : person }
  })
}

/** Half a year before sixty. */
const aged = (person: Person, today: LocalDate): Person => ({
  ...person,
  dateOfBirth: addMonths(today, -(12 * 59 + 6)),
  firstAppointmentOn: addMonths(today, -12 * 31),
})

/** Those whom the payroll offices know. */
export const applicantsOf = (today: LocalDate): Person[] =>
  applicants(today)
    .filter(({ trouble }) => trouble !== 'stranger')
    .map(({ person }) => person)

function applicationOf({ person, plan, trouble }: Applicant): Application {
  const { employer: _, job: __, no, ...stated } = person
  const roll = chance(no * 17)
  const isOfState = person.payrollSource === 'STATE'
  const isAdvance = no % 9 === 4 && trouble !== 'tooMuch' && !isOfState
  const tenor = isAdvance ? 3 : pick(roll, [6, 9, 12, 12, 18])
  const fair = isAdvance ? kobo(BigInt(3 + roll(8)) * 1_000_000n) : amountFor(roll, person.netPay, tenor)
  const amount = trouble === 'tooMuch' ? beyondMeans(person, tenor) : fair
  const wrongDigit = (number: string): string => `${number.slice(0, 9)}${(Number(number[9]) + 3) % 10}`
  return {
    ...stated,
    productId: isAdvance ? ADVANCE : isOfState ? STATE_PRODUCT : PRODUCT,
    amount,
    tenor,
    ...(plan === 'flagged'
      ? { accountOfficerCode: 'AO-9', accountNumber: wrongDigit(stated.accountNumber) }
      : {}),
  }
}

/** Twice what a third of the pay bears, as far as the product goes. */
function beyondMeans({ netPay }: Person, tenor: number): Kobo {
  const twice = kobo(amountFor(() => 54, netPay, tenor) * 2n)
  return twice < 300_000_000n ? twice : kobo(300_000_000n)
}

export type Applied = { plan: Plan; id: string; loanId: string | null }
type Desk = Office & { papers: Papers }

/** Notes down five weeks of requests; where each has got to is known once the diary is lived. */
export const planApplicants = (actions: ActionQueue, desk: Desk): Applied[] =>
  applicants(desk.today).map(applicant => plan(actions, desk, applicant))

/** A customer with a small loan requests a larger one that settles it; it is in the authorizer's queue. */
export async function planTopUp(
  actions: ActionQueue,
  desk: Desk,
  known: readonly { person: Person }[],
): Promise<void> {
  const { at, users, today, papers } = desk
  const look = callerFor(at(today, 1), users.auditor)
  const { rows } = await look('loanList', { tab: 'live', limit: 100, sort: 'outstanding' })
  const small = rows.find(
    loan => loan.daysPastDue === 0 && loan.outstandingTotal > 2_000_000n && isFederal(loan),
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
    purpose: 'A larger amount for school fees',
  }
  const day = addDays(today, -3)
  let id = ''
  actions.add(day, 10, async () => {
    id = await apply(at(day, 10), application, papers)
  })
  actions.add(addDays(day, 1), 11, () =>
    callerFor(at(addDays(day, 1), 11), users.reviewer)('requestRecommend', {
      id,
      version: 1,
      amount,
      tenor,
      settles: [small.id],
      note: 'Settles the small loan first',
    }),
  )
}

type Way = { desk: Desk; day: LocalDate; application: Application; applied: Applied; refusal: Refusal }
type Note = (
  days: number,
  hour: number,
  who: keyof OfficeUsers,
  act: (hand: Caller) => Promise<unknown>,
) => void

function plan(actions: ActionQueue, desk: Desk, applicant: Applicant): Applied {
  const { at, users, today, papers } = desk
  const { person, plan, trouble } = applicant
  const [earliest, spread] = APPLIED[plan] ?? [3, 4]
  const day = addDays(today, -(earliest + (person.no % spread)))
  const application = applicationOf(applicant)
  const brought = plan === 'returned' ? { 'Work identity card': papers['Work identity card'] } : papers
  const applied: Applied = { plan, id: '', loanId: null }
  const hour = 8 + (person.no % 9)
  actions.add(day, hour, async () => {
    applied.id = await apply(at(day, hour), application, brought)
  })
  const note: Note = (days, then, who, act) =>
    actions.add(addDays(day, days), then, () => act(callerFor(at(addDays(day, days), then), users[who])))
  const way = { desk, day, application, applied, refusal: REJECTIONS[trouble ?? 'forBrother'] }
  review(note, way, person.no)
  return applied
}

/** The decisions of the reviewer and those after. */
function review(note: Note, way: Way, no: number): void {
  const { application, applied, refusal } = way
  const seen = () => ({ id: applied.id, version: 1 })
  const reviews = (act: (hand: Caller) => Promise<unknown>) => note(1, 9 + (no % 6), 'reviewer', act)
  switch (applied.plan) {
    case 'new':
    case 'flagged':
      break
    case 'claimed':
      // just now, whenever today they applied
      note(daysBetween(way.day, way.desk.today), 23, 'reviewer', hand =>
        hand('requestClaim', { ids: [applied.id] }),
      )
      break
    case 'returned':
      reviews(hand =>
        hand('requestReturn', { ...seen(), reasonCode: 'DOC-MISSING', note: 'your latest payslip' }),
      )
      break
    case 'rejected':
      reviews(hand => hand('requestReject', { ...seen(), ...refusal }))
      break
    case 'resubmitted': {
      reviews(hand => hand('requestReject', { ...seen(), ...refusal, note: 'A smaller amount would fit' }))
      const half = { ...application, amount: halfOf(application.amount) }
      const agreed = 'Agreed on half the amount by phone'
      note(3, 11, 'editor', hand => hand('requestEdit', { ...seen(), application: half, note: agreed }))
      break
    }
    case 'withdrawn':
      note(1, 15, 'editor', async hand => {
        const { row } = await hand('requestGet', { id: applied.id })
        await hand('requestWithdraw', { reference: row.reference, phone: application.phone })
      })
      break
    default: {
      const { amount, tenor } = application
      const terms = { amount, tenor, settles: [], note: '' }
      reviews(hand => hand('requestRecommend', { ...seen(), ...terms }))
      if (applied.plan !== 'recommended')
        note(2, 10 + (no % 5), 'authorizer', hand => decide(hand, seen(), way))
    }
  }
}

/** What the authorizer makes of what was recommended. */
async function decide(hand: Caller, seen: { id: string; version: number }, { applied, refusal }: Way) {
  switch (applied.plan) {
    case 'turned down':
      await hand('requestReject', { ...seen, ...refusal })
      return
    case 'sent back':
      await hand('requestSendBack', {
        ...seen,
        reasonCode: 'TERMS',
        note: 'A longer tenor would leave more of the pay',
      })
      return
    default:
      applied.loanId = (await hand('requestAuthorize', { ...seen, note: '', confirmed: [] })).loanId
  }
}

const halfOf = (amount: bigint) => kobo((amount / 2_000_000n) * 1_000_000n)
