import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { prove } from '../../server/app/prove.ts'
import { sealAudit, verifyAudit } from '../../server/kernel/audit.ts'
import { bvnOf, CANARY_KEY, LOANS } from './lender.ts'
import type { Site } from './stage.ts'
import type { Tally } from './tally.ts'

/** What must hold whatever was killed, by the ids of the list of invariants. Each query finds only what is wrong. */
export const WRONG: Readonly<Record<string, string>> = {
  'I1 debits are credits': `
    select 'entry ' || entry_id || ' is off by ' || sum(amount) as problem from ledger_line group by entry_id having sum(amount) <> 0`,
  'I5 each row in one place': `
    select 'intake ' || id || ': ' || good_rows || ' + ' || refused_rows || ' + ' || skipped_rows || ' of ' || rows as problem
    from intake where status in ('matched', 'waiting', 'accepted', 'superseded') and good_rows + refused_rows + skipped_rows <> rows
    union all select b.number || ' is ' || b.status || ' and row ' || r.row_number || ' is ' || r.status
    from repayment_batch b join repayment_row r on r.batch_id = b.intake_id
    where (b.status = 'posted' and r.status not in ('posted', 'suspense', 'skipped'))
      or (b.status = 'undone' and r.status not in ('undone', 'skipped'))`,
  'I6 each row posted once': `
    select 'row ' || r.row_number || ' (' || r.status || ') has ' || made.entries || ' entries, ' || made.reversed || ' reversals' as problem
    from repayment_row r cross join lateral (select
        (select count(*) from loan_event e where e.id = r.posting_id) + (select count(*) from repayment_suspense s where s.id = r.posting_id) as entries,
        (select count(*) from loan_event e where e.type = 'reversal' and e.loan_id = r.loan_id and e.event ->> 'of' = r.posting_id::text)
          + (select count(*) from repayment_suspense_use u where u.suspense_id = r.posting_id and u.kind = 'undone') as reversed) made
    where made.entries <> (r.status in ('posted', 'suspense', 'undone'))::int or made.reversed <> (r.status = 'undone')::int`,
  'I7 each reference once': `
    select channel || ' ' || min(reference) || ' was taken ' || count(*) || ' times' as problem from loan_event
    where type = 'receipt' and reference is not null group by channel, upper(regexp_replace(reference, '\\s', '', 'g')) having count(*) > 1
    union all select reason || ' ' || ref || ' was booked ' || count(*) || ' times' from ledger_entry
    where reason in ('receipt', 'deduction', 'unknownReceipt', 'remittance') group by reason, ref having count(*) > 1`,
  'I9 no message left in the air': `
    select 'message ' || id || ' is still ' || status as problem from message where status in ('queued', 'sending')`,
  'I11 two people': `
    select 'approval ' || id || ' decided by its maker' as problem from approval where checker_id = maker_id or checker_id = any (involved)`,
  'I10 one decision': `
    select 'approval ' || a.id || ' (' || a.status || ') has ' || count(e.id) || ' entries' as problem from approval a
    left join audit_entry e on e.outcome = 'done' and e.before ->> 'approval' = a.id::text and e.after ->> 'approval' = a.id::text
    group by a.id having count(e.id) <> (a.status <> 'waiting')::int`,
  'I15 no job lost': `
    select task_identifier || ' gave up: ' || coalesce(last_error, '') as problem from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    union all select number || ' is ' || status || ' and nobody works on it' from repayment_batch where status in ('posting', 'undoing')
    union all select 'upload ' || id || ' stands at ' || status from intake where status in ('mapped', 'staged', 'checked')
    union all select 'staging of ' || relname || ' was left' from pg_class where relkind = 'r' and relnamespace = 'staging'::regnamespace`,
}

/** Invariants that the ledger check covers, by the names of its checks. */
const PROVED: Readonly<Record<string, string>> = {
  'Entries balance': 'I1',
  'Balances equal their lines': 'I2',
  'The engine’s state of every loan equals its sub-ledger and its figures, and no credit is below zero': 'I3',
  'No entry was changed': 'I4',
  'Every row of every batch is in one place, and posted at most once': 'I6',
  'Documents are whole': 'I17',
}

/** Runs when the site is idle: every job done, every message in a final status. */
export async function checkAll(site: Site, tally: Tally): Promise<void> {
  const { program, pool } = site
  const { checks } = await prove(program.db)
  for (const { name, problems } of checks) tally.check(`${PROVED[name] ?? 'the books:'} ${name}`, problems)
  for (const [id, query] of Object.entries(WRONG)) {
    const { rows } = await pool.query<{ problem: string }>(query)
    tally.check(
      id,
      rows.map(row => row.problem),
    )
  }
  tally.check('I8 nobody is told twice', await notifiedTwice(site))
  await program.db.transaction().execute(tx => sealAudit(tx, 1_000_000))
  const { breaks } = await verifyAudit(program.db, [])
  tally.check(
    'I13 the trail is whole',
    breaks.map(each => `${each.position}: ${each.problem}`),
  )
  const left = await readdir(join(site.dataDirectory, 'spool')).catch(() => [])
  tally.check(
    'I17 no file left behind',
    left.map(name => `spool/${name}`),
  )
  tally.check('no program ends by itself', site.deaths)
  tally.check('nobody is signed out', site.signedOut)
  tally.check('I18 nothing secret in the log', secretsIn(site.output))
}

const digits = (phone: string): string => phone.replace(/\D/g, '')

/** By the provider's own log: once for what we call sent, never for what we say was not, at most once for a doubt. */
async function notifiedTwice({ pool, provider }: Site): Promise<string[]> {
  type Row = { id: string; phone: string; body: string; status: string; is_taken: boolean }
  const { rows } = await pool.query<Row>(
    'select id, phone, body, status, provider_id is not null as is_taken from message',
  )
  const taken = new Map<string, number>()
  for (const { to, text } of provider.accepted)
    taken.set(`${digits(to)} ${text}`, (taken.get(`${digits(to)} ${text}`) ?? 0) + 1)
  const problems: string[] = []
  const known = new Set<string>()
  for (const { id, phone, body, status, is_taken } of rows) {
    const text = `${digits(phone)} ${body}`
    const times = taken.get(text) ?? 0
    // a second message of the same words is cancelled, and the first has them
    if (status === 'cancelled') continue
    known.add(text)
    // what was taken may still fail on its way
    const isSent =
      status === 'sent' ||
      status === 'delivered' ||
      status === 'simulated' ||
      (status === 'failed' && is_taken)
    const isRight = isSent ? times === 1 : times <= (status === 'unknown' ? 1 : 0)
    if (!isRight) problems.push(`message ${id} is ${status} and was taken ${times} times`)
  }
  for (const text of taken.keys()) if (!known.has(text)) problems.push(`nobody wrote “${text}”`)
  return problems
}

function secretsIn(output: readonly string[]): string[] {
  const text = output.join('')
  const secrets = [CANARY_KEY, ...Array.from({ length: LOANS }, (_, loan) => bvnOf(loan))]
  return secrets.filter(secret => text.includes(secret)).map(secret => `…${secret.slice(-4)} was logged`)
}
