import { sql } from 'kysely'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Check } from '../../kernel/check.ts'
import type { Tx } from '../../kernel/db.ts'

/** Enough to see what kind of damage it is; the count says how much. */
const SHOWN = 20

const number = (count: bigint): string => count.toString().replace(/\B(?=(\d{3})+$)/g, ',')
const naira = (amount: string): string => formatNaira(kobo(BigInt(amount)))

/** Whatever a query of offenders gives is a problem, one line each. */
async function problems(tx: Tx, query: ReturnType<typeof sql<{ problem: string }>>): Promise<string[]> {
  const result = await sql<{ problem: string }>`select problem from (${query}) found limit ${SHOWN}`.execute(
    tx,
  )
  return result.rows.map(row => row.problem)
}

const entriesBalance: Check = {
  name: 'Entries balance',
  async run(tx) {
    const { rows } = await sql<{ entries: bigint; lines: bigint; debits: string; credits: string }>`
      select (select count(*) from ledger_entry) as entries, count(*) as lines,
        coalesce(sum(amount) filter (where amount > 0), 0)::text as debits,
        coalesce(-sum(amount) filter (where amount < 0), 0)::text as credits
      from ledger_line`.execute(tx)
    const [sums] = rows
    if (!sums) throw new Error('sums without a row')
    const off = await problems(
      tx,
      sql`
      select format('entry %s: %s of %s lines, off by %s kobo', coalesce(e.id, l.entry_id), coalesce(l.lines, 0),
        e.line_count, coalesce(l.off, 0)) as problem
      from ledger_entry e full join (
        select entry_id, count(*) as lines, sum(amount) as off, min(effective_on) as first, max(effective_on) as last
        from ledger_line group by entry_id
      ) l on l.entry_id = e.id
      where e.id is null or l.entry_id is null or l.off <> 0 or l.lines <> e.line_count
        or l.first <> e.effective_on or l.last <> e.effective_on`,
    )
    if (sums.debits !== sums.credits)
      off.unshift(`debits ${naira(sums.debits)}, credits ${naira(sums.credits)}`)
    return {
      figure: `${number(sums.entries)} entries, ${number(sums.lines)} lines, debits ${naira(sums.debits)} = credits ${naira(sums.credits)}`,
      problems: off,
    }
  },
}

const balancesFollow: Check = {
  name: 'Balances equal their lines',
  async run(tx) {
    const { rows } = await sql<{ accounts: bigint }>`
      select count(*) as accounts from (select distinct loan_no, code from ledger_balance) a`.execute(tx)
    return {
      figure: `${number(rows[0]?.accounts ?? 0n)} accounts`,
      problems: await problems(
        tx,
        sql`
        select format('account %s of loan %s: balance %s, lines %s', coalesce(b.code, l.code),
          coalesce(b.loan_no, l.loan_no), b.balance, l.balance) as problem
        from (select loan_no, code, sum(balance) as balance from ledger_balance group by loan_no, code) b
        full join (select loan_no, code, sum(amount) as balance from ledger_line group by loan_no, code) l
          on l.loan_no = b.loan_no and l.code = b.code
        where coalesce(b.balance, 0) <> coalesce(l.balance, 0)`,
      ),
    }
  },
}

const reversalsExact: Check = {
  name: 'Reversals are exact and single',
  async run(tx) {
    const { rows } = await sql<{ reversals: bigint }>`
      select count(*) as reversals from ledger_entry where reverses_id is not null`.execute(tx)
    return {
      figure: `${number(rows[0]?.reversals ?? 0n)} reversals`,
      problems: await problems(
        tx,
        sql`
        select format('entry %s is not the exact reverse of entry %s', r.id, r.reverses_id) as problem
        from ledger_entry r
        where r.reverses_id is not null and exists (
          select from ledger_line l where l.entry_id in (r.id, r.reverses_id)
          group by l.code, l.loan_no having sum(l.amount) <> 0)
        union all
        select format('entry %s is reversed %s times', reverses_id, count(*)) from ledger_entry
        where reverses_id is not null group by reverses_id having count(*) > 1`,
      ),
    }
  },
}

const chartHolds: Check = {
  name: 'Lines fit the chart',
  async run(tx) {
    const { rows } = await sql<{ accounts: bigint }>`select count(*) as accounts from ledger_chart`.execute(
      tx,
    )
    return {
      figure: `${number(rows[0]?.accounts ?? 0n)} accounts in the chart`,
      problems: await problems(
        tx,
        sql`
        select format('account %s, loan %s: %s', b.code, b.loan_no,
          case when c.code is null then 'not in the chart' when s.no is null and b.loan_no <> 0 then 'no such loan'
            else 'is kept ' || c.per_loan || ' by loan' end) as problem
        from (select distinct code, loan_no from ledger_line) b
        left join ledger_chart c on c.code = b.code left join ledger_loan s on s.no = b.loan_no
        where c.code is null or (s.no is null and b.loan_no <> 0)
          or (c.per_loan <> 'maybe' and (c.per_loan = 'always') <> (b.loan_no <> 0))`,
      ),
    }
  },
}

