import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { FAULT_SEPARATOR, type Staged, saveNotes, saveRefusals } from '../intake/intake.ts'

/**
 * From staged text to typed rows, by whole batches. What SQL sees at a glance (plain digits) it takes itself; everything else is looked
 * up in a dictionary of the file's distinct values, which the repairing functions of `intake/values.ts` have read once each.
 */

export type PayrollField = 'staffNumber' | 'fullName' | 'netPay' | 'grossPay' | 'deductions' | 'employmentStatus' | 'assignmentStatus'
  | 'birthDate' | 'hireDate' | 'jobTitle' | 'grade' | 'employer' | 'phone' | 'bank' | 'accountNumber' | 'category' | 'period' // biome-ignore format: a list

const bare = (id: string): string => id.replaceAll('-', '')
export const partOf = (intakeId: string): string => `payroll_part_${bare(intakeId)}`
const dictionaryOf = (intakeId: string): string => `staging.words_${bare(intakeId)}`

/** Nothing where the file has no such column. */
function cell(staged: Staged, field: PayrollField): RawBuilder<unknown> {
  const index = staged.mapping[field]
  return index === undefined ? sql`''` : sql.raw(`s.c${index}`)
}
const has = (staged: Staged, field: PayrollField): boolean => staged.mapping[field] !== undefined

const DIGITS = '0123456789'
const onlyDigits = (value: RawBuilder<unknown>) => sql`translate(${value}, ${sql.lit(DIGITS)}, '') = ''`

const isPlainStaffNumber = (value: RawBuilder<unknown>) =>
  // most are digits alone, and the longer list of signs takes three times as long
  sql`(length(${value}) between 1 and 20 and
    (${onlyDigits(value)} or translate(${value}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-', '') = ''))`

/** Whole naira, or naira and kobo, with or without commas. */
const isPlainAmount = (value: RawBuilder<unknown>) =>
  sql`(length(${value}) between 1 and 16 and ${value} <> '.' and case translate(${value}, ${sql.lit(DIGITS)}, '')
      when '' then length(${value}) <= 12
      when '.' then length(${value}) - strpos(${value}, '.') <= 2 and strpos(${value}, '.') <= 13
      else ${value} ~ '^[0-9]{1,3}(,[0-9]{3}){1,3}([.][0-9]{1,2})?$' end)`

const isPlainAccount = (value: RawBuilder<unknown>) =>
  sql`(length(${value}) = 10 and ${onlyDigits(value)} and ${value} <> '0000000000')`

const toKobo = (value: RawBuilder<unknown>) => sql`(replace(${value}, ',', '')::numeric * 100)::bigint`

// ── The table the good rows go to, and the dictionary ──────────────────────────────────────────────────────────────

export async function makePart(tx: Tx, intakeId: string): Promise<void> {
  await dropPart(tx, intakeId)
  await sql
    .raw(`create table ${partOf(intakeId)} (like payroll_row) with (autovacuum_enabled = false);`)
    .execute(tx)
  await sql
    .raw(
      `create unlogged table ${dictionaryOf(intakeId)} (field text, raw text, value text, fault text, repaired boolean)`,
    )
    .execute(tx)
}

export async function dropPart(tx: Tx, intakeId: string): Promise<void> {
  await sql.raw(`drop table if exists ${partOf(intakeId)}`).execute(tx)
  await dropDictionary(tx, intakeId)
}

export async function dropDictionary(tx: Tx, intakeId: string): Promise<void> {
  await sql.raw(`drop table if exists ${dictionaryOf(intakeId)}`).execute(tx)
}

export async function disableStatementTimeout(tx: Tx): Promise<void> {
  // all of a cursor's rows are fetched in the end; and hashing a few words too many costs nothing, while looping over a
  // few rows too many costs minutes
  await sql`
    select set_config('statement_timeout', '0', true), set_config('work_mem', '96MB', true),
      set_config('cursor_tuple_fraction', '1', true), set_config('enable_nestloop', 'off', true)`.execute(tx)
}

