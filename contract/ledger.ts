import { z } from 'zod/mini'
import { date, endpoint, exportOf, id, kobo, listOf, moment, page, text, why } from './endpoint.ts'

export const ACCOUNT_KINDS = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/**
 * The accounts that Iroko posts on. `perLoan` says whether a line on the account belongs to one loan; `kind` on which side
 * it usually stands: assets and expenses are debits, the rest credits. The database holds the same table, with the accounts
 * that the lender added.
 *
 * The close of a month posts on `accruedInterest`, `interestInSuspense` and `provision`, and the last one of a year on
 * `retainedEarnings`. Nothing is posted on `refundsPayable`: refunds go by the bank at once. `remittanceClearing` is what
 * payroll offices remitted and no batch has. A code once given stays.
 */
export const CHART = {
  bank: { code: 1010, title: 'Bank', kind: 'asset', perLoan: 'never' },
  payrollOfficeReceivable: {
    code: 1020,
    title: 'Payroll office: deducted, not yet remitted',
    kind: 'asset',
    perLoan: 'maybe',
  },
  collectionsReceivable: {
    code: 1030,
    title: 'Collections: received by the processor, not yet settled',
    kind: 'asset',
    perLoan: 'maybe',
  },
  loanPrincipal: { code: 1100, title: 'Loan principal', kind: 'asset', perLoan: 'always' },
  interestReceivable: { code: 1110, title: 'Interest receivable', kind: 'asset', perLoan: 'always' },
  feeReceivable: { code: 1120, title: 'Fees receivable', kind: 'asset', perLoan: 'always' },
  penaltyReceivable: { code: 1130, title: 'Penalties receivable', kind: 'asset', perLoan: 'always' },
  accruedInterest: { code: 1140, title: 'Interest accrued, not due', kind: 'asset', perLoan: 'never' },
  interestInSuspense: { code: 1150, title: 'Interest in suspense', kind: 'asset', perLoan: 'never' },
  provision: { code: 1190, title: 'Provision for loan losses', kind: 'asset', perLoan: 'maybe' },
  disbursementClearing: {
    code: 2010,
    title: 'Disbursement clearing: paid by the bank, claimed back',
    kind: 'liability',
    perLoan: 'maybe',
  },
  remittanceClearing: {
    code: 2020,
    title: 'Remittance clearing: received, not yet matched',
    kind: 'liability',
    perLoan: 'never',
  },
  suspense: { code: 2030, title: 'Suspense: received, owner unknown', kind: 'liability', perLoan: 'never' },
  customerCredit: {
    code: 2040,
    title: 'Customer credit: paid beyond what is due',
    kind: 'liability',
    perLoan: 'always',
  },
  refundsPayable: { code: 2050, title: 'Refunds payable', kind: 'liability', perLoan: 'maybe' },
  premiumsPayable: {
    code: 2060,
    title: 'Premiums payable to the insurer',
    kind: 'liability',
    perLoan: 'never',
  },
  vatPayable: { code: 2070, title: 'VAT payable', kind: 'liability', perLoan: 'never' },
  openingBalances: { code: 3010, title: 'Opening balances', kind: 'equity', perLoan: 'maybe' },
  retainedEarnings: { code: 3020, title: 'Retained earnings', kind: 'equity', perLoan: 'never' },
  interestIncome: { code: 4010, title: 'Interest income', kind: 'income', perLoan: 'never' },
  feeIncome: { code: 4020, title: 'Fee income', kind: 'income', perLoan: 'never' },
  penaltyIncome: { code: 4030, title: 'Penalty income', kind: 'income', perLoan: 'never' },
  recoveryIncome: { code: 4040, title: 'Recovery of loans written off', kind: 'income', perLoan: 'never' },
  writeOffExpense: { code: 5010, title: 'Loans written off', kind: 'expense', perLoan: 'never' },
  provisionExpense: { code: 5020, title: 'Provision expense', kind: 'expense', perLoan: 'never' },
  waivers: {
    code: 5030,
    title: 'Principal, interest, fees and penalties waived',
    kind: 'expense',
    perLoan: 'never',
  },
  payrollCharges: { code: 5040, title: 'Charges of payroll offices', kind: 'expense', perLoan: 'never' },
  officeDebtWrittenDown: {
    code: 5050,
    title: 'Deductions that payroll offices do not remit',
    kind: 'expense',
    perLoan: 'never',
  },
} as const satisfies Record<
  string,
  {
    code: number
    title: string
    kind: AccountKind
    perLoan: 'always' | 'never' | 'maybe'
  }
