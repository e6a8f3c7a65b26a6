import { createHash } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { countText } from '../../../engine/countText.ts'
import { formatDate, formatMonth, localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { exportOf } from '../../kernel/export.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { maskDigits } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira, sheetOf } from '../../kernel/sheet.ts'
import {
  expectedOn,
  findBatches,
  findLetter,
  holdOffice,
  insertLetter,
  listLetters,
  officeOf,
  offices,
  openBatches,
} from '../offices/offices.ts'
import { section } from '../settings/settings.ts'
import { employersOf, type ScheduleLine, scheduleOf } from './schedule.sql.ts'

/** Demand letters to payroll offices: numbered, with a schedule of the persons whose deductions were not remitted. */

/** About 450 pages. */
const SCHEDULE_LINES_MAX = 20_000

type LetterRow = NonNullable<Awaited<ReturnType<typeof findLetter>>>

const naira = (amount: bigint | string): string => formatNaira(kobo(BigInt(amount)))

type Line = {
  month: string
  batch: string
  staffNumber: string
  name: string
  amount: bigint
  advised: bigint
}

/** As it is printed: the payroll office finds the person by the end of the number and the name. */
const lineOf = (row: ScheduleLine): Line => ({
  month: payMonthOf(localDate(row.period)),
  batch: row.number,
  staffNumber: maskDigits(row.staff_number),
  name: row.name,
  amount: row.amount,
  advised: row.advised,
})

async function schedule(ctx: Context, of: Parameters<typeof scheduleOf>[1]) {
  const rows = await scheduleOf(ctx.tx, of, SCHEDULE_LINES_MAX + 1)
  if (rows.length > SCHEDULE_LINES_MAX)
    refuse('office.schedule_too_long', {
      lines: `more than ${countText(SCHEDULE_LINES_MAX)}`,
      most: countText(SCHEDULE_LINES_MAX),
    })
  const lines = rows.map(lineOf)
  const hash = createHash('sha256')
  for (const { month, batch, staffNumber, name, amount, advised } of lines) {
    const parts = [month, batch, staffNumber, name, amount]
    hash.update(`${(advised === 0n ? parts : [...parts, advised]).join('|')}\n`)
  }
  return {
    lines,
    persons: new Set(rows.map(row => row.staff_key)).size,
    deducted: lines.reduce((total, line) => total + line.amount, 0n),
    sha256: hash.digest('hex'),
  }
}

const describe = (row: LetterRow) => ({
  id: row.id,
  number: row.number,
  source: row.source,
  issuedOn: row.issued_on,
  issuedBy: row.issued_by_name,
  issuedAt: row.issued_at.toISOString(),
  persons: row.persons,
  lines: row.lines,
  deducted: kobo(row.deducted),
  total: kobo(row.total),
  sha256: row.sha256,
  batches: row.batches.map(each => ({
    batchId: each.batchId,
    number: each.number,
    period: each.period,
    due: kobo(BigInt(each.due)),
    received: kobo(BigInt(each.received)),
    charges: kobo(BigInt(each.charges)),
    writtenDown: kobo(BigInt(each.writtenDown)),
    owed: kobo(BigInt(each.owed)),
  })),
})

const letter = async (ctx: Context, id: string): Promise<LetterRow> =>
  (await findLetter(ctx.tx, id)) ?? refuse('record.unknown', { what: 'letter' })

export const list: Handler<Api['officeLetterList']> = async (ctx, { cursor, limit, source }) => {
  const after = readCursor(ctx.keys, 'officeLetters', { source }, cursor)?.[0] ?? null
  const found = await listLetters(ctx.tx, source, after, limit + 1)
  const { rows, last } = cutPage(found.rows, limit)
  return {
    rows: rows.map(describe),
    total: found.total,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'officeLetters', { source }, [last.number]) : null,
  }
}

