import { type RawBuilder, sql } from 'kysely'
import type { SourceKind } from '../../../contract/paySources.ts'
import type { Tx } from '../../kernel/db.ts'
import { type Staged, saveRefusals } from '../intake/intake.ts'
import { monthly } from '../payroll/payroll.ts'

/** From the rows of a file to loans, by whole batches: loan number, then IPPIS number, then account and name. */

export type NewRow = {
  rowNumber: number
  line: number
  key: string
  staffNumber: string
  staffKey: string
  loanNumber: string
  name: string
  accountNumber: string | null
  employer: string
  element: string
  beneficiary: string
  elementKey: string | null
  beneficiaryKey: string | null
  valueOn: string | null
  narration: string
  reference: string
  amount: bigint
}

/** Unknown until they are matched. */
export async function insertRows(
  tx: Tx,
  staged: Staged,
  rows: readonly NewRow[],
  channel: string | null,
): Promise<void> {
  const paymentKey =
    channel === null
      ? sql`null::text`
      : sql`case when n.reference <> '' then payment_key(${channel}, n.reference) end`
  const { row } = staged
  const column = <K extends keyof NewRow>(name: K) => rows.map(each => each[name])
  await sql`
    insert into repayment_row (batch_id, source, period, row_number, line, row_key, staff_number, staff_key, loan_number, name, account_number,
      employer, element, beneficiary, element_key, beneficiary_key, value_on, narration, reference, amount, payment_key, bin, treatment)
    select ${row.id}, ${row.source}, ${row.period}::date, n.*, ${paymentKey}, 'notOurs', 'suspense'
    from unnest(${column('rowNumber')}::int[], ${column('line')}::int[], ${column('key')}::text[], ${column('staffNumber')}::text[],
      ${column('staffKey')}::text[], ${column('loanNumber')}::text[], ${column('name')}::text[], ${column('accountNumber')}::text[],
      ${column('employer')}::text[], ${column('element')}::text[], ${column('beneficiary')}::text[],
      ${column('elementKey')}::text[], ${column('beneficiaryKey')}::text[], ${column('valueOn')}::date[], ${column('narration')}::text[], ${column('reference')}::text[],
      ${column('amount').map(String)}::bigint[])
      as n (row_number, line, row_key, staff_number, staff_key, loan_number, name, account_number, employer, element, beneficiary, element_key,
        beneficiary_key, value_on, narration, reference, amount)`.execute(tx)
}

export async function refuseAll(
  tx: Tx,
  staged: Staged,
  faulty: readonly { rowNumber: number; faults: string }[],
): Promise<void> {
  if (faulty.length === 0) return
  const rows = sql`
    select * from unnest(${faulty.map(each => each.rowNumber)}::int[], ${faulty.map(each => each.faults)}::text[]) as f (row_number, faults)`
  await sql`${saveRefusals(staged.row.id, staged.columns, rows, [1, staged.rows])}`.execute(tx)
}

/** Freshly written rows have no statistics yet: the database would take them for a few and run in quadratic time. */
export async function gatherStatistics(tx: Tx): Promise<void> {
  await sql`analyze repayment_row`.execute(tx)
}

/** Rows `r` of a batch that a step is for; those that follow from an answer are matched after the others. */
type Among = RawBuilder<unknown>
const ALL: Among = sql`true`

// ── Who is meant ───────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A line of another file that is in the ledger or may still come into them. The file that is corrected has given its own up once it is
 * posted: what it posted is measured, what it left out is free. Until then, and where the ledger refused a line that can be tried again,
 * the line is still its own.
 */
const stillBrings = (corrected: readonly string[]) => sql`
  o.status <> 'undone' and b.status <> 'undone' and o.bin <> 'foreign'
    and (o.batch_id <> all (${corrected}::uuid[]) or b.status <> 'posted' or o.status in ('open', 'refused'))`

/** Lines that another file of the month has brought already; a correction brings on purpose what the corrected one has posted. */
export async function markDuplicates(
  tx: Tx,
  batchId: string,
  corrected: readonly string[],
  among = ALL,
): Promise<void> {
  await sql`
    update repayment_row r set bin = 'duplicate', treatment = 'skip', problem = case when o.batch_id = any (${corrected}::uuid[])
      then 'Not posted yet in batch ' || b.number || '. Post it there; a correction of it comes after that.'
      else 'Already in batch ' || b.number || '.' end
    from repayment_row o join repayment_batch b on b.intake_id = o.batch_id
    where r.batch_id = ${batchId} and ${among} and o.batch_id <> r.batch_id
      and o.source = r.source and o.period = r.period and o.row_key = r.row_key and ${stillBrings(corrected)}`.execute(
    tx,
  )
}

