import { z } from 'zod/mini'
import { date, done, endpoint, id, kobo, listOf, moment, nairaOfFile, page, text, why } from './endpoint.ts'
import { ACCOUNT_KINDS, accountCode, CHART, entryId } from './ledger.ts'
import { findBank } from './nigeria.ts'

/** Accounts of the lender's own, and what an accountant posts by hand: always by two people. */

/** A voucher of a hundred lines is a payroll of a hundred people; longer ones are split. */
export const JOURNAL_LINES_MAX = 100

/** Where an account holds money. */
export const BANK_ACCOUNT_TYPES = ['bank', 'cash'] as const
export type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number]

/** Payments are booked on it where nothing says otherwise. */
export const DEFAULT_BANK_CODE = CHART.bank.code

const bankAccountShown = z.object({
  type: z.enum(BANK_ACCOUNT_TYPES),
  /** Empty for cash, and for the default account until its bank is entered. */
  bankCode: z.string(),
  accountEnding: z
    .string()
    .register(z.globalRegistry, { description: 'The last four digits of the account number' }),
  accountName: z.string(),
})

const bankAccountChange = z.object({
  type: z.enum(BANK_ACCOUNT_TYPES),
  bankCode: z.string().check(z.refine(code => code === '' || findBank(code) !== undefined, 'Choose a bank')),
  /** Empty: the number on record stays. */
  accountNumber: z.string().check(z.trim(), z.regex(/^(\d{10})?$/, 'An account number has 10 digits')),
  accountName: text(100),
})

export const ledgerAccount = z
  .object({
    code: z.int(),
    title: z.string(),
    kind: z.enum(ACCOUNT_KINDS),
    houseCode: z
      .string()
      .register(z.globalRegistry, { description: "The code in the accountant's own system, for exports" }),
    isOwn: z.boolean().register(z.globalRegistry, { description: 'Added by the lender' }),
    isClosed: z.boolean(),
    takesJournals: z.boolean(),
    bank: z.nullable(bankAccountShown),
    balance: kobo,
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'LedgerAccount' })

export const accountChange = z.object({
  code: accountCode,
  title: text(80),
  kind: z.enum(ACCOUNT_KINDS),
  houseCode: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(60, 'At most 60 characters'),
      // some systems know accounts by name, with the name of the group before a colon
      z.regex(/^([\p{L}\p{N}][\p{L}\p{N}_.\-/ :&(),'’]*)?$/u, 'Letters, digits, spaces and . - / : & ( ) ,'),
    ),
    '',
  ),
  isClosed: z._default(z.boolean(), false),
  /** An asset that holds money; left out, nothing of it changes. */
  bank: z.optional(bankAccountChange),
})

const journalLines = z
  .array(z.object({ code: accountCode, amount: nairaOfFile }))
  .check(
    z.minLength(2, 'At least two lines'),
    z.maxLength(JOURNAL_LINES_MAX, `At most ${JOURNAL_LINES_MAX} lines`),
  )

export const journalEntry = z.object({ id, on: date, memo: text(200), lines: journalLines })
export const journalReversal = z.object({ id, entryId, on: date })

/** Posted on this day of every month; the last day of shorter months. */
export const recurringChange = z.object({
  id,
  memo: text(200),
  lines: journalLines,
  day: z.int().check(z.gte(1, 'From 1 to 31'), z.lte(31, 'From 1 to 31')),
  from: date,
  until: z.nullable(date),
})

export const journalApi = {
  ledgerAccountList: endpoint({
    method: 'GET',
    path: '/api/ledger/accounts',
    permission: 'console.read',
    summary: 'Lists the chart of accounts with balances of today.',
    input: z.object({}),
    reply: z.object({ rows: z.array(ledgerAccount) }),
  }),
  ledgerAccountSave: endpoint({
    method: 'POST',
    path: '/api/ledger/accounts',
    permission: 'money.ask',
    summary: 'Submits a new account, or a change of an account, for approval.',
    input: z.extend(accountChange, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  bankAccountList: endpoint({
    method: 'GET',
    path: '/api/ledger/bank-accounts',
    permission: 'console.read',
    summary: 'Lists the bank and cash accounts with balances of today. The default account is first.',
    input: z.object({}),
    reply: z.object({
      rows: z.array(
        z.extend(bankAccountShown, {
          code: z.int(),
          title: z.string(),
          currency: z.literal('NGN'),
          isDefault: z.boolean(),
          isClosed: z.boolean(),
          balance: kobo,
        }),
      ),
    }),
  }),
  journalList: endpoint({
    method: 'GET',
    path: '/api/ledger/journals',
    permission: 'console.read',
    summary: 'Lists manual journals, newest first.',
    input: page,
    reply: listOf(
      z.object({
        entryId,
        /** Vouchers belong to it; months of a recurring journal share one. */
        id,
        ref: z.string(),
        on: date,
        memo: z.string(),
        amount: kobo,
        postedAt: moment,
        madeBy: z.nullable(z.string()),
        approvedBy: z.nullable(z.string()),
        recurringId: z.nullable(id),
        reversedBy: z.nullable(entryId),
        pendingApprovalId: z.nullable(id),
      }),
    ),
  }),
  journalSubmit: endpoint({
    method: 'POST',
    path: '/api/ledger/journals',
    permission: 'money.ask',
    summary:
      'Submits a manual journal for approval. Debits are positive amounts, credits negative; they must sum to zero.',
    input: z.extend(journalEntry, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  journalReverse: endpoint({
    method: 'POST',
    path: '/api/ledger/journals/:entryId/reverse',
    permission: 'money.ask',
    summary: 'Submits the reversal of a manual journal for approval.',
    input: z.extend(journalReversal, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  recurringJournalList: endpoint({
    method: 'GET',
    path: '/api/ledger/recurring-journals',
    permission: 'console.read',
    summary: 'Lists recurring journals with the date of their next posting.',
    input: z.object({}),
    reply: z.object({
      rows: z.array(
        z.object({
          id,
          memo: z.string(),
          lines: z.array(z.object({ code: z.int(), title: z.string(), amount: kobo })),
          day: z.int(),
          from: date,
          until: z.nullable(date),
          nextOn: z.nullable(date),
          stoppedAt: z.nullable(moment),
          pendingApprovalId: z.nullable(id),
        }),
      ),
    }),
  }),
  recurringJournalSave: endpoint({
    method: 'POST',
    path: '/api/ledger/recurring-journals',
    permission: 'money.ask',
    summary: 'Submits a recurring journal for approval. It is posted every month on its day.',
    input: z.extend(recurringChange, { reason: why(500) }),
    reply: z.object({ approvalId: id }),
  }),
  recurringJournalStop: endpoint({
    method: 'POST',
    path: '/api/ledger/recurring-journals/:id/stop',
    permission: 'money.ask',
    summary: 'Stops a recurring journal. What was posted stays.',
    input: z.object({ id, reason: why(500) }),
    reply: done,
  }),
}
