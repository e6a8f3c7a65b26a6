import { randomUUID } from 'node:crypto'
import { CHART } from '../contract/ledger.ts'
import { addDays, type LocalDate, localDate, type PayMonth } from '../engine/dates.ts'
import { formatNaira, type Kobo, kobo, sum } from '../engine/money.ts'
import { act } from '../server/kernel/act.ts'
import { fromCredit, postOfficeEntry } from '../server/modules/offices/postings.ts'
import { insertAllocation } from '../server/modules/offices/receipts.sql.ts'
import { runBatch } from '../server/modules/repayments/run.ts'
import { callerFor } from './caller.ts'
import { allLoans, isFederal, type Live } from './loanLists.ts'
import type { Office } from './office.ts'
import { ELEMENT } from './paySources.ts'
import { chance } from './random.ts'
import { approved, csv, uploaded } from './uploads.ts'

/** What the payroll offices sent after the last pay day: posted, reversed, pending, or still being matched. */

type Desk = Office & { period: PayMonth }
type Source = 'IPPIS' | 'GIFMIS' | 'STATE'
type Line = { name: string; staff: string; amount: Kobo; mda?: string; narration?: string; element?: string }

const lineOf = (loan: Live, amount: Kobo = instalmentOf(loan)): Line => ({
  name: loan.customerName,
  staff: loan.ippisNumber,
  amount,
  mda: loan.mda,
})
/** Steps of a naira over three months, or of a kobo over eighteen, leave less than this for the last. */
const LEFT_BY_ROUNDING = 300n
const instalmentOf = ({ instalment, outstandingTotal }: Live): Kobo =>
  outstandingTotal <= instalment + LEFT_BY_ROUNDING ? outstandingTotal : instalment

/** Most bring the instalment; a few half of it, a little more, or nothing. */
function deductions(loans: readonly Live[]): Line[] {
  const roll = chance(60_617)
  return loans.flatMap(loan => {
    const lot = roll(100)
    // the payroll office is often late to stop with the last instalment
    const isLast = loan.outstandingTotal <= loan.instalment
    if (isLast && lot < 30)
      return [
        lineOf(
          loan,
          loan.instalment > loan.outstandingTotal ? loan.instalment : kobo(loan.instalment + 500_000n),
        ),
      ]
    if (lot < 5) return []
    if (lot < 9) return [lineOf(loan, kobo((instalmentOf(loan) / 200_000n) * 100_000n))]
    if (lot < 12) return [lineOf(loan, kobo(instalmentOf(loan) + BigInt(1 + roll(5)) * 100_000n))]
    return [lineOf(loan)]
  })
}

const STRANGERS: readonly Line[] = [
  { name: 'Balogun Titilayo', staff: '998877', amount: kobo(1_250_000n) },
  { name: 'Ogunleye Kehinde', staff: '887766', amount: kobo(3_000_000n) },
  { name: 'Danbaba Hajara', staff: '776655', amount: kobo(1_875_000n) },
  { name: 'Ikpeazu Sunday', staff: '665544', amount: kobo(2_210_050n) },
  { name: 'Tyohemba Doom', staff: '554433', amount: kobo(960_000n) },
  { name: 'Alabi Rasheed', staff: '443322', amount: kobo(1_540_000n) },
]

/** Deductions of other lenders for the same people: one that the desk knows by now, and one that no one has named yet. */
const OTHER_LENDER = 'PALMWOOD MFB LOAN'
const UNKNOWN_LENDER = 'STAFF THRIFT'
const forOther = (loan: Live, element: string, naira: bigint): Line => ({
  ...lineOf(loan, kobo(naira * 100n)),
  element,
})

const OTHER_NAMES = ['Uzoma Perpetua', 'Garba Salamatu']

const HEADER = ['EMPLOYEE NAME', 'IPPIS NO', 'MINISTRY', 'AMOUNT', 'ELEMENT NAME', 'NARRATION']
const cellsOf = ({ name, staff, amount, mda, narration, element = ELEMENT }: Line): string[] => [
  name.toUpperCase(),
  staff,
  mda ?? '',
  formatNaira(amount, '').replaceAll(',', ''),
  element,
  narration ?? '',
]

async function sent(
  { at, users, period }: Desk,
  day: LocalDate,
  source: Source,
  list: {
    fileName: string
    lines: readonly Line[]
    bad?: readonly string[][]
    badTotal?: Kobo
    hour?: number
  },
): Promise<string> {
  const { fileName, lines, bad = [], badTotal = kobo(0n), hour = 10 } = list
  return uploaded(at(day, hour), users.admin, {
    kind: 'repayment',
    source,
    period,
    fileName,
    file: csv([HEADER, ...lines.map(cellsOf), ...bad]),
    declared: { rows: lines.length + bad.length, total: sum([...lines.map(line => line.amount), badTotal]) },
  })
}

