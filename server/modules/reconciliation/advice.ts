import type { Api, CommandInput } from '../../../contract/api.ts'
import { ADVICE_FIELDS, ADVICE_FILE_BYTES, type AdviceField } from '../../../contract/reconciliation.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatMonth, localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, refuseWhileWaiting } from '../approvals/approvals.ts'
import { readAmount, readMonth, readStaffNumber, staffKey, tables } from '../intake/intake.ts'
import * as store from './advice.sql.ts'

/** The advice of a receipt: the payroll office says for whom it paid. Attached, replaced and removed with approval. */

// ── Reading ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Letters and digits alone are compared. */
const ALIASES: Record<AdviceField, readonly string[]> = {
  staffNumber: ['staffnumber', 'staffno', 'staffid', 'ippisnumber', 'ippisno', 'ippisid', 'employeenumber', 'employeeno', 'employeeid', 'servicenumber'],
  name: ['name', 'fullname', 'staffname', 'employeename', 'employee', 'beneficiaryname'],
  amount: ['amount', 'amountngn', 'amountremitted', 'remitted', 'amountpaid', 'deduction', 'deductionamount'],
  month: ['month', 'period', 'payperiod', 'paymonth', 'deductionmonth'],
} // biome-ignore format: one line a column
const FIELDS = Object.keys(ADVICE_FIELDS) as AdviceField[]
const LIMITS = { bytes: ADVICE_FILE_BYTES, rows: 60_000, columns: 100, inflatedBytes: 64 * 1024 * 1024 }
const HEAD_LINES = 40

const plain = (cell: string): string => cell.toLowerCase().replace(/[^a-z0-9]/g, '')
const columnOf = (cells: readonly string[], field: AdviceField): number =>
  cells.findIndex(cell => ALIASES[field].includes(plain(cell)))

type Mapping = { [F in AdviceField]?: number | undefined }
type Month = { month: string; amount: bigint }
type Read = {
  columns: { title: string; sample: string }[]
  mapping: Mapping
  lines: store.AdviceLine[]
  problem: string | null
}

async function readAdvice(
  ctx: Context,
  content: string,
  chosen: Mapping | undefined,
  months: readonly Month[],
): Promise<Read> {
  const table = await tables.readShortTable(ctx.dataDirectory, Buffer.from(content, 'base64'), LIMITS)
  if (typeof table === 'string') return refuseFields({ content: table })
  const filled = table.filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
  const head = filled.slice(0, HEAD_LINES)
  const header =
    head.find(({ cells }) => columnOf(cells, 'staffNumber') >= 0 && columnOf(cells, 'amount') >= 0) ??
    head.find(({ cells }) => cells.filter(cell => cell.trim() !== '').length > 1)
  if (!header) return refuseFields({ content: 'The file has no rows. Choose the advice of this receipt.' })
  const guessed = Object.fromEntries(
    FIELDS.map(field => [field, columnOf(header.cells, field)]).filter(([, at]) => (at as number) >= 0),
  ) as Mapping
  const mapping = chosen ?? guessed
  const rows = filled.filter(({ sheet, line }) => sheet === header.sheet && line > header.line)
  const columns = header.cells.map((title, at) => ({
    title: cutText(title.trim(), 60),
    sample: cutText((rows[0]?.cells[at] ?? '').trim(), 40),
  }))
  const missing = FIELDS.filter(field => ADVICE_FIELDS[field].required && mapping[field] === undefined)
  if (missing.length > 0)
    return {
      columns, mapping, lines: [], problem: `Choose the column of ${missing.map(field => ADVICE_FIELDS[field].title.toLowerCase()).join(' and ')}.`,
    } // biome-ignore format: a reply
  const lines: store.AdviceLine[] = []
  for (const { line, cells, problem } of rows) {
    const cell = (field: AdviceField): string => cells[mapping[field] ?? -1] ?? ''
    if (
      /^\W*(grand |sub ?)?total/i.test(cell('staffNumber')) ||
      /^\W*(grand |sub ?)?total/i.test(cell('name'))
    )
      continue
    const wrong = (what: string): Read => ({ columns, mapping, lines, problem: `Line ${line}: ${what}` })
    if (problem !== undefined) return wrong(problem)
    const staff = readStaffNumber(cell('staffNumber'))
    const amount = readAmount(cell('amount'))
    const month = readMonth(cell('month'), ctx.today)
    if ('fault' in staff) return wrong('enter the staff number.')
    if ('fault' in amount || amount.value <= 0n) return wrong('enter an amount above zero.')
    if ('fault' in month) return wrong('enter the month as 2026-10 or Oct 2026.')
    const only = months.length === 1 ? months[0]?.month : undefined
    const of = month.value === null ? only : `${month.value}-01`
    if (of === undefined) return wrong('the receipt covers several months. Enter the month of each person.')
    const name = cutText(cell('name').replace(/\p{C}/gu, '').trim(), 120)
    lines.push({ line, month: of, staffKey: staffKey(staff.value), staffNumber: staff.value, name, amount: amount.value }) // biome-ignore format: a row
  }
  return { columns, mapping, lines, problem: lines.length === 0 ? 'The file has no persons.' : null }
}

