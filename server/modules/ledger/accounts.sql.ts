import { sql } from 'kysely'
import type { BankAccountType } from '../../../contract/journals.ts'
import type { AccountKind } from '../../../contract/ledger.ts'
import type { Tx } from '../../kernel/db.ts'

export type Account = {
  code: number
  title: string
  kind: AccountKind
  house_code: string
  is_own: boolean
  is_closed: boolean
}

export async function findAccounts(tx: Tx, codes: readonly number[]): Promise<Map<number, Account>> {
  const result = await sql<Account>`
    select code, title, kind, house_code, is_own, is_closed from ledger_chart
    where code = any (${codes}::smallint[])`.execute(tx)
  return new Map(result.rows.map(row => [row.code, row]))
}

/** The same, held as they are until the transaction ends. */
export async function holdAccounts(tx: Tx, codes: readonly number[]): Promise<Map<number, Account>> {
  await sql`select from ledger_chart where code = any (${codes}::smallint[]) order by code for share`.execute(
    tx,
  )
  return findAccounts(tx, codes)
}

export async function accountsWithBalance(tx: Tx): Promise<(Account & { balance: bigint })[]> {
  const result = await sql<Account & { balance: bigint }>`
    select c.code, c.title, c.kind, c.house_code, c.is_own, c.is_closed, coalesce(b.balance, 0)::bigint as balance
    from ledger_chart c
    left join (select code, sum(balance) as balance from ledger_balance group by code) b on b.code = c.code
    order by c.code`.execute(tx)
  return result.rows
}

/** What keeps an account from being closed or of another kind. */
export async function usageOf(
  tx: Tx,
  code: number,
): Promise<{ has_lines: boolean; balance: bigint; recurring: string | null }> {
  const result = await sql<{ has_lines: boolean; balance: bigint; recurring: string | null }>`
    select exists (select from ledger_line where code = ${code}) as has_lines,
      (select coalesce(sum(balance), 0)::bigint from ledger_balance where code = ${code}) as balance,
      (select memo from ledger_recurring where stopped_at is null and lines @> ${JSON.stringify([{ code }])}::jsonb
        limit 1) as recurring`.execute(tx)
  return result.rows[0] ?? { has_lines: false, balance: 0n, recurring: null }
}

/** Waits until no posting holds the account; from then on until the end of the transaction none begins on it. */
export async function lockAccount(tx: Tx, code: number): Promise<void> {
  await sql`select from ledger_chart where code = ${code} for update`.execute(tx)
}

export async function saveAccount(tx: Tx, account: Omit<Account, 'is_own'>): Promise<void> {
  const { code, title, kind, house_code, is_closed } = account
  await sql`
    insert into ledger_chart (code, name, title, kind, per_loan, house_code, is_own, is_closed)
    values (${code}, ${String(code)}, ${title}, ${kind}, 'never', ${house_code}, true, ${is_closed})
    on conflict (code) do update set title = excluded.title, kind = excluded.kind,
      house_code = excluded.house_code, is_closed = excluded.is_closed`.execute(tx)
}

export type BankAccount = {
  code: number
  type: BankAccountType
  bank_code: string | null
  account_number: string | null
  account_name: string
}

/** The default account first. */
export async function bankAccounts(tx: Tx): Promise<BankAccount[]> {
  const result = await sql<BankAccount>`
    select code, type, bank_code, account_number, account_name from ledger_bank_account
    order by code = 1010 desc, code`.execute(tx)
  return result.rows
}

export async function saveBankAccount(tx: Tx, account: BankAccount): Promise<void> {
  const { code, type, bank_code, account_number, account_name } = account
  await sql`
    insert into ledger_bank_account (code, type, bank_code, account_number, account_name)
    values (${code}, ${type}, ${bank_code}, ${account_number}, ${account_name})
    on conflict (code) do update set type = excluded.type, bank_code = excluded.bank_code,
      account_number = excluded.account_number, account_name = excluded.account_name`.execute(tx)
}

/** The account on which the entries of a fact moved money, of those that did. */
export async function banksOfEntries(tx: Tx, refs: readonly string[]): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map()
  const result = await sql<{ ref: string; code: number }>`
    select e.ref, l.code from ledger_entry e
    join ledger_line l on l.entry_id = e.id
    where e.ref = any (${refs}::text[]) and l.code in (select code from ledger_bank_account)
    order by e.id desc`.execute(tx)
  // of several entries the first one says where it moved
  return new Map(result.rows.map(({ ref, code }) => [ref, code]))
}