type Money = {
  bankCredit: (fileTotal: Kobo) => Kobo
  reference: string
  gapNote: string | null
  holds?: boolean
}

async function submitted(desk: Desk, day: LocalDate, id: string, money: Money): Promise<string | null> {
  const clerk = callerFor(desk.at(day, 13), desk.users.admin)
  const { fileTotal } = await clerk('repaymentGet', { id })
  const bankCredit = money.bankCredit(fileTotal)
  const { approvalId } = await clerk('repaymentSubmit', {
    id,
    valueOn: day,
    bankCredit,
    bankReference: bankCredit > 0n ? money.reference : null,
    gapNote: money.gapNote,
    holdsMessages: money.holds ?? false,
    reason: 'Agrees with the schedule we sent',
  })
  return approvalId
}

async function posted(desk: Desk, day: LocalDate, id: string, money: Money): Promise<void> {
  await approved(desk.at(day, 14), desk.users.authorizer, await submitted(desk, day, id, money))
  await runBatch(desk.at(day, 15), id)
}

/** A day after pay day, not later than today. */
const after = (desk: Desk, days: number): LocalDate => {
  const day = addDays(localDate(`${desk.period}-25`), days)
  return day < desk.today ? day : desk.today
}

/** The last day on which a batch moves money: whatever else happens to loans comes after it. */
export const lastPostingOf = (desk: Desk): LocalDate => after(desk, 14)

/** The loans as they were taken over, before others join them. */
export const loansTakenOver = (desk: Desk): Promise<Live[]> =>
  allLoans(callerFor(desk.at(after(desk, 2), 8), desk.users.auditor), 'live')

export async function loadCollections(desk: Desk, live: readonly Live[]): Promise<void> {
  const sharers = new Set(
    live.map(loan => loan.ippisNumber).filter((number, at, all) => all.indexOf(number) < at),
  )
  // a person with two records under one number is left for the batch that is being matched
  const paying = live.filter(loan => loan.daysPastDue < 36 && !sharers.has(loan.ippisNumber))
  const of = (prefix: RegExp): Live[] => paying.filter(loan => prefix.test(loan.ippisNumber))
  await fromUniversities(desk, of(/^(UI|ABU|UNN|UL)\d/))
  await fromStates(desk, of(/^(LAS|KNS|RVS)\d/))
  const federal = live.filter(isFederal)
  const late = federal.filter(
    loan => loan.daysPastDue > 0 && loan.daysPastDue < 70 && !sharers.has(loan.ippisNumber),
  )
  await fromTheCentre(desk, late)
}

/** Four universities send their lists in full, the money in two parts; the colleges come with the next release. */
async function fromUniversities(desk: Desk, loans: readonly Live[]): Promise<void> {
  const day = after(desk, 4)
  const lines = [
    ...deductions(loans),
    ...loans.slice(3, 12).map((loan, n) => forOther(loan, OTHER_LENDER, BigInt(8_500 + 750 * n))),
    ...STRANGERS.slice(0, 1),
  ]
  const id = await sent(desk, day, 'GIFMIS', {
    fileName: `GIFMIS deductions ${desk.period}.csv`,
    lines,
    bad: [['OYEDELE KUNLE', 'UI/', 'University of Ibadan', 'see note', 'IROKO LOAN', '']],
  })
  await markForeign(desk, day, id)
  await posted(desk, day, id, {
    bankCredit: total => kobo((total * 3n) / 4n),
    reference: 'GIF-26-1187',
    gapNote: 'Two universities pay their part with the next release',
    holds: true,
  })
  const clerk = callerFor(desk.at(after(desk, 9), 10), desk.users.admin)
  const { unremitted } = await clerk('repaymentGet', { id })
  const { approvalId } = await clerk('remittanceRecord', {
    id: randomUUID(),
    batchId: id,
    amount: kobo(unremitted / 2n),
    receivedOn: after(desk, 9),
    reference: 'GIF-26-1242',
    reason: 'Seen on the statement of the day',
  })
  await approved(desk.at(after(desk, 9), 12), desk.users.authorizer, approvalId)
}

