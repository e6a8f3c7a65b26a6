import { sql } from 'kysely'
import type { Check } from '../../kernel/check.ts'

const SHOWN = 20

const BORNE = sql`
  select distinct c.number, c.id, c.name_key, w.word from customer c cross join lateral customer_words(c.search) w (word)
  where c.status <> 'merged'`

/** The words that a search finds customers by, against the names that stand in their records. */
export const customerChecks: readonly Check[] = [
  {
    name: 'Customers are found by their words',
    async run(tx) {
      const { rows } = await sql<{ borne: number; kept: number; distinct: number }>`
        select (select count(*)::int from (${BORNE}) b) as borne, (select count(*)::int from customer_word) as kept,
          (select count(distinct word)::int from customer_vocabulary) as distinct`.execute(tx)
      const found = await sql<{ problem: string }>`
        select problem from (
          select 'customer ' || b.number || ' is not found by a word of the name' as problem from (${BORNE}) b
          where not exists (select from customer_word w
            where w.word = b.word and w.name_key = b.name_key and w.customer_id = b.id)
          union all
          select 'a word of customer ' || w.customer_id || ' is not among the distinct words' from customer_word w
          where not exists (select from customer_vocabulary n where n.word = w.word)
        ) found limit ${SHOWN}`.execute(tx)
      const { borne = 0, kept = 0, distinct = 0 } = rows[0] ?? {}
      const problems = found.rows.map(row => row.problem)
      if (kept > borne) problems.push(`${kept - borne} words lead to customers who do not bear them`)
      return {
        figure: `${kept.toLocaleString('en-NG')} words, ${distinct.toLocaleString('en-NG')} distinct`,
        problems,
      }
    },
  },
]
