import { findBank } from '../contract/nigeria.ts'
import { addMonths, type LocalDate, localDate, type PayMonth, payMonthOf } from '../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../engine/money.ts'
import { nubanCheckDigit } from '../engine/nuban.ts'
import { act } from '../server/kernel/act.ts'
import { raiseSignals } from '../server/modules/signals/list.ts'
import type { OfficeUsers } from './office.ts'
import type { At } from './pastClock.ts'
import type { Person } from './people.ts'
import { ROSTER_COLUMNS, type RosterRow, roster } from './roster.ts'
import { accepted, csv } from './uploads.ts'

/** Two years of payrolls: our customers month after month, with some of their colleagues. */

const MONTHS = 24
/** The smaller payrolls began to send theirs recently. */
const MONTHS_OF_OTHERS = 3
const COLLEAGUES = 40
const SEED = 20_261_115

/** A person on the payroll, and when we began to look them up. */
export type Known = { person: Person; since: LocalDate }
type Wishes = { at: At; users: OfficeUsers; known: readonly Known[]; newest: PayMonth }

/** The months that the desk decides by, and all of them. */
export type Payrolls = { newest: Promise<void>; all: Promise<void> }

/**
 * All are read and checked from the start. Who of them is ours shows once the loans have `movedIn`: then the newest months are accepted, and
 * after them, one by one, the older ones, which only the federal payroll has sent.
 */
export function loadPayrolls(wishes: Wishes, movedIn: Promise<unknown>): Payrolls {
  const newest = loadNewestRosters(wishes, movedIn)
  const older = loadMonths(wishes, 'IPPIS', [MONTHS - 1, MONTHS_OF_OTHERS], newest)
  return { newest, all: Promise.all([newest, older]).then(() => {}) }
}

/** The universities' newest was put right after its bad lines came back. */
async function loadNewestRosters(wishes: Wishes, movedIn: Promise<unknown>): Promise<void> {
  const months = (source: string) => loadMonths(wishes, source, [MONTHS_OF_OTHERS - 1, 0], movedIn)
  const corrected = months('GIFMIS').then(id => loadCorrection(wishes, 'GIFMIS', id))
  await Promise.all([months('IPPIS'), months('STATE'), corrected])
}

/** So many months back to so many, read at once and accepted in their order, the first `after` something; gives the last. */
async function loadMonths(
  wishes: Wishes,
  source: string,
  [first, last]: readonly [number, number],
  after: Promise<unknown>,
): Promise<string> {
  const months: Promise<string>[] = []
  for (let back = first; back >= last; back--)
    months.push(loadRoster(wishes, source, back, months.at(-1) ?? after))
  return (await Promise.all(months)).at(-1) ?? ''
}

async function loadRoster(
  { at, users, known, newest }: Wishes,
  source: string,
  back: number,
  monthBefore: Promise<unknown>,
): Promise<string> {
  const month = addMonths(localDate(`${newest}-01`), -back)
  const period = payMonthOf(month)
  const arrives = at(localDate(`${period}-27`), 9)
  const ours = known.flatMap(({ person, since }) =>
    person.payrollSource === source && payMonthOf(since) <= period ? [person] : [],
  )
  const upload = {
    kind: 'payroll',
    source,
    period,
    fileName: `${source} nominal roll ${period}.csv`,
    file: rosterFile(source, month, ours, back),
  } as const
  const id = await accepted(
    arrives,
    [users.admin, users.authorizer],
    upload,
    'As received from the payroll office',
    monthBefore,
  )
  // what older months said of people is no longer news
  if (back < 2) await act(arrives, 'payrollSignals', users.authorizer, ctx => raiseSignals(ctx, id))
  return id
}

/** The refused lines once more, as the office meant them; everyone else stays as they were. */
async function loadCorrection({ at, users, newest }: Wishes, source: string, of: string): Promise<void> {
  const arrives = at(localDate(`${newest}-28`), 9)
  const upload = {
    kind: 'payroll',
    source,
    period: newest,
    fileName: `${source} nominal roll ${newest}, corrected lines.csv`,
    file: fileOf(HURT.map(({ meant }) => ({ ...meant, PERIOD: newest }))),
    correctsId: of,
  } as const
  const reason = 'The two lines that were refused, confirmed by telephone'
  const id = await accepted(arrives, [users.admin, users.authorizer], upload, reason)
  await act(arrives, 'payrollSignals', users.authorizer, ctx => raiseSignals(ctx, id))
}

