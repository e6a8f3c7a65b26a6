import { LOAN_ACTION_LABELS, loanStatusLabel } from '../../../contract/labels.ts'
import type { LoanAct } from '../../../contract/loans.ts'
import { type Rhythm, tenorText } from '../../../contract/products.ts'
import { totalOf } from '../../../engine/allocation.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import type { PrepaymentEffect } from '../../../engine/events.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import type { Asked, Context } from '../../kernel/context.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { type Payee, payeeOf } from './bankReferences.sql.ts'
import { sayBehind } from './dailyLimit.ts'
import { type Act, amountOf } from './prepare.ts'
import { stateOn, termsOf, withEvent } from './state.ts'
import type { Whole } from './topup.ts'

/** Describes an act in words: for the maker before submission, and for the approver. */

/** What a careful colleague would mention before the act is confirmed. */
export function notesOn({ dossier, event, act, beside }: Whole, today: LocalDate): string[] {
  const notes: string[] = []
  for (const each of beside)
    notes.push(`Reopens ${each.dossier.row.number}, which the disbursement had settled.`)
  if (event && event.date < today) {
    const later = dossier.events.filter(each => each.date > event.date).length
    notes.push(
      `Dated ${formatDate(event.date)}; ${later === 0 ? 'nothing came after it' : `${later === 1 ? '1 later event' : `${later} later events`} will be replayed`}.`,
    )
  }
  if (act.act === 'reversal') notes.push('The original stays on record, marked as reversed.')
  if (act.act === 'writeOff') notes.push('What comes in later is recorded as recovery.')
  return notes
}

export const figures = (state: LoanState) => {
  const open = state.instalments.filter(row => row.outstanding.principal + row.outstanding.interest > 0n)
  return {
    status: state.status,
    outstanding: { ...state.outstanding },
    outstandingTotal: state.outstandingTotal,
    credit: state.credit,
    arrears: state.arrears.total,
    instalment: state.instalment,
    instalmentsLeft: open.length,
    lastDueOn: open.at(-1)?.dueDate ?? null,
    nextDueOn: state.nextDue?.date ?? null,
  }
}

export type Reported = {
  summary: string
  /** Absent where the act moves no money. */
  amount?: Kobo
  before: object | null
  after: object
  /** The account that a payment goes to, under a key. */
  payee?: string | undefined
}

/** Outgoing money is described as a payment; a change of the loan, as the loan before and after. */
export async function explain(ctx: Context, prepared: Whole): Promise<Reported> {
  const { dossier, act } = prepared
  const { row } = dossier
  const named = [`${LOAN_ACTION_LABELS[act.act].item}: ${row.number}`, row.customer_name]
  const { rhythm } = termsOf(row).frequency
  const summary = [...named, ...sumOf(prepared, ctx.today), ...detailsOf(act, rhythm)].join(', ')
  const moved = movedBy(prepared, ctx.today)
  const amount = moved > 0n ? { amount: moved } : {}
  if (act.act === 'refund') {
    const payee = await payeeOf(ctx.tx, row.id)
    const after = refundOf(prepared, act, payee, ctx.today)
    return { summary, ...amount, before: null, after, payee: payee && markOf(ctx, payee) }
  }
  const [now, then] = [
    stateOn(dossier, ctx.today, ctx.today),
    stateOn(withEvent(prepared), ctx.today, ctx.today),
  ]
  return {
    summary,
    ...amount,
    before: inWords(now),
    after: { effect: effectOf(now, then), ...inOneSum(prepared, ctx.today), ...inWords(then) },
  }
}

/** What the act does to the loan, in one line. */
function effectOf(now: LoanState, then: LoanState): string {
  const moved = (name: string, from: Kobo, to: Kobo): string[] =>
    from === to ? [] : [`${name} from ${formatNaira(from)} to ${formatNaira(to)}`]
  const said = [
    ...moved('outstanding', now.outstandingTotal, then.outstandingTotal),
    ...moved('arrears', now.arrears.total, then.arrears.total),
    ...moved('credit', now.credit, then.credit),
    ...moved('instalment', now.instalment, then.instalment),
  ]
  return said.length === 0 ? 'no amount of the loan changes' : said.join(', ')
}

/** What an act takes off the loan, where no figure before or after it says so. */
function inOneSum(prepared: Whole, today: LocalDate): object {
  if (prepared.act.act === 'settle') return { settledWith: formatNaira(amountOf(prepared.event)) }
  if (prepared.act.act === 'writeOff') {
    const loss = lossOf(prepared, today)
    const { outstandingTotal } = stateOn(prepared.dossier, today, today)
    const unearned = kobo(outstandingTotal - loss)
    return {
      writtenOff: formatNaira(loss),
      ...(unearned > 0n ? { unearnedInterest: formatNaira(unearned) } : {}),
    }
  }
  if (prepared.act.act === 'freeze') return { penalties: 'Not charged from today until it is unfrozen' }
  if (prepared.act.act === 'unfreeze') return { penalties: 'None for the days it was frozen' }
  return {}
}

/** The written-off amount is not typed: it is what the ledger loses, without unearned interest. */
const lossOf = (prepared: Whole, today: LocalDate): Kobo =>
  totalOf(stateOn(withEvent(prepared), today, today).writtenOff)

/** The money the act moves: of a reversal, that of the reversed entry. */
function movedBy(prepared: Whole, today: LocalDate): Kobo {
  const { act, event, dossier } = prepared
  if (act.act === 'charge') return act.amount
  if (act.act === 'writeOff') return lossOf(prepared, today)
  return amountOf(act.act === 'reversal' ? dossier.events.find(each => each.id === act.of) : event)
}