export const AGAIN = ' again in '

/** The key of an earlier row that was confirmed as a second deduction in that batch. */
export const againKey = (key: string, batchNumber: string): string =>
  key.endsWith(AGAIN + batchNumber) ? key : key + AGAIN + batchNumber

const notDeducted = sql`coalesce((
  select sum(u.amount) from repayment_suspense s join repayment_suspense_use u on u.suspense_id = s.id
  where s.batch_id = o.batch_id and s.row_number = o.row_number and s.part = o.part and u.kind = 'notDeducted' and u.undone_at is null), 0)`

/** What row `o` brings beyond the files before it, and was deducted. */
const brought = sql`o.amount - o.earlier - case when o.status = 'suspense' then ${notDeducted} else 0 end`

/** What the files that row `r` corrects have posted for the same line, and was deducted. */
const earlierNow = (corrected: readonly string[]) => sql`coalesce((
  select sum(${brought}) from repayment_row o
  where o.batch_id = any (${corrected}::uuid[]) and o.source = r.source and o.period = r.period
    and o.row_key = any (array_prepend(r.row_key, array(
      select r.row_key || ${AGAIN}::text || b.number from repayment_batch b where b.intake_id = any (${corrected}::uuid[]))))
    and o.status in ('posted', 'suspense')), 0)`

/** Distinguishes the second row of a key from the first; longer numbers are the payer's own. */
const NUMBERED = sql`'#[0-9]{1,6}$'`

/** Every line of the files that this one corrects, under the key it has borne through them: what they say of it together. */
const linesBefore = (corrected: readonly string[]) => sql`
  select key, regexp_replace(key, ${NUMBERED}, '') as base, coalesce(substring(key from ${NUMBERED}), '#1') as n, amount, is_line from (
    select split_part(o.row_key, ${AGAIN}, 1) as key, bool_or(o.treatment <> 'skip') as is_line,
      coalesce(sum(${brought}) filter (where o.treatment <> 'skip'), 0) as amount
    from repayment_row o where o.batch_id = any (${corrected}::uuid[]) and o.status <> 'undone' group by 1) k`

const UNCLEAR =
  `Several lines of this person came before, and it may correct any of them. Leave it out, and name all their lines
  in one file; given a place, it counts as one more deduction.`.replace(/\s+/g, ' ')

/**
 * A second row of the same person and element is another deduction, unless it is identical. A correction may list such
 * rows in another order, or only some: rows of equal amounts are the same, then the only one left; several candidates
 * need a decision.
 */
export async function keyRepeats(tx: Tx, batchId: string, corrected: readonly string[]): Promise<void> {
  await sql`
    with ours as materialized (
      select *, row_number() over (partition by base, amount order by is_repeat, row_number) as nth from (
        select row_number, row_key as base, amount, row_number() over (partition by row_key order by row_number) as turn,
          row_number() over (partition by row_key, amount, narration order by row_number) > 1 as is_repeat
        from repayment_row where batch_id = ${batchId}) r),
    known as materialized (${linesBefore(corrected)}),
    lines as materialized (
      select base, key, amount, row_number() over (partition by base, amount order by key) as nth from known where is_line),
    ends as (select base, max(substr(n, 2)::int) as last from known group by base),
    paired as materialized (
      select o.*, l.key from ours o left join lines l on l.base = o.base and l.amount = o.amount and l.nth = o.nth),
    left_here as (select base, count(*) as n from paired where key is null and not is_repeat group by base),
    left_before as (
      select l.base, count(*) as n, min(l.key) as key from lines l
      where not exists (select 1 from paired p where p.base = l.base and p.key = l.key) group by l.base),
    judged as (
      select p.row_number, p.is_repeat, p.key is null and not p.is_repeat and b.n > 0 and h.n + b.n > 2 as is_unclear,
        case when p.key is not null then p.key
          when not p.is_repeat and h.n = 1 and b.n = 1 then b.key
          when p.turn > 1 or e.last is not null then p.base || '#' || coalesce(e.last, 0) + p.turn
          else p.base end as key
      from paired p left join left_here h on h.base = p.base left join left_before b on b.base = p.base left join ends e on e.base = p.base)
    update repayment_row r set row_key = j.key,
      bin = case when j.is_repeat then 'duplicate' when j.is_unclear then 'ambiguous' else r.bin end,
      treatment = case when j.is_repeat then 'skip' else r.treatment end,
      problem = case when j.is_repeat then 'The same line stands in this file already.'
        when j.is_unclear then ${UNCLEAR} end
    from judged j where r.batch_id = ${batchId} and r.row_number = j.row_number and (j.key <> r.row_key or j.is_repeat or j.is_unclear)`.execute(
    tx,
  )
}

