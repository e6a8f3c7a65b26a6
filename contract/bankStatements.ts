import { z } from 'zod/mini'
import {
  changeReply,
  date,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  nairaOfFile,
  page,
  randomId,
  text,
  why,
} from './endpoint.ts'
import { accountCode, ENTRY_REASONS, entryId } from './ledger.ts'

/** Statements of bank accounts, their lines matched to the ledger, and the reconciliation of both. */

export const STATEMENT_STATUSES = [
  'receiving',
  'received',
  'columns',
  'mapped',
  'imported',
  'refused',
] as const
export type StatementStatus = (typeof STATEMENT_STATUSES)[number]
export const STATEMENT_FORMATS = ['csv', 'xlsx', 'mt940', 'camt053'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]
export const MATCH_KINDS = ['automatic', 'manual', 'posted'] as const

/** A statement of half a million lines has about 60 MB. */
export const STATEMENT_MAX_BYTES = 128 * 1024 * 1024
export const STATEMENT_PIECE_BYTES = 1024 * 1024
export const STATEMENT_LINES_MAX = 500_000
/** A person looks at what is matched by hand. */
export const MATCH_MEMBERS_MAX = 200

/** What a column of a statement can mean. Aliases are compared without case, spaces and signs. */
export const STATEMENT_FIELDS = {
  bookedOn: { title: 'Date', aliases: ['date', 'transaction date', 'trans date', 'txn date', 'posting date', 'post date', 'booking date', 'entry date'] },
  valueOn: { title: 'Value date', aliases: ['value date', 'val date', 'effective date'] },
  narration: { title: 'Narration', aliases: ['narration', 'description', 'details', 'remarks', 'particulars', 'transaction details', 'transaction description', 'memo'] },
  reference: { title: 'Reference', aliases: ['reference', 'ref', 'reference no', 'ref no', 'transaction reference', 'transaction id', 'session id', 'instrument no', 'cheque no'] },
  debit: { title: 'Debit', aliases: ['debit', 'debit amount', 'debits', 'withdrawal', 'withdrawals', 'money out', 'dr'] },
  credit: { title: 'Credit', aliases: ['credit', 'credit amount', 'credits', 'deposit', 'deposits', 'lodgement', 'lodgements', 'money in', 'cr'] },
  amount: { title: 'Amount (received +, paid −)', aliases: ['amount', 'transaction amount', 'amount ngn', 'value'] },
  balance: { title: 'Balance', aliases: ['balance', 'running balance', 'ledger balance', 'account balance', 'closing balance', 'book balance'] },
} as const satisfies Record<string, { title: string; aliases: readonly string[] }> // biome-ignore format: a table
export type StatementField = keyof typeof STATEMENT_FIELDS
export const STATEMENT_FIELD_NAMES = Object.keys(STATEMENT_FIELDS) as [StatementField, ...StatementField[]]

export const statementProblem = z.object({
  line: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
})
export type StatementProblem = z.output<typeof statementProblem>

const columns = z.partialRecord(z.enum(STATEMENT_FIELD_NAMES), z.int().check(z.gte(0), z.lte(255)))

export const bankStatement = z
  .object({
    id,
    accountCode: z.int(),
    fileName: z.string(),
    status: z.enum(STATEMENT_STATUSES),
    format: z.nullable(z.enum(STATEMENT_FORMATS)),
    receivedBytes: z.int(),
    problem: z.nullable(z.string()),
    problems: z.array(statementProblem),
    problemCount: z.int(),
    /** The first lines of a file whose columns have to be confirmed. */
    head: z.nullable(z.array(z.object({ line: z.int(), cells: z.array(z.string()) }))),
    headerLine: z.nullable(z.int()),
    columns: z.nullable(columns),
    from: z.nullable(date),
    to: z.nullable(date),
    opening: z.nullable(kobo),
    closing: z.nullable(kobo),
    lines: z.int(),
    newLines: z.int(),
    uploadedBy: z.string(),
    uploadedAt: moment,
  })
  .register(z.globalRegistry, { id: 'BankStatement' })