type Compared = { month: string; advised: bigint; allocated: bigint }

function compared(lines: readonly Pick<store.AdviceLine, 'month' | 'amount'>[], allocated: readonly Month[]) {
  const months = [...new Set([...lines, ...allocated].map(each => each.month))].sort()
  const advised = new Map<string, bigint>()
  for (const { month, amount } of lines) advised.set(month, (advised.get(month) ?? 0n) + amount)
  return months.map(
    (month): Compared => ({
      month,
      advised: advised.get(month) ?? 0n,
      allocated: allocated.find(each => each.month === month)?.amount ?? 0n,
    }),
  )
}

const sumOf = (rows: readonly { amount: bigint }[]): bigint =>
  rows.reduce((total, { amount }) => total + amount, 0n)
const naira = (amount: bigint): string => formatNaira(kobo(amount))
const difference = (advised: bigint, allocated: bigint): string =>
  advised > allocated ? `${naira(advised - allocated)} more than` : `${naira(allocated - advised)} less than`

/** Why an advice does not say of whom the receipt is, or null. */
function unequal(months: readonly Compared[]): string | null {
  const advised = months.reduce((total, each) => total + each.advised, 0n)
  const allocated = months.reduce((total, each) => total + each.allocated, 0n)
  if (allocated === 0n) return 'Nothing of this receipt is allocated to a batch. Allocate it first.'
  if (advised !== allocated)
    return `The advice is ${naira(advised)}, ${difference(advised, allocated)} the ${naira(allocated)} allocated with charges. Correct the file or the allocation.`
  const other = months.find(each => each.advised !== each.allocated)
  return other
    ? `${formatMonth(other.month)}: the advice is ${naira(other.advised)}, ${difference(other.advised, other.allocated)} the ${naira(other.allocated)} allocated with charges. Correct the file or the allocation.`
    : null
}

async function liveReceipt(ctx: Context, id: string): Promise<store.AdviceReceipt> {
  const receipt = (await store.findReceipt(ctx.tx, id)) ?? refuse('record.unknown', { what: 'receipt' })
  if (receipt.undone_at !== null) refuse('remittance.undone')
  return receipt
}

export const preview: Handler<Api['advicePreview']> = async (
  ctx,
  { receiptId, content, mapping: chosen },
) => {
  const receipt = await liveReceipt(ctx, receiptId)
  const allocated = await store.allocatedByMonth(ctx.tx, receiptId)
  const { columns, mapping, lines, problem } = await readAdvice(ctx, content, chosen, allocated)
  const months = compared(lines, allocated)
  return {
    columns,
    mapping,
    persons: new Set(lines.map(each => each.staffKey)).size,
    total: kobo(sumOf(lines)),
    allocated: kobo(sumOf(allocated)),
    months: months.map(each => ({
      month: payMonthOf(localDate(each.month)),
      advised: kobo(each.advised),
      allocated: kobo(each.allocated),
    })),
    notInFile: await store.countNotInFile(ctx.tx, receipt.source, lines),
    problem: problem ?? unequal(months),
  }
}

// ── Attached and removed ───────────────────────────────────────────────────────────────────────────────────────────

export const get: Handler<Api['adviceGet']> = async (ctx, { receiptId }) => {
  if (!(await store.findReceipt(ctx.tx, receiptId))) refuse('record.unknown', { what: 'receipt' })
  const row = await store.adviceOfReceipt(ctx.tx, receiptId)
  return {
    advice: row
      ? {
          id: row.id,
          fileName: row.file_name,
          persons: row.persons,
          total: kobo(row.total),
          submittedBy: row.submitted_by_name,
          attachedAt: (row.attached_at ?? ctx.now).toISOString(),
          agrees: row.agrees,
        }
      : null,
  }
}

