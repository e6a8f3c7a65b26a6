import { sql } from 'kysely'
import type { Check } from '../../kernel/check.ts'
import type { Tx } from '../../kernel/db.ts'
import { derived } from './standing.sql.ts'

type Found = { what: string }

async function problemsOf(tx: Tx, found: ReturnType<typeof sql>): Promise<string[]> {
  const result = await sql<Found>`select what from (${found}) found limit 20`.execute(tx)
  return result.rows.map(row => row.what)
}

async function countOf(tx: Tx, rows: ReturnType<typeof sql>): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::integer as n from (${rows}) counted`.execute(tx)
  return result.rows[0]?.n ?? 0
}

const COLUMNS = sql`source, element, staff_key, amount, since, list_id, no`

export const instructionChecks: readonly Check[] = [
  {
    name: 'What each payroll office holds follows from the lists sent and its answers',
    async run(tx) {
      return {
        figure: `${await countOf(tx, sql`select 1 from instruction_standing`)} standing instructions`,
        problems: await problemsOf(
          tx,
          sql`
          with held as (${derived(sql`true`)}),
          differ as (
            (select ${COLUMNS} from held except select ${COLUMNS} from instruction_standing)
            union all (select ${COLUMNS} from instruction_standing except select ${COLUMNS} from held))
          select distinct source || ' line ' || no || ' of list ' || list_id || ': ' || amount as what from differ`,
        ),
      }
    },
  },
  {
    name: 'Each instruction list is the sum of its lines, and each line of its loans',
    async run(tx) {
      return {
        figure: `${await countOf(tx, sql`select 1 from instruction_list where computed_at is not null`)} lists`,
        problems: await problemsOf(
          tx,
          sql`
          select l.number || ' says ' || l.lines || ' lines, ' || l.total || '; its lines say ' || n.lines || ', ' || n.total as what
          from instruction_list l join lateral (
            select count(*) filter (where kind <> 'none') as lines, coalesce(sum(amount), 0) as total, coalesce(sum(previous), 0) as previous
            from instruction_line where list_id = l.id) n on true
          where l.status not in ('computing', 'cancelled') and (n.lines, n.total, n.previous) is distinct from (l.lines, l.total, l.previous_total)
          union all
          select l.number || ' line ' || n.no || ': ' || n.amount || ' is not the sum of its loans' as what
          from instruction_line n join instruction_list l on l.id = n.list_id
          where cardinality(n.loan_amounts) > 0 and n.amount <> (select sum(each) from unnest(n.loan_amounts) as part (each))`,
        ),
      }
    },
  },
  {
    name: 'No instruction sent is above the pay limit or below zero without a decision',
    async run(tx) {
      return {
        figure: `${await countOf(tx, sql`select 1 from instruction_line n join instruction_list l on l.id = n.list_id where l.sent_at is not null`)} lines sent`,
        problems: await problemsOf(
          tx,
          sql`
          select l.number || ' line ' || n.no || ': ' || n.amount || ' above ' || n.pay_limit as what
          from instruction_line n join instruction_list l on l.id = n.list_id and l.sent_at is not null
          where n.amount > n.pay_limit and n.decision is null and n.kind <> 'continue'
          union all
          select l.number || ' line ' || n.no || ' was to be decided' as what
          from instruction_line n join instruction_list l on l.id = n.list_id and l.sent_at is not null
          where n.decision is null and n.exceptions && array['notOnPayroll', 'sharedNumber', 'noNumber', 'settlementPending']`,
        ),
      }
    },
  },
]
