import { sql } from 'kysely'
import type { Check } from '../../kernel/check.ts'
import type { Tx } from '../../kernel/db.ts'

async function problemsOf(tx: Tx): Promise<string[]> {
  const result = await sql<{ problem: string }>`
    select f.source || ' ' || to_char(f.period, 'YYYY-MM') || ': ' || f.kind || ' names no batch of the month' as problem
    from pay_month_fact f
    where f.kind <> 'moved' and not exists (
      select 1 from repayment_batch b where b.intake_id = f.batch_id and b.source = f.source and b.period = f.period
        and (f.kind = 'arrived' and b.status in ('posted', 'posting', 'undoing', 'undone') or b.status = 'undone'))
    union all
    select m.source || ' ' || to_char(m.period, 'YYYY-MM') || ': counts as '
      || case when m.heard_on is null then 'not posted, and a batch is' else 'posted, and no batch is' end
    from pay_month m
    where (m.heard_on is not null) <> exists (
        select 1 from repayment_batch b where b.source = m.source and b.period = m.period
          and b.status in ('posted', 'undoing', 'posting') and b.posted_at is not null)
      or (m.heard_on is not null) <> coalesce((
        select f.kind = 'arrived' from pay_month_fact f
        where f.source = m.source and f.period = m.period and f.kind <> 'moved' order by f.id desc limit 1), false)
    limit 20`.execute(tx)
  return result.rows.map(row => row.problem)
}

export const payMonthChecks: readonly Check[] = [
  {
    name: 'Every payroll month is posted exactly when a batch of it is, and every arrival names its batch',
    async run(tx) {
      const result = await sql<{ months: number }>`select count(*)::int as months from pay_month`.execute(tx)
      return { figure: `${result.rows[0]?.months ?? 0} months`, problems: await problemsOf(tx) }
    },
  },
]
