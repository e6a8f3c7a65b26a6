import type { Api, CommandInput } from '../../../contract/api.ts'
import { FileReply, type Reply } from '../../../contract/endpoint.ts'
import { ENTRY_LABELS } from '../../../contract/labels.ts'
import { formatDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira, sheetOf } from '../../kernel/sheet.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { section } from '../settings/settings.ts'
import { movementOf, openItemsText } from './matching.ts'
import * as store from './reconciliation.sql.ts'
import { lockBankAccount, reconciledThrough } from './statements.sql.ts'
import { bankAccountOf } from './statements.ts'

/** The balance of the ledger beside that of the bank, with all that lies between them. */

/** More open items than a person goes through; the totals count them all. */
const ITEMS_MAX = 2_000

type Reconciliation = Reply<Api['bankReconciliationGet']>

export const reconciliation: Handler<Api['bankReconciliationGet']> = async (
  ctx,
  { code, asOf = ctx.today },
): Promise<Reconciliation> => {
  const account = await bankAccountOf(ctx, code)
  const sides = await store.sidesOn(ctx.tx, code, asOf)
  const outstanding = await store.outstandingEntries(ctx.tx, code, asOf, ITEMS_MAX)
  const unmatched = await store.unmatchedLines(ctx.tx, code, asOf, ITEMS_MAX)
  const reversed = await store.reversedMatches(ctx.tx, code, asOf, ITEMS_MAX)
  const waiting = await waitingOn(ctx.tx, 'bankAccount', [String(code)])
  return {
    accountCode: code,
    title: account.title,
    asOf,
    firstDay: sides.first_on,
    statementThrough: sides.through,
    ledgerBalance: kobo(sides.ledger),
    // of entries before the first statement only their difference from its opening balance is known
    beforeFirstStatement: kobo(sides.opening - sides.before_first),
    receiptsOutstanding: { count: sides.receipts, total: kobo(sides.receipts_total) },
    paymentsOutstanding: { count: sides.payments, total: kobo(sides.payments_total) },
    notInLedger: { count: sides.unmatched, total: kobo(sides.unmatched_total) },
    statementBalance: kobo(sides.statement),
    outstanding: outstanding.map(movementOf),
    unmatched: unmatched.map(({ id, booked_on, narration, reference, amount }) => ({
      id: String(id),
      on: booked_on,
      narration,
      reference,
      amount: kobo(amount),
    })),
    reversed: reversed.map(row => ({
      entryId: String(row.entry_id),
      reversalId: String(row.reversal_id),
      on: row.effective_on,
      amount: kobo(row.amount),
    })),
    reconciledThrough: await reconciledThrough(ctx.tx, code),
    pendingApprovalId: waiting.get(String(code)) ?? null,
  }
}

// ── Signed off ─────────────────────────────────────────────────────────────────────────────────────────────────────

type Reconciling = CommandInput<'bankReconcile'>

export async function foreseeReconciled(ctx: Context, { code, through }: Reconciling): Promise<Foresight> {
  await bankAccountOf(ctx, code)
  const sides = await store.sidesOn(ctx.tx, code, through)
  if (sides.through === null || through > sides.through)
    refuse('bank.no_statement', {
      date: formatDate(through),
      through: sides.through ? formatDate(sides.through) : 'none',
    })
  const before = await reconciledThrough(ctx.tx, code)
  if (before !== null && through <= before) refuse('bank.reconciled', { through: formatDate(before) })
  return {
    before: { reconciledThrough: before },
    after: {
      reconciledThrough: through,
      ledgerBalance: formatNaira(kobo(sides.ledger)),
      statementBalance: formatNaira(kobo(sides.statement)),
      openItems: openItemsText(sides.receipts, sides.payments, sides.unmatched),
      beforeFirstStatement: formatNaira(kobo(sides.opening - sides.before_first)),
    },
  }
}

export const askToReconcile: Handler<Api['bankReconcile']> = async (ctx, { reason, ...input }) => {
  const { before, after } = await foreseeReconciled(ctx, input)
  const { title } = await bankAccountOf(ctx, input.code)
  const approvalId = await propose(ctx, {
    command: 'bankReconcile',
    input,
    subject: ['bankAccount', String(input.code)],
    summary: `${input.code} ${title} reconciled through ${formatDate(input.through)}`,
    before: before ?? null,
    after,
    reason,
  })
  return { approvalId }
}

