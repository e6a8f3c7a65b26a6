import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { LOAN_ACTS, type LoanActName, loanRow } from '../../../contract/loans.ts'
import { may, rolesNamed } from '../../../contract/roles.ts'
import type { Parts } from '../../../engine/allocation.ts'
import type { LoanClass } from '../../../engine/arrears.ts'
import { type LocalDate, payMonthOf } from '../../../engine/dates.ts'
import type { InstalmentState, LoanState } from '../../../engine/loan.ts'
import { lossOf, rowsInForce } from '../../../engine/loanEnd.ts'
import { type Kobo, kobo, sum, ZERO } from '../../../engine/money.ts'
import { correctedReceipts } from '../../../engine/receiptCorrections.ts'
import { refusalOf } from '../../../engine/refusals.ts'
import { whyRefused } from '../../../engine/refusalWords.ts'
import type { ScheduleRow } from '../../../engine/terms.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { namedDocuments, type StoredDocument } from '../documents/documents.ts'
import { describeRows, monthOf, readClasses } from './list.ts'
import { loansOfCustomer } from './listed.sql.ts'
import type * as store from './loans.sql.ts'
import { type OldNumber, readPage } from './page.sql.ts'
import { alwaysNeedsApproval, NOT_WHILE_FROZEN, takenBackElsewhere } from './prepare.ts'
import {
  agreementOf,
  classNameOf,
  type Dossier,
  dossierOf,
  figuresOf,
  getDossier,
  lastDeductionOf,
  originalOf,
  stateOn,
  termsOf,
} from './state.ts'
import { linksOf } from './topup.ts'

export const ofCustomer: Handler<Api['loansOfCustomer']> = async (ctx, { customerId }) => {
  const how = { today: ctx.today, classes: await readClasses(ctx) }
  const rows = await describeRows(ctx, await loansOfCustomer(ctx.tx, customerId, how))
  return { rows: rows.map(row => z.decode(loanRow, row)) }
}

/** The page of a loan, without the transfer that is under way. */
export async function readLoan(ctx: Context, { id, asOf }: Input<Api['loanGet']>, oldNumber: OldNumber) {
  const classes = await readClasses(ctx)
  const row = await readPage(ctx.tx, id, { today: ctx.today, classes }, oldNumber)
  if (!row) return refuse('record.unknown', { what: 'loan' })
  const dossier = dossierOf(row)
  const day = asOf && asOf < ctx.today ? asOf : ctx.today
  const state = stateOn(dossier, day, ctx.today)
  const { settlementIds, ...topUp } = await linksOf(ctx, dossier, row)
  const { waiting_approval: pendingApprovalId } = row
  const [described = row.described] = await describeRows(ctx, JSON.stringify(row.described))
  const { ratePpm, ratePer, interestBasis = 'schedule' } = termsOf(row)
  const proofIds = dossier.rows.flatMap(each => each.proof_id ?? [])
  const proofs = await namedDocuments(ctx.tx, proofIds)
  return {
    row: {
      ...z.decode(loanRow, described),
      ...describeFigures(state, classes, dossier),
      loss: lossOf(state),
    },
    original: originalOf(dossier, state, ctx.today).map(describeScheduleRow),
    current: state.instalments.map(describeInstalment),
    happenings: happenings(ctx, dossier, state, {
      settlementIds,
      bankReferences: new Map(row.bank_references.map(each => [each.id, each.reference])),
      proofs,
      approvers: new Map(row.approvers.map(each => [each.id, each.name])),
    }),
    charges: state.charges.map(each => ({
      id: each.id,
      component: each.component,
      dueOn: each.dueDate ?? null,
      due: each.due,
      paid: each.paid,
      waived: each.waived,
      outstanding: each.outstanding,
    })),
    months: monthsOf(state),
    interestEarned: state.interestEarned,
    ratePpm,
    ratePer,
    interestBasis,
    offers: offersOf(ctx, row, state, {
      batch: row.described.payoutBatch?.number,
      isWaiting: pendingApprovalId !== null,
    }),
    pendingApprovalId,
    requestId: row.old_number === null ? row.request_id : null,
    oldNumber: row.old_number,
    topUp,
  }
}