export async function setEarlier(
  tx: Tx,
  batchId: string,
  corrected: readonly string[],
  round: number,
): Promise<void> {
  await sql`
    update repayment_row r set turn = ${round}, earlier = ${earlierNow(corrected)}
    where r.batch_id = ${batchId}`.execute(tx)
  await leaveOutMeasured(tx, batchId)
}

export async function leaveOutMeasured(tx: Tx, batchId: string, among = ALL): Promise<void> {
  await sql`
    update repayment_row r set bin = case when amount = earlier then 'duplicate' else 'ambiguous' end, treatment = 'skip',
      problem = case when amount = earlier then 'Already posted with this amount.'
        else 'Less than was posted before. Take the earlier row back, and give its loan the right sum from suspense.' end
    where batch_id = ${batchId} and ${among} and bin not in ('foreign', 'unknownElement') and earlier > 0 and amount <= earlier`.execute(
    tx,
  )
}

/**
 * Rows of a correction whose base changed, or that were excluded by a base that no longer holds and would now add
 * something. Rows confirmed as a second deduction have their own key and no base.
 */
export async function countMeasuredBefore(
  tx: Tx,
  batchId: string,
  corrected: readonly string[],
): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(distinct r.row_number)::int as n
    from repayment_row p join repayment_row r on r.batch_id = p.batch_id and r.row_number = p.row_number and r.part = 1
      cross join lateral (select ${earlierNow(corrected)} as earlier) now
    where p.batch_id = ${batchId} and p.status in ('open', 'refused') and position(${AGAIN}::text in r.row_key) = 0
      and case when p.treatment = 'skip' then p.amount <= p.earlier and p.amount > now.earlier and p.matched_by is distinct from 'hand'
        else r.earlier <> now.earlier or exists (
          select 1 from repayment_row o join repayment_batch b on b.intake_id = o.batch_id
          where o.batch_id = any (${corrected}::uuid[]) and o.source = r.source and o.period = r.period and o.row_key = r.row_key
            and o.status in ('open', 'refused') and b.status <> 'undone') end`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/** Whose row it is, is not asked, or a person has to say. */
const NOT_MATCHED = sql`('duplicate', 'ambiguous', 'foreign', 'unknownElement')`
const UNPLACED = sql`r.customer_id is null and r.bin not in ${NOT_MATCHED}`

export async function matchLoanNumbers(tx: Tx, batchId: string, among = ALL): Promise<void> {
  await sql`
    update repayment_row r set loan_id = l.id, customer_id = l.customer_id, matched_by = 'loan number'
    from loan l where r.batch_id = ${batchId} and r.loan_number <> '' and l.number = upper(r.loan_number) and ${UNPLACED}
      and ${among}`.execute(tx)
}

/** A payer writes the loan number into the reference or the narration. Two loans there are for a person to decide. */
export async function matchReferences(tx: Tx, batchId: string, among = ALL): Promise<void> {
  await sql`
    with found as (
      select r.row_number, count(distinct l.id) as loans, (array_agg(l.id))[1] as loan_id, (array_agg(l.customer_id))[1] as customer_id
      from repayment_row r, regexp_matches(upper(r.reference || ' ' || r.narration), '\\mL[0-9]{7}\\M', 'g') m
        join loan l on l.number = m[1]
      where r.batch_id = ${batchId} and ${UNPLACED} and ${among} group by r.row_number)
    update repayment_row r set loan_id = f.loan_id, customer_id = f.customer_id, matched_by = 'reference'
    from found f where r.batch_id = ${batchId} and r.row_number = f.row_number and f.loans = 1`.execute(tx)
}

/** A payment that is on a loan, in another batch, or on an earlier row of the file. */
export async function markPaymentsKnown(tx: Tx, batchId: string): Promise<void> {
  await sql`
    update repayment_row r set bin = 'duplicate', treatment = 'skip', problem = k.problem
    from (
      -- a repeat is known without a look elsewhere, or a reference on thousands of rows would be looked up for each of them
      select r.row_number, coalesce(
        case when row_number() over (partition by r.payment_key order by r.row_number) > 1 then 'The same reference is on an earlier row.' end,
        (select 'Reference recorded already on ' || l.number || '.' from loan_event e join loan l on l.id = e.loan_id
          where payment_key(e.channel, e.reference) = r.payment_key and e.reference is not null and not exists (
            select 1 from loan_event u where u.loan_id = e.loan_id and u.type = 'reversal' and u.event->>'of' = e.id::text)
          limit 1),
        (select 'Reference already in batch ' || b.number || '.' from repayment_row o join repayment_batch b on b.intake_id = o.batch_id
          where o.payment_key = r.payment_key and o.batch_id <> r.batch_id and o.status <> 'undone' and o.treatment <> 'skip' limit 1)
      ) as problem
      from repayment_row r where r.batch_id = ${batchId} and r.payment_key is not null) k
    where r.batch_id = ${batchId} and r.row_number = k.row_number and k.problem is not null`.execute(tx)
}

/** One customer: theirs. Several: a person has to say. */
const settlePeople = (batchId: string, found: RawBuilder<unknown>, matchedBy: string) => sql`
  with found as (${found}), counted as (
    select row_number, (array_agg(distinct customer_id))[1] as customer_id, count(distinct customer_id) as people from found group by row_number)
  update repayment_row r set customer_id = case when c.people = 1 then c.customer_id end,
    matched_by = case when c.people = 1 then ${matchedBy} end,
    bin = case when c.people = 1 then r.bin else 'ambiguous' end,
    problem = case when c.people = 1 then r.problem else c.people || ' customers fit it. Choose the loan.' end
  from counted c where r.batch_id = ${batchId} and r.row_number = c.row_number`

export async function matchStaffNumbers(
  tx: Tx,
  batchId: string,
  kind: SourceKind,
  among = ALL,
): Promise<void> {
  // a receipt of another channel says nothing of the payroll
  const ofSource = kind === 'payroll' ? sql`c.payroll_source = r.source` : sql`true`
  const found = sql`
    select r.row_number, c.id as customer_id
    from repayment_row r join customer c on ltrim(upper(c.ippis_number), '0') = r.staff_key and ${ofSource}
    where r.batch_id = ${batchId} and r.staff_key <> '' and c.status <> 'merged' and ${UNPLACED} and ${among}`
  await settlePeople(batchId, found, 'IPPIS number').execute(tx)
}

/** The names need not be equal, only alike: payrolls cut and turn them. */
export async function matchAccounts(tx: Tx, batchId: string, among = ALL): Promise<void> {
  const found = sql`
    select r.row_number, c.id as customer_id
    from repayment_row r join customer c on c.account_number = r.account_number
    where r.batch_id = ${batchId} and r.account_number is not null and r.name <> '' and c.status <> 'merged' and ${UNPLACED} and ${among}
      and similarity(c.name_key, customer_plain(r.name)) >= 0.35`
  await settlePeople(batchId, found, 'account and name').execute(tx)
}

/** Of loan `l` in the month of row `r`. */
const EXPECTED = monthly.expected(sql`r.period`)

/**
 * Loans that take part in a deduction: those that ask for something; where none does, the newest takes it all as credit.
 * With none to repay, a written-off loan is recovered first, else the last one repaid keeps it as credit of the customer.
 */
const takesPart = (today: string) => sql`(l.status in ('live', 'overpaid') and (${EXPECTED} > 0 or l.id = (
  select l.id from loan_on(${today}::date) l where l.customer_id = r.customer_id and l.status in ('live', 'overpaid')
  order by ${EXPECTED} > 0 desc, l.disbursed_on desc, l.number desc limit 1))
  or l.status in ('closed', 'written off') and l.id = (
    select o.id from loan o where o.customer_id = r.customer_id and o.status in ('live', 'overpaid', 'closed', 'written off')
    order by o.status in ('live', 'overpaid') desc, o.status = 'written off' desc, o.disbursed_on desc, o.number desc limit 1))`

/** Two loans on one payroll number: the oldest first takes its instalment, the last what is left. */
export async function chooseLoans(tx: Tx, batchId: string, today: string, among = ALL): Promise<void> {
  await sql`
    with shares as materialized (
      select r.row_number, r.amount - r.earlier as amount, l.id as loan_id, ${EXPECTED} as expected,
        row_number() over whole as turn, count(*) over (partition by r.row_number) as loans,
        sum(${EXPECTED}) over whole - ${EXPECTED} as taken_before
      from repayment_row r join loan_on(${today}::date) l on l.customer_id = r.customer_id and ${takesPart(today)}
      where r.batch_id = ${batchId} and r.part = 1 and r.loan_id is null and r.bin not in ${NOT_MATCHED} and ${among}
      window whole as (partition by r.row_number order by l.disbursed_on, l.number)),
    parts as (
      select row_number, loan_id, expected, turn,
        case when turn = loans then amount - taken_before else least(expected, amount - taken_before) end as amount
      from shares where turn = 1 or amount > taken_before),
    firsts as (
      update repayment_row r set loan_id = p.loan_id, amount = p.amount + r.earlier
      from parts p where r.batch_id = ${batchId} and r.row_number = p.row_number and p.turn = 1 and r.part = 1
      returning r.row_number)
    insert into repayment_row (batch_id, source, period, row_number, part, turn, line, row_key, staff_number, staff_key, loan_number, name,
      account_number, employer, element, beneficiary, element_key, beneficiary_key, value_on, payment_key, narration, reference, amount, bin, treatment,
      customer_id, loan_id, matched_by)
    select r.batch_id, r.source, r.period, r.row_number, p.turn, r.turn, r.line, r.row_key, r.staff_number, r.staff_key, r.loan_number, r.name,
      r.account_number, r.employer, r.element, r.beneficiary, r.element_key, r.beneficiary_key, r.value_on, r.payment_key, r.narration, r.reference, p.amount, 'exact', 'post', r.customer_id, p.loan_id, r.matched_by
    from parts p join repayment_row r on r.batch_id = ${batchId} and r.row_number = p.row_number and r.part = 1
    where p.turn > 1`.execute(tx)
}

/** A loan that was disbursed takes money of its customer: to repay it, to recover it, or as credit once it is repaid. */
const CAN_RECEIVE = sql`'live', 'overpaid', 'closed', 'written off'`

/** In another name than the customer's, and no person has said that it is theirs. */
const UNCONFIRMED = sql`(r.name_score is not null and r.matched_by is distinct from 'hand')`

/**
 * Into its bin, with what was expected beside what came. Rows before it on the same loan have taken their part of the instalment
 * already. `rowNumber`: one row, or one part of it, that a person has just placed. `among`: these rows, and others of their loans.
 */
export async function binRows(
  tx: Tx,
  batchId: string,
  today: string,
  { rowNumber, part, among }: { rowNumber?: number; part?: number; among?: Among } = {},
): Promise<void> {
  const isOne = rowNumber !== undefined
  const ofLoans = sql`r.loan_id in (select r.loan_id from repayment_row r where r.batch_id = ${batchId} and ${among ?? ALL})`
  const narrowed = isOne
    ? sql`and r.row_number = ${rowNumber} ${part === undefined ? sql`` : sql`and r.part = ${part}`}`
    : sql`and r.bin not in ${NOT_MATCHED} ${among ? sql`and r.matched_by is distinct from 'hand' and (${among} or ${ofLoans})` : sql``}`
  const left = sql`greatest(${EXPECTED} - b.taken, 0)`
  await sql`
    with before as (
      select row_number, part, coalesce(sum(case when ${UNCONFIRMED} then 0 else amount - earlier end) over (partition by loan_id order by row_number, part
        rows between unbounded preceding and 1 preceding), 0)::bigint as taken
      from repayment_row r where batch_id = ${batchId} and loan_id is not null and bin <> 'duplicate')
    update repayment_row r set expected = ${left},
      bin = case when l.status not in (${CAN_RECEIVE}) then 'noLoan'
        when ${UNCONFIRMED} then 'nameDiffers'
        when l.status not in ('live', 'overpaid') then 'closedLoan'
        when r.amount - r.earlier = ${left} then 'exact' when r.amount - r.earlier < ${left} then 'short' else 'over' end,
      treatment = case when l.status in (${CAN_RECEIVE}) and not ${UNCONFIRMED} then 'post' else 'suspense' end, problem = null
    from loan_on(${today}::date) l, before b
    where r.batch_id = ${batchId} and l.id = r.loan_id and b.row_number = r.row_number and b.part = r.part and r.status = 'open' ${narrowed}`.execute(
    tx,
  )
  await sql`
    update repayment_row r set treatment = 'suspense', bin = 'noLoan'
    where r.batch_id = ${batchId} and r.loan_id is null and r.customer_id is not null and r.bin not in ${NOT_MATCHED}
      and r.status = 'open' ${isOne || among ? narrowed : sql``}`.execute(tx)
}
