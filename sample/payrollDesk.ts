import { randomUUID } from 'node:crypto'
import { addDays, type LocalDate, type PayMonth } from '../engine/dates.ts'
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
import { closeMonthBefore, liveNights } from './monthCloses.ts'
import { payBatch } from './payouts.ts'
import {
  AWAITED,
  type Borrower,
  type Desk,
  dayIn,
  EMPLOYERS,
  FILE_DAY,
  FIRST_NOTIFIED,
  type Held,
  MONTHS,
  monthOf,
  numberOf,
  OTHER_LENDER,
  PEOPLE_FROM,
  PLANS,
  POSTED,
  SOURCE,
  STRANGERS,
  teacher,
  WITH_OTHERS,
} from './payrollPlans.ts'
import { refund, refunds } from './payrollRefunds.ts'
import { remit } from './payrollRemittances.ts'
import { ELEMENT } from './paySources.ts'
import { amountFor } from './people.ts'
import { chance } from './random.ts'
import { approved, csv, uploaded } from './uploads.ts'

/**
 * The payroll office that the lender began with: 24 months of instructions, deduction files, remittances and refunds in
 * Iroko itself, while the loans of the other offices were still in the previous system.
 */

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
    await closeMonthBefore(desk, no)
    const deducted = deductions(held, late, no, borrowers)
    if (no === AWAITED) return payOff(desk, borrowers)
    await liveNights(desk, no)
    batches.push(await takeFile(desk, no, deducted))
  }
}

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
  const day = dayIn(desk, no + 1, FILE_DAY)
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
    holdsMessages: no < FIRST_NOTIFIED,
    reason: 'Agrees with the covering letter',
  })
  await approved(desk.at(day, 13), desk.users.authorizer, approvalId)
  const posting = desk.at(day, 14)
  await runBatch(posting, id)
  if (no < FIRST_NOTIFIED)
    await act(posting, 'repaymentRelease', SYSTEM, async ctx => {
      await cancelMessages(ctx, ['repayment', id], 'Confirmed by letter')
      ctx.audit({ subject: ['repayment', id], after: { messages: 'confirmed by letter' } })
    })
  await calculateMonth(desk.at(day, 20), { source: SOURCE, month: `${period}-01` })
  return id
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