/** Which values of a field the dictionary has to hold; `undefined`: none, because the file has no such column. */
export function oddValues(staged: Staged, field: PayrollField): RawBuilder<unknown> | undefined {
  if (!has(staged, field)) return undefined
  const value = cell(staged, field)
  switch (field) {
    case 'staffNumber':
      return sql`select distinct ${value} as raw from ${sql.raw(staged.table)} s
        where not ${isPlainStaffNumber(value)} and ${value} <> ''`
    case 'netPay':
    case 'grossPay':
    case 'deductions':
      return sql`select distinct ${value} as raw from ${sql.raw(staged.table)} s
        where ${value} <> '' and not ${isPlainAmount(value)}`
    case 'accountNumber':
      // fewer than ten digits can be completed only beside their bank
      return sql`select distinct ${value} || chr(31) || ${cell(staged, 'bank')} as raw from ${sql.raw(staged.table)} s
        where ${value} <> '' and not ${isPlainAccount(value)}`
    default:
      return sql`select distinct ${value} as raw from ${sql.raw(staged.table)} s where ${value} <> ''`
  }
}

/** Read in parts, so that a file of only odd values is neither searched once a part nor held whole. */
export async function openOddValues(tx: Tx, odd: RawBuilder<unknown>): Promise<void> {
  await sql`declare odd_values no scroll cursor for ${odd}`.execute(tx)
}

export async function nextOddValues(tx: Tx, most: number): Promise<string[]> {
  const result = await sql<{ raw: string }>`fetch ${sql.lit(most)} from odd_values`.execute(tx)
  return result.rows.map(row => row.raw)
}

export async function closeOddValues(tx: Tx): Promise<void> {
  await sql`close odd_values`.execute(tx)
}

type Odd = { field: PayrollField; raw: string }

/** Those of all fields at once, of a file short enough for it. */
export async function allOddValues(
  tx: Tx,
  odds: readonly { field: PayrollField; odd: RawBuilder<unknown> }[],
): Promise<Odd[]> {
  const parts = odds.map(({ field, odd }) => sql`select ${field}::text as field, raw from (${odd}) odd`)
  const result = await sql<Odd>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return result.rows
}

export type Word = Odd & { value: string | null; fault: string | null; repaired: boolean }

export async function addWords(tx: Tx, intakeId: string, words: readonly Word[]): Promise<void> {
  await sql`
    insert into ${sql.raw(dictionaryOf(intakeId))} (field, raw, value, fault, repaired)
    select * from unnest(${words.map(word => word.field)}::text[], ${words.map(word => word.raw)}::text[],
      ${words.map(word => word.value)}::text[], ${words.map(word => word.fault)}::text[],
      ${words.map(word => word.repaired)}::boolean[])`.execute(tx)
}

export async function finishDictionary(tx: Tx, intakeId: string): Promise<void> {
  await sql.raw(`analyze ${dictionaryOf(intakeId)}`).execute(tx)
}

// ── Checking a batch ───────────────────────────────────────────────────────────────────────────────────────────────

const FROM_DICTIONARY: readonly PayrollField[] = [
  'staffNumber', 'netPay', 'grossPay', 'deductions', 'accountNumber', 'birthDate', 'hireDate', 'bank', 'employmentStatus',
  'assignmentStatus', 'period',
] // biome-ignore format: a list

const word = (field: PayrollField): string => `w_${field}`
const wordValue = (staged: Staged, field: PayrollField) =>
  has(staged, field) ? sql.raw(`${word(field)}.value`) : sql`null`
const wordFault = (staged: Staged, field: PayrollField) =>
  has(staged, field)
    ? sql`case when ${sql.raw(`${word(field)}.fault`)} is not null then ${`${field}.`}::text || ${sql.raw(`${word(field)}.fault`)} end`
    : sql`null`

