import { randomUUID } from 'node:crypto'
import type { Api } from '../contract/api.ts'
import type { Reply } from '../contract/endpoint.ts'
import { CHART } from '../contract/ledger.ts'
import { addDays, endOfMonth, formatMonth, type LocalDate, localDate, payMonthOf } from '../engine/dates.ts'
import { formatNaira, type Kobo, kobo, sum } from '../engine/money.ts'
import { handlers } from '../server/app/api.ts'
import { act } from '../server/kernel/act.ts'
import { readStatement } from '../server/modules/bankStatements/read.ts'
import type { ActionQueue } from './actionQueue.ts'
import { callerFor } from './caller.ts'
import type { Office } from './office.ts'
import { PAYING_ACCOUNT } from './payouts.ts'
import { AWAITED, type Desk, dayIn, lastClosedOf, monthOf } from './payrollPlans.ts'
import { approved, csv } from './uploads.ts'

/** The lender's bank account: its capital, its statements and what the accountant does with them. */

const BANK = CHART.bank.code
const SHARE_CAPITAL = 3110
const BANK_CHARGES = 5210
const CAPITAL = kobo(1_000_000_000n)

/** On the founding day: the accounts that a lender adds, the bank's details, and what the owners paid in. */
export async function payInCapital({ at, users }: Office, day: LocalDate): Promise<void> {
  const clerk = callerFor(at(day, 14), users.admin)
  const [, accountNumber = ''] = /(\d{10})/.exec(PAYING_ACCOUNT) ?? []
  const bank = { type: 'bank', bankCode: '057', accountNumber, accountName: 'Iroko Demo Finance' } as const
  const form = { houseCode: '', isClosed: false, reason: 'Chart of accounts' }
  for (const account of [
    { code: BANK, title: 'Zenith Bank', kind: 'asset' as const, bank },
    { code: SHARE_CAPITAL, title: 'Share capital', kind: 'equity' as const },
    { code: BANK_CHARGES, title: 'Bank charges', kind: 'expense' as const },
  ])
    await approved(
      at(day, 15),
      users.authorizer,
      (await clerk('ledgerAccountSave', { ...account, ...form })).approvalId,
    )
  const { approvalId } = await clerk('journalSubmit', {
    id: randomUUID(),
    on: day,
    memo: 'Capital paid in by the owners',
    lines: [
      { code: BANK, amount: CAPITAL },
      { code: SHARE_CAPITAL, amount: kobo(-CAPITAL) },
    ],
    reason: 'Certificate of the bank',
  })
  await approved(at(day, 16), users.authorizer, approvalId)
}

// ── The statement, as the bank exports it ──────────────────────────────────────────────────────────────────────────

type Movement = Reply<Api['bankMovementList']>['rows'][number]
type BankLine = { on: LocalDate; narration: string; reference: string; amount: Kobo }
type Days = { from: LocalDate; through: LocalDate }

const NARRATIONS: Partial<Record<Movement['reason'], string>> = {
  disbursement: 'NIP TRANSFER OUT LOAN DISBURSEMENT',
  remittance: 'RTGS INWARD PAYROLL REMITTANCE',
  refund: 'NIP TRANSFER OUT REFUND',
}

function lineOf({ on, reason, references, amount }: Movement): BankLine {
  const reference = references.find(each => each.startsWith('NIP-')) ?? references[0] ?? ''
  return { on, narration: NARRATIONS[reason] ?? 'NIP TRANSFER IN', reference, amount }
}

/** So many payments of one file leave the account in one amount. */
const IN_ONE = 3
const batchOf = ({ reason, references }: Movement): string =>
  reason === 'disbursement'
    ? (references.find(each => each.startsWith('PO-'))?.replace(/-\d+$/, '') ?? '')
    : ''

type Bulk = { line: BankLine; entries: readonly Movement[] }

function bulkOf(movements: readonly Movement[]): Bulk[] {
  const batches = [...new Set(movements.map(batchOf).filter(Boolean))]
  return batches.flatMap(reference => {
    const entries = movements.filter(each => batchOf(each) === reference)
    const [first] = entries
    if (!first || entries.length < IN_ONE) return []
    const amount = sum(entries.map(each => each.amount))
    return [{ line: { on: first.on, narration: 'BULK PAYMENT', reference, amount }, entries }]
  })
}

const ALERT = 600n
const MAINTENANCE = kobo(-107_500n)

/** What the bank takes on the last day of each month. */
function chargesOf(lines: readonly BankLine[], { from, through }: Days): BankLine[] {
  const charges: BankLine[] = []
  for (let on = endOfMonth(from); on <= through; on = endOfMonth(addDays(on, 1))) {
    const month = payMonthOf(on)
    const alerts = lines.filter(line => payMonthOf(line.on) === month).length
    const named = { on, reference: '' }
    charges.push({
      ...named,
      narration: `ACCOUNT MAINTENANCE FEE ${formatMonth(month).toUpperCase()}`,
      amount: MAINTENANCE,
    })
    if (alerts > 0)
      charges.push({
        ...named,
        narration: `SMS ALERT CHARGES ${formatMonth(month).toUpperCase()}`,
        amount: kobo(-ALERT * BigInt(alerts)),
      })
  }
  return charges
}

