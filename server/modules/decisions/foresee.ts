import { createHash } from 'node:crypto'
import { COMMANDS, type CommandInput, type CommandName } from '../../../contract/api.ts'
import { errorMessage } from '../../../contract/errors.ts'
import { changedLines, effectOf, type Json, sameJson } from '../../../contract/trail.ts'
import type { Asked, Context, Foresight } from '../../kernel/context.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { ApprovalRow } from '../approvals/approvals.ts'
import { foreseeHeld, foreseeLinePosting, foreseeReconciled } from '../bankStatements/bankStatements.ts'
import { foreseeStart } from '../campaigns/campaigns.ts'
import { foreseeMonthClose, foreseeReopening } from '../closing/closing.ts'
import { foreseeInstructions } from '../instructions/instructions.ts'
import { foreseeAcceptance } from '../intake/intake.ts'
import {
  foreseeAccount,
  foreseeClose,
  foreseeJournal,
  foreseeRecurring,
  foreseeReversal,
} from '../ledger/ledger.ts'
import { foreseeAct } from '../loans/loans.ts'
import {
  foreseeAllocation,
  foreseeReceipt,
  foreseeReceiptUndo,
  foreseeRemittance,
  foreseeRemittanceUndo,
  foreseeWriteDown,
  foreseeWriteDownUndo,
} from '../offices/offices.ts'
import { foreseeBatch } from '../payouts/payouts.ts'
import { warnOfReplacement } from '../payroll/payroll.ts'
import { foreseeAdvice } from '../reconciliation/reconciliation.ts'
import { foreseeRefunds, foreseeSetOff, foreseeUnclaimed } from '../refunds/refunds.ts'
import {
  foreseeCodeChange,
  foreseePosting,
  foreseeRetry,
  foreseeTakeBack,
  foreseeTakenBack,
  foreseeUndo,
  foreseeUse,
} from '../repayments/repayments.ts'
import { foreseeProduct, foreseeSetting } from '../settings/settings.ts'
import { foreseeEvent, foreseeEventUndo } from '../sourceEvents/sourceEvents.ts'

/** What an item would do, calculated when it is opened and when it is approved. */

/** A command without one states nothing that can change, or is compared by its own rule when it is carried out. */
type Foresees = {
  [C in CommandName]?: (
    ctx: Context,
    input: CommandInput<C>,
    asked: Pick<Asked, 'after' | 'at'>,
  ) => Promise<Foresight>
}

const FORESEES: Foresees = {
  loanActDo: foreseeAct,
  payoutBatchApprove: foreseeBatch,
  instructionApprove: foreseeInstructions,
  refundApprove: foreseeRefunds,
  refundUnclaim: foreseeUnclaimed,
  refundSetOff: foreseeSetOff,
  repaymentSubmit: foreseePosting,
  repaymentUndo: foreseeUndo,
  repaymentTakeBack: foreseeTakeBack,
  repaymentRetry: foreseeRetry,
  remittanceRecord: foreseeRemittance,
  remittanceUndo: foreseeRemittanceUndo,
  officeReceiptRecord: foreseeReceipt,
  officeReceiptAllocate: foreseeAllocation,
  officeReceiptUndo: foreseeReceiptUndo,
  officeWriteDown: foreseeWriteDown,
  officeWriteDownUndo: foreseeWriteDownUndo,
  adviceChange: foreseeAdvice,
  sourceCodeChange: foreseeCodeChange,
  sourceEventApply: foreseeEvent,
  sourceEventReverse: foreseeEventUndo,
  suspenseUse: foreseeUse,
  suspenseTakeBack: foreseeTakenBack,
  campaignStart: foreseeStart,
  intakeAccept: (ctx, input) => foreseeAcceptance(ctx, input, { payroll: warnOfReplacement }),
  periodClose: foreseeClose,
  monthClose: foreseeMonthClose,
  periodReopen: foreseeReopening,
  accountSave: foreseeAccount,
  journalPost: foreseeJournal,
  bankLinePost: foreseeLinePosting,
  bankLineSuspense: foreseeHeld,
  bankReconcile: foreseeReconciled,
  journalReversal: foreseeReversal,
  recurringJournal: foreseeRecurring,
  settingChange: foreseeSetting,
  productChange: foreseeProduct,
}

/** What the submitter decided on was the batch as it was: another batch is submitted again. */
const RESUBMITTED: ReadonlySet<CommandName> = new Set(['repaymentSubmit', 'repaymentUndo'])

/** Undefined where the stored item no longer fits: it may be pending since before there was a rule. */
export const inputOf = ({ command, input }: ApprovalRow): unknown =>
  COMMANDS[command].input.safeParse(input).data

type Effect = { before: Json | null; after: Json | null }

export type Current = Effect & { changes: string[]; isStale: boolean }

/** Refused where the command could not be carried out now. */
export async function currentEffect(ctx: Context, approval: ApprovalRow): Promise<Current> {
  const submitted = asSubmitted(approval)
  const foresee = FORESEES[approval.command] as
    | ((ctx: Context, input: unknown, asked: Pick<Asked, 'after' | 'at'>) => Promise<Foresight>)
    | undefined
  const input = inputOf(approval)
  const isStated = !RESUBMITTED.has(approval.command) || hasField(approval.after, 'effect')
  if (approval.status !== 'waiting' || !foresee || !isStated || input === undefined || isBankReturn(approval))
    return submitted
  const {
    before = null,
    after,
    isStale,
  } = await foresee(ctx, input, {
    after: approval.after,
    at: approval.asked_at,
  })
  const now = { before: before as Json, after: after as Json }
  if (sameJson(now, { before: submitted.before, after: submitted.after }))
    return { ...submitted, isStale: isStale ?? false }
  return {
    ...now,
    changes: changesSince(approval.command, submitted, now),
    isStale: isStale || RESUBMITTED.has(approval.command),
  }
}

/** As it is shown: what cannot be carried out now is shown as it was submitted, with the reason. */
export async function effectShown(
  ctx: Context,
  approval: ApprovalRow,
): Promise<Current & { refusal: string | null }> {
  try {
    const current = await currentEffect(ctx, approval)
    return { ...current, refusal: current.isStale ? errorMessage('approval.stale', {}) : null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...asSubmitted(approval), refusal: error.message }
  }
}

export const nameOfEffect = ({ before, after }: Effect): string =>
  createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('base64url')

export function refuseChanged(current: Current, shown: string | undefined): void {
  if (current.isStale) refuse('approval.stale')
  if (shown !== undefined && shown !== nameOfEffect(current)) refuse('approval.effect_changed')
}

const asSubmitted = ({ before, after }: ApprovalRow): Current => ({
  before: (before ?? null) as Json | null,
  after: (after ?? null) as Json | null,
  changes: [],
  isStale: false,
})

const hasField = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value

/** Submitted by the program for a payment that the bank returned: it names the payment, and no figure that can change. */
const isBankReturn = ({ command, after }: ApprovalRow): boolean =>
  command === 'loanActDo' && hasField(after, 'payout')

function changesSince(command: CommandName, then: Effect, now: Effect): string[] {
  const [was, is] = [effectOf({ command, ...then }), effectOf({ command, ...now })]
  return [
    ...(was === is ? [] : [`Effect at submission: ${was}`]),
    ...changedLines(command, then.before, now.before).map(line => `Before, ${line}`),
    ...changedLines(command, then.after, now.after),
  ]
}