/** The approved command behind `bankReconcile`. */
export async function reconcileApproved(ctx: Context, input: Reconciling, asked: Asked): Promise<void> {
  await lockBankAccount(ctx.tx, input.code)
  const { before, after } = await foreseeReconciled(ctx, input)
  const sides = await store.sidesOn(ctx.tx, input.code, input.through)
  await store.insertReconciled(ctx.tx, {
    ...input,
    ledger: sides.ledger,
    statement: sides.statement,
    by: asked.makerId,
    approver: ctx.actor.id,
    at: ctx.now,
  })
  ctx.audit({
    action: 'bankReconcile',
    subject: ['bankAccount', String(input.code)],
    before: before ?? null,
    after,
    reason: asked.reason,
  })
}

// ── For a spreadsheet or on paper ──────────────────────────────────────────────────────────────────────────────────

type Row = { part: string; on: string | null; text: string; reference: string; amount: Kobo }

function rowsOf(made: Reconciliation): Row[] {
  const total = (part: string, text: string, amount: Kobo): Row => ({
    part,
    on: null,
    text,
    reference: '',
    amount,
  })
  return [
    total('Ledger', `Ledger balance of ${made.accountCode} ${made.title}`, made.ledgerBalance),
    total('Ledger', 'Difference before the first statement', made.beforeFirstStatement),
    ...made.outstanding.map(item => ({
      part: item.amount > 0n ? 'Less: receipts not on the statement' : 'Add: payments not on the statement',
      on: item.on,
      text: item.note ?? ENTRY_LABELS[item.reason],
      reference: item.references[0] ?? `Entry ${item.entryId}`,
      amount: kobo(-item.amount),
    })),
    total('Less: receipts not on the statement', 'Total', kobo(-made.receiptsOutstanding.total)),
    total('Add: payments not on the statement', 'Total', kobo(-made.paymentsOutstanding.total)),
    ...made.unmatched.map(line => ({
      part: 'Statement lines not in the ledger',
      on: line.on,
      text: line.narration,
      reference: line.reference,
      amount: line.amount,
    })),
    total('Statement lines not in the ledger', 'Total', made.notInLedger.total),
    total('Statement', 'Statement balance', made.statementBalance),
  ]
}

const COLUMNS: SheetColumns<Row> = [
  ['Part', row => row.part],
  ['Day', row => row.on],
  ['Item', row => row.text],
  ['Reference', row => row.reference],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
]

export const exportReconciliation: Handler<Api['bankReconciliationExport']> = async (
  ctx,
  { format, ...asked },
) => {
  const made = await reconciliation(ctx, asked)
  const rows = rowsOf(made)
  ctx.audit({
    subject: ['bankAccount', String(made.accountCode)],
    after: { export: 'bank reconciliation', asOf: made.asOf, format, rows: rows.length },
  })
  const name = `bank-reconciliation-${made.accountCode}`
  if (format === 'pdf')
    return new FileReply(await paperOf(ctx, made, rows), 'application/pdf', `${name}-${made.asOf}.pdf`)
  return sheetOf(format, { name, on: made.asOf }, COLUMNS, rows)
}

async function paperOf(ctx: Context, made: Reconciliation, rows: readonly Row[]): Promise<Uint8Array> {
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const paper = await openPaper(lender, {
    title: `Bank reconciliation ${made.accountCode}`,
    on: ctx.today,
    wide: true,
  })
  paper.heading(
    `Bank reconciliation: ${made.accountCode} ${made.title}`,
    `At the end of ${formatDate(made.asOf)}, amounts in naira`,
  )
  paper.facts([
    ['Ledger balance', formatNaira(made.ledgerBalance)],
    ['Difference before the first statement', formatNaira(made.beforeFirstStatement)],
    ['Receipts not on the statement', formatNaira(kobo(-made.receiptsOutstanding.total))],
    ['Payments not on the statement', formatNaira(kobo(-made.paymentsOutstanding.total))],
    ['Statement lines not in the ledger', formatNaira(made.notInLedger.total)],
    ['Statement balance', formatNaira(made.statementBalance)],
    ['Reconciled through', made.reconciledThrough ? formatDate(made.reconciledThrough) : 'None'],
  ])
  paper.table(
    [
      { label: 'Day', width: 12 },
      { label: 'Item', width: 40 },
      { label: 'Reference', width: 24 },
      { label: 'Amount', width: 20, right: true },
    ],
    rows
      .filter(({ on }) => on !== null)
      .map(row => [
        row.on ? formatDate(row.on as typeof made.asOf) : '',
        row.text,
        row.reference,
        formatNaira(row.amount),
      ]),
    ['Statement balance', '', '', formatNaira(made.statementBalance)],
  )
  return paper.finish()
}
