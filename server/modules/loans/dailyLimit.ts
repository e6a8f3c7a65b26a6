import type { Section } from '../../../contract/settings.ts'
import { endOfMonth, formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { MONEY_IN } from '../../../engine/events.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { EventRow } from './loans.sql.ts'
import { amountOf, needsApprovalByRule, type Prepared } from './prepare.ts'
import { type Dossier, stateOn, withEvent } from './state.ts'

/** What one person may not do at once, the same person may not do in small steps. */

const standing = ({ rows, events }: Dossier): EventRow[] => {
  const reversed = new Set(events.flatMap(each => (each.type === 'reversal' ? [each.of] : [])))
  return rows.filter(row => !reversed.has(row.id))
}

/** Not what came with a batch, out of suspense or with a top-up: each was approved. */
const isManualEntry = ({ type, cash, channel }: EventRow): boolean =>
  MONEY_IN.has(type) && cash === 'bank' && channel !== 'top-up'

const LIKE: Partial<Record<Prepared['act']['act'], (row: EventRow) => boolean>> = {
  receipt: isManualEntry,
  settle: isManualEntry,
  charge: row => row.type === 'charge',
}

/** Whatever the amount, an act on a user's own loan needs approval. */
export const needsApproval = (ctx: Context, prepared: Prepared, limits: Section<'approvalLimits'>): boolean =>
  needsApprovalByRule(prepared, limits) ||
  stepsBeyond(ctx, prepared, limits).length > 0 ||
  prepared.dossier.isOwn

/** Why an act that is below the limit needs approval all the same, in words; none where it does not. */
export function stepsBeyond(
  ctx: Context,
  prepared: Prepared,
  { manualReceipt: limit }: Section<'approvalLimits'>,
): string[] {
  const isLike = LIKE[prepared.act.act]
  if (!isLike) return []
  const before = standing(prepared.dossier)
    .filter(row => isLike(row) && row.entered_by === ctx.actor.id)
    .filter(row => businessDate(row.entered_at) === ctx.today)
    .reduce((total, row) => total + (row.type === 'charge' ? chargedBy(row) : row.amount), 0n)
  const amount = prepared.act.act === 'charge' ? prepared.act.amount : amountOf(prepared.event)
  if (before > 0n && before + amount > limit)
    return [
      `You entered ${formatNaira(kobo(before))} today on this loan. The total is above the limit of ${formatNaira(limit)}, so this needs approval.`,
    ]
  return isCashBeyondDue(prepared, ctx.today)
    ? ['This is more cash than is due this month, so it needs approval.']
    : []
}

/** The amount of a charge is part of what was charged, not of a payment. */
const chargedBy = ({ event }: EventRow): bigint => {
  const { amount } = event as { amount?: { flat?: string } }
  return BigInt(amount?.flat?.replace('n', '') ?? 0)
}

function isCashBeyondDue({ act, event, dossier }: Prepared, today: LocalDate): boolean {
  if (!('channel' in act) || act.channel !== 'cash') return false
  const now = stateOn(dossier, today, today)
  const due = now.instalments
    .filter(row => row.dueDate <= endOfMonth(today))
    .reduce((total, row) => total + Object.values(row.outstanding).reduce((sum, part) => sum + part, 0n), 0n)
  const { credit } = stateOn(withEvent({ dossier, event }), today, today)
  return amountOf(event) > due || credit > now.credit
}

/**
 * The newest money that makes it up, and manual entries before: a repayment that closed the loan made a later deduction
 * the credit. The newest first.
 */
function behindCredit(dossier: Dossier, credit: bigint): EventRow[] {
  let left = credit
  return standing(dossier)
    .filter(row => MONEY_IN.has(row.type))
    .toReversed()
    .filter(row => {
      const isPart = left > 0n
      left -= row.amount
      return isPart || isManualEntry(row)
    })
}

/** A person who entered one of them does not approve the refund. */
export function involvedIn({ act, dossier }: Prepared, today: LocalDate): string[] {
  if (act.act !== 'refund') return []
  const { credit } = stateOn(dossier, today, today)
  const people = behindCredit(dossier, credit)
    .filter(isManualEntry)
    .map(row => row.entered_by)
  return [...new Set(people)].filter(id => id !== null)
}

export const sayBehind = (dossier: Dossier, credit: bigint): string[] =>
  behindCredit(dossier, credit).map(row =>
    [
      formatNaira(kobo(row.amount)),
      row.channel ?? row.type,
      formatDate(localDate(row.effective_on)),
      ...(row.reference ? [`reference ${row.reference}`] : []),
      isManualEntry(row) ? `entered by ${row.entered_by_name}` : `approved by ${row.entered_by_name}`,
      row.proof_id ? 'proof attached' : 'no proof attached',
    ].join(', '),
  )
