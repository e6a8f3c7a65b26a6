import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { claimsOn, repliesFrom } from '../bankAlerts/bankAlerts.ts'
import { campaignsNaming } from '../campaigns/campaigns.ts'
import { heldOnRecords, known, recordsOf } from '../customers/customers.ts'
import { heldDocuments } from '../documents/documents.ts'
import { instructionsOn } from '../instructions/instructions.ts'
import { refusalsOf } from '../intake/intake.ts'
import { importedAs } from '../loanImport/loanImport.ts'
import { ofCustomer as loansOf } from '../loans/loans.ts'
import { messagesTo } from '../messaging/messaging.ts'
import { payoutsTo } from '../payouts/payouts.ts'
import { heldOn as payrollRows } from '../payroll/payroll.ts'
import { heldOn as repaymentRows } from '../repayments/repayments.ts'
import { heldOn as applicationsOf, idsOfRequests, ofCustomer as requestsOf } from '../requests/requests.ts'
import { signalsOn } from '../signals/signals.ts'
import { personOf, recognisedBy } from './erase.ts'
import { loanIdsOf, optOutsOf } from './person.sql.ts'

/** More than any person's file holds. */
const SHOWN_MAX = 10_000

/**
 * The right of access: exports what is stored about a person, complete and machine-readable. The person is found by the
 * same records, requests and numbers as for an erasure. What came from a shared phone may be theirs, and is left out.
 */
export const subjectExport: Handler<Api['customerSubjectExport']> = async (ctx, { id, reason }) => {
  const row = await known(ctx.tx, id)
  const rows = await recordsOf(ctx.tx, row)
  const person = await personOf(ctx, rows)
  const { ids, phones } = person
  const held: Record<string, unknown> = {
    ...(await heldOnRecords(ctx, rows)),
    messages: await messagesTo(ctx.tx, { customerId: id, requestIds: idsOfRequests(id) }, null, SHOWN_MAX),
    replies: await repliesFrom(ctx.tx, phones),
    optOuts: await optOutsOf(ctx.tx, phones),
    campaigns: await campaignsNaming(ctx.tx, { customerIds: ids, phones }),
    documents: await heldDocuments(ctx.tx, 'customer', ids),
    refusedLines: await refusalsOf(ctx.tx, recognisedBy(ctx, person, rows)),
  }
  held.loans = await loansOf(ctx, { customerId: id })
  held.requests = await requestsOf(ctx, { customerId: id })
  held.applications = await applicationsOf(ctx, person)
  const loanIds = await loanIdsOf(ctx.tx, ids)
  // what stands beside their loans and says whose they are: the same that an erasure cuts
  held.besideLoans = {
    payouts: await payoutsTo(ctx.tx, loanIds),
    deductionInstructions: await instructionsOn(ctx.tx, ids),
    takenOver: await importedAs(ctx, loanIds),
    signals: await signalsOn(ctx.tx, loanIds),
    bankAlerts: await claimsOn(ctx.tx, loanIds),
    documents: await heldDocuments(ctx.tx, 'loan', loanIds),
  }
  held.payrollRows = await payrollRows(ctx, person)
  held.repaymentRows = await repaymentRows(ctx, person)
  ctx.audit({ subject: ['customer', id], after: { handedOver: Object.keys(held) }, reason })
  const json = JSON.stringify({ madeAt: ctx.now, ...held }, koboAsDigits, 2)
  return { fileName: `${row.number}-${ctx.today}.json`, json }
}

const koboAsDigits = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