type Change = CommandInput<'adviceChange'>

const shown = (row: store.AdviceRow | undefined) => ({
  advice: row?.file_name ?? 'None',
  persons: row ? countOf(row.persons, 'person') : 'None',
  total: row ? naira(row.total) : 'None',
})

async function effectOf(ctx: Context, input: Change) {
  const receipt = await liveReceipt(ctx, input.receiptId)
  const current = await store.adviceOfReceipt(ctx.tx, input.receiptId)
  if ((current?.id ?? null) !== input.replacesId) refuse('approval.stale')
  const advice =
    input.adviceId === null
      ? undefined
      : ((await store.findAdvice(ctx.tx, input.adviceId)) ?? refuse('record.unknown', { what: 'advice' }))
  if (advice && !advice.agrees) refuse('advice.other_allocation', { receipt: receipt.number })
  const foresight: Foresight = {
    before: shown(current),
    after: {
      effect: advice
        ? `Remitted of ${receipt.number} is ${naira(advice.total)} for ${countOf(advice.persons, 'person')} by name${current ? `, in place of ${current.file_name}` : ''}`
        : `Remitted of ${receipt.number} is spread over all persons of its batches in proportion`,
      reference: receipt.reference,
      ...shown(advice),
    },
  }
  return { receipt, current, advice, foresight }
}

async function ask(ctx: Context, input: Change): Promise<{ approvalId: string }> {
  const { receipt, current, advice, foresight } = await effectOf(ctx, input)
  const approvalId = await propose(ctx, {
    command: 'adviceChange',
    input,
    subject: ['officeReceipt', receipt.id],
    summary: advice
      ? `Advice of ${receipt.number} from ${receipt.source}, ${countOf(advice.persons, 'person')}`
      : `Removal of the advice of ${receipt.number} from ${receipt.source}`,
    amount: kobo(advice?.total ?? current?.total ?? 0n),
    ...foresight,
    reason: input.reason,
  })
  return { approvalId }
}

export const submit: Handler<Api['adviceSubmit']> = async (ctx, input) => {
  const { id, receiptId, fileName, content, mapping, reason } = input
  const receipt = await liveReceipt(ctx, receiptId)
  const allocated = await store.allocatedByMonth(ctx.tx, receiptId)
  const { lines, problem } = await readAdvice(ctx, content, mapping, allocated)
  const wrong = problem ?? unequal(compared(lines, allocated))
  if (wrong !== null) refuseFields({ content: wrong })
  await store.lockAdvicesOf(ctx.tx, receiptId)
  await refuseWhileWaiting(ctx.tx, 'adviceChange', ['officeReceipt', receiptId])
  if (await store.findAdvice(ctx.tx, id)) refuse('idempotency.other_body')
  const replacesId = (await store.adviceOfReceipt(ctx.tx, receiptId))?.id ?? null
  await store.insertAdvice(
    ctx.tx,
    { id, receiptId, source: receipt.source, fileName, by: ctx.actor.id, at: ctx.now },
    lines,
  )
  return ask(ctx, { receiptId, adviceId: id, replacesId, reason })
}

export const remove: Handler<Api['adviceRemove']> = async (ctx, { receiptId, reason }) => {
  await store.lockAdvicesOf(ctx.tx, receiptId)
  await liveReceipt(ctx, receiptId)
  const current = await store.adviceOfReceipt(ctx.tx, receiptId)
  if (!current) return refuse('record.unknown', { what: 'advice' })
  return ask(ctx, { receiptId, adviceId: null, replacesId: current.id, reason })
}

export async function foreseeAdvice(ctx: Context, input: Change): Promise<Foresight> {
  if (ctx.tx.isTransaction) await store.lockAdvicesOf(ctx.tx, input.receiptId)
  return (await effectOf(ctx, input)).foresight
}

export async function changeApproved(ctx: Context, input: Change): Promise<void> {
  await store.lockAdvicesOf(ctx.tx, input.receiptId)
  const { receipt, current, advice } = await effectOf(ctx, input)
  if (current) await store.endAdvice(ctx.tx, current.id, ctx.now)
  if (advice) await store.attachAdvice(ctx.tx, advice.id, ctx.now)
  for (const month of new Set([...(current?.months ?? []), ...(advice?.months ?? [])]))
    await ctx.queue('reconciliationRun', { source: receipt.source, month })
  ctx.audit({
    subject: ['officeReceipt', receipt.id],
    before: shown(current),
    after: shown(advice),
    reason: input.reason,
  })
}
