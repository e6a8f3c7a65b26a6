import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldsOf, type IntakeKind } from '../../contract/intake.ts'
import type { Role } from '../../contract/roles.ts'
import { SECTIONS } from '../../contract/settings.ts'
import { addMonths, formatDate, type LocalDate, payMonthOf } from '../../engine/dates.ts'
import { ROSTER_COLUMNS, roster } from '../../sample/roster.ts'
import { DEMO_PASSWORD, loadDemoStaff } from '../../sample/staff.ts'
import { act, type Program, SYSTEM } from '../../server/kernel/act.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import { migrate } from '../../server/kernel/db.ts'
import { insertStaff } from '../../server/modules/auth/accounts.sql.ts'
import { hashPassword } from '../../server/modules/auth/passwords.ts'
import { admitStaff } from '../../server/modules/staff/access.ts'
import { approve, type Person, person } from './people.ts'
import type { Site } from './stage.ts'
import type { Tally } from './tally.ts'

/** A small lender for faults: sixteen people at the desk, a book of live loans, a gateway on this machine. */

export const LOANS = 60
export const PAIRS = 8
export const CANARY_KEY = 'tk_canary_Do_Not_Log_4d2e'
export const adminOf = (round: number): string => `admin${round % PAIRS}@iroko.test`
export const authorizerOf = (round: number): string => `authorizer${round % PAIRS}@iroko.test`
export const today = (): LocalDate => businessDate(new Date())
export const monthsBack = (months: number): string => payMonthOf(addMonths(today(), -months))

const staffNumber = (loan: number): string => String(710_000 + loan)
export const bvnOf = (loan: number): string => String(22_310_000_000 + loan)

