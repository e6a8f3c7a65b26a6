import { randomUUID } from 'node:crypto'
import { addDays, addMonths, type LocalDate, localDate, type PayMonth, payMonthOf } from '../engine/dates.ts'
import { formatNaira, type Kobo, kobo, sum } from '../engine/money.ts'
import { quote } from '../engine/product.ts'
import { act, SYSTEM } from '../server/kernel/act.ts'
import { openFromApplications } from '../server/modules/customers/open.ts'
import { computeList } from '../server/modules/instructions/compute.ts'
import { openLoans } from '../server/modules/loans/open.ts'
import { cancelMessages } from '../server/modules/messaging/messaging.ts'
import { openMonths } from '../server/modules/payMonths/payMonths.ts'
import { calculateMonth } from '../server/modules/reconciliation/calculate.ts'
import { runBatch } from '../server/modules/repayments/run.ts'
import { offeredProducts } from '../server/modules/settings/products.ts'
import type { ActionQueue } from './actionQueue.ts'
import { callerFor } from './caller.ts'
import type { Office } from './office.ts'
import { payBatch } from './payouts.ts'
import { ELEMENT } from './paySources.ts'
import { amountFor, type Person, personNamed } from './people.ts'
import { chance } from './random.ts'
import { approved, csv, uploaded } from './uploads.ts'

/**
 * The payroll office that the lender began with: 24 months of instructions, deduction files, remittances and refunds in
 * Iroko itself, while the loans of the other offices were still in the previous system.
 */

const SOURCE = 'TEACHERS'
const MONTHS = 24
/** The newest month was paid and its file is awaited; the one before it is the newest in the ledger. */
const [AWAITED, POSTED] = [MONTHS - 1, MONTHS - 2]
/** Their numbers begin after the customers of the other offices. */
const PEOPLE_FROM = 3_001
const EMPLOYERS = ['FCT Secondary Education Board', 'FCT Universal Basic Education Board']

/** What goes wrong with one deduction. */
type Fault = 'nothing' | 'half' | 'more'
type Plan = {
  /** The month of the first deduction, counted from the first. */
  joins: number
  tenor: number
  faults?: Readonly<Record<number, Fault>>
  /** The office refuses the instruction of this month. */
  refused?: number
  /** The office deducts once more after the stop. */
  lateStop?: true
  /** Paid off at the desk when the last list had gone: the office deducts once more. */
  paysOff?: true
  /** The desk typed the staff number of the person before. */
  mistyped?: true
}

const PLANS: readonly Plan[] = [
  { joins: 0, tenor: 6, lateStop: true }, { joins: 0, tenor: 6, lateStop: true }, { joins: 0, tenor: 9, lateStop: true },
  { joins: 0, tenor: 12, faults: { 5: 'half' } }, { joins: 0, tenor: 12, refused: 0 }, { joins: 0, tenor: 18, faults: { 7: 'more' } },
  { joins: 0, tenor: 24, faults: { 6: 'nothing', 20: 'nothing' } }, { joins: 0, tenor: 24, faults: { 14: 'half', 22: 'half' } },
  { joins: 3, tenor: 6, lateStop: true }, { joins: 3, tenor: 12 }, { joins: 3, tenor: 18, faults: { 13: 'nothing' } },
  { joins: 6, tenor: 6, lateStop: true }, { joins: 6, tenor: 12 }, { joins: 6, tenor: 24, faults: { 22: 'more' } },
  { joins: 10, tenor: 6, lateStop: true }, { joins: 10, tenor: 9, lateStop: true }, { joins: 10, tenor: 24, faults: { 16: 'more' } },
  { joins: 14, tenor: 6, lateStop: true }, { joins: 14, tenor: 18, faults: { 21: 'nothing' } }, { joins: 14, tenor: 24, paysOff: true },
  { joins: 16, tenor: 6, lateStop: true }, { joins: 18, tenor: 12, faults: { 22: 'half' } }, { joins: 18, tenor: 24 },
  { joins: 21, tenor: 12 }, { joins: 21, tenor: 12, mistyped: true }, { joins: 21, tenor: 18, refused: 21 },
  { joins: 23, tenor: 12, refused: 23 }, { joins: 23, tenor: 18 },
] // biome-ignore format: a table