export const get: Handler<Api['officeLetterGet']> = async (ctx, { id }) => describe(await letter(ctx, id))

export const issue: Handler<Api['officeLetterIssue']> = async (ctx, { id, source, batchIds }) => {
  await officeOf(ctx, source)
  // figures and schedule are of one moment, and two users do not demand the same twice
  if (batchIds[0]) await holdOffice(ctx, batchIds[0])
  const batches = await findBatches(ctx.tx, batchIds)
  if (batches.length !== new Set(batchIds).size || batches.some(batch => batch.source !== source))
    refuse('record.unknown', { what: 'batch' })
  for (const batch of batches) if (batch.owed <= 0n) refuse('office.nothing_owed', { number: batch.number })
  const { lines, persons, deducted, sha256 } = await schedule(ctx, {
    source,
    batchIds,
    advisedAt: ctx.now,
  })
  const total = batches.reduce((sum, batch) => sum + batch.owed, 0n)
  const { isNew, same } = await insertLetter(ctx.tx, {
    id,
    source,
    issuedOn: ctx.today,
    batches: batches.map(batch => ({
      batchId: batch.batch_id,
      number: batch.number,
      period: payMonthOf(localDate(batch.period)),
      due: batch.due.toString(),
      received: batch.allocated.toString(),
      charges: batch.charged.toString(),
      writtenDown: batch.written_down.toString(),
      owed: batch.owed.toString(),
    })),
    persons,
    lines: lines.length,
    deducted,
    total,
    sha256,
    by: ctx.actor.id,
    at: ctx.now,
  })
  if (same) refuse('office.letter_issued', { number: same })
  const made = await letter(ctx, id)
  if (!isNew) refuse('idempotency.other_body')
  ctx.audit({
    subject: ['office', source],
    after: { letter: made.number, demanded: total.toString(), persons, sha256 },
  })
  return describe(made)
}

// ── On paper ───────────────────────────────────────────────────────────────────────────────────────────────────────

const SCHEDULE_COLUMNS: SheetColumns<Line> = [
  ['Month', line => line.month],
  ['Batch', line => line.batch],
  ['Staff number', line => line.staffNumber],
  ['Name', line => line.name],
  ['Deducted (NGN)', line => sheetNaira(line.amount)],
  ['Advised (NGN)', line => sheetNaira(line.advised)],
  ['Not advised (NGN)', line => sheetNaira(line.amount - line.advised)],
]

/** The schedule is read again; the hash shows that it is the one that was issued. */
export const exportLetter: Handler<Api['officeLetterExport']> = async (ctx, { id, format }) => {
  const row = await letter(ctx, id)
  const made = await schedule(ctx, {
    source: row.source,
    batchIds: row.batches.map(each => each.batchId),
    advisedAt: row.by_advice ? row.issued_at : null,
  })
  if (made.sha256 !== row.sha256) refuse('office.schedule_changed', { number: row.number })
  ctx.audit({
    subject: ['office', row.source],
    after: { export: 'demand letter', letter: row.number, format, rows: row.lines },
  })
  if (format !== 'pdf')
    return sheetOf(format, { name: `schedule-${row.number}`, on: ctx.today }, SCHEDULE_COLUMNS, made.lines)
  return new FileReply(await paper(ctx, row, made.lines), 'application/pdf', `${row.number}.pdf`)
}