const line = z.object({
  id: entryId,
  on: date,
  valueOn: z.nullable(date),
  narration: z.string(),
  reference: z.string(),
  amount: kobo,
  matchId: z.nullable(id),
  matchKind: z.nullable(z.enum(MATCH_KINDS)),
  /** Entries that it is matched to. */
  entries: z.array(entryId),
  pendingApprovalId: z.nullable(id),
})

const movement = z.object({
  entryId,
  on: date,
  reason: z.enum(ENTRY_REASONS),
  note: z.nullable(z.string()),
  references: z.array(z.string()),
  amount: kobo,
})

const members = <T extends z.ZodMiniType>(of: T) =>
  z.array(of).check(z.maxLength(MATCH_MEMBERS_MAX, `At most ${MATCH_MEMBERS_MAX}`))

export const bankReconciliation = z
  .object({
    accountCode: z.int(),
    title: z.string(),
    asOf: date,
    /** Null without a statement. */
    firstDay: z.nullable(date),
    statementThrough: z.nullable(date),
    ledgerBalance: kobo,
    beforeFirstStatement: kobo,
    receiptsOutstanding: z.object({ count: z.int(), total: kobo }),
    paymentsOutstanding: z.object({ count: z.int(), total: kobo }),
    notInLedger: z.object({ count: z.int(), total: kobo }),
    statementBalance: kobo,
    outstanding: z.array(movement),
    unmatched: z.array(
      z.object({ id: entryId, on: date, narration: z.string(), reference: z.string(), amount: kobo }),
    ),
    /** Matched entries that were reversed since, the reversal being outstanding. */
    reversed: z.array(z.object({ entryId, reversalId: entryId, on: date, amount: kobo })),
    reconciledThrough: z.nullable(date),
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'BankReconciliation' })

export const bankReconciling = z.object({ code: accountCode, through: date })
export const bankLinePosting = z.object({
  id: randomId,
  lineId: entryId,
  counterCode: accountCode,
  memo: text(200),
})
export const bankLineHolding = z.object({ id: randomId, lineId: entryId })