/** How much, and of a reversal, of what: the checker reads no more than this before opening it. */
function sumOf(prepared: Whole, today: LocalDate): string[] {
  const { act, event, dossier } = prepared
  if (act.act === 'waiver') return [`${formatNaira(amountOf(event))} of ${act.component}`]
  if (act.act === 'charge') return [`${formatNaira(act.amount)} as ${act.component}`]
  if (act.act === 'writeOff') return [formatNaira(lossOf(prepared, today))]
  const reported = act.act === 'reversal' ? dossier.events.find(each => each.id === act.of) : event
  const amount = amountOf(reported)
  const sum = amount > 0n ? [formatNaira(amount)] : []
  if (!reported || act.act !== 'reversal') return sum
  const name = reported.type
  return [[name, ...sum.map(each => `of ${each}`), `of ${formatDate(reported.date)}`].join(' ')]
}

const instalments = (number: number): string => (number === 1 ? '1 instalment' : `${number} instalments`)

const EFFECTS: Record<PrepaymentEffect, string> = {
  'in-advance': 'what is above the instalment pays the next ones',
  'shorter-term': 'what is above the instalment shortens the loan',
  'smaller-instalment': 'what is above the instalment makes the next ones smaller',
}

/** What was typed besides the sum. */
function detailsOf(act: Act, rhythm: Rhythm): string[] {
  if (act.act === 'freeze') return [act.cause]
  if (act.act === 'holiday')
    return [
      instalments(act.periods),
      act.interest === 'waived' ? 'no interest in that time' : 'interest added to the loan',
    ]
  if (act.act === 'restructure')
    return [
      `${rhythm === 'one-payment' ? `1 instalment after ${tenorText(act.tenor, rhythm)}` : instalments(act.tenor)} at ${formatPpm(act.ratePpm)}`,
      ...capitalised(act.capitalises),
    ]
  return [
    ...('on' in act ? [formatDate(act.on)] : []),
    ...('channel' in act ? [act.channel] : []),
    ...('reference' in act ? [`reference ${act.reference}`] : []),
    ...('proofId' in act && act.proofId ? ['with proof among the loan’s documents'] : []),
    ...('effect' in act && act.effect ? [EFFECTS[act.effect]] : []),
  ]
}

const capitalised = (components: readonly string[]): string[] =>
  components.length === 0 ? [] : [`${components.join(' and ')} added to the principal`]

const inWords = (state: LoanState): object => {
  const { outstanding, outstandingTotal, arrears, credit, instalment, ...dates } = figures(state)
  return {
    status: loanStatusLabel(state.status),
    outstanding: formatNaira(outstandingTotal),
    ofWhich: {
      principal: formatNaira(outstanding.principal),
      interest: formatNaira(outstanding.interest),
      fees: formatNaira(outstanding.fee),
      penalties: formatNaira(outstanding.penalty),
    },
    arrears: formatNaira(arrears),
    credit: formatNaira(credit),
    instalment: formatNaira(instalment),
    instalmentsLeft: dates.instalmentsLeft,
    nextDue: dates.nextDueOn,
    lastDue: dates.lastDueOn,
  }
}

function refundOf(
  { dossier }: Whole,
  { amount, reference }: Extract<LoanAct, { act: 'refund' }>,
  payee: Payee | undefined,
  today: LocalDate,
): object {
  const { credit } = stateOn(dossier, today, today)
  return {
    paidBack: formatNaira(amount),
    ...shownPayee(payee),
    reference,
    creditNow: formatNaira(credit),
    creditCameFrom: sayBehind(dossier, credit),
    creditAfter: formatNaira(kobo(credit - amount)),
  }
}

/** Fields of a payment that the approver read and the bank will get: none may change while it is pending. */
const OF_PAYMENT = ['paidBack', 'settledWith', 'bank', 'account'] as const
/** Acts whose amount is not typed: it is what the loan owes. */
const OF_ALL_OWED: ReadonlySet<Act['act']> = new Set(['writeOff', 'restructure', 'holiday'])

/** What time alone does to a loan is part of what was agreed to; what people did to it since is not. */
export function hasChangedSinceSubmission(
  prepared: Whole,
  asked: Pick<Asked, 'after' | 'at'> & Pick<Reported, 'payee'>,
  now: Reported,
): boolean {
  if (differs(asked.after, now.after, OF_PAYMENT) || differs(asked, now, ['payee'])) return true
  const { at } = asked
  return OF_ALL_OWED.has(prepared.act.act) && !!at && prepared.dossier.rows.some(row => row.entered_at > at)
}

/** Older submissions lack these fields. */
function differs(asked: unknown, now: object | null, names: readonly string[]): boolean {
  const [then, today] = [asked as Record<string, unknown> | null, now as Record<string, unknown> | null]
  return names.some(name => then?.[name] !== undefined && then[name] !== today?.[name])
}

/** The digits that are shown are those of many accounts. */
const markOf = ({ keys }: Context, { bank_code, account_number }: Payee): string =>
  keys.blindIndex('payee', `${bank_code} ${account_number}`).toString('base64url')

/** Without the name, which is in the summary: this goes into the trail, which is permanent. */
function shownPayee(payee: Payee | undefined): object {
  if (!payee) return {}
  const { bankName, account } = maskedAccount(payee.bank_code, payee.account_number)
  return {
    bank: bankName,
    account,
    ...(payee.account_waits ? { beAware: 'A change of this bank account is also pending approval' } : {}),
  }
}