const STRANGERS: Readonly<Record<number, { name: string; staff: string; amount: Kobo }>> = {
  10: { name: 'Kudirat Balogun', staff: 'FCT/99187', amount: kobo(1_450_000n) },
  22: { name: 'Terna Agbo', staff: 'FCT/99240', amount: kobo(2_100_000n) },
}
const OTHER_LENDER = 'PALMWOOD MFB LOAN'
/** Months in which the file names another lender, too. */
const WITH_OTHERS = [1, 9, 17, 22]
/** Before it the lender had no registered sender. */
const FIRST_TOLD = POSTED - 1
const CHARGE_PPM = 10_000n

type Desk = Office & { period: PayMonth }
type Borrower = Plan & { person: Person }

const monthOf = ({ period }: Desk, no: number): PayMonth =>
  payMonthOf(addMonths(localDate(`${period}-01`), no - AWAITED))
const dayIn = (desk: Desk, no: number, day: number): LocalDate =>
  localDate(`${monthOf(desk, no)}-${String(day).padStart(2, '0')}`)

/** What the office holds and deducts: what the last list told it, by staff number. */
type Held = Map<string, { name: string; employer: string; amount: Kobo }>

export async function liveWithTeachers(desk: Desk): Promise<void> {
  const borrowers = PLANS.map((plan, index) => ({ ...plan, person: teacher(index, desk) }))
  const held: Held = new Map()
  const batches: string[] = []
  for (let no = 0; no < MONTHS; no++) {
    await lend(
      desk,
      no,
      borrowers.filter(each => each.joins === no),
    )
    // the file of the month before has not come when the list is due
    const late = await instruct(desk, no, held, borrowers)
    await refunds(desk, no)
    await remit(desk, no, batches)
    const deducted = deductions(held, late, no, borrowers)
    if (no === AWAITED) return payOff(desk, borrowers)
    batches.push(await takeFile(desk, no, deducted))
  }
}

function teacher(index: number, desk: Desk): Person {
  const person = personNamed(PEOPLE_FROM + index, desk.today)
  return {
    ...person,
    state: 'Federal Capital Territory',
    lga: 'Abuja Municipal',
    payrollSource: SOURCE,
    ippisNumber: numberOf(index),
    mda: EMPLOYERS[index % EMPLOYERS.length] ?? '',
  }
}
const numberOf = (index: number): string => `FCT/${20_411 + index * 17}`

/** New loans are approved and paid before the list of the month is due. */
async function lend(desk: Desk, no: number, borrowers: readonly Borrower[]): Promise<void> {
  if (borrowers.length === 0) return
  const day = dayIn(desk, no, 2)
  const program = desk.at(day, 9)
  const products = await offeredProducts(program.db, desk.today)
  const product = products.find(each => each.code === 'PSL')
  if (!product) throw new Error('no product PSL')
  const loanIds = await act(program, 'loanOpen', SYSTEM, async ctx => {
    const customers = await openFromApplications(
      ctx,
      borrowers.map(({ person, mistyped }) => {
        const { employer: _, job: __, no: index, ...stated } = person
        const ippisNumber = mistyped ? numberOf(index - PEOPLE_FROM - 1) : stated.ippisNumber
        const loan = { productId: product.id, amount: kobo(0n), tenor: 0 }
        return { application: { ...stated, ...loan, ippisNumber }, officerCode: stated.accountOfficerCode }
      }),
    )
    const loans = await openLoans(
      ctx,
      borrowers.map(({ person, tenor }, index) => {
        const principal = amountFor(chance(person.no * 13), person.netPay, tenor)
        return {
          customerId: customers[index]?.id ?? '',
          requestId: randomUUID(),
          product,
          principal,
          tenor,
          instalment: quote(product.terms, { amount: principal, tenor, payOutOn: day }).instalment,
          officerCode: person.accountOfficerCode,
          settles: [],
        }
      }),
    )
    return loans.map(loan => loan.id)
  })
  await payBatch(desk, day, { loanIds, reason: 'Loans approved last month' }, () => 'PAID')
}