/** The figures of the day asked for, in place of those the lists keep. */
const describeFigures = (state: LoanState, classes: readonly LoanClass[], { row, rows }: Dossier) => ({
  status: row.status === 'cancelled' ? row.status : (figuresOf(state).status ?? row.status),
  lastReceiptOn: figuresOf(state).last_receipt_on ?? null,
  lastDeductionMonth: monthOf(lastDeductionOf(state, rows)),
  outstanding: { ...state.outstanding },
  outstandingTotal: state.outstandingTotal,
  credit: state.credit,
  arrears: state.arrears.total,
  daysPastDue: state.arrears.daysPastDue,
  className: state.status === 'live' ? classNameOf(state.arrears.daysPastDue, classes) : '',
  nextDueOn: state.nextDue?.date ?? null,
  nextDueAmount: state.nextDue?.amount ?? null,
  instalment: state.disbursed > 0n ? state.instalment : kobo(row.instalment),
  asOf: state.asOf,
})

const NO_PARTS = { principal: ZERO, interest: ZERO, fee: ZERO, penalty: ZERO }

const describeScheduleRow = (row: ScheduleRow) => ({
  n: row.n,
  dueOn: row.dueDate,
  due: { principal: row.principal, interest: row.interest, fee: row.fees, penalty: ZERO },
  paid: NO_PARTS,
  outstanding: NO_PARTS,
  total: row.total,
  balance: row.balance,
  paidOn: null,
})

const partsTotal = (parts: Parts): Kobo => sum([parts.principal, parts.interest, parts.fee, parts.penalty])

const describeInstalment = (row: InstalmentState) => ({
  n: row.n,
  dueOn: row.dueDate,
  due: { ...row.due },
  paid: { ...row.paid },
  outstanding: { ...row.outstanding },
  total: partsTotal(row.due),
  balance: row.balance,
  paidOn: row.paidOn ?? null,
})

/** Everything that happened, newest first, with what it did and whether it can be undone. */
function happenings(
  ctx: Context,
  dossier: Dossier,
  state: LoanState,
  known: {
    settlementIds: ReadonlySet<string>
    bankReferences: ReadonlyMap<string, string>
    proofs: ReadonlyMap<string, StoredDocument>
    approvers: ReadonlyMap<string, string>
  },
) {
  const rows = new Map(dossier.rows.map(each => [each.id, each]))
  const agreement = agreementOf(dossier, ctx.today)
  const corrected = correctedReceipts(agreement, dossier.events, state)
  return state.entries.toReversed().map(entry => {
    const row = rows.get(entry.event)
    const correction = corrected.get(entry.event)
    return {
      id: entry.event,
      type: entry.type,
      on: entry.date,
      enteredAt: row?.entered_at.toISOString() ?? null,
      by: row?.entered_by_name ?? null,
      approvedBy: known.approvers.get(entry.event) ?? null,
      amount: entry.amount,
      parts: { ...entry.parts },
      credit: entry.credit,
      correction: correction
        ? {
            parts: { ...correction.issued.parts },
            credit: correction.issued.credit,
            on: correction.on,
            because: correction.because,
          }
        : null,
      principalAfter: entry.principalAfter,
      channel: row?.channel ?? null,
      reference: row?.reference ?? null,
      bankReference: known.bankReferences.get(entry.event) ?? null,
      note: row?.note ?? null,
      proof: known.proofs.get(row?.proof_id ?? '') ?? null,
      undone: entry.undone,
      cannotReverse: !row
        ? 'It came about by itself.'
        : known.settlementIds.has(entry.event)
          ? 'Settled by a top-up. Reverse the disbursement of the new loan instead.'
          : whyNotReversed(ctx, agreement, dossier, entry),
    }
  })
}