function joinWords(staged: Staged): RawBuilder<unknown> {
  const joins = FROM_DICTIONARY.filter(field => has(staged, field)).map(field => {
    const value = cell(staged, field)
    const key = field === 'accountNumber' ? sql`${value} || chr(31) || ${cell(staged, 'bank')}` : value
    return sql`left join ${sql.raw(dictionaryOf(staged.row.id))} ${sql.raw(word(field))}
      on ${sql.raw(word(field))}.field = ${sql.lit(field)} and ${sql.raw(word(field))}.raw = ${key}`
  })
  return sql.join(joins, sql` `)
}

const amountOf = (staged: Staged, field: 'netPay' | 'grossPay' | 'deductions') => {
  const value = cell(staged, field)
  return sql`case when ${isPlainAmount(value)} then ${toKobo(value)} else ${wordValue(staged, field)}::bigint end`
}

function phoneOf(staged: Staged): RawBuilder<unknown> {
  const value = cell(staged, 'phone')
  return sql`case when not ${onlyDigits(value)} then null when length(${value}) = 11 and ${value} like '0%' then '+234' || substr(${value}, 2)
    when length(${value}) = 10 and left(${value}, 1) in ('7', '8', '9') then '+234' || ${value}
    when length(${value}) = 13 and ${value} like '234%' then '+' || ${value} end`
}

/** Neither a person nor a mistake: why it is a blank line, a total or a note below the table. */
function whyNoPerson(staged: Staged): RawBuilder<unknown> {
  const [staff, name, pay] = [cell(staged, 'staffNumber'), cell(staged, 'fullName'), cell(staged, 'netPay')]
  return sql`case when s.problem is not null then null
    when ${staff} = '' then case when ${name} = '' then 'blank' when ${name} ilike '%total%' then 'total'
      when ${pay} = '' and ${name} !~ '[0-9]' then 'note' end
    when not ${onlyDigits(staff)} and ${staff} ilike '%total%' then 'total' end`
}

const AMOUNTS = ['netPay', 'grossPay', 'deductions'] as const
const REPAIRED: readonly PayrollField[] = ['staffNumber', 'birthDate', 'hireDate', 'accountNumber']
const naira = (amount: RawBuilder<unknown>) => sql`to_char(${amount}::numeric / 100, 'FM9999999999990.00')`

/** The repairs of a row as one text, each as field, value before and value after; null where there are none. */
function repairsOf(staged: Staged): RawBuilder<unknown> {
  const repair = (field: PayrollField, when: RawBuilder<unknown>, became: RawBuilder<unknown>) =>
    sql`case when ${when} then ${sql.lit(field)} || chr(31) || ${cell(staged, field)} || chr(31) || ${became} end`
  const isRepaired = (field: PayrollField) => sql.raw(`${word(field)}.repaired`)
  const parts = [
    ...REPAIRED.filter(field => has(staged, field)).map(field =>
      repair(field, isRepaired(field), wordValue(staged, field)),
    ),
    ...AMOUNTS.filter(field => has(staged, field)).map(field =>
      repair(
        field,
        sql`(${isRepaired(field)} or (${isPlainAmount(cell(staged, field))} and strpos(${cell(staged, field)}, ',') > 0))`,
        naira(amountOf(staged, field)),
      ),
    ),
  ]
  return sql`nullif(concat_ws(chr(30), ${sql.join(parts)}), '')`
}

/**
 * One statement for some ten thousand rows: the good ones into the file's table, the others refused with all their faults.
 * Gives how many were neither, and how many values were repaired in the good ones.
 */
