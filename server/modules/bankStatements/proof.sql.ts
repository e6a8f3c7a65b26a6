import { sql } from 'kysely'
import type { Check } from '../../kernel/check.ts'

/** Statements beside the ledger. */
export const bankStatementChecks: readonly Check[] = [
  {
    name: 'Matched lines of bank statements equal their ledger entries',
    async run(tx) {
      const result = await sql<{ matches: number; problems: string[] }>`
        with entered as (
          select m.match_id, sum(l.amount) as amount from bank_match_entry m
          join ledger_line l on l.entry_id = m.entry_id and l.code = m.code group by 1
        ),
        lined as (select match_id, sum(amount) as amount from bank_line where match_id is not null group by 1)
        select (select count(*)::int from bank_match) as matches, array(
          select 'match ' || b.id || ' of account ' || b.code || ' is unequal' from bank_match b
          left join entered e on e.match_id = b.id left join lined l on l.match_id = b.id
          where coalesce(e.amount, 0) <> coalesce(l.amount, 0)
            or exists (select from bank_line x where x.match_id = b.id and x.code <> b.code)
            or exists (select from bank_match_entry x where x.match_id = b.id and x.code <> b.code)
          limit 20) as problems`.execute(tx)
      const [row] = result.rows
      return { figure: `${row?.matches ?? 0} matches`, problems: row?.problems ?? [] }
    },
  },
  {
    name: 'Bank statements go on where those before them ended, and the reconciliation of each account balances',
    async run(tx) {
      const result = await sql<{ accounts: number; problems: string[] }>`
        with first as (
          select distinct on (code) code, from_on, opening from bank_statement where status = 'imported'
          order by code, from_on, skipped <> 0, uploaded_at
        ),
        chain as (
          select s.code, s.file_name, s.opening, s.from_on,
            f.opening + s.skipped
              + coalesce((select sum(l.amount) from bank_line l where l.code = s.code and l.booked_on < s.from_on), 0) as reached
          from bank_statement s join first f on f.code = s.code where s.status = 'imported'
        ),
        sides as (
          select f.code,
            f.opening + coalesce((select sum(amount) from bank_line l where l.code = f.code), 0) as statement,
            coalesce((select sum(amount) from ledger_line l where l.code = f.code), 0) as ledger,
            coalesce((select sum(l.amount) from ledger_line l where l.code = f.code and not exists (
              select from bank_match_entry m where m.code = l.code and m.entry_id = l.entry_id)), 0) as outstanding,
            coalesce((select sum(amount) from bank_line l where l.code = f.code and l.match_id is null), 0) as unmatched, f.opening
          from first f
        )
        select (select count(*)::int from first) as accounts, array(
          select 'account ' || code || ', ' || file_name || ' opens with ' || opening || ' kobo, the lines before come to ' || reached
            from chain where opening <> reached
          union all
          select 'account ' || code || ': statement ' || statement || ', ledger ' || ledger || ' less ' || outstanding || ' and ' || unmatched || ' kobo'
            from sides where statement <> opening + ledger - outstanding + unmatched
          limit 20) as problems`.execute(tx)
      const [row] = result.rows
      return { figure: `${row?.accounts ?? 0} accounts`, problems: row?.problems ?? [] }
    },
  },
]