/** Every real file has its bad lines. */
const HURT: readonly { came: Partial<RosterRow>; meant: Partial<RosterRow> }[] = [
  {
    came: { STAFF_ID: '1.2E+7', FULL_NAME: 'ADEYEMI FOLASHADE', NETPAY: '98000.00' },
    meant: { STAFF_ID: '12048817', FULL_NAME: 'ADEYEMI FOLASHADE', NETPAY: '98000.00' },
  },
  {
    came: { STAFF_ID: '204418', FULL_NAME: 'TERSUGH MOSES IORFA', NETPAY: 'N/A' },
    meant: { STAFF_ID: '204418', FULL_NAME: 'TERSUGH MOSES IORFA', NETPAY: '143250.00' },
  },
]

const fileOf = (rows: readonly Partial<RosterRow>[]): string =>
  csv([ROSTER_COLUMNS, ...rows.map(row => ROSTER_COLUMNS.map(column => row[column] ?? ''))])

function rosterFile(source: string, month: LocalDate, ours: readonly Person[], back: number): string {
  const period = payMonthOf(month)
  return fileOf([
    ...roster({ rows: COLLEAGUES, seed: SEED, month: period, source }),
    ...ours.flatMap(person => rowOf(person, month, back) ?? []),
    ...HURT.map(({ came }) => came),
  ])
}

/** What the newest months show about a few people, by their number. */
type PayrollEvent = 'gone' | 'suspended' | 'retired' | 'deceased' | 'half pay' | 'other bank' | 'moved'
const ROUNDS: Readonly<Record<number, PayrollEvent>> = {
  61: 'gone', 173: 'gone', 388: 'gone', 702: 'gone', 1190: 'gone', 1466: 'gone',
  97: 'suspended', 541: 'suspended', 1033: 'suspended',
  215: 'retired', 876: 'retired', 305: 'deceased', 1271: 'deceased',
  122: 'half pay', 644: 'half pay', 1402: 'half pay',
  144: 'other bank', 333: 'other bank', 777: 'other bank', 1111: 'other bank', 1350: 'other bank',
  208: 'moved', 499: 'moved', 905: 'moved', 1222: 'moved',
} // biome-ignore format: a table

const STATUS: Partial<Record<PayrollEvent, string>> = {
  suspended: 'Suspended Without Pay',
  retired: 'Retired',
  deceased: 'Deceased',
}

function rowOf(person: Person, month: LocalDate, back: number): RosterRow | undefined {
  if (person.firstAppointmentOn > month) return undefined
  const round = back === 0 || (back === 1 && person.no % 2 === 1) ? ROUNDS[person.no] : undefined
  if (round === 'gone') return undefined
  return {
    STAFF_ID: person.ippisNumber,
    FULL_NAME: `${person.surname} ${person.firstName} ${person.otherNames}`.trim().toUpperCase(),
    EMPLOYMENT_STATUS: (round && STATUS[round]) ?? 'Active',
    ASSIGNMENT_STATUS: 'Active Assignment',
    HIRE_DATE: person.firstAppointmentOn,
    BIRTH_DATE: person.dateOfBirth,
    JOB_TITLE: person.job,
    COMMAND: round === 'moved' ? 'Office of the Head of the Civil Service' : person.mda,
    TELEPHONE_NUMBER: `0${person.phone.slice(4)}`,
    BANK_NAME: findBank(person.bankCode)?.Name ?? person.bankCode,
    ACCOUNT_NUMBER: round === 'other bank' ? otherAccount(person) : person.accountNumber,
    STAFF_CATEGORY: person.grade,
    EMPLOYEE_TYPE: 'Permanent',
    NETPAY: formatNaira(payIn(person, month, round), '').replaceAll(',', ''),
    PERIOD: payMonthOf(month),
  }
}

/** Opened at the same bank since: another serial, with its check digit. */
function otherAccount({ no, bankCode }: Person): string {
  const serial = `2${String((no * 70_913_477) % 100_000_000).padStart(8, '0')}`
  return `${serial}${nubanCheckDigit(bankCode, serial)}`
}

/** A step up every January; overtime and union dues move it a little. */
function payIn(person: Person, month: LocalDate, round: PayrollEvent | undefined): Kobo {
  const [year, number] = [Number.parseInt(month.slice(0, 4), 10), Number.parseInt(month.slice(5, 7), 10)]
  const stepsBack = BigInt(Math.max(0, 2026 - year))
  const wobble = BigInt((person.no * 37 + number * 101) % 900) * 100n
  const pay = (person.netPay * (1_000n - 24n * stepsBack)) / 1_000n - wobble
  return kobo(round === 'half pay' ? pay / 6n : pay)
}
