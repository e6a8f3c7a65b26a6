import { randomUUID } from 'node:crypto'
import type { Application } from '../contract/application.ts'
import { BANKS, STATES } from '../contract/nigeria.ts'
import { addDays, addMonths, type LocalDate } from '../engine/dates.ts'
import { type Kobo, kobo } from '../engine/money.ts'
import { nubanCheckDigit } from '../engine/nuban.ts'
import { act, type Program } from '../server/kernel/act.ts'
import { businessDate } from '../server/kernel/clock.ts'
import { actApproved } from '../server/modules/loans/acts.ts'
import { runDaily } from '../server/modules/loans/daily.ts'
import { duesOfLoan } from '../server/modules/loans/page.ts'
import { authorize, recommend, reject, returnForDocuments } from '../server/modules/requests/decide.ts'
import { ADVANCE, apply, type Papers, PRODUCT, samplePapers } from './applying.ts'
import { disbursed } from './disbursed.ts'
import { FIRST_NAMES, LGAS, MDAS, PURPOSES, SURNAMES } from './names.ts'
import { loadOfficeUsers, type OfficeUsers } from './office.ts'
import { PastClock } from './pastClock.ts'
import { PAYING_ACCOUNT } from './payouts.ts'
import { pick, type Roll } from './random.ts'

/**
 * The small lender's last half year, made by the product's own functions: people apply, Halima reviews, Emeka
 * authorizes, Babatunde disburses with approval, and payroll brings the instalments in, or does not.
 */

/** A small, repeatable source of choices: the same lender every time. */
function dice(seed: number): Roll {
  let state = seed
  return sides => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
}
const digits = (roll: Roll, count: number): string => Array.from({ length: count }, () => roll(10)).join('')

function applicationFor(roll: Roll, no: number, today: LocalDate): Application {
  const isWoman = roll(2) === 0
  const bank = pick(
    roll,
    BANKS.filter(each => ['058', '044', '011', '033', '057', '214'].includes(each.Code)),
  )
  const serial = `0${digits(roll, 8)}`
  const state = pick(roll, STATES)
  const born = addDays(addMonths(today, -12 * (27 + roll(26))), -roll(300))
  const naira = (80 + roll(320)) * 1_000
  const isAdvance = no % 6 === 5
  const tenor = isAdvance ? 3 : pick(roll, [6, 9, 12, 12, 18])
  // a third of pay must bear the instalment, so a longer loan may be larger
  const most = Math.floor((naira * (isAdvance ? 7 : 10 + tenor)) / 50_000) * 5_000
  const amount = Math.min(isAdvance ? 50_000 + roll(10) * 10_000 : 150_000 + roll(20) * 25_000, most)
  return {
    consentVersion: 0,
    consented: true,
    title: isWoman ? pick(roll, ['MRS', 'MS'] as const) : 'MR',
    surname: SURNAMES[no % SURNAMES.length] ?? 'Okoro',
    firstName: pick(roll, isWoman ? FIRST_NAMES.women : FIRST_NAMES.men),
    otherNames: roll(3) === 0 ? pick(roll, isWoman ? FIRST_NAMES.women : FIRST_NAMES.men) : '',
    gender: isWoman ? 'FEMALE' : 'MALE',
    dateOfBirth: born,
    phone: `+23480${3 + roll(3)}${digits(roll, 7)}`.slice(0, 14),
    email: '',
    bvn: `22${digits(roll, 8)}${no % 10}`,
    nin: `7${digits(roll, 9)}${(no * 3) % 10}`,
    address: `${1 + roll(140)} ${pick(roll, ['Ahmadu Bello Way', 'Awolowo Road', 'Aba Road', 'Ogui Road', 'Zik Avenue', 'Airport Road'])}`,
    state: state.name,
    lga: pick(roll, LGAS),
    payrollSource: roll(5) === 0 ? 'STATE' : 'IPPIS',
    ippisNumber: String(430_000 + no * 137 + roll(90)),
    mda: pick(roll, MDAS),
    grade: `GL ${String(7 + roll(9)).padStart(2, '0')}`,
    step: String(1 + roll(9)),
    firstAppointmentOn: addMonths(born, 12 * (22 + roll(4))),
    netPay: kobo(BigInt(naira) * 100n),
    productId: isAdvance ? ADVANCE : PRODUCT,
    amount: kobo(BigInt(amount) * 100n),
    tenor,
    purpose: pick(roll, PURPOSES),
    bankCode: bank.Code,
    accountNumber: `${serial}${nubanCheckDigit(bank.Code, serial)}`,
    kinName: `${pick(roll, FIRST_NAMES.women)} ${SURNAMES[(no + 3) % SURNAMES.length]}`,
    kinRelationship: pick(roll, ['Aunt', 'Sister', 'Daughter', 'Mother', 'Cousin']),
    kinPhone: `+23480${3 + roll(3)}${digits(roll, 7)}`.slice(0, 14),
    kinAddress: '',
    accountOfficerCode: no % 3 === 0 ? 'AO-014' : '',
  }
}

