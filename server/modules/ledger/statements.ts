import type { Api } from '../../../contract/api.ts'
import { type AccountName, accountNamed, CHART } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as forLoans from './forLoans.sql.ts'
import * as store from './ledger.sql.ts'

type Reading = Pick<Context, 'tx' | 'today'>

/** A debit balance is positive. Without a loan it is the whole account, all loans together. */
export async function balanceOf(
  { tx, today }: Reading,
  of: { account: AccountName; loanId?: string; asOf?: LocalDate },
): Promise<Kobo> {
  const key = { code: CHART[of.account].code, loanId: of.loanId ?? null }
  return kobo(await store.balanceOn(tx, key, of.asOf ?? today))
}

/** Every account of one loan that was ever moved, now or at the end of a day. */
export async function loanBalances(
  { tx }: Pick<Context, 'tx'>,
  of: { loanId: string; asOf?: LocalDate },
): Promise<Partial<Record<AccountName, Kobo>>> {
  const rows = await store.loanBalances(tx, of.loanId, of.asOf ?? null)
  return Object.fromEntries(rows.map(row => [accountNamed(row.code), kobo(row.balance)]))
}

/** The same for many loans at once; a loan without an entry is not in it. */
export async function balancesOfLoans(
  { tx }: Pick<Context, 'tx'>,
  loanIds: readonly string[],
): Promise<Map<string, Partial<Record<AccountName, Kobo>>>> {
  const held = new Map<string, Partial<Record<AccountName, Kobo>>>()
  for (const { loan_id, code, balance } of await store.balancesOfLoans(tx, loanIds)) {
    const accounts = held.get(loan_id) ?? {}
    accounts[accountNamed(code)] = kobo(balance)
    held.set(loan_id, accounts)
  }
  return held
}

export async function openingDays(
  { tx }: Pick<Context, 'tx'>,
  loanIds: readonly string[],
): Promise<Map<string, LocalDate>> {
  return new Map((await forLoans.openingDays(tx, loanIds)).map(({ loan_id, day }) => [loan_id, day]))
}

export const trialBalance: Handler<Api['ledgerTrialBalance']> = async (ctx, { asOf = ctx.today }) => {
  const rows = (await store.trialOn(ctx.tx, asOf)).map(({ debits, credits, house_code, ...account }) => ({
    ...account,
    houseCode: house_code,
    debits: kobo(debits),
    credits: kobo(credits),
    balance: kobo(debits - credits),
  }))
  return { asOf, rows, debits: sum(rows.map(row => row.debits)), credits: sum(rows.map(row => row.credits)) }
}

export const statement: Handler<Api['ledgerStatement']> = async (ctx, input) => {
  const { code, loanId = null, from = null, asOf = ctx.today, limit } = input
  const filter = { code, loanId, from, asOf }
  const place = readCursor(ctx.keys, 'ledgerStatement', filter, input.cursor)
  const before = placeOf(place, 'effectiveOn', 'entryId', 'position')
  const key = { code, loanId }
  const page = await store.statementPage(ctx.tx, key, { from, asOf }, before, limit + 1)
  const { rows, last } = cutPage(page.rows, limit)
  return {
    title: page.title ?? refuse('ledger.account_unknown', { code }),
    rows: rows.map(({ position: _, ...row }) => ({
      ...row,
      amount: kobo(BigInt(row.amount)),
      balance: kobo(BigInt(row.balance)),
    })),
    opening: kobo(page.opening),
    closing: kobo(page.closing),
    ...page.counted,
    next: last
      ? makeCursor(ctx.keys, 'ledgerStatement', filter, [
          last.effectiveOn,
          last.entryId,
          String(last.position),
        ])
      : null,
  }
}

export const journal: Handler<Api['ledgerJournal']> = async (ctx, { ref, reason }) => ({
  entries: (await store.entriesUnder(ctx.tx, ref, reason ?? null)).map(toEntry),
})

export const loanJournal: Handler<Api['ledgerLoanJournal']> = async (ctx, input) => {
  const { loanId, asOf = ctx.today, limit } = input
  const filter = { loanId, asOf }
  const place = readCursor(ctx.keys, 'ledgerLoanJournal', filter, input.cursor)
  const before = placeOf(place, 'effectiveOn', 'entryId')
  const found = await store.entriesOfLoan(ctx.tx, loanId, asOf, before, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const next = last && [last.effective_on, last.id.toString()]
  return {
    entries: rows.map(toEntry),
    next: next ? makeCursor(ctx.keys, 'ledgerLoanJournal', filter, next) : null,
  }
}

const toEntry = (row: store.EntryRow) => ({
  id: row.id.toString(),
  reason: row.reason,
  ref: row.ref,
  effectiveOn: row.effective_on,
  belongsOn: row.belongs_on,
  insertedAt: row.inserted_at.toISOString(),
  postedBy: row.posted_by_name,
  note: row.note,
  reverses: row.reverses_id?.toString() ?? null,
  reversedBy: row.reversed_by?.toString() ?? null,
  lines: row.lines.map(line => ({
    code: line.code,
    title: line.title,
    loanId: line.loanId,
    amount: kobo(BigInt(line.amount)),
  })),
})