export async function checkRows(
  tx: Tx,
  staged: Staged,
  from: number,
  to: number,
): Promise<{ skipped: number; repaired: number }> {
  const { row } = staged
  const staff = cell(staged, 'staffNumber')
  const name = cell(staged, 'fullName')
  const account = cell(staged, 'accountNumber')
  const month = row.period.slice(0, 7)
  const separator = sql.lit(FAULT_SEPARATOR)
  const text = (field: PayrollField, longest: number) =>
    sql`left(${cell(staged, field)}, ${sql.lit(longest)})`
  const result = await sql<{ skipped: number; repaired: number }>`
    with read as materialized (
      select s.row_number, s.line, ${whyNoPerson(staged)} as why_no_person, ${repairsOf(staged)} as repairs,
        case when ${isPlainStaffNumber(staff)} then ${staff} else ${wordValue(staged, 'staffNumber')} end as staff_number,
        ${name} as name, ${amountOf(staged, 'netPay')} as net_pay, ${amountOf(staged, 'grossPay')} as gross_pay,
        ${amountOf(staged, 'deductions')} as deductions,
        coalesce(nullif(${wordValue(staged, 'employmentStatus')}, 'unknown'), ${wordValue(staged, 'assignmentStatus')}, 'unknown') as status,
        ${text('employmentStatus', 60)} as status_text, ${text('employer', 120)} as employer, ${text('jobTitle', 120)} as job_title,
        ${text('grade', 40)} as grade, ${text('category', 60)} as category, ${wordValue(staged, 'birthDate')}::date as birth_date,
        ${wordValue(staged, 'hireDate')}::date as hire_date, ${phoneOf(staged)} as phone, ${wordValue(staged, 'bank')} as bank_code,
        case when ${isPlainAccount(account)} then ${account} else ${wordValue(staged, 'accountNumber')} end as account_number,
        nullif(concat_ws(${separator}, 'row.' || s.problem, ${wordFault(staged, 'staffNumber')},
          case when ${staff} = '' then 'staffNumber.missing' end,
          case when ${name} = '' then 'fullName.missing' when length(${name}) > 120 then 'fullName.tooLong' end,
          ${wordFault(staged, 'netPay')}, case when ${cell(staged, 'netPay')} = '' then 'netPay.missing' end,
          ${wordFault(staged, 'grossPay')}, ${wordFault(staged, 'deductions')}, ${wordFault(staged, 'birthDate')},
          ${wordFault(staged, 'hireDate')}, ${wordFault(staged, 'accountNumber')}, ${wordFault(staged, 'period')},
          case when ${wordValue(staged, 'period')} <> ${month} then 'period.otherMonth' end), '') as faults
      from ${sql.raw(staged.table)} s ${joinWords(staged)} where s.row_number between ${from} and ${to}),
    taken as (
      insert into ${sql.raw(partOf(row.id))} (intake_id, row_number, line, staff_number, staff_key, name, status, status_text, employer,
        job_title, grade, category, birth_date, hire_date, net_pay, gross_pay, deductions, phone, bank_code, account_number)
      select ${row.id}::uuid, row_number, line, staff_number, coalesce(nullif(ltrim(staff_number, '0'), ''), '0'), name, status, status_text,
        employer, job_title, grade, category, birth_date, hire_date, net_pay, gross_pay, deductions, phone, bank_code, account_number
      from read where faults is null and why_no_person is null),
    refused as (
      ${saveRefusals(row.id, staged.columns, sql`select row_number, faults from read where faults is not null and why_no_person is null`, [from, to])}),
    excluded as (
      ${saveNotes(staged, 'excluded', sql`select row_number, '' as field, null as was, why_no_person as became from read where why_no_person is not null`, [from, to])}),
    repaired as materialized (
      select row_number, split_part(part, chr(31), 1) as field, split_part(part, chr(31), 2) as was, split_part(part, chr(31), 3) as became
      from read, unnest(string_to_array(repairs, chr(30))) part
      where repairs is not null and faults is null and why_no_person is null),
    noted as (${saveNotes(staged, 'repaired', sql`select * from repaired`, [from, to])})
    select (select count(*)::int from read where why_no_person is not null) as skipped,
      (select count(*)::int from repaired) as repaired`.execute(tx)
  return result.rows[0] ?? { skipped: 0, repaired: 0 }
}