const bankDay = (day: LocalDate): string => day.split('-').reverse().join('/')
const plainNaira = (amount: bigint): string =>
  formatNaira(kobo(amount < 0n ? -amount : amount), '').replaceAll(',', '')

function statementFile(lines: readonly BankLine[], opening: bigint): string {
  let balance = opening
  const rows = lines.map(({ on, narration, reference, amount }) => {
    balance += amount
    const [debit, credit] = amount < 0n ? [plainNaira(amount), ''] : ['', plainNaira(amount)]
    return [bankDay(on), bankDay(on), narration, reference, debit, credit, plainNaira(balance)]
  })
  return csv([
    ['ACCOUNT STATEMENT'],
    ['Trans Date', 'Value Date', 'Narration', 'Reference', 'Debit', 'Credit', 'Balance'],
    ...rows,
  ])
}

/** Uploads what the bank says of these days; what agrees with the ledger is matched at once. Gives the payments in one amount. */
async function takeStatement(
  { at, users }: Office,
  day: LocalDate,
  days: Days,
  unknown: readonly BankLine[],
): Promise<Bulk[]> {
  const program = at(day, 9)
  const clerk = callerFor(program, users.admin)
  const { ledgerBalance } = await clerk('bankReconciliationGet', { code: BANK, asOf: addDays(days.from, -1) })
  const listed = await clerk('bankMovementList', { code: BANK, limit: 200 })
  const movements = listed.rows.filter(({ on }) => on >= days.from && on <= days.through).reverse()
  const bulk = bulkOf(movements)
  const inBulk = new Set(bulk.flatMap(({ entries }) => entries.map(each => each.entryId)))
  const lines = [
    ...movements.filter(each => !inBulk.has(each.entryId)).map(lineOf),
    ...bulk.map(({ line }) => line),
    ...unknown,
  ]
  const inOrder = [...lines, ...chargesOf(lines, days)].toSorted((a, b) => a.on.localeCompare(b.on))
  const [id, bytes] = [randomUUID(), Buffer.from(statementFile(inOrder, ledgerBalance))]
  await clerk('bankStatementOpen', {
    id,
    code: BANK,
    fileName: `Zenith statement ${days.from} to ${days.through}.csv`,
    bytes: bytes.length,
    opening: null,
    closing: null,
  })
  await act(program, 'bankStatementPiece', users.admin, ctx =>
    handlers.bankStatementPiece({ ...ctx, bytes, header: () => undefined }, { id, offset: 0 }),
  )
  await readStatement(program, id)
  const { status, headerLine, columns } = await clerk('bankStatementGet', { id })
  if (status === 'columns') {
    await clerk('bankStatementMap', { id, headerLine: headerLine ?? 0, columns: columns ?? {} })
    await readStatement(program, id)
  }
  return bulk
}

// ── What the accountant does with it ───────────────────────────────────────────────────────────────────────────────

const STATEMENT_DAY = 6

/** A month in which every line is explained: payments in one amount by hand, charges posted, the balance signed off by two people. */
export async function reconcileMonth(desk: Desk, no: number): Promise<void> {
  const { users } = desk
  const [from, day] = [dayIn(desk, no, 1), dayIn(desk, no + 1, STATEMENT_DAY)]
  const through = endOfMonth(from)
  const bulk = await takeStatement(desk, day, { from, through }, [])
  const [clerk, checking] = [callerFor(desk.at(day, 11), users.admin), desk.at(day, 15)]
  const { rows } = await clerk('bankLineList', { code: BANK, state: 'open', limit: 200 })
  for (const { id: lineId, reference, narration } of rows) {
    const paid = bulk.find(({ line }) => line.reference === reference)
    const id = randomUUID()
    if (paid) {
      const entries = paid.entries.map(each => each.entryId)
      await clerk('bankMatchMake', { id, code: BANK, lines: [lineId], entries })
    } else {
      const { approvalId } = await clerk('bankLinePost', {
        id,
        lineId,
        counterCode: BANK_CHARGES,
        memo: narration,
        reason: 'On the statement',
      })
      await approved(checking, users.authorizer, approvalId)
    }
  }
  const { approvalId } = await clerk('bankReconcile', {
    code: BANK,
    through,
    reason: 'Every line is explained',
  })
  await approved(checking, users.authorizer, approvalId)
}

/** The days since, uploaded this morning: charges, payments in one amount, and a repayment that no one has posted. */
export function planStatement(actions: ActionQueue, desk: Desk): void {
  const { today } = desk
  const from = localDate(`${monthOf(desk, lastClosedOf(desk) + 1)}-01`)
  const monthEnd = endOfMonth(dayIn(desk, AWAITED, 1))
  const through = monthEnd < today ? monthEnd : addDays(today, -1)
  const repayment = {
    on: addDays(through, -3),
    narration: 'NIP TRANSFER IN FROM OKORONKWO BLESSING LOAN',
    reference: 'NIP-0904417',
    amount: kobo(1_850_000n),
  }
  actions.add(today, 10, () => takeStatement(desk, today, { from, through }, [repayment]))
}