/** The list of a month: computed, decided, approved, sent, answered. Gives those whom the office stops too late. */
async function instruct(
  desk: Desk,
  no: number,
  held: Held,
  borrowers: readonly Borrower[],
): Promise<ReadonlySet<string>> {
  const day = dayIn(desk, no, 8)
  const id = await computed(desk, day, SOURCE, monthOf(desk, no))
  const clerk = callerFor(desk.at(day, 11), desk.users.admin)
  const { exceptions } = await clerk('instructionGet', { id })
  for (const { exception, open } of exceptions)
    if (open > 0)
      await clerk('instructionDecide', {
        id,
        exception,
        decision: 'exclude',
        reason: 'Two people under one number; the office is asked whose it is',
      })
  const { approvalId } = await clerk('instructionSubmit', { id, reason: 'Compared with last month’s list' })
  await approved(desk.at(day, 13), desk.users.authorizer, approvalId)
  await callerFor(desk.at(day, 15), desk.users.admin)('instructionSend', { id, fileId: randomUUID() })
  const { rows } = await clerk('instructionLineList', { id, limit: 200 })
  await acknowledged(desk, no, id, rows, borrowers)
  const refused = new Set(borrowers.flatMap(each => (each.refused === no ? [each.person.ippisNumber] : [])))
  const stopsLate = new Set(borrowers.flatMap(each => (each.lateStop ? [each.person.ippisNumber] : [])))
  const late = new Set<string>()
  for (const line of rows) {
    if (line.kind === 'continue' || line.kind === 'none' || refused.has(line.staffNumber)) continue
    if (line.kind !== 'stop')
      held.set(line.staffNumber, { name: line.customerName, employer: line.employer, amount: line.amount })
    else if (stopsLate.has(line.staffNumber)) late.add(line.staffNumber)
    else held.delete(line.staffNumber)
  }
  if (borrowers.some(each => each.mistyped && each.joins === no)) await corrected(desk, no)
  return late
}

type Line = Awaited<ReturnType<typeof linesOf>>[number]
const linesOf = async (desk: Desk, id: string) =>
  (await callerFor(desk.at(desk.today, 9), desk.users.admin)('instructionLineList', { id, limit: 200 })).rows

async function computed(desk: Desk, day: LocalDate, source: string, month: PayMonth): Promise<string> {
  const id = randomUUID()
  await callerFor(desk.at(day, 9), desk.users.admin)('instructionCompute', { id, source, month })
  await computeList(desk.at(day, 10), id)
  return id
}

/** By letter, as a whole; what the office refuses is answered line by line, the newest month by a file. */
async function acknowledged(
  desk: Desk,
  no: number,
  id: string,
  rows: readonly Line[],
  borrowers: readonly Borrower[],
): Promise<void> {
  const day = dayIn(desk, no, 12)
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const refused = borrowers.filter(each => each.refused === no).map(each => each.person.ippisNumber)
  const lines = rows.filter(line => refused.includes(line.staffNumber))
  if (no === AWAITED) await answersByFile(desk, day, id, rows, refused)
  else {
    const reference = `TPO/${monthOf(desk, no).replace('-', '/')}/${118 + no}`
    await clerk('instructionAcknowledge', { id, on: day, reference })
    for (const line of lines)
      await clerk('instructionAnswer', { id, no: line.no, outcome: 'rejected', reason: REFUSAL })
  }
  for (const line of lines) {
    const known = { listId: id, no: line.no, ownerId: desk.users.admin.id }
    if (no < POSTED - 1)
      await clerk('instructionRejectionChange', {
        ...known,
        note: 'Posting letter brought to the office; accepted with the next list',
        close: true,
      })
    else await clerk('instructionRejectionChange', { ...known, note: 'Waiting for the posting letter' })
  }
}
const REFUSAL = 'Employee is in another cost centre'

async function answersByFile(
  desk: Desk,
  day: LocalDate,
  id: string,
  rows: readonly Line[],
  refused: readonly string[],
): Promise<void> {
  const answers = rows
    .filter(line => !['continue', 'none'].includes(line.kind))
    .map(line =>
      refused.includes(line.staffNumber)
        ? [line.staffNumber, 'REJECTED', REFUSAL]
        : [line.staffNumber, 'ACCEPTED', ''],
    )
  const period = monthOf(desk, AWAITED)
  const intakeId = await uploaded(desk.at(day, 9), desk.users.admin, {
    kind: 'acknowledgement',
    source: SOURCE,
    period,
    fileName: `Teachers answers ${period}.csv`,
    file: csv([['STAFF NUMBER', 'STATUS', 'REASON'], ...answers]),
  })
  await callerFor(desk.at(day, 10), desk.users.admin)('instructionAnswersRecord', { id, intakeId })
}

/** The number that was typed wrongly, once the office has named the right one. */
async function corrected(desk: Desk, no: number): Promise<void> {
  const day = dayIn(desk, no, 20)
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const index = PLANS.findIndex(each => each.mistyped && each.joins === no)
  const { surname, firstName } = teacher(index, desk)
  const { rows } = await clerk('customerList', { search: `${surname} ${firstName}`, limit: 10, sort: 'name' })
  const customer = rows.find(row => row.payrollSource === SOURCE)
  if (!customer) throw new Error('no customer with a mistyped number')
  const { revision } = await clerk('customerGet', { id: customer.id })
  const { approvalId } = await clerk('customerChange', {
    id: customer.id,
    basedOn: revision,
    ippisNumber: numberOf(index),
    reason: 'Letter of the payroll office',
  })
  await approved(desk.at(day, 12), desk.users.authorizer, approvalId)
}