>

export type AccountName = keyof typeof CHART
export const ACCOUNT_NAMES = Object.keys(CHART) as [AccountName, ...AccountName[]]
const NAMES = new Map<number, AccountName>(ACCOUNT_NAMES.map(name => [CHART[name].code, name]))

/** The account that Iroko posts on under a code. */
export function accountNamed(code: number): AccountName {
  const name = NAMES.get(code)
  if (!name) throw new RangeError(`account ${code} is not in the chart`)
  return name
}

/** One of the chart, or of the lender's own, which belongs to no loan. */
export function accountOf(code: number): {
  code: number
  perLoan: (typeof CHART)[AccountName]['perLoan']
} {
  const name = NAMES.get(code)
  return name ? CHART[name] : { code, perLoan: 'never' }
}

/** The account that the rows of a repayment batch debit. */
export type BatchCash = 'payrollOfficeReceivable' | 'collectionsReceivable' | 'bank'

/** Accounts that follow records: a journal on one of them would part it from the loans, batches or offices it adds up. */
const FOLLOW_RECORDS: readonly AccountName[] = [
  'payrollOfficeReceivable',
  'collectionsReceivable',
  'loanPrincipal',
  'interestReceivable',
  'feeReceivable',
  'penaltyReceivable',
  'accruedInterest',
  'interestInSuspense',
  'disbursementClearing',
  'remittanceClearing',
  'suspense',
  'customerCredit',
  'refundsPayable',
]
const NOT_BY_JOURNAL: ReadonlySet<number> = new Set(FOLLOW_RECORDS.map(name => CHART[name].code))
export const takesJournals = (code: number): boolean => !NOT_BY_JOURNAL.has(code)

/** Why money moved. With the ref it names one fact, posted once, ever. */
export const ENTRY_REASONS = [
  'openingBalance',
  'disbursement',
  'payout',
  'instalmentDue',
  'fee',
  'penalty',
  'receipt',
  'deduction',
  'remittance',
  'unknownReceipt',
  'refund',
  'refundPayout',
  'waiver',
  'restructure',
  'settlement',
  'writeOff',
  'recovery',
  'reversal',
  'correction',
  'journal',
  'accrual',
  'suspension',
  'provision',
  'yearEnd',
] as const
export type EntryReason = (typeof ENTRY_REASONS)[number]

/** In an address it comes as text. */
export const accountCode = z.coerce
  .number()
  .check(z.int(), z.gte(1000, 'From 1000 to 9999'), z.lte(9999, 'From 1000 to 9999'))
export const entryId = z.string().check(z.regex(/^\d{1,18}$/, 'Not the number of an entry'))

