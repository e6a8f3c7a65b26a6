import type { Api } from '../../../contract/api.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { maskedAccount } from '../../kernel/mask.ts'
import { readLoan } from '../loans/loans.ts'
import { changeOf } from './disbursable.ts'
import { type OpenLine, oldNumberOf, openLineOf } from './loanPage.sql.ts'
import { resultsFor } from './result.ts'

/** The page of a loan, with the transfer that is under way and the number it had before it came here. */
export const get: Handler<Api['loanGet']> = async (ctx, input) => {
  const page = await readLoan(ctx, input, oldNumberOf(input.id))
  const line = page.row.payoutBatch ? await openLineOf(ctx.tx, input.id) : undefined
  return {
    ...page,
    disbursement: line ? await describeLine(ctx, input.id, line, page.pendingApprovalId) : null,
  }
}

/** What is to be transferred to whom, and whether it still may be. */
async function describeLine(ctx: Context, loanId: string, line: OpenLine, pendingAct: string | null) {
  const waiting = line.waiting_approval
  const status = line.status === 'draft' && waiting ? ('waiting' as const) : line.status
  return {
    batchId: line.batch_id,
    number: line.number,
    status,
    lineId: line.line_id,
    lineStatus: line.line_status,
    lines: line.lines,
    amount: kobo(line.amount),
    ...maskedAccount(line.bank_code, line.account_number),
    reference: line.reference,
    pendingApprovalId: waiting ?? pendingAct,
    changed: status === 'approved' ? await changeOf(ctx, loanId, line) : null,
    results: resultsFor(line, { status: line.line_status, is_undone: false }, pendingAct !== null),
  }
}
