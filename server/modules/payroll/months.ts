import type { Api } from '../../../contract/api.ts'
import { countText } from '../../../engine/countText.ts'
import { addMonths, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { daysBefore } from '../../kernel/clock.ts'
import type { Context, Handler, PublicContext } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import type { Tx } from '../../kernel/db.ts'
import { maskDigits } from '../../kernel/mask.ts'
import { refuseFields } from '../../kernel/refusal.ts'
import type { Erased } from '../customers/customers.ts'
import { deleteRefusals, type IntakeRow, readStaffNumber, staffKey, supersede } from '../intake/intake.ts'
import { section } from '../settings/settings.ts'
import { counted, fileFound, mayReveal, stayed } from './changes.ts'
import * as store from './payroll.sql.ts'
import * as person from './person.sql.ts'

/** The payroll. Lending reads only approved months. */

/** In force from now on; an earlier file of the same source and month gives way. */
export async function accept(ctx: Context, row: IntakeRow): Promise<void> {
  await store.lockMonth(ctx.tx, row.source, row.period)
  const before = await store.acceptedFile(ctx.tx, row.source, row.period, 'in')
  if (before) await supersede(ctx, before.intake_id)
  // a file that was never submitted ends too, now that its valid rows came with their corrections
  if (row.corrects_id !== null && row.corrects_id !== before?.intake_id) await supersede(ctx, row.corrects_id)
  await store.attachPart(ctx.tx, row.id)
  await ctx.queue('payrollSignals', { intakeId: row.id })
}

/** The approver of a month that exists already must know what the old one loses. */
export async function warnOfReplacement(ctx: Context, row: IntakeRow): Promise<string> {
  const file = await fileFound(ctx.tx, row.id)
  if (!file.replaced_changes) return ''
  const { gone, new: more } = counted(file.replaced_changes)
  return `It replaces the month accepted before: ${countText(gone)} people of it are gone, ${countText(more)} are new`
}

/** A file that is in force, with the one it is compared to; nothing once it was replaced. */
export async function acceptedPayroll(
  tx: Tx,
  intakeId: string,
): Promise<{ intakeId: string; againstId: string | null; source: string; month: string } | undefined> {
  const file = await store.fileOf(tx, intakeId)
  const inForce = file && (await store.acceptedFile(tx, file.source, file.month, 'in'))
  if (inForce?.intake_id !== intakeId) return undefined
  return { intakeId, againstId: file?.against_id ?? null, source: inForce.source, month: inForce.month }
}

export const months: Handler<Api['payrollMonths']> = async (ctx, { cursor, limit, source }) => {
  const after = placeOf(readCursor(ctx.keys, 'payrollMonths', { source }, cursor), 'month', 'source')
  const { rows, last } = cutPage(await store.listMonths(ctx.tx, source, after, limit + 1), limit)
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return {
    rows: rows.map(row => ({
      intakeId: row.intake_id,
      source: row.source,
      sourceName: sources.find(each => each.code === row.source)?.name ?? row.source,
      month: payMonthOf(localDate(row.month)),
      rows: row.rows,
      refusedRows: row.refused_rows ?? 0,
      customersFound: row.customers_found,
      customers: row.customers,
      netPayTotal: kobo(row.net_pay_total),
      uploadedBy: row.uploaded_by_name,
      uploadedAt: row.uploaded_at.toISOString(),
      acceptedBy: row.accepted_by_name,
      acceptedAt: row.accepted_at.toISOString(),
      fileName: row.file_name,
    })),
    total: await store.countMonths(ctx.tx, source),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'payrollMonths', { source }, [last.month, last.source]) : null,
  }
}

export const diff: Handler<Api['payrollDiff']> = async (ctx, { id }) => {
  const file = await fileFound(ctx.tx, id)
  const against = file.against_id === null ? undefined : await store.fileOf(ctx.tx, file.against_id)
  return {
    againstMonth: against ? payMonthOf(localDate(against.month)) : null,
    againstIntakeId: against?.intake_id ?? null,
    replacesIntakeId: file.replaces_id,
    rows: file.rows,
    ...stayed(file),
    netPayTotal: kobo(file.net_pay_total),
    netPayTotalBefore: against ? kobo(against.net_pay_total) : null,
    counts: counted(file.changes),
    replacedCounts: file.replaced_changes && counted(file.replaced_changes),
    customersFound: file.customers_found,
    customers: file.customers,
  }
}

const PAY = ['netPay', 'grossPay', 'deductions']

/** Three years of months: more than any loan here runs back. */
const MONTHS_SHOWN = 36

