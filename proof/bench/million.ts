/**
 * Builds a lender with a million of each: customers, loans with their events and books, requests. A few dozen loans are
 * made through the product's own functions, over five months, some paid on time and some not; the rest are copies of
 * them, written by the database itself, so that the proof holds for all.
 */

import { hkdfSync, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod/mini'
import { application } from '../../contract/application.ts'
import { addDays, type LocalDate, localDate } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { quote } from '../../engine/product.ts'
import { disbursed } from '../../sample/disbursed.ts'
import { actorOf, loadDemoStaff } from '../../sample/staff.ts'
import { act, type Program, SYSTEM } from '../../server/kernel/act.ts'
import type { Actor } from '../../server/kernel/context.ts'
import { deriveKeys, type Keys, sealWith } from '../../server/kernel/keys.ts'
import * as loansActs from '../../server/modules/loans/acts.ts'
import * as loansDaily from '../../server/modules/loans/daily.ts'
import * as loansOpen from '../../server/modules/loans/open.ts'
import * as loanPage from '../../server/modules/payouts/loanPage.ts'
import { offeredProducts } from '../../server/modules/settings/products.ts'
import { adaeze, openFromApplication } from '../../test/applicants.ts'

export const SECRET = 'a secret for measuring, long enough to be one'
export const TODAY = localDate('2026-11-24')
const FIRST_DAY = localDate('2026-07-06')
const TEMPLATES = 40

type Clock = { day: LocalDate; now(): Date }
export const clockAt = (day: LocalDate): Clock => ({
  day,
  now() {
    return new Date(`${this.day}T09:30:00Z`)
  },
})

/** Once for a database, whichever benchmark comes first. */
/** One person's values are copied a million times: sealed as older releases did, they open with the same key. */
function unboundKeys(secret: string): Keys {
  const vault = Buffer.from(hkdfSync('sha256', secret, 'iroko', 'vault', 32))
  return { ...deriveKeys(secret), seal: plain => sealWith(vault, plain) }
}

export async function buildOnce(program: Program, pool: pg.Pool, count: number): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('bench_person') as name`)
  if (!rows[0]?.name) await build(program, pool, count, line => console.log(line))
}

export async function build(
  program: Program,
  pool: pg.Pool,
  count: number,
  say: (line: string) => void,
  secret = SECRET,
) {
  const clock = clockAt(FIRST_DAY)
  const keys = unboundKeys(secret)
  const office = { ...program, clock, keys }
  await loadDemoStaff(office)
  await makeTemplates(office, clock)
  const indexes = await plainIndexes(pool)
  const stages: [what: string, statements: string[]][] = [
    ['bare tables', indexes.map(({ name }) => `drop index ${name}`)],
    ['customers', customersOf(count, keys.seal('22212345678', ['customer.bvn', '']))],
    ['loans', LOANS],
    ['ledger', BOOKS],
    ['requests', REQUESTS],
    ['indexes', indexes.map(({ definition }) => definition)],
    ['words', ['select index_all_customers()']],
    ['statistics', ['vacuum analyze']],
  ]
  for (const [what, statements] of stages) {
    const start = performance.now()
    const client = await pool.connect()
    // rows are complete as they are copied: no rule need check them again
    await client.query(
      `set session_replication_role = replica; set statement_timeout = 0; set work_mem = '256MB';
       set maintenance_work_mem = '1GB'`,
    )
    for (const statement of statements) await client.query(statement)
    client.release(true)
    say(`${what.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
}

/** An index is built over a million rows in a fifth of the time that it takes to grow with them. */
async function plainIndexes(pool: pg.Pool): Promise<{ name: string; definition: string }[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid::regclass::text = any (array['customer', 'loan', 'loan_event', 'loan_request', 'ledger_line',
         'ledger_entry'])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
       and i.indexrelid::regclass::text <> 'ledger_entry_once'`,
  )
  return rows
}

/** Each pays out on its own day; three in four pay every instalment when it falls due, the others stop or never begin. */
async function makeTemplates(program: Program, clock: Clock): Promise<void> {
  const maker = await actorOf(program, 'admin@iroko.test')
  const checker = await actorOf(program, 'authorizer@iroko.test')
  const products = await offeredProducts(program.db, FIRST_DAY)
  const open: { id: string; pays: boolean; instalment: bigint }[] = []
  let made = 0
  for (; clock.day <= TODAY; clock.day = addDays(clock.day, 1)) {
    const dayOfMonth = clock.day.slice(8)
    if (dayOfMonth === '25')
      for (const loan of open.filter(each => each.pays)) await receive(program, maker, loan, clock.day)
    for (; made < TEMPLATES && addDays(FIRST_DAY, made * 3) <= clock.day; made++) {
      const product = products[made % products.length]
      if (!product) throw new Error('no product to lend')
      const loan = await openTemplate(program, product, made)
      const isAwaiting = made % 20 === 19
      open.push({ ...loan, pays: made % 4 !== 3 })
      const payout = { loanId: loan.id, on: clock.day, payingAccount: 'GTBank operations' }
      if (!isAwaiting) await disbursed(program, [maker, checker], payout)
    }
    await loansDaily.runDaily(program)
  }
}

async function openTemplate(program: Program, product: loansOpen.ApprovedLoan['product'], n: number) {
  const tenor = n % 2 === 0 ? 6 + (n % 12) : 3
  const principal = kobo(BigInt(5 + (n % 16)) * (n % 2 === 0 ? 10_000_000n : 1_000_000n))
  const { instalment } = quote(product.terms, { amount: principal, tenor, payOutOn: FIRST_DAY })
  const stated = z.decode(application, adaeze())
  return act(program, 'loanOpen', SYSTEM, async ctx => {
    const { id: customerId } = await openFromApplication(ctx, stated)
    const requestId = randomUUID()
    const officerCode = `AO-${String(n % 40).padStart(3, '0')}`
    const { id } = await loansOpen.openLoan(ctx, {
      customerId,
      requestId,
      product,
      principal,
      tenor,
      instalment,
      officerCode,
      settles: [],
    })
    return { id, instalment }
  })
}

async function receive(
  program: Program,
  maker: Actor,
  { id: loanId, instalment }: { id: string; instalment: bigint },
  on: LocalDate,
): Promise<void> {
  const receipt = {
    act: 'receipt',
    amount: kobo(instalment),
    on,
    channel: 'payroll deduction',
    reference: randomUUID(),
  } as const
  const input = { loanId, id: randomUUID(), input: receipt, reason: 'Payroll' }
  const row = await act(program, 'loanGet', maker, ctx => loanPage.get(ctx, { id: loanId }))
  if (row.row.status !== 'live') return
  let isAsked = false
  const propose = async () => {
    isAsked = true
    return randomUUID()
  }
  await act(program, 'loanActDo', maker, ctx => loansActs.askBy(propose, ctx, input))
  const asked = { makerId: maker.id, makerName: maker.name, reason: input.reason, before: null }
  if (isAsked) await act(program, 'approvalApprove', maker, ctx => loansActs.actApproved(ctx, input, asked))
}

const SURNAMES = `Adeyemi Okonkwo Bello Nwosu Ogunleye Danjuma Eze Abubakar Balogun Chukwu Ibrahim Okafor Musa Olawale
  Obi Yusuf Adebayo Onyeka Suleiman Afolabi Nnamdi Garba Oladipo Uche Lawal Ekwueme Sani Akinola Igwe Mohammed`
const FIRST_NAMES = `Adaeze Emeka Halima Babatunde Folake Ngozi Chinedu Aisha Tunde Yetunde Ifeoma Usman Kemi Obinna
  Zainab Segun Amaka Ahmed Bukola Ikenna Fatima Wale Chioma Hauwa Kunle Nkechi Sadiq Titilayo Uchenna Maryam`
const MDAS = `Ministry of Health|Ministry of Education|Nigeria Police Force|Federal Inland Revenue|Ministry of Works
  |University of Lagos|Nigeria Customs Service|Ministry of Finance|Federal Road Safety|National Hospital`
const STATES = 'Lagos|Kano|Rivers|Oyo|Kaduna|Enugu|Ogun|Delta|Plateau|Borno|Anambra|Edo|Kwara|Benue|Imo'

const listOf = (words: string, by: RegExp): string =>
  `array[${words
    .split(by)
    .map(word => `'${word.trim()}'`)
    .join(',')}]`
const pick = (words: string, by: RegExp, hash: string): string => {
  const size = words.split(by).length
  return `(${listOf(words, by)})[1 + (${hash}) % ${size}]`
}

/** A number that looks random but is the same in every build. */
const mixed = (n: string, salt: number): string => `abs(hashint8(${n} * 31 + ${salt}))`

function customersOf(count: number, sealed: string): string[] {
  const letters = `substr('aeiou', 1 + ${mixed('n', 7)}% 5, 1) || substr('bdfglmnrst', 1 + ${mixed('n', 8)}% 10, 1)`
  return [
    `create unlogged table bench_person as
           select n, gen_random_uuid() as id, gen_random_uuid() as loan_id, gen_random_uuid() as request_id
           from generate_series(1, ${count}) n`,
    `insert into customer (id, number, title, surname, first_name, other_names, gender, date_of_birth, phone,
           bvn_sealed, bvn_index, nin_sealed, nin_index, address, state, lga, payroll_source, ippis_number, mda, grade,
           step, first_appointment_on, net_pay, bank_code, account_number, kin_name, kin_relationship, kin_phone,
           officer_code, status, opened_at)
         select id, 'C' || lpad((n + 200000)::text, 7, '0'), 'MR',
           ${pick(SURNAMES, /\s+/, mixed('n', 1))} || case when n % 3 = 0 then ${letters} else '' end,
           ${pick(FIRST_NAMES, /\s+/, mixed('n', 2))}, initcap(${letters} || ${letters} || 'o'),
           'MALE', date '1965-01-01' + ${mixed('n', 3)}% 12000,
           '+234' || (8030000000 + ${mixed('n', 4)}::bigint % 1000000000)::text,
           '${sealed}', sha256(('bvn' || n)::bytea), '${sealed}', sha256(('nin' || n)::bytea), '12 Ahmadu Bello Way',
           ${pick(STATES, /\|/, mixed('n', 5))}, 'Ikeja', case when n % 9 = 0 then 'State payroll' else 'IPPIS' end,
           (100000 + n)::text, ${pick(MDAS, /\|/, mixed('n', 6))}, 'GL 10', '4', '2012-05-01', 25000000, '058',
           lpad(n::text, 10, '0'), 'Chidi Okonkwo', 'Husband', '+2348021234567',
           'AO-' || lpad((n % 40)::text, 3, '0'),
           case when n % 50 = 0 then 'dormant' when n % 333 = 0 then 'deceased' else 'active' end,
           timestamptz '2023-01-01' + n * interval '2 minutes'
         from bench_person`,
  ]
}

const LOANS = [
  `create unlogged table bench_template as
           select row_number() over (order by number) as t, * from loan`,
  `create unlogged table bench_copy as
           select p.n, p.loan_id, p.id as customer_id, p.request_id, t.id as template_id
           from bench_person p join bench_template t on t.t = 1 + p.n % (select count(*) from bench_template)`,
  `insert into loan (id, number, customer_id, request_id, product_id, product_version, principal, tenor, terms,
           status, approved_on, approved_at, officer_code, disbursed_on, instalment, owed_principal, owed_interest,
           owed_fee, owed_penalty, credit, arrears, oldest_unpaid_on, late_on, late_owed, coming_on, coming_sum, next_due_on, next_due_amount,
           last_due_on, last_receipt_on, last_deduction_on, booked_through, next_change_on)
         select c.loan_id, 'L' || lpad((c.n + 300000)::text, 7, '0'), c.customer_id, c.request_id, t.product_id,
           t.product_version, t.principal, t.tenor, t.terms, t.status, t.approved_on, t.approved_at,
           'AO-' || lpad((c.n % 40)::text, 3, '0'), t.disbursed_on, t.instalment, t.owed_principal, t.owed_interest,
           t.owed_fee, t.owed_penalty, t.credit, t.arrears, t.oldest_unpaid_on, t.late_on, t.late_owed, t.coming_on,
           t.coming_sum, t.next_due_on,
           t.next_due_amount, t.last_due_on, t.last_receipt_on, t.last_deduction_on, t.booked_through, t.next_change_on
         from bench_copy c join bench_template t on t.id = c.template_id`,
  `insert into refund_case (loan_id, amount, status, detected_on, since)
         select l.id, l.credit, 'detected', l.booked_through, l.booked_through
         from bench_copy c join loan l on l.id = c.loan_id where l.status = 'overpaid' and l.credit > 0`,
  `insert into loan_projection (loan_id, due_on, owed, interest, fee, holds_until, starts_on, charged)
         select c.loan_id, a.due_on, a.owed, a.interest, a.fee, a.holds_until, a.starts_on, a.charged
         from bench_copy c join loan_projection a on a.loan_id = c.template_id`,
  `insert into loan_event (id, loan_id, sequence, type, effective_on, event, amount, channel, reference, note,
           entered_at, entered_by_name)
         select e.new_id, e.loan_id, e.sequence, e.type, e.effective_on,
           jsonb_set(e.event, '{id}', to_jsonb(e.new_id::text)), e.amount, e.channel, e.new_id::text, e.note,
           e.entered_at, e.entered_by_name
         from (select gen_random_uuid() as new_id, c.loan_id, o.sequence, o.type, o.effective_on, o.event, o.amount,
                 o.channel, o.note, o.entered_at, o.entered_by_name
               from bench_copy c join loan_event o on o.loan_id = c.template_id) e`,
]

const BOOKS = [
  // one entry a loan with all that its template's entries moved
  `create unlogged table bench_moved as
           select s.loan_id as template_id, l.code, l.loan_no <> 0 as of_loan, sum(l.amount)::bigint as amount
           from ledger_loan s join ledger_line o on o.loan_no = s.no
           join lateral (select * from ledger_line e where e.entry_id = o.entry_id) l on true
           where o.position = (select min(position) from ledger_line f where f.entry_id = o.entry_id and f.loan_no <> 0)
           group by 1, 2, 3 having sum(l.amount) <> 0`,
  `insert into ledger_loan (loan_id) select c.loan_id from bench_copy c
           where exists (select from bench_moved m where m.template_id = c.template_id)`,
  `insert into ledger_entry (inserted_at, effective_on, line_count, reason, ref)
           select now(), '${TODAY}', (select count(*) from bench_moved m where m.template_id = c.template_id),
             'correction', c.loan_id::text
           from bench_copy c where exists (select from bench_moved m where m.template_id = c.template_id)`,
  `insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
           select e.id, case when m.of_loan then s.no else 0 end, m.amount, e.effective_on, m.code,
             row_number() over (partition by e.id order by m.code)
           from bench_copy c join ledger_entry e on e.ref = c.loan_id::text and e.reason = 'correction'
           join ledger_loan s on s.loan_id = c.loan_id join bench_moved m on m.template_id = c.template_id`,
  `insert into ledger_balance as b (loan_no, code, stripe, balance)
           select l.loan_no, l.code, 0, sum(l.amount) from ledger_line l
           join ledger_entry e on e.id = l.entry_id and e.reason = 'correction' group by 1, 2
           on conflict (loan_no, code, stripe) do update set balance = b.balance + excluded.balance`,
]

const REQUESTS = [
  `insert into loan_request (id, reference, stage, channel, applicant, phone, bvn_index, nin_index, account_number,
           ippis_number, mda, state, product_id, product_version, requested_amount, requested_tenor, amount, tenor,
           instalment, share_of_pay_ppm, officer_code, flags, submitted_at, stage_since, consent_version, consent_hash,
           consent_address, customer_id, loan_id)
         select p.request_id, 'LR' || lpad((p.n + 400000)::text, 8, '0'),
           case when p.n % 50 = 1 then 'reviewer' when p.n % 100 = 2 then 'authorizer' when p.n % 10 = 3 then 'rejected'
             else 'approved' end, case when p.n % 4 = 0 then 'staff' else 'public' end,
           c.surname || ' ' || c.first_name, c.phone, c.bvn_index, c.nin_index, c.account_number, c.ippis_number, c.mda,
           c.state, t.id, 1, 50000000, 12, 50000000 + (p.n % 1000) * 100000, 12, 6166667, 246000, c.officer_code,
           case when p.n % 97 = 0 then array['duplicate-phone'] else '{}' end,
           timestamptz '2026-01-01' + p.n * interval '20 seconds', timestamptz '2026-01-01' + p.n * interval '21 seconds',
           1, 'hash', '127.0.0.1', p.id, p.loan_id
         from bench_person p join customer c on c.id = p.id cross join (select id from product order by code limit 1) t`,
  `update request_count q set rows = (select count(*) from loan_request r where r.stage = q.stage)`,
]
