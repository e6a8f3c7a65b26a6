import type { Application } from '../contract/application.ts'
import { findBank } from '../contract/nigeria.ts'
import { addMonths, type LocalDate, type PayMonth, payMonthOf } from '../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../engine/money.ts'
import { handlers } from '../server/app/api.ts'
import { act, type Program } from '../server/kernel/act.ts'
import { businessDate } from '../server/kernel/clock.ts'
import type { Actor } from '../server/kernel/context.ts'
import { runBatch } from '../server/modules/repayments/run.ts'
import { raiseSignals } from '../server/modules/signals/list.ts'
import { callerFor } from './caller.ts'
import { ROSTER_COLUMNS, type RosterRow, roster } from './roster.ts'
import { actorOf } from './staff.ts'
import { accepted, approved, csv, uploaded } from './uploads.ts'

/** Three months of the payroll and one file of deductions, brought in by Babatunde and accepted by Emeka. */

const SOURCE = 'IPPIS'
/** Enough neighbours that the sample customers do not stand alone. */
const NEIGHBOURS = 240
const SEED = 20_261_115

type People = { admin: Actor; authorizer: Actor }

export async function loadPayroll(program: Program, applicants: readonly Application[]): Promise<void> {
  const people = {
    admin: await actorOf(program, 'admin@iroko.test'),
    authorizer: await actorOf(program, 'authorizer@iroko.test'),
  }
  const today = businessDate(program.clock.now())
  const servants = applicants.filter(each => each.payrollSource === SOURCE)
  for (const back of [3, 2, 1]) {
    const month = payMonthOf(addMonths(today, -back))
    const file = rosterFile(month, servants, back)
    const upload = {
      kind: 'payroll',
      source: SOURCE,
      period: month,
      fileName: `IPPIS ${month}.csv`,
      file,
    } as const
    const id = await accepted(
      program,
      [people.admin, people.authorizer],
      upload,
      'As received from the payroll office',
    )
    await act(program, 'payrollSignals', people.authorizer, ctx => raiseSignals(ctx, id))
  }
  await loadDeductions(program, people, servants, today)
}

function rosterFile(month: PayMonth, servants: readonly Application[], back: number): string {
  const neighbours = [...roster({ rows: NEIGHBOURS, seed: SEED, month, source: SOURCE })]
  const ours = servants.flatMap((servant, no) => rowFor(servant, no, month, back) ?? [])
  const rows = [...neighbours, ...ours]
  // every real file has its bad line
  const damaged: Partial<RosterRow> = {
    STAFF_ID: '1.2E+7',
    FULL_NAME: 'ADEYEMI FOLASHADE',
    NETPAY: '98000.00',
  }
  return csv([
    ROSTER_COLUMNS,
    ...rows.map(row => ROSTER_COLUMNS.map(column => row[column])),
    ROSTER_COLUMNS.map(column => damaged[column] ?? ''),
  ])
}

/** What becomes of some of them in the newest month: one is gone, one suspended, one paid less, one moved, one banks elsewhere. */
function rowFor(servant: Application, no: number, month: PayMonth, back: number): RosterRow | undefined {
  const isNewest = back === 1
  if (isNewest && no === 2) return undefined
  // of those who have just applied, one was never on this payroll
  if (no === 18) return undefined
  const account = isNewest && no === 5 ? '0123456785' : servant.accountNumber
  const pay = isNewest && no === 4 ? kobo(2_500_000n) : servant.netPay
  return {
    STAFF_ID: servant.ippisNumber,
    FULL_NAME: `${servant.surname} ${servant.firstName} ${servant.otherNames}`.trim().toUpperCase(),
    EMPLOYMENT_STATUS: isNewest && no === 3 ? 'Suspended Without Pay' : 'Active',
    ASSIGNMENT_STATUS: 'Active Assignment',
    HIRE_DATE: servant.firstAppointmentOn,
    BIRTH_DATE: servant.dateOfBirth,
    JOB_TITLE: 'Senior Executive Officer',
    COMMAND: isNewest && no === 6 ? 'Federal Ministry of Health' : servant.mda,
    TELEPHONE_NUMBER: servant.phone,
    BANK_NAME: findBank(servant.bankCode)?.Name ?? servant.bankCode,
    ACCOUNT_NUMBER: account,
    STAFF_CATEGORY: servant.grade,
    EMPLOYEE_TYPE: 'Permanent',
    NETPAY: formatNaira(pay, '').replaceAll(',', ''),
    PERIOD: month,
  }
}

/** Two batches: one posted, short and over and unknown among it, and one that still waits for Babatunde. */
async function loadDeductions(
  program: Program,
  people: People,
  servants: readonly Application[],
  today: LocalDate,
): Promise<void> {
  const period = payMonthOf(today)
  const clerk = callerFor(program, people.admin)
  const { rows: live } = await clerk('loanList', { tab: 'live', limit: 100, sort: 'number' })
  const ours = live.filter(loan => servants.some(servant => servant.ippisNumber === loan.ippisNumber))
  const line = (name: string, staff: string, amount: Kobo): string[] => [
    name.toUpperCase(),
    staff,
    formatNaira(amount, '').replaceAll(',', ''),
    'IROKO LOAN',
  ]
  const header = ['EMPLOYEE NAME', 'IPPIS NO', 'AMOUNT', 'ELEMENT NAME']
  const [exact, short, over, ...rest] = ours.slice(-5)
  const first = [
    ...[exact].flatMap(loan => (loan ? [line(loan.customerName, loan.ippisNumber, loan.instalment)] : [])),
    ...[short].flatMap(loan =>
      loan ? [line(loan.customerName, loan.ippisNumber, kobo(loan.instalment / 2n))] : [],
    ),
    ...[over].flatMap(loan =>
      loan ? [line(loan.customerName, loan.ippisNumber, kobo(loan.instalment + 500_000n))] : [],
    ),
    line('BALOGUN TITILAYO', '998877', kobo(1_250_000n)),
  ]
  const id = await uploaded(program, people.admin, {
    kind: 'repayment',
    source: SOURCE,
    period,
    fileName: `Deductions ${period}.csv`,
    file: csv([header, ...first]),
  })
  const { fileTotal } = await act(program, 'repaymentGet', people.admin, ctx =>
    handlers.repaymentGet(ctx, { id }),
  )
  const { approvalId } = await act(program, 'repaymentSubmit', people.admin, ctx =>
    handlers.repaymentSubmit(ctx, {
      id,
      valueOn: today,
      bankCredit: kobo(fileTotal - 1_250_000n),
      bankReference: 'OAGF-2211',
      gapNote: 'The office has not yet sent what it deducted from one person who is not ours',
      holdsMessages: false,
      reason: 'Agrees with the schedule we sent',
    }),
  )
  await approved(program, people.authorizer, approvalId)
  await runBatch(program, id)
  const open = [
    ...rest.map(loan => line(loan.customerName, loan.ippisNumber, loan.instalment)),
    line('OGUNLEYE KEHINDE', '887766', kobo(3_000_000n)),
  ]
  await uploaded(program, people.admin, {
    kind: 'repayment',
    source: SOURCE,
    period,
    fileName: `Deductions ${period}, second list.csv`,
    file: csv([header, ...open]),
  })
}