export const lookup: Handler<Api['payrollLookup']> = async (ctx, { staffNumber, source }) => {
  const read = readStaffNumber(staffNumber)
  if ('fault' in read)
    return refuseFields({ staffNumber: 'A staff number of letters, digits, slashes or hyphens' })
  const rows = await store.personAcrossMonths(ctx.tx, staffKey(read.value), source, MONTHS_SHOWN)
  ctx.audit({
    // the trail is permanent: it stores neither a personal number nor a BVN in the wrong field. The row of the month
    // identifies the person, as long as it is stored
    subject: ['payroll', maskDigits(read.value)],
    after: {
      months: rows.length,
      ...(rows[0]
        ? { seen: `${rows[0].source} ${payMonthOf(localDate(rows[0].month))}, line ${rows[0].line}` }
        : {}),
      ...(source ? { source } : {}),
      ...(rows.length > 0 && mayReveal(ctx) ? { revealed: PAY } : {}),
    },
  })
  return { rows: rows.map(row => describePerson(row, mayReveal(ctx))) }
}

const describePerson = (row: Omit<store.PersonRow, 'accepted_at'>, withPay: boolean) => ({
  intakeId: row.intake_id,
  source: row.source,
  month: payMonthOf(localDate(row.month)),
  line: row.line,
  staffNumber: row.staff_number,
  name: row.name,
  status: row.status,
  statusText: row.status_text,
  employer: row.employer,
  jobTitle: row.job_title,
  grade: row.grade,
  category: row.category,
  birthDate: row.birth_date,
  hireDate: row.hire_date,
  netPay: withPay ? kobo(row.net_pay) : null,
  grossPay: withPay && row.gross_pay !== null ? kobo(row.gross_pay) : null,
  deductions: withPay && row.deductions !== null ? kobo(row.deductions) : null,
  bankCode: row.bank_code,
  accountEnding: row.account_number?.slice(-4) ?? null,
})

/**
 * What the payroll knows of a person within the last months. `undefined`: no accepted data of this source that new; `null`: data, but
 * not this person.
 */
export async function personIn(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  source: string,
  staffNumber: string,
  lastMonths: number,
): Promise<store.PersonRow | null | undefined> {
  const newest = await store.newestAccepted(ctx.tx, source)
  const oldest = firstOfMonth(addMonths(ctx.today, -lastMonths))
  if (newest === undefined || newest < oldest) return undefined
  const [row] = await store.personAcrossMonths(ctx.tx, staffKey(staffNumber.trim()), source, 1)
  return row && row.month >= oldest ? row : null
}

/** How far the accepted data of each source reach. */
export async function reachOfSources(tx: Tx): Promise<Map<string, { month: string; acceptedAt: Date }>> {
  const rows = await store.newestOfEach(tx)
  return new Map(
    rows.map(row => [row.source, { month: payMonthOf(localDate(row.month)), acceptedAt: row.accepted_at }]),
  )
}

const firstOfMonth = (day: LocalDate): LocalDate => localDate(`${day.slice(0, 8)}01`)

/** People who are no customers leave the rosters when their time is over, and with them the lines that could not be taken. */
export async function purgeNonCustomerRows(ctx: Context): Promise<void> {
  const { payrollRowDays } = await section(ctx.tx, 'retention', ctx.today)
  for (const id of await store.filesToThin(ctx.tx, daysBefore(ctx.now, payrollRowDays))) {
    const rows = await store.thinFile(ctx.tx, id, ctx.now)
    const refused = await deleteRefusals(ctx.tx, id)
    ctx.audit({
      subject: ['intake', id],
      after: { thinned: rows, ...(refused > 0 ? { refusedLines: refused } : {}) },
      reason: `Retention of ${payrollRowDays} days`,
    })
  }
}

/** A person's rows in every stored month, for that person: pay, phone and account open. */
export async function heldOn(ctx: Context, { ids, names, payrolls }: Erased) {
  const rows = await person.rowsMatched(ctx.tx, { ids, names })
  for (const { source, staffNumber, isPresent } of payrolls)
    rows.push(
      ...(await person.rowsNumbered(
        ctx.tx,
        { source, key: staffKey(staffNumber), isPresent },
        { ids, names },
      )),
    )
  const once = new Map(rows.map(row => [`${row.intake_id} ${row.row_number}`, row]))
  return [...once.values()].map(row => ({
    ...describePerson(row, true),
    phone: row.phone,
    accountNumber: row.account_number,
  }))
}

/** Takes an erased person out of every month. */
export async function eraseAllOf(ctx: Context, { ids, names, payrolls }: Erased): Promise<void> {
  for (const { source, staffNumber, isPresent } of payrolls)
    await person.deletePerson(ctx.tx, { source, key: staffKey(staffNumber), isPresent }, { ids, names })
  await person.deleteMatchedRows(ctx.tx, { ids, names })
  await person.deleteMatchesOf(ctx.tx, ids)
}