/** The codes of a file that are not ours, said once by the desk. */
async function markForeign(desk: Desk, day: LocalDate, id: string): Promise<void> {
  const clerk = callerFor(desk.at(day, 11), desk.users.admin)
  for (const { kind, key, isOurs } of (await clerk('repaymentCodeList', { id })).rows)
    if (isOurs === null) await clerk('repaymentCodeMark', { id, kind, key, isOurs: false })
}

/**
 * Three states deducted, two lists; one credit covers part of both, less the charge of the accountants. For the rest
 * there is a promise.
 */
async function fromStates(desk: Desk, loans: readonly Live[]): Promise<void> {
  const day = after(desk, 8)
  const [more, most] = [loans.slice(0, 12), loans.slice(12)]
  const list = async (name: string, lines: readonly Line[]): Promise<string> => {
    const id = await sent(desk, day, 'STATE', { fileName: `${name} ${desk.period}.csv`, lines })
    await posted(desk, day, id, {
      bankCredit: () => kobo(0n),
      reference: '',
      gapNote: 'Deducted on the payslips; the state accountants have not sent the money',
      holds: true,
    })
    return id
  }
  const ids = [
    await list('State payrolls', [...deductions(most), ...STRANGERS.slice(1, 3)]),
    await list(
      'State payrolls second list',
      more.map(loan => lineOf(loan)),
    ),
  ]
  await oneCredit(desk, ids)
}

const STATE_CHARGE_PPM = 10_000n

async function oneCredit(desk: Desk, batchIds: readonly string[]): Promise<void> {
  const day = after(desk, 10)
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const lines: { batchId: string; amount: Kobo; charge: Kobo }[] = []
  for (const [index, batchId] of batchIds.entries()) {
    const { unremitted } = await clerk('repaymentGet', { id: batchId })
    const gross = index === 0 ? unremitted / 3n : unremitted
    const charge = (gross * STATE_CHARGE_PPM) / 1_000_000n
    lines.push({ batchId, amount: kobo(gross - charge), charge: kobo(charge) })
  }
  const { approvalId } = await clerk('officeReceiptRecord', {
    id: randomUUID(),
    source: 'STATE',
    amount: sum(lines.map(line => line.amount)),
    receivedOn: day,
    reference: 'STA-26-0410',
    note: 'One credit for both lists, less 1%',
    lines,
    reason: 'Seen on the statement of the day',
  })
  await approved(desk.at(day, 12), desk.users.authorizer, approvalId)
  await callerFor(desk.at(day, 15), desk.users.admin)('officePromiseAdd', {
    id: randomUUID(),
    source: 'STATE',
    amount: kobo(200_000_000n),
    promisedOn: addDays(desk.today, 9),
    note: 'By telephone: the accountant releases the rest with the next allocation',
  })
}

/** What the federal file of the month had left out: one batch posted, one reversed, one pending. */
async function fromTheCentre(desk: Desk, late: readonly Live[]): Promise<void> {
  const period = desk.period
  const [first, rest] = [late.filter((_, index) => index % 5 < 2), late.filter((_, index) => index % 5 === 2)]
  const lines = [...deductions(first), ...STRANGERS.slice(3, 5)]
  const id = await sent(desk, after(desk, 12), 'IPPIS', {
    fileName: `IPPIS supplementary ${period}.csv`,
    lines: [...lines, ...lines.slice(0, 2)],
    bad: [
      ['YUSUF HAMZA', '1.2E+7', 'Nigeria Police Force', '18500.00', 'IROKO LOAN', ''],
      ['GRAND TOTAL CHECK', '70 0', '', '-4500', 'IROKO LOAN', ''],
    ],
    badTotal: kobo(1_400_000n),
  })
  await posted(desk, after(desk, 12), id, {
    bankCredit: total => total,
    reference: 'OAGF-2211',
    gapNote: 'The covering letter counts two lines that cannot be read; the office did not pay them',
  })
  await undone(desk, late.filter((_, index) => index % 5 === 3).slice(0, 6))
  const waiting = await sent(desk, after(desk, 16), 'IPPIS', {
    fileName: `IPPIS arrears paid ${period}.csv`,
    lines: rest.slice(0, 9).map(loan => lineOf(loan)),
  })
  await submitted(desk, after(desk, 16), waiting, {
    bankCredit: total => total,
    reference: 'OAGF-2240',
    gapNote: null,
  })
}