export const ledgerEntry = z
  .object({
    id: entryId,
    reason: z.enum(ENTRY_REASONS),
    ref: z.string(),
    effectiveOn: date,
    belongsOn: z
      .nullable(date)
      .register(z.globalRegistry, { description: 'The date in a closed period that this entry adjusts' }),
    insertedAt: moment,
    postedBy: z.nullable(z.string()),
    note: z.nullable(z.string()),
    reverses: z.nullable(entryId),
    reversedBy: z.nullable(entryId),
    lines: z.array(
      z.object({
        code: z.int(),
        title: z.string(),
        loanId: z.nullable(id),
        amount: kobo
          .clone()
          .register(z.globalRegistry, { description: 'Whole kobo; a debit is positive, a credit negative' }),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'LedgerEntry' })

export const statementRow = z
  .object({
    entryId,
    effectiveOn: date,
    belongsOn: z.nullable(date),
    insertedAt: moment,
    reason: z.enum(ENTRY_REASONS),
    ref: z.string(),
    note: z.nullable(z.string()),
    loanId: z.nullable(id),
    amount: kobo,
    balance: kobo
      .clone()
      .register(z.globalRegistry, { description: 'Balance after this line, by effective date' }),
  })
  .register(z.globalRegistry, { id: 'StatementRow' })

export const trialBalance = z
  .object({
    asOf: date,
    rows: z.array(
      z.object({
        code: z.int(),
        title: z.string(),
        kind: z.enum(ACCOUNT_KINDS),
        houseCode: z.string(),
        debits: kobo,
        credits: kobo,
        balance: kobo,
      }),
    ),
    debits: kobo,
    credits: kobo,
  })
  .register(z.globalRegistry, { id: 'TrialBalance' })

export const period = z
  .object({ through: date, closedAt: moment, closedBy: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'Period' })

export const ledgerApi = {
  ledgerTrialBalance: endpoint({
    method: 'GET',
    path: '/api/ledger/trial-balance',
    permission: 'console.read',
    summary: 'Returns every ledger account with debits, credits and balance at the end of a day.',
    input: z.object({ asOf: z.optional(date) }),
    reply: trialBalance,
  }),
  ledgerStatement: endpoint({
    method: 'GET',
    path: '/api/ledger/statement',
    permission: 'console.read',
    summary:
      'Lists the lines of a ledger account, or of its part for one loan, newest first, with running balance.',
    input: z.extend(page, {
      code: accountCode,
      loanId: z.optional(id),
      from: z.optional(date),
      asOf: z.optional(date),
    }),
    reply: z.extend(listOf(statementRow), { title: z.string(), opening: kobo, closing: kobo }),
  }),
  ledgerJournal: endpoint({
    method: 'GET',
    path: '/api/ledger/journal',
    permission: 'console.read',
    summary: 'Returns the entries posted under a reference.',
    input: z.object({ ref: text(120), reason: z.optional(z.enum(ENTRY_REASONS)) }),
    reply: z.object({ entries: z.array(ledgerEntry) }),
  }),
  ledgerLoanJournal: endpoint({
    method: 'GET',
    path: '/api/ledger/loans/:loanId/journal',
    permission: 'console.read',
    summary: 'Lists the entries of a loan, newest first.',
    input: z.extend(page, { loanId: id, asOf: z.optional(date) }),
    reply: z.object({ entries: z.array(ledgerEntry), next: z.nullable(z.string()) }),
  }),
  ledgerPeriodList: endpoint({
    method: 'GET',
    path: '/api/ledger/periods',
    permission: 'console.read',
    summary: 'Lists the closed periods, latest first.',
    input: z.object({}),
    reply: z.object({ periods: z.array(period), closedThrough: z.nullable(date) }),
  }),
  ledgerPeriodClose: endpoint({
    method: 'POST',
    path: '/api/ledger/periods',
    permission: 'money.ask',
    summary:
      'Submits a period close for approval. Afterwards nothing can be posted on or before its last day.',
    input: z.object({ through: date, reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
}

export const ledgerExportApi = {
  ledgerTrialBalanceExport: exportOf(
    ledgerApi.ledgerTrialBalance,
    '/api/ledger/trial-balance/export',
    'Exports the trial balance at the end of a day, with every account ever used, as CSV or XLSX.',
  ),
  ledgerStatementExport: exportOf(
    ledgerApi.ledgerStatement,
    '/api/ledger/statement/export',
    'Exports the filtered lines of a ledger account, newest first, as CSV or XLSX.',
  ),
}
