import {
  addDays,
  addMonths,
  endOfMonth,
  type LocalDate,
  localDate,
  type PayMonth,
  payMonthOf,
} from '../engine/dates.ts'
import { act, type Program, SYSTEM } from '../server/kernel/act.ts'
import { signIn } from '../server/modules/auth/signin.ts'
import { freezeMonths } from '../server/modules/dashboard/monthEnd.ts'
import { refreshFigures } from '../server/modules/dashboard/refresh.ts'
import { importBook } from '../server/modules/loanImport/import.ts'
import { runDaily } from '../server/modules/loans/daily.ts'
import { calculateStale } from '../server/modules/reconciliation/calculate.ts'
import { ActionQueue } from './actionQueue.ts'
import { planActs } from './acts.ts'
import { applicantsOf, planApplicants, planTopUp } from './applicants.ts'
import { type Papers, samplePapers } from './applying.ts'
import { payInCapital, planStatement } from './bankAccount.ts'
import {
  lastPostingOf,
  loadCollections,
  loadOpenBatch,
  loansTakenOver,
  OPEN_BATCH_HOUR,
} from './collections.ts'
import { planDeskNotes } from './deskNotes.ts'
import { deliver, hurryMessages, planMessages } from './messages.ts'
import { bookFile, type OldLoan, olderLoans, TWINS } from './migratedLoans.ts'
import { loadOfficeUsers, type Office, type OfficeUsers } from './office.ts'
import { OFFICERS } from './officers.ts'
import { type At, daysOf } from './pastClock.ts'
import { loadPastInThread, type Past, type SecondThread } from './pastLoading.ts'
import { planPayouts } from './payouts.ts'
import { liveWithTeachers, openCalendar, planPayrollDesk } from './payrollDesk.ts'
import type { Known } from './payrollHistory.ts'
import { agreeWithOffices } from './paySources.ts'
import { admitSample, DEMO_PASSWORD, DEMO_STAFF, signUpSample } from './staff.ts'
import { offerStateLoans } from './stateLoans.ts'
import { accepted } from './uploads.ts'

/**
 * The whole sample lender: two years of lending in a previous system, imported into Iroko the day after the last pay
 * day, and the weeks since. Everything goes through the product's own endpoints.
 */

const OLDER_LOANS = 1_990

/** So far back the desk's work of these days reaches. */
const ACTIVE_DAYS = 10

const laterOf = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

/** The day after the last pay day: what fell due on it is in the older books or on its way. */
export function movingDayOf(today: LocalDate): LocalDate {
  const inThisMonth = localDate(`${today.slice(0, 7)}-26`)
  return inThisMonth <= today ? inThisMonth : addMonths(inThisMonth, -1)
}

export async function loadLender(program: Program, apart: SecondThread): Promise<void> {
  const { today, at } = daysOf(program)
  const users = await loadOfficeUsers(program)
  const movingDay = movingDayOf(today)
  const founded = addMonths(today, -25)
  await payInCapital({ at, users, today }, founded)
  await agreeWithOffices(at(founded, 10), users.admin, users.authorizer)
  await offerStateLoans(at(founded, 12), users.admin, users.authorizer)
  // passwords are slow on purpose, and not in this thread
  const [papers, loans] = await Promise.all([
    samplePapers(program),
    olderLoans(program, OLDER_LOANS, movingDay),
    hireOfficers(at(addMonths(today, -20), 9)),
  ])
  const desk = { at, users, today, period: payMonthOf(movingDay), papers }
  await hurryMessages(desk)
  // while the loans are imported there is time for passwords, which are slow on purpose
  const movedIn = Promise.all([
    livedSmall(desk).then(() => moveIn(at, users, loans, movingDay)),
    comeIn(at(today, 7)),
  ])
  // rosters and month-ends are two fifths of the work: another thread, and with it another processor, loads them
  const wishes = { users, known: knownTo(loans, today), newest: desk.period, movingDay }
  const past = loadPastInThread(program, apart, wishes, movedIn)
  const livedOn = movedIn.then(() => liveOn(desk, loans, movingDay, past))
  await Promise.all([past.all, livedOn])
}