export const bankStatementApi = {
  bankStatementList: endpoint({
    method: 'GET',
    path: '/api/bank-statements',
    permission: 'console.read',
    summary: 'Lists the statements of a bank account, newest first.',
    input: z.extend(page, { code: accountCode }),
    reply: listOf(bankStatement),
  }),
  bankStatementOpen: endpoint({
    method: 'POST',
    path: '/api/bank-statements',
    permission: 'money.ask',
    summary: 'Opens the upload of a statement (CSV, XLSX, MT940 or CAMT.053) of a bank account.',
    input: z.object({
      id,
      code: accountCode,
      fileName: text(200),
      bytes: z.int().check(z.gte(1, 'The file is empty'), z.lte(STATEMENT_MAX_BYTES, 'At most 128 MB')),
      opening: z._default(z.nullable(nairaOfFile), null),
      closing: z._default(z.nullable(nairaOfFile), null),
    }),
    reply: bankStatement,
  }),
  bankStatementPiece: endpoint({
    method: 'PUT',
    path: '/api/bank-statements/:id/content',
    permission: 'money.ask',
    summary: 'Adds a piece of the file at an offset. A repeated piece is stored once; a gap is refused.',
    raw: true,
    replay: false,
    unaudited: true,
    bodyLimit: STATEMENT_PIECE_BYTES,
    input: z.object({ id, offset: z.coerce.number().check(z.int(), z.gte(0), z.lte(STATEMENT_MAX_BYTES)) }),
    reply: z.object({ receivedBytes: z.int(), isComplete: z.boolean() }),
  }),
  bankStatementGet: endpoint({
    method: 'GET',
    path: '/api/bank-statements/:id',
    permission: 'console.read',
    summary: 'Returns a statement with its problems, or the first lines while its columns are confirmed.',
    input: z.object({ id }),
    reply: bankStatement,
  }),
  bankStatementMap: endpoint({
    method: 'POST',
    path: '/api/bank-statements/:id/columns',
    permission: 'money.ask',
    summary: 'Confirms the columns of a CSV or XLSX statement. They are remembered for the bank account.',
    input: z.object({ id, headerLine: z.int().check(z.gte(1)), columns }),
    reply: bankStatement,
  }),
  bankLineList: endpoint({
    method: 'GET',
    path: '/api/bank-lines',
    permission: 'console.read',
    summary: 'Lists the lines of the statements of a bank account, newest first.',
    input: z.extend(page, {
      code: accountCode,
      state: z._default(z.enum(['open', 'matched', 'all']), 'open'),
    }),
    reply: listOf(line),
  }),
  bankMovementList: endpoint({
    method: 'GET',
    path: '/api/bank-movements',
    permission: 'console.read',
    summary:
      'Lists ledger entries of a bank account that are not on a statement, newest first. With a line, those of its amount, nearest date first.',
    input: z.extend(page, { code: accountCode, lineId: z.optional(entryId) }),
    reply: listOf(movement),
  }),
  bankMatchDays: endpoint({
    method: 'GET',
    path: '/api/bank-matches/days',
    permission: 'console.read',
    summary:
      'Returns how many days automatic matching of a bank account allows between statement and ledger.',
    input: z.object({ code: accountCode }),
    reply: z.object({ days: z.int() }),
  }),
  bankMatchRun: endpoint({
    method: 'POST',
    path: '/api/bank-matches/run',
    permission: 'money.ask',
    summary:
      'Matches lines and entries by reference, amount and date where only one pair fits. The number of days is remembered for the bank account.',
    input: z.object({
      code: accountCode,
      days: z.int().check(z.gte(0, 'From 0 to 60'), z.lte(60, 'From 0 to 60')),
    }),
    reply: z.object({ matched: z.int() }),
  }),
  bankMatchMake: endpoint({
    method: 'POST',
    path: '/api/bank-matches',
    permission: 'money.ask',
    summary: 'Matches lines of the statement with ledger entries of an equal sum.',
    input: z.object({ id, code: accountCode, lines: members(entryId), entries: members(entryId) }),
    reply: z.object({ id }),
  }),
  bankMatchUndo: endpoint({
    method: 'POST',
    path: '/api/bank-matches/:id/undo',
    permission: 'money.ask',
    summary: 'Removes a match. Lines and entries are open again.',
    input: z.object({ id, reason: why(500) }),
    reply: z.object({ id }),
  }),
  bankLinePost: endpoint({
    method: 'POST',
    path: '/api/bank-lines/:lineId/post',
    permission: 'money.ask',
    summary:
      'Submits the posting of a line that is not in the ledger, against another account, for approval. Approved, it is posted and matched.',
    input: z.extend(bankLinePosting, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  bankLineSuspense: endpoint({
    method: 'POST',
    path: '/api/bank-lines/:lineId/suspense',
    permission: 'money.ask',
    summary:
      'Submits for approval that a received line of an unknown payer goes to suspense. Approved, it is posted, matched and listed with the suspense items.',
    input: z.extend(bankLineHolding, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  bankLineReceipt: endpoint({
    method: 'POST',
    path: '/api/bank-lines/:lineId/receipt',
    permission: 'money.ask',
    summary:
      'Records a line as the repayment of a loan, with the date and amount of the line, or submits it for approval where required. Posted, it is matched.',
    input: z.object({ id: randomId, lineId: entryId, loanId: id, reference: text(60, 2), reason: why(500) }),
    reply: changeReply,
  }),
  bankReconciliationGet: endpoint({
    method: 'GET',
    path: '/api/bank-reconciliation',
    permission: 'console.read',
    summary:
      'Returns the reconciliation of a bank account at the end of a day: ledger balance, items outstanding on both sides, statement balance.',
    input: z.object({ code: accountCode, asOf: z.optional(date) }),
    reply: bankReconciliation,
  }),
  bankReconcile: endpoint({
    method: 'POST',
    path: '/api/bank-reconciliation',
    permission: 'money.ask',
    summary: 'Submits a bank account as reconciled through a date for approval.',
    input: z.extend(bankReconciling, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
}

export const bankStatementExportApi = {
  bankReconciliationExport: exportOf(
    bankStatementApi.bankReconciliationGet,
    '/api/bank-reconciliation/export',
    'Exports the reconciliation statement of a bank account as CSV, XLSX or PDF.',
    'pdf',
  ),
}