export async function prepareLender(site: Site, tally: Tally): Promise<void> {
  const { program } = site
  await migrate(`${site.pool.options.connectionString}`)
  await loadDemoStaff(program)
  const hash = await hashPassword(DEMO_PASSWORD)
  for (let round = 0; round < PAIRS; round++) {
    await hire(program, hash, adminOf(round), 'Admin')
    await hire(program, hash, authorizerOf(round), 'Authorizer')
  }
  await site.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_by, changed_at, reason)
     values ('sms', 1, $1, '2026-01-01', null, now(), 'A trial against a stand-in')`,
    [JSON.stringify({ ...SECTIONS.sms.initial, gateway: 'termii', senderId: 'Iroko', ratePerSecond: 100 })],
  )
  await site.start('all')
  const admin = person(site, adminOf(0), tally)
  const { approvalId } = await admin('gatewayAccountChange', {
    gateway: 'termii',
    baseUrl: site.provider.url,
    username: '',
    apiKey: CANARY_KEY,
    reason: 'A trial against a stand-in',
  })
  await approve(person(site, authorizerOf(0), tally), approvalId)
  const id = await bring(admin, book(), { kind: 'book', period: monthsBack(0), fileName: 'book.csv' })
  await handOver(site, tally, admin, id)
  await until('the book is taken over', async () => {
    const { rows } = await site.pool.query(`select count(*)::int as live from loan where status = 'live'`)
    return rows[0].live === LOANS
  })
}

/** Gives who it is. */
export async function hire(program: Program, hash: string, email: string, role: Role): Promise<string> {
  const id = randomUUID()
  await insertStaff(program.db, {
    id,
    email,
    first_name: 'Chinedu',
    last_name: 'Eze',
    phone: '+2348030000099',
    password_hash: hash,
    status: 'waiting',
    roles: [],
    signed_up_at: program.clock.now(),
  })
  await act(program, 'userApprove', SYSTEM, ctx => admitStaff(ctx, { id, roles: [role] }))
  return id
}

// ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function book(): string {
  const fields = Object.entries(fieldsOf('book'))
  const paidOutOn = formatDate(addMonths(today(), -5))
  const line = (loan: number): Record<string, string> => ({
    staffNumber: staffNumber(loan), surname: 'Okonkwo', firstName: 'Adaeze', gender: 'F', birthDate: '12/04/1988', hireDate: '01/05/2012',
    phone: `0803${String(1_000_000 + loan)}`, bvn: bvnOf(loan), nin: String(51_234_000_000 + loan), address: '12 Ahmadu Bello Way',
    state: 'Lagos', lga: 'Eti-Osa', employer: 'Federal Ministry of Health', netPay: '250,000.00', bank: 'GTBank', accountNumber: '0123456785',
    product: 'PSL', loanNumber: `OLD-${loan}`, principal: '500,000', tenor: '12', paidOutOn, repaid: '185,000.01',
  }) // biome-ignore format: a line
  const rows = Array.from({ length: LOANS }, (_, loan) => line(loan))
  return [fields.map(([, field]) => field.title), ...rows.map(row => fields.map(([name]) => row[name] ?? ''))]
    .map(cells => cells.map(cell => `"${cell}"`).join(','))
    .join('\n')
}

/** A month of the payroll with our borrowers on it, line by line; one line in forty states no pay. */
export function* payrollLines(rows: number, seed: number): Generator<string> {
  const month = payMonthOf(addMonths(today(), -1))
  yield `${ROSTER_COLUMNS.join(',')}\n`
  let index = 0
  for (const row of roster({ rows, seed, month, source: 'IPPIS' })) {
    if (index % 20 === 3 && index / 20 < LOANS) row.STAFF_ID = staffNumber(Math.floor(index / 20))
    if (index % 40 === 7) row.NETPAY = 'ten'
    yield `${ROSTER_COLUMNS.map(column => `"${row[column]}"`).join(',')}\n`
    index += 1
  }
}
export const payroll = (rows: number, seed: number): string => [...payrollLines(rows, seed)].join('')

/** What was deducted: mostly the instalment, some less, some more, a few from unknown people, one invalid amount. */
export function deductions(month: number): string {
  const amounts = ['61666.67', '61666.67', '40000.00', '70000.00']
  const ours = Array.from({ length: LOANS }, (_, loan) => {
    const kobo = String((loan * 7 + month) % 90).padStart(2, '0')
    return `OKONKWO ADAEZE,${staffNumber(loan)},${(amounts[(loan + month) % 4] ?? '').replace(/\d\d$/, kobo)}`
  })
  const strangers = Array.from({ length: 5 }, (_, each) => `MUSA IBRAHIM,99${each}${month},1500.00`)
  return ['EMPLOYEE NAME,IPPIS NO,AMOUNT', ...ours, ...strangers, 'BELLO AISHA,123456,ten', ''].join('\n')
}

// ── What people do with them ───────────────────────────────────────────────────────────────────────────────────────

type Bringing = {
  kind: IntakeKind
  period: string
  fileName: string
  pieceBytes?: number
  /** Called when the last byte is there. */
  whenSent?: () => void
}

/** Sends a file in pieces, confirms its columns as they were guessed, and waits for the machine. */
export async function bring(who: Person, text: string, bringing: Bringing): Promise<string> {
  const { pieceBytes = 1_000_000, whenSent = () => {}, ...form } = bringing
  const bytes = new Uint8Array(Buffer.from(text))
  const id = randomUUID()
  await who('intakeOpen', { id, source: 'IPPIS', bytes: bytes.length, ...form })
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    await who('intakePiece', { id, offset }, { bytes: bytes.slice(offset, offset + pieceBytes) })
  whenSent()
  await confirm(who, id)
  return id
}

/** What was sent is read, its columns are confirmed as they were guessed, and its rows are checked. */
export async function confirm(who: Person, id: string, longestMs = WAIT_MAX_MS): Promise<void> {
  const look = async () => {
    const upload = await who('intakeGet', { id })
    if (upload.problem) throw new Error(upload.problem)
    return upload
  }
  await until('the file is read', async () => (await look()).layout !== null)
  await who('intakeMap', { id, mapping: (await look()).layout?.mapping ?? {} })
  await until('the file is checked', async () => (await look()).status === 'matched', longestMs)
}

export async function handOver(site: Site, tally: Tally, who: Person, id: string, round = 0): Promise<void> {
  const { approvalId } = await who('intakeHandOver', { id, reason: 'Counted against the covering letter' })
  await approve(person(site, authorizerOf(round), tally), approvalId)
}

/** A batch pending approval; returns the approval. */
export async function submitted(who: Person, id: string): Promise<string> {
  const { fileTotal } = await who('repaymentGet', { id })
  const { approvalId } = await who('repaymentSubmit', {
    id,
    valueOn: today(),
    bankCredit: fileTotal.toString(),
    bankReference: `BK-${id.slice(0, 8)}`,
    gapNote: null,
    holdsMessages: false,
    reason: 'Checked against the schedule',
  })
  return approvalId ?? ''
}

const WAIT_MAX_MS = 180_000

export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  longestMs = WAIT_MAX_MS,
): Promise<void> {
  const end = performance.now() + longestMs
  while (performance.now() < end) {
    if (await isSo()) return
    await sleep(80)
  }
  throw new Error(`It never came that ${what}.`)
}