/** The weeks since the lender moved. */
async function liveOn(
  desk: Desk,
  loans: readonly OldLoan[],
  movingDay: LocalDate,
  past: Past,
): Promise<void> {
  const { at, today } = desk
  const takenOver = await loansTakenOver(desk)
  const actions = new ActionQueue()
  planPayouts(actions, desk, planApplicants(actions, desk))
  // requests wait for the rosters that the desk decides by
  await Promise.all([past.newest.then(() => actions.run()), loadCollections(desk, takenOver)])
  // a text takes a hundredth of a second, whatever else runs
  const handedOver = deliver(desk)
  const passed = past.frozen.then(() => passTheDays({ ...desk, handedOver }, loans, movingDay))
  await Promise.all([handedOver, passed])
  await Promise.all([deliver(desk), refreshFigures(at(today, 23))])
  // by the figures: what is due comes from them
  await calculateStale(at(today, 23))
}

/** Two years with one payroll office, before the loans of the others were imported. */
async function livedSmall(desk: Desk): Promise<void> {
  await openCalendar(desk)
  await liveWithTeachers(desk)
}

/** All users were at their desks this morning. */
const comeIn = (program: Program) =>
  Promise.all(
    [...DEMO_STAFF, ...OFFICERS].map(({ email }) =>
      act(program, 'signIn', SYSTEM, ctx =>
        signIn({ ...ctx, actor: undefined }, { email, password: DEMO_PASSWORD }),
      ),
    ),
  )

/** The nights, what happens to loans beside deductions, and what the desk writes down and sends. */
async function passTheDays(
  desk: Desk & { handedOver: Promise<void> },
  loans: readonly OldLoan[],
  movingDay: LocalDate,
): Promise<void> {
  const { at, today } = desk
  await freezeMonths(at(addDays(endOfMonth(movingDay), 1), 1))
  const since = laterOf(lastPostingOf(desk), addDays(today, -ACTIVE_DAYS))
  for (let day = movingDay; day <= since; day = addDays(day, 1)) await runDaily(at(day, 1))
  const actions = new ActionQueue()
  for (let day = addDays(since, 1); day <= today; day = addDays(day, 1)) {
    const night = at(day, 1)
    actions.add(day, 1, () => runDaily(night))
  }
  const busy = { ...desk, since, actions }
  await planActs(busy)
  await planTopUp(actions, desk, loans)
  await planDeskNotes(busy, { twin: loans.findLast(loan => TWINS[loan.person.no])?.person.ippisNumber ?? '' })
  await planMessages(busy, loans)
  actions.add(today, OPEN_BATCH_HOUR, () => loadOpenBatch(desk))
  planPayrollDesk(actions, desk)
  planStatement(actions, desk)
  await actions.run()
}

/** Borrowers are looked up from two months before on, applicants for a year. */
const knownTo = (loans: readonly OldLoan[], today: LocalDate): Known[] => [
  ...loans
    .filter(({ person }) => !TWINS[person.no])
    .map(({ person, paidOutOn }) => ({ person, since: addMonths(paidOutOn, -2) })),
  ...applicantsOf(today).map(person => ({ person, since: addMonths(today, -12) })),
]

type Desk = Office & { period: PayMonth; papers: Papers }

/** Officers sign up as others do, all on one day. */
async function hireOfficers(program: Program): Promise<void> {
  await Promise.all(OFFICERS.map(officer => signUpSample(program, officer)))
  // one at a time in any case: appointments wait for each other
  for (const { email, code } of OFFICERS) await admitSample(program, email, 'Editor', code)
}

/** One book after the other, the shortest first; the next is read while the one before it is taken over. */
async function moveIn(at: At, users: OfficeUsers, loans: readonly OldLoan[], day: LocalDate): Promise<void> {
  let taken: Promise<void> = Promise.resolve()
  for (const source of ['STATE', 'GIFMIS', 'IPPIS']) {
    const upload = {
      kind: 'book',
      source,
      period: payMonthOf(day),
      fileName: `Loan book ${source}.csv`,
      file: bookFile(loans.filter(loan => loan.person.payrollSource === source)),
    } as const
    const reading = accepted(
      at(day, 9),
      [users.admin, users.authorizer],
      upload,
      'Agrees with the old sheets to the kobo',
    )
    const [id] = await Promise.all([reading, taken])
    taken = importBook(at(day, 12), id)
  }
  await taken
}
