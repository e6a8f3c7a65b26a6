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

/** Every applied event is on its loans as it says, every reversed one on none, and its months are marked exactly while it is in force. */
async function eventProblemsOf(tx: Tx): Promise<string[]> {
  const result = await sql<{ problem: string }>`
    with loan as (
      select e.number, e.treatment, x.*,
        h.id is not null as has_holiday,
        exists (select 1 from loan_event r where r.loan_id = x.loan_id and r.type = 'reversal' and r.event->>'of' = x.loan_event_id::text) as is_reversed,
        (select count(*) from pay_month_excuse m where m.event_id = x.event_id and m.loan_id = x.loan_id) as excuses,
        (select coalesce(sum(m.amount), 0) from pay_month_excuse m where m.event_id = x.event_id and m.loan_id = x.loan_id) as excused
      from source_event e join source_event_loan x on x.event_id = e.id
      left join loan_event h on h.id = x.loan_event_id and h.loan_id = x.loan_id and h.type = 'holiday')
    select number || ': loan ' || loan_id || ' is ' || status || case
        when status in ('ready', 'excluded') then ' and was changed'
        when treatment = 'move' and not has_holiday then ' without its repayment holiday'
        when treatment = 'move' then ' and its repayment holiday is ' || case when is_reversed then '' else 'not ' end || 'reversed'
        else ', and ' || excused || ' is excused of ' || amount end as problem
    from loan
    where case when status in ('ready', 'excluded') then loan_event_id is not null or excuses > 0
      when treatment = 'move' then not has_holiday or status = 'undone' and not is_reversed
      else excused <> amount end
    union all
    select m.source || ' ' || to_char(m.period, 'YYYY-MM') || ': marked by an event that does not cover it'
    from pay_month m where m.skipped_by is not null and not exists (
      select 1 from source_event e where e.id = m.skipped_by and e.source = m.source and e.kind <> 'dates'
        and e.status in ('applying', 'applied', 'undoing') and m.period between e.from_month and e.to_month)
    union all
    select e.number || ': ' || to_char(k.month, 'YYYY-MM') || ' is not marked'
    from source_event e cross join lateral generate_series(e.from_month, e.to_month, interval '1 month') k (month)
    where e.kind <> 'dates' and e.status in ('applying', 'applied', 'undoing') and not exists (
      select 1 from pay_month m where m.source = e.source and m.period = k.month::date and m.skipped_by = e.id)
    union all
    select e.number || ': is ' || e.status || ' with loans left'
    from source_event e where e.status = 'applied' and exists (
      select 1 from source_event_loan x where x.event_id = e.id and x.status = 'ready')
      or e.status = 'undone' and exists (select 1 from source_event_loan x where x.event_id = e.id and x.status = 'done')
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
  {
    name: 'Every event of a payroll source is on its loans and months as it says',
    async run(tx) {
      const result = await sql<{ events: number }>`select count(*)::int as events from source_event`.execute(
        tx,
      )
      return { figure: `${result.rows[0]?.events ?? 0} events`, problems: await eventProblemsOf(tx) }
    },
  },
]