type Deducted = { name: string; staff: string; employer: string; amount: Kobo; element: string }

/** What the office takes from pay: what it holds, with its own mistakes. */
function deductions(
  held: Held,
  late: ReadonlySet<string>,
  no: number,
  borrowers: readonly Borrower[],
): Deducted[] {
  const faults = new Map(borrowers.map(each => [each.person.ippisNumber, each.faults?.[no]]))
  const lines = [...held].flatMap(([staff, { name, employer, amount }]): Deducted[] => {
    const fault = faults.get(staff)
    if (fault === 'nothing') return []
    const taken =
      fault === 'half'
        ? kobo((amount / 200_000n) * 100_000n)
        : fault === 'more'
          ? kobo(amount + 500_000n)
          : amount
    return [{ name, staff, employer, amount: taken, element: ELEMENT }]
  })
  for (const staff of late) held.delete(staff)
  const stranger = STRANGERS[no]
  const others = WITH_OTHERS.includes(no) ? lines.slice(0, 2) : []
  return [
    ...lines,
    ...(stranger ? [{ ...stranger, employer: EMPLOYERS[0] ?? '', element: ELEMENT }] : []),
    ...others.map(line => ({ ...line, amount: kobo(850_000n), element: OTHER_LENDER })),
  ]
}

const HEADER = ['EMPLOYEE NAME', 'STAFF NUMBER', 'MINISTRY', 'AMOUNT', 'ELEMENT NAME']

/** The deduction file, four weeks after pay day; the money comes later. */
async function takeFile(desk: Desk, no: number, lines: readonly Deducted[]): Promise<string> {
  const day = dayIn(desk, no + 1, 22)
  const period = monthOf(desk, no)
  const cells = lines.map(({ name, staff, employer, amount, element }) => [
    name.toUpperCase(),
    staff,
    employer,
    formatNaira(amount, '').replaceAll(',', ''),
    element,
  ])
  const id = await uploaded(desk.at(day, 9), desk.users.admin, {
    kind: 'repayment',
    source: SOURCE,
    period,
    fileName: `Teachers deductions ${period}.csv`,
    file: csv([HEADER, ...cells]),
    declared: { rows: lines.length, total: sum(lines.map(line => line.amount)) },
  })
  const clerk = callerFor(desk.at(day, 11), desk.users.admin)
  if (WITH_OTHERS[0] === no)
    for (const { kind, key, isOurs } of (await clerk('repaymentCodeList', { id })).rows)
      if (isOurs === null) await clerk('repaymentCodeMark', { id, kind, key, isOurs: false })
  const { approvalId } = await clerk('repaymentSubmit', {
    id,
    valueOn: dayIn(desk, no, 25),
    bankCredit: kobo(0n),
    bankReference: null,
    gapNote: 'The office remits five weeks after pay day',
    holdsMessages: no < FIRST_TOLD,
    reason: 'Agrees with the covering letter',
  })
  await approved(desk.at(day, 13), desk.users.authorizer, approvalId)
  const posting = desk.at(day, 14)
  await runBatch(posting, id)
  if (no < FIRST_TOLD)
    await act(posting, 'repaymentRelease', SYSTEM, async ctx => {
      await cancelMessages(ctx, ['repayment', id], 'Confirmed by letter')
      ctx.audit({ subject: ['repayment', id], after: { messages: 'confirmed by letter' } })
    })
  await calculateMonth(desk.at(day, 20), { source: SOURCE, month: `${period}-01` })
  return id
}

/** Two months in one credit, less the charge; of the newest three one is paid in part and two are not. */
async function remit(desk: Desk, no: number, batches: readonly string[]): Promise<void> {
  const day = dayIn(desk, no, 5)
  const isPart = no === AWAITED
  const due = isPart ? batches.slice(20, 21) : no % 2 === 1 ? batches.slice(no - 3, no - 1) : []
  if (due.length === 0 || (!isPart && no < 3)) return
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const lines = []
  for (const batchId of due) {
    const { unremitted } = await clerk('repaymentGet', { id: batchId })
    const gross = isPart ? unremitted / 2n : unremitted
    const charge = (gross * CHARGE_PPM) / 1_000_000n
    lines.push({ batchId, amount: kobo(gross - charge), charge: kobo(charge) })
  }
  const { approvalId } = await clerk('officeReceiptRecord', {
    id: randomUUID(),
    source: SOURCE,
    amount: sum(lines.map(line => line.amount)),
    receivedOn: day,
    reference: `TPO-${monthOf(desk, no).replace('-', '')}`,
    note: isPart ? 'Part of the month' : 'Two months in one credit, less 1%',
    lines,
    reason: 'On the bank statement',
  })
  await approved(desk.at(day, 12), desk.users.authorizer, approvalId)
}