async function paper(ctx: Context, row: LetterRow, lines: readonly Line[]): Promise<Uint8Array> {
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const office = (await offices(ctx)).get(row.source)
  const made = await openPaper(lender, {
    title: `Demand letter ${row.number}`,
    on: localDate(row.issued_on),
  })
  const advised = lines.reduce((total, line) => total + line.advised, 0n)
  const { person = '', title = '', address = '' } = office?.contact ?? {}
  const name = office?.name ?? row.source
  made.paragraph([person, title, name, address].filter(Boolean).join('\n'))
  made.heading(`Unremitted deductions: demand for ${naira(row.total)}`, `Letter ${row.number}`)
  made.paragraph(person ? `Dear ${person},` : 'Dear Sir or Madam,')
  made.paragraph(
    `Your office deducted loan repayments from the salaries of ${countText(row.persons)} ${row.persons === 1 ? 'person' : 'persons'} for ${lender.operatingCompany}. The table below shows each month. We have not received ${naira(row.total)} of these deductions.`,
  )
  made.table(
    [
      { label: 'Month', width: 14 },
      { label: 'Expected', width: 14 },
      { label: 'Deducted', width: 18, right: true },
      { label: 'Received', width: 18, right: true },
      { label: 'Charges, write-downs', width: 18, right: true },
      { label: 'Unremitted', width: 18, right: true },
    ],
    row.batches.map(each => [
      `${formatMonth(each.period)} ${each.number}`,
      formatDate(expectedOn(office, `${each.period}-01`)),
      naira(each.due),
      naira(each.received),
      naira(BigInt(each.charges) + BigInt(each.writtenDown)),
      naira(each.owed),
    ]),
    ['Total', '', '', '', '', naira(row.total)],
  )
  made.paragraph(
    `Please remit ${naira(row.total)} to ${lender.operatingCompany} and quote ${row.number}. If you have already remitted it, please send us the date and bank reference of the payment.`,
  )
  made.paragraph(
    'The schedule lists each person with the last four digits of the staff number, the month and the amount deducted. It leaves out each person for whom your remittance advice names the whole amount, and shows the part that it names for others. Please inform us of any line that you did not deduct.',
  )
  made.facts([
    ['Persons in the schedule', countText(row.persons)],
    ['Deductions in the schedule', countText(row.lines)],
    ['Total deducted', naira(row.deducted)],
    ['Of that advised', naira(advised)],
    ['SHA-256 of the schedule', row.sha256],
  ])
  made.paragraph(`Yours faithfully,\n\n\n${row.issued_by_name}\n${lender.operatingCompany}`)
  made.nextPage()
  made.heading(`Schedule to ${row.number}`, 'Amounts in naira')
  made.table(
    [
      { label: 'Month', width: 10 },
      { label: 'Batch', width: 13 },
      { label: 'Staff number', width: 13 },
      { label: 'Name', width: 22 },
      { label: 'Deducted', width: 14, right: true },
      { label: 'Advised', width: 14, right: true },
      { label: 'Not advised', width: 14, right: true },
    ],
    lines.map(line => [
      line.month,
      line.batch,
      line.staffNumber,
      line.name,
      naira(line.amount),
      naira(line.advised),
      naira(line.amount - line.advised),
    ]),
    ['Total', '', '', '', naira(row.deducted), naira(advised), naira(row.deducted - advised)],
  )
  return made.finish()
}

// ── By employer ────────────────────────────────────────────────────────────────────────────────────────────────────

export const employers: Handler<Api['officeEmployerList']> = async (ctx, { cursor, limit, source }) => {
  const after = readCursor(ctx.keys, 'officeEmployers', { source }, cursor)?.[0] ?? null
  const open = (await openBatches(ctx.tx, source)).map(batch => batch.batch_id)
  const found = await employersOf(ctx.tx, open, after, limit + 1)
  const { rows, last } = cutPage(found.rows, limit)
  return {
    rows: rows.map(row => ({ ...row, amount: kobo(row.amount) })),
    total: found.total,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'officeEmployers', { source }, [last.employer]) : null,
    amount: kobo(found.amount),
  }
}

export const exportEmployers = exportOf(employers, (_, { source }) => ({
  what: 'deductions of open batches by employer',
  name: `office-employers-${source}`,
  columns: [
    ['Employer', row => row.employer],
    ['Persons', row => row.persons],
    ['Deductions', row => row.deductions],
    ['Deducted (NGN)', row => sheetNaira(row.amount)],
  ],
}))