function whyNotReversed(
  ctx: Context,
  agreement: ReturnType<typeof agreementOf>,
  dossier: Dossier,
  entry: LoanState['entries'][number],
): string | null {
  if (entry.type === 'reversal') return 'A reversal is not reversed: record it again.'
  const reversal = { id: randomUUID(), type: 'reversal', date: ctx.today, of: entry.event } as const
  const refused = refusalOf(agreement, dossier.events, reversal, ctx.today)
  const why = refused ? whyRefused(refused, reversal.type) : takenBackElsewhere(dossier, entry.event)
  return why ? `${why}.` : null
}

/** What payroll should have brought in each month, and what came. */
function monthsOf(state: LoanState) {
  const months = new Map<string, { expected: bigint; received: bigint }>()
  const month = (day: LocalDate) => {
    const key = payMonthOf(day)
    const found = months.get(key) ?? { expected: 0n, received: 0n }
    months.set(key, found)
    return found
  }
  for (const row of rowsInForce(state)) month(row.dueDate).expected += partsTotal(row.due)
  for (const entry of state.entries)
    if (!entry.undone && (entry.type === 'receipt' || entry.type === 'settlement'))
      month(entry.date).received += entry.amount
  return [...months.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { expected, received }]) => ({
      month: key,
      expected: kobo(expected),
      received: kobo(received),
    }))
}

/** Which acts make sense now; the act itself is checked again when it is done. */
function offersOf(
  ctx: Context,
  row: store.LoanRow,
  state: LoanState,
  { batch, isWaiting }: { batch: string | undefined; isWaiting: boolean },
) {
  const mayAsk = may(ctx.actor.roles, 'money.ask')
  const isOpen = state.outstandingTotal > 0n
  const isPaidOut = state.disbursed > 0n
  const fits: Record<LoanActName, string | null> = {
    disburse: isPaidOut ? 'Already disbursed.' : row.status === 'cancelled' ? 'Cancelled.' : null,
    cancel: isPaidOut || row.status === 'cancelled' ? 'Only before disbursement.' : null,
    receipt: isPaidOut ? null : 'Not disbursed yet.',
    reversal: state.entries.length > 0 ? null : 'Nothing has happened yet.',
    charge: isOpen ? null : 'Nothing is owed.',
    waiver: isOpen ? null : 'Nothing is owed.',
    holiday: state.nextDue ? null : 'No instalment is left.',
    restructure: state.outstanding.principal > 0n && state.status === 'live' ? null : 'No principal is owed.',
    settle: isOpen ? null : 'Nothing is owed.',
    writeOff: isOpen && state.status === 'live' ? null : 'Nothing is owed.',
    recovery: state.status === 'written-off' ? null : 'Not written off.',
    refund: state.credit > 0n ? null : 'There is no credit.',
    freeze: row.frozen ? 'Frozen already.' : null,
    unfreeze: row.frozen ? null : 'Not frozen.',
  }
  return Object.fromEntries(
    LOAN_ACTS.map(act => {
      const frozen = row.frozen && NOT_WHILE_FROZEN.has(act) ? 'The loan is frozen. Unfreeze it first.' : null
      const sent =
        batch && (act === 'disburse' || act === 'cancel') ? `In disbursement batch ${batch}.` : null
      const waits =
        isWaiting && alwaysNeedsApproval(act, row) ? 'Another action is already pending approval.' : null
      const why = mayAsk
        ? (fits[act] ?? frozen ?? sent ?? waits)
        : `Only ${rolesNamed('money.ask', 'and')} can do this.`
      return [act, { allowed: why === null, why }]
    }),
  ) as Record<LoanActName, { allowed: boolean; why: string | null }>
}

/** What falls due and when, by the schedule in force. */
export async function duesOfLoan(
  tx: Tx,
  loanId: string,
  today: LocalDate,
): Promise<{ on: LocalDate; amount: Kobo }[]> {
  const { instalments } = stateOn(await getDossier(tx, loanId), today, today)
  return instalments.map(each => ({ on: each.dueDate, amount: partsTotal(each.due) }))
}