async function payOff(desk: Desk, borrowers: readonly Borrower[]): Promise<void> {
  const on = dayIn(desk, AWAITED, 24)
  const clerk = callerFor(desk.at(on, 10), desk.users.admin)
  for (const { person, paysOff } of borrowers) {
    if (!paysOff) continue
    const { rows } = await clerk('loanList', {
      tab: 'live',
      search: person.ippisNumber,
      limit: 1,
      sort: 'number',
    })
    const [loan] = rows
    if (!loan) throw new Error('no loan to pay off')
    const { approvalId } = await clerk('loanActDo', {
      loanId: loan.id,
      id: randomUUID(),
      input: {
        act: 'receipt',
        amount: loan.outstandingTotal,
        on,
        channel: 'bank transfer',
        reference: 'TRF-39876',
      },
      reason: 'Paid off with a gratuity',
    })
    await approved(desk.at(on, 12), desk.users.authorizer, approvalId)
  }
}

type RefundStep = 'paid' | 'failed' | 'unclaimed' | 'approved' | 'proposed'
/** What becomes of the oldest refund of a month that nobody has begun. The others stay detected. */
const REFUND_STEPS: Readonly<Record<number, readonly RefundStep[]>> = {
  9: ['paid'],
  11: ['paid'],
  12: ['failed'],
  23: ['unclaimed', 'approved'],
}

async function refunds(desk: Desk, no: number): Promise<void> {
  for (const step of REFUND_STEPS[no] ?? []) await refund(desk, dayIn(desk, no, 16), step)
}

async function refund(desk: Desk, day: LocalDate, step: RefundStep): Promise<void> {
  const clerk = callerFor(desk.at(day, 9), desk.users.admin)
  const { rows } = await clerk('refundList', { status: 'detected', limit: 1 })
  const [first] = rows
  if (!first) throw new Error(`no refund on ${day}`)
  const form = { id: randomUUID(), caseIds: [first.id] }
  const { approvalId } =
    step === 'unclaimed'
      ? await clerk('refundUnclaim', { ...form, reason: 'No answer to two letters in a year' })
      : await clerk('refundPropose', { ...form, reason: 'Deducted after the loan was repaid' })
  if (step === 'proposed') return
  await approved(desk.at(day, 10), desk.users.authorizer, approvalId)
  if (step === 'paid' || step === 'failed')
    await payBatch(desk, addDays(day, 2), { refundIds: [first.id], reason: 'Refunds of the month' }, () =>
      step === 'paid' ? 'PAID' : 'FAILED',
    )
}

/** What is on the payroll desk today: the list of the next month, a refund to approve, a demand letter, a promise. */
export function planPayrollDesk(actions: ActionQueue, desk: Desk): void {
  const { today, users } = desk
  const next = monthOf(desk, MONTHS)
  actions.add(today, 14, async () => {
    const id = await computed(desk, today, SOURCE, next)
    const clerk = callerFor(desk.at(today, 14), users.admin)
    await clerk('instructionSubmit', { id, reason: 'Compared with last month’s list' })
    await computed(desk, today, 'IPPIS', next)
    await refund(desk, today, 'proposed')
    const { rows } = await clerk('officeBatchList', { source: SOURCE, state: 'open', limit: 50 })
    const batchIds = rows.slice(0, 2).map(row => row.batchId)
    await clerk('officeLetterIssue', { id: randomUUID(), source: SOURCE, batchIds })
    await clerk('officePromiseAdd', {
      id: randomUUID(),
      source: SOURCE,
      amount: kobo(50_000_000n),
      promisedOn: addDays(today, 12),
      note: 'By telephone: paid with the next allocation',
    })
  })
}

/** From here on the months of every office are known before their pay day, and the newest file is awaited. */
export const openCalendar = (desk: Desk): Promise<void> =>
  act(desk.at(dayIn(desk, AWAITED, 1), 1), 'dailyRun', SYSTEM, ctx => openMonths(ctx.tx, ctx.today))
