import { runBatch } from '../../server/modules/repayments/run.ts'
import { run, send } from '../../test/uploads.ts'
import { ELEMENT, type House, PAY_DAYS, type Source } from './lender.ts'
import type { Credit, Line, Month, Office, SentFile } from './office.ts'
import { fileOf } from './paper.ts'
import { allocateAgain, type Receipt, recordReceipt } from './receipts.ts'
import type { Staff } from './staff.ts'

/** What the payroll desk does in a month: it tells the offices whom to deduct, and books what they send. */

export type Deskwork = {
  /** Batches by source and month, in the order they were posted. */
  batches: Map<string, string[]>
  receipts: Receipt[]
  /** Codes that a person was asked about, by source. */
  asked: Set<string>
  /** Months for which a list was sent, by source. */
  instructed: Set<string>
  /** What each batch of a month added for each person, by source and month. */
  posted: Map<string, { id: string; amounts: ReadonlyMap<string, bigint> }[]>
  /** Paid back out of suspense, by batch and person. */
  returned: Map<string, bigint>
}

export const openDeskwork = (): Deskwork => ({
  batches: new Map(),
  receipts: [],
  asked: new Set(),
  instructed: new Set(),
  posted: new Map(),
  returned: new Map(),
})
export const keyOf = (source: string, month: Month): string => `${source} ${month}`

/** A file comes: uploaded, read, checked, decided, submitted, approved, posted. */
export async function takeFile(house: House, work: Deskwork, office: Office, file: SentFile): Promise<void> {
  const { testApp, staff } = house
  const key = keyOf(office.code, file.month)
  const before = work.batches.get(key) ?? []
  const clerk = staff.clerk()
  const total = file.lines.reduce((sum, line) => sum + line.amount, 0n)
  const id = await send(clerk, fileOf(file.lines), {
    kind: 'repayment',
    source: office.code,
    period: file.month,
    fileName: `${office.code} ${file.month} ${file.kind}.csv`,
    declared: { rows: file.lines.length, total: total.toString() },
    ...(file.kind === 'corrected' && before[0] ? { correctsId: before[0] } : {}),
  })
  await run(testApp, id)
  const { status, layout } = await clerk.ok('intakeGet', { id })
  if (file.kind === 'again') {
    if (status !== 'refused') throw new Error(`${key}: the same file was taken twice (${status})`)
    return
  }
  if (!layout) throw new Error(`${key}: ${status} after reading`)
  await clerk.ok('intakeMap', { id, mapping: layout.mapping })
  await run(testApp, id)
  await markCodes(house, work, office, id)
  await checkForeign(house, file, id)
  await submitBatch(house, office, file, id)
  work.batches.set(key, [...before, id])
  const posted = work.posted.get(key) ?? []
  const amounts = addedBy(
    file.lines,
    posted.map(each => each.amounts),
  )
  work.posted.set(key, [...posted, { id, amounts }])
  for (const receipt of work.receipts)
    if (receipt.office === office.code && receipt.credit.parts.some(part => part.month === file.month))
      await allocateAgain(house, receipt)
}

export async function takeCredit(
  house: House,
  work: Deskwork,
  office: Office,
  credit: Credit,
): Promise<void> {
  work.receipts.push(await recordReceipt(house, office, credit))
}

async function submitBatch(
  { testApp, staff, dice }: House,
  office: Office,
  file: SentFile,
  id: string,
): Promise<void> {
  const payDay = `${file.month}-${PAY_DAYS[office.code as Source]}`
  // most count a deduction from pay day on, some from the day they book it
  const valueOn = dice.happens(850, 'value', office.code, file.month)
    ? payDay
    : testApp.clock.now().toISOString().slice(0, 10)
  await decideRows(staff, id)
  const { approvalId } = await staff.clerk().ok('repaymentSubmit', {
    id,
    valueOn,
    bankCredit: '0',
    bankReference: null,
    gapNote: 'The office sends the money later',
    holdsMessages: false,
    reason: 'Checked against the schedule of the office',
  })
  if (!(await staff.decided({ approvalId }))) throw new Error(`${id}: the batch was not approved`)
  await runBatch(testApp.program, id)
  await repair({ testApp, staff }, id)
  const { status, rowsRefused } = await staff.clerk().ok('repaymentGet', { id })
  if (status !== 'posted' || rowsRefused > 0) throw new Error(`${id}: ${status}, ${rowsRefused} rows refused`)
}

/** A code that the settings do not name is marked once, and never asked about again. */
async function markCodes(
  { testApp, staff }: House,
  work: Deskwork,
  office: Office,
  id: string,
): Promise<void> {
  const clerk = staff.clerk()
  const { rows } = await clerk.ok('repaymentCodeList', { id })
  for (const { kind, key, isOurs } of rows) {
    if (isOurs !== null) continue
    const code = `${office.code} ${kind} ${key}`
    if (work.asked.has(code)) throw new Error(`${code} was asked about twice`)
    work.asked.add(code)
    const { isQueued } = await clerk.ok('repaymentCodeMark', { id, kind, key, isOurs: false })
    if (isQueued) await runBatch(testApp.program, id)
  }
}

/** Every line of another lender is left out, and no other. */
async function checkForeign({ staff }: House, file: SentFile, id: string): Promise<void> {
  const { foreign } = await staff.clerk().ok('repaymentGet', { id })
  const lines = file.lines.filter(line => line.element !== ELEMENT)
  const total = lines.reduce((sum, line) => sum + line.amount, 0n)
  if (foreign.rows !== lines.length || foreign.total !== total)
    throw new Error(`${id}: ${foreign.rows} lines of others are left out, there are ${lines.length}`)
}

/** Rows that a person has to decide: this desk knows no better than the program. */
async function decideRows(staff: Staff, id: string): Promise<void> {
  const clerk = staff.clerk()
  const { rows } = await clerk.ok('repaymentRows', { id, attention: 'true', limit: 200 })
  for (const { rowNumber, part } of rows) {
    const place = { loanId: null, treatment: 'suspense', note: 'To be cleared with the office' } as const
    await clerk.ok('repaymentRowMatch', { id, rowNumber, part, ...place })
  }
}

/** What the ledger refused goes to suspense: a deduction of a month in which the loan was not there yet, say. */
async function repair({ testApp, staff }: Pick<House, 'testApp' | 'staff'>, id: string): Promise<void> {
  const clerk = staff.clerk()
  const { rows } = await clerk.ok('repaymentRows', { id, status: 'refused', limit: 200 })
  if (rows.length === 0) return
  for (const { rowNumber, part } of rows) {
    const place = { loanId: null, treatment: 'suspense', note: 'The ledger refused it' } as const
    await clerk.ok('repaymentRowMatch', { id, rowNumber, part, ...place })
  }
  await staff.decided(
    await clerk.ok('repaymentRetry', { id, reason: 'To suspense until it is clear whose it is' }),
  )
  await runBatch(testApp.program, id)
}

/** What a file adds for each person to the file that it corrects. */
function addedBy(
  lines: readonly Line[],
  before: readonly ReadonlyMap<string, bigint>[],
): Map<string, bigint> {
  const ours = lines.filter(line => line.element === ELEMENT)
  return new Map(
    ours
      .map(({ staff, amount }): [string, bigint] => [
        staff,
        amount - before.reduce((sum, amounts) => sum + (amounts.get(staff) ?? 0n), 0n),
      ])
      .filter(([, amount]) => amount > 0n),
  )
}