/** What becomes of each applicant, from the day they applied on. */
type Plan = 'new' | 'returned' | 'recommended' | 'rejected' | 'awaiting' | 'good' | 'late' | 'lost' | 'early'

const PLANS: readonly Plan[] = [
  'good', 'good', 'late', 'good', 'early', 'good', 'lost', 'good', 'late', 'good', 'good', 'good', 'late', 'early',
  'awaiting', 'awaiting', 'awaiting', 'recommended', 'recommended', 'recommended', 'rejected', 'rejected', 'rejected',
  'returned', 'new', 'new', 'new', 'new', 'new',
] // biome-ignore format: one list, read as a line

/** Gives the applicants, so that the payroll can know them too. */
export async function loadBook(program: Program): Promise<Application[]> {
  const roll = dice(20_261_115)
  const today = businessDate(program.clock.now())
  const users = await loadOfficeUsers(program)
  const papers = await samplePapers(program)
  const applicants: Application[] = []
  for (const [no, plan] of PLANS.entries())
    applicants.push(await live(program, users, roll, papers, { no, plan, today }))
  await runDaily(program)
  return applicants
}

async function live(
  program: Program,
  users: OfficeUsers,
  roll: Roll,
  papers: Papers,
  person: { no: number; plan: Plan; today: LocalDate },
): Promise<Application> {
  const { no, plan, today } = person
  const isOld = ['good', 'late', 'lost', 'early'].includes(plan)
  const applied = isOld
    ? addDays(today, -(95 + roll(60)))
    : addDays(today, -(plan === 'new' ? roll(3) : 2 + roll(8)))
  const at = (day: LocalDate, hour: number): Program => ({
    ...program,
    clock: new PastClock(day > today ? today : day, hour),
  })
  const application = applicationFor(roll, no, today)
  const id = await apply(
    at(applied, 8 + roll(4)),
    application,
    plan === 'returned' ? { 'Work identity card': papers['Work identity card'] } : papers,
  )
  const reviewing = at(plan === 'new' ? today : addDays(applied, 1), 6)
  const seen = { id, version: 1 }
  if (plan === 'new') return application
  if (plan === 'returned') {
    await act(reviewing, 'requestReturn', users.reviewer, ctx =>
      returnForDocuments(ctx, { ...seen, reasonCode: 'DOC-MISSING', note: 'Please add your latest payslip' }),
    )
    return application
  }
  if (plan === 'rejected') {
    await act(reviewing, 'requestReject', users.reviewer, ctx =>
      reject(ctx, {
        ...seen,
        reasonCode: pick(roll, ['PAY-TOO-LOW', 'IDENTITY', 'NEAR-RETIREMENT']),
        note: 'After a call with the applicant',
      }),
    )
    return application
  }
  const { amount, tenor } = application
  await act(reviewing, 'requestRecommend', users.reviewer, ctx =>
    recommend(ctx, { ...seen, amount, tenor, settles: [], note: '' }),
  )
  if (plan === 'recommended') return application
  const { loanId } = await act(at(addDays(applied, 2), 7), 'requestAuthorize', users.authorizer, ctx =>
    authorize(ctx, { ...seen, note: '', confirmed: [] }),
  )
  if (loanId && isOld) await repay(at, users, { loanId, plan, paidOutOn: addDays(applied, 3), today, no })
  return application
}

async function repay(
  at: (day: LocalDate, hour: number) => Program,
  users: OfficeUsers,
  loan: { loanId: string; plan: Plan; paidOutOn: LocalDate; today: LocalDate; no: number },
): Promise<void> {
  const { loanId, plan, paidOutOn, today, no } = loan
  const asked = { makerId: users.admin.id, makerName: users.admin.name, reason: 'Sample', before: null }
  const doAct = (
    day: LocalDate,
    input: Parameters<typeof actApproved>[1]['input'],
    reason: string,
  ): Promise<void> =>
    act(at(day, 10), 'loanActDo', users.superAdmin, ctx =>
      actApproved(ctx, { loanId, id: randomUUID(), input, reason }, asked),
    )
  const people = [users.admin, users.superAdmin] as const
  await disbursed(at(paidOutOn, 10), people, { loanId, on: paidOutOn, payingAccount: PAYING_ACCOUNT })
  const dues = await duesOfLoan(at(paidOutOn, 11).db, loanId, paidOutOn)
  for (const [i, due] of dues.filter(each => each.on <= today).entries()) {
    if (plan === 'lost' || (plan === 'late' && i > 0)) return
    const short = plan === 'late' ? kobo(due.amount / 2n) : due.amount
    await doAct(due.on, receiptOf(short, due.on, `IPPIS-${no}-${i}`), 'Payroll deduction')
  }
  if (plan === 'early')
    await doAct(today, receiptOf(kobo(5_000_000n), today, `TRF-${no}`), 'Paid ahead by transfer')
}

const receiptOf = (amount: Kobo, on: LocalDate, reference: string) => ({
  act: 'receipt' as const,
  amount,
  on,
  channel: 'payroll deduction' as const,
  reference,
})