/** The file of another lender: noticed the day after it was posted, and reversed as a whole. */
async function undone(desk: Desk, loans: readonly Live[]): Promise<void> {
  const id = await sent(desk, after(desk, 13), 'IPPIS', {
    fileName: `IPPIS late returns ${desk.period}.csv`,
    lines: [...loans.map(loan => lineOf(loan)), ...STRANGERS.slice(0, 1)],
  })
  await posted(desk, after(desk, 13), id, {
    bankCredit: total => total,
    reference: 'OAGF-2219',
    gapNote: null,
    holds: true,
  })
  const { approvalId } = await callerFor(desk.at(after(desk, 14), 10), desk.users.admin)('repaymentUndo', {
    id,
    reason: 'The office recalled the list and the money: both were meant for another lender',
  })
  await approved(desk.at(after(desk, 14), 11), desk.users.authorizer, approvalId)
  await runBatch(desk.at(after(desk, 14), 12), id)
  await paidAllTheSame(desk, after(desk, 14), id)
}

/** A part of the money came all the same. It is recorded as release 0.2 did; today a reversed batch takes no remittance. */
async function paidAllTheSame(desk: Desk, day: LocalDate, batchId: string): Promise<void> {
  const [receiptId, id, amount] = [randomUUID(), randomUUID(), kobo(1_860_000n)]
  const { approvalId } = await callerFor(desk.at(day, 13), desk.users.admin)('officeReceiptRecord', {
    id: receiptId,
    source: 'IPPIS',
    amount,
    receivedOn: day,
    reference: 'OAGF-2223',
    note: 'For the list that was recalled',
    lines: [],
    reason: 'On the bank statement',
  })
  await approved(desk.at(day, 14), desk.users.authorizer, approvalId)
  await act(desk.at(day, 15), 'officeReceiptAllocate', desk.users.authorizer, async ctx => {
    const { code } = CHART.payrollOfficeReceivable
    const postedOn = await postOfficeEntry(ctx, {
      reason: 'remittance',
      ref: id,
      effectiveOn: ctx.today,
      lines: fromCredit([{ code, amount, charge: 0n }]),
      note: 'OAGF-2223',
    })
    const by = { by: ctx.actor.id, at: ctx.now }
    await insertAllocation(ctx.tx, {
      id,
      receiptId,
      batchId,
      amount,
      charge: 0n,
      chargeKind: 'agreed',
      postedOn,
      ...by,
    })
    ctx.audit({ subject: ['officeReceipt', receiptId], after: { allocated: amount.toString() } })
  })
}

/** At this hour: a loan that was settled in the morning is among them, in the first days the only one that is closed. */
export const OPEN_BATCH_HOUR = 13

/** Every kind of doubt in one short list that is still being matched. */
export async function loadOpenBatch(desk: Desk): Promise<void> {
  const look = callerFor(desk.at(desk.today, OPEN_BATCH_HOUR), desk.users.auditor)
  const federal = async (tab: Parameters<typeof allLoans>[1]): Promise<Live[]> =>
    (await allLoans(look, tab)).filter(isFederal)
  const live = await federal('live')
  const lastWith = new Map(live.map(loan => [loan.ippisNumber, loan.customerId]))
  const shared = live.find(loan => lastWith.get(loan.ippisNumber) !== loan.customerId)
  const allLate = live.filter(loan => loan.daysPastDue > 20 && loan.daysPastDue < 60)
  const late = allLate.slice(-9)
  // a number mistyped at the payroll office, and a name that the customer no longer has
  const namedOtherwise = allLate
    .slice(-11, -9)
    .map((loan, n) => ({ ...lineOf(loan), name: OTHER_NAMES[n] ?? '' }))
  const third = (loan: Live): Kobo => kobo((instalmentOf(loan) / 300_000n) * 100_000n)
  await sent(desk, desk.today, 'IPPIS', {
    fileName: `IPPIS second supplementary ${desk.period}.csv`,
    hour: OPEN_BATCH_HOUR,
    lines: [
      ...late.slice(0, 6).map(loan => lineOf(loan)),
      ...late.slice(6).map(loan => lineOf(loan, third(loan))),
      ...(await federal('closed')).slice(0, 2).map(loan => lineOf(loan, loan.instalment)),
      ...(await federal('awaiting')).slice(0, 1).map(loan => lineOf(loan, loan.instalment)),
      ...namedOtherwise,
      ...STRANGERS.slice(5),
      ...(shared ? [lineOf(shared)] : []),
      ...live.slice(20, 23).map((loan, n) => forOther(loan, UNKNOWN_LENDER, BigInt(5_000 + 500 * n))),
    ],
    bad: [['SANI BELLO', '', 'Federal Fire Service', '12000.00', 'IROKO LOAN', '']],
  })
}