const suspenseCovered: Check = {
  name: 'Suspense is never negative',
  async run(tx) {
    const { rows } = await sql<{ held: string }>`
      select coalesce(-sum(amount), 0)::text as held from ledger_line where code = 2030`.execute(tx)
    const held = rows[0]?.held ?? '0'
    return {
      figure: `${naira(held)} held as unidentified payments`,
      problems: held.startsWith('-') ? [`${naira(held.slice(1))} more left suspense than it held`] : [],
    }
  },
}

const closedStaysClosed: Check = {
  name: 'Closed periods stay closed',
  async run(tx) {
    const { rows } = await sql<{ closes: bigint; through: string | null }>`
      select count(*) as closes, max(through)::text as through from ledger_close`.execute(tx)
    return {
      figure: `${number(rows[0]?.closes ?? 0n)} closed, through ${rows[0]?.through ?? 'no day yet'}`,
      problems: await problems(
        tx,
        sql`
        select format('entry %s was posted on %s after the books were closed through %s', e.id, e.effective_on, c.through)
          as problem
        from ledger_close c join ledger_entry e on e.effective_on <= c.through and e.id > c.last_entry_id
        union all
        select format('account %s as closed through %s: %s debits, %s credits; its lines: %s and %s', k.code, k.through,
          k.debits, k.credits, l.debits, l.credits)
        from ledger_closing k cross join lateral (
          select coalesce(sum(amount) filter (where amount > 0), 0) as debits,
            coalesce(-sum(amount) filter (where amount < 0), 0) as credits
          from ledger_line where code = k.code and effective_on <= k.through
        ) l
        where l.debits <> k.debits or l.credits <> k.credits`,
      ),
    }
  },
}

const nothingChanged: Check = {
  name: 'No entry was changed',
  async run(tx) {
    const { rows } = await sql<{ seals: bigint; sealed: bigint; entries: bigint }>`
      select count(*) as seals, coalesce(sum(entries), 0)::bigint as sealed,
        (select count(*) from ledger_entry) as entries
      from ledger_seal`.execute(tx)
    const [sums] = rows
    if (!sums) throw new Error('sums without a row')
    return {
      figure: `${number(sums.seals)} seals over ${number(sums.sealed)} of ${number(sums.entries)} entries`,
      problems: await problems(
        tx,
        sql`
        with era as (
          select first_entry_id as first, lead(first_entry_id) over (order by first_entry_id) as next from ledger_era
        ), placed as materialized (
          select h.*, e.next, (select s.position from ledger_seal s
                       where (s.written_by, s.entry_id) >= (h.written_by, h.id) and s.entry_id >= e.first
                         and (e.next is null or s.entry_id < e.next)
                       order by s.written_by, s.entry_id limit 1) as position
          from era e join ledger_entry_hashed h on h.id >= e.first and (e.next is null or h.id < e.next)
        ), again as (
          select position, count(*) as entries, string_agg(hash, ''::bytea order by written_by, id) as content
          from placed where position is not null group by position
        ), sealed as (
          select s.*, row_number() over whole as place, lag(s.hash) over whole as before
          from ledger_seal s window whole as (order by s.position)
        )
        select format('seal %s: %s', s.position, case
          when s.position <> s.place then 'a seal before it was removed'
          when a.entries is distinct from s.entries then format('%s entries instead of %s', coalesce(a.entries, 0), s.entries)
          else 'an entry in it, or a seal before it, was changed' end) as problem
        from sealed s left join again a on a.position = s.position
        where s.position <> s.place or a.entries is distinct from s.entries
          or s.hash is distinct from sha256(coalesce(s.before, ''::bytea) || a.content)
        union all
        select format('entry %s was inserted behind the seals', p.id) from placed p
        where p.position is null and p.next <= (select entry_id from ledger_seal order by position desc limit 1)
        union all
        select format('seal %s differs from the one noted in the audit trail', a.subject_id)
        from audit_entry a left join ledger_seal s on s.position::text = a.subject_id
        where a.action = 'ledgerSeal' and encode(s.hash, 'hex') is distinct from a.after ->> 'hash'`,
      ),
    }
  },
}

const statementsBalance: Check = {
  name: 'Assets equal liabilities, equity and result at the end of every day',
  async run(tx) {
    const days = await sql<{ days: bigint; problems: string[] }>`
      with moved as (
        select l.effective_on as day, coalesce(sum(l.amount) filter (where c.kind = 'asset'), 0) as assets,
          coalesce(sum(l.amount) filter (where c.kind <> 'asset'), 0) as others
        from ledger_line l join ledger_chart c on c.code = l.code group by 1
      ), ended as (
        select day, sum(assets) over up as assets, sum(others) over up as others from moved window up as (order by day)
      )
      select count(*) as days, coalesce((select array_agg(format('on %s: assets of %s kobo, the rest %s', e.day, e.assets, e.others))
        from (select * from ended where assets + others <> 0 order by day limit 20) e), '{}') as problems from ended`.execute(
      tx,
    )
    const [found] = days.rows
    return { figure: `${number(found?.days ?? 0n)} days`, problems: found?.problems ?? [] }
  },
}

/** What must hold of the ledger at every moment. */
export const ledgerChecks: readonly Check[] = [
  entriesBalance,
  balancesFollow,
  reversalsExact,
  chartHolds,
  suspenseCovered,
  closedStaysClosed,
  nothingChanged,
  statementsBalance,
]
