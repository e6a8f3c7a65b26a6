import type { Commands } from '../kernel/context.ts'
import * as bankMatching from '../modules/bankStatements/matching.ts'
import * as bankReceipts from '../modules/bankStatements/receipts.ts'
import * as bankReconciliation from '../modules/bankStatements/reconciliation.ts'
import * as bankSuspense from '../modules/bankStatements/suspense.ts'
import * as campaign from '../modules/campaigns/campaign.ts'
import * as closingClose from '../modules/closing/close.ts'
import * as closingReopen from '../modules/closing/reopen.ts'
import * as customersChange from '../modules/customers/change.ts'
import * as instructionsDecide from '../modules/instructions/decide.ts'
import * as intakeUpload from '../modules/intake/upload.ts'
import * as ledgerAccounts from '../modules/ledger/accounts.ts'
import * as ledgerJournals from '../modules/ledger/journals.ts'
import * as ledgerPeriods from '../modules/ledger/periods.ts'
import * as ledgerRecurring from '../modules/ledger/recurring.ts'
import * as loanImport from '../modules/loanImport/import.ts'
import * as messagingAccounts from '../modules/messaging/accounts.ts'
import * as messagingTemplates from '../modules/messaging/templates.ts'
import * as officesCorrections from '../modules/offices/corrections.ts'
import * as officesReceipts from '../modules/offices/receipts.ts'
import * as officesRemittances from '../modules/offices/remittances.ts'
import * as payoutsApprove from '../modules/payouts/approve.ts'
import * as payoutsClear from '../modules/payouts/clear.ts'
import * as payoutsResult from '../modules/payouts/result.ts'
import * as payrollMonths from '../modules/payroll/months.ts'
import * as privacyErase from '../modules/privacy/erase.ts'
import * as privacyMerge from '../modules/privacy/merge.ts'
import * as reconciliationAdvice from '../modules/reconciliation/advice.ts'
import * as refundsPropose from '../modules/refunds/propose.ts'
import * as refundsSetOff from '../modules/refunds/setOff.ts'
import * as repaymentsDecide from '../modules/repayments/decide.ts'
import * as repaymentsElements from '../modules/repayments/elements.ts'
import * as repaymentsTakeBack from '../modules/repayments/reverseRow.ts'
import * as repaymentsSuspense from '../modules/repayments/suspense.ts'
import * as settingsProducts from '../modules/settings/products.ts'
import * as settingsSections from '../modules/settings/sections.ts'
import * as sourceEvents from '../modules/sourceEvents/events.ts'
import * as staffAccess from '../modules/staff/access.ts'
import * as staffResetLinks from '../modules/staff/resetLinks.ts'

/** The commands that run after approval. */
export const commands: Commands = {
  userApprove: (ctx, input, asked) => staffAccess.admitStaff(ctx, input, { asked }),
  userRolesChange: (ctx, input, asked) => staffAccess.setRoles(ctx, input, { asked }),
  userReactivate: (ctx, input, asked) => staffAccess.reactivateStaff(ctx, input, { asked }),
  userResetLink: staffResetLinks.allowReset,
  settingChange: async (ctx, input, asked) => {
    await ledgerAccounts.checkChannelAccounts(ctx, input)
    return settingsSections.save(ctx, input, asked)
  },
  gatewayAccountChange: messagingAccounts.accountApproved,
  productChange: settingsProducts.saveProduct,
  productRetire: settingsProducts.retireProduct,
  customerSensitiveChange: customersChange.changeApproved,
  customerMerge: privacyMerge.mergeApproved,
  customerErase: privacyErase.eraseApproved,
  loanActDo: bankReceipts.actAndMatch,
  templateApprove: messagingTemplates.approveTemplate,
  campaignStart: campaign.beginApproved,
  intakeAccept: intakeUpload.accept({ payroll: payrollMonths.accept, book: loanImport.acceptBook }),
  instructionApprove: instructionsDecide.approveInstructions,
  repaymentSubmit: repaymentsDecide.submitApproved,
  repaymentUndo: repaymentsDecide.undoApproved,
  repaymentTakeBack: repaymentsTakeBack.takeBackApproved,
  repaymentRetry: repaymentsDecide.retryApproved,
  remittanceRecord: officesRemittances.remitApproved,
  remittanceUndo: officesRemittances.undoRemittanceApproved,
  officeReceiptRecord: officesReceipts.recordApproved,
  officeReceiptAllocate: officesReceipts.allocateApproved,
  officeReceiptUndo: officesReceipts.undoApproved,
  officeWriteDown: officesCorrections.writeDownApproved,
  officeWriteDownUndo: officesCorrections.undoWriteDownApproved,
  adviceChange: reconciliationAdvice.changeApproved,
  sourceCodeChange: repaymentsElements.changeCodeApproved,
  sourceEventApply: sourceEvents.eventApproved,
  sourceEventReverse: sourceEvents.undoApproved,
  suspenseUse: bankSuspense.useAndReopen,
  suspenseTakeBack: repaymentsSuspense.takenBackApproved,
  payoutBatchApprove: payoutsApprove.approveBatch,
  payoutLineClear: payoutsClear.clearApproved,
  payoutLineFail: payoutsResult.failApproved,
  refundApprove: refundsPropose.approveRefunds,
  refundUnclaim: refundsPropose.approveUnclaimed,
  refundSetOff: refundsSetOff.approveSetOff,
  accountSave: ledgerAccounts.saveApproved,
  journalPost: ledgerJournals.postApproved,
  bankLinePost: bankMatching.postLineApproved,
  bankLineSuspense: bankSuspense.holdApproved,
  bankReconcile: bankReconciliation.reconcileApproved,
  journalReversal: ledgerJournals.reverseApproved,
  recurringJournal: ledgerRecurring.saveApproved,
  monthClose: closingClose.closeApproved,
  periodReopen: closingReopen.reopenApproved,
  periodClose: (ctx, input, asked) => ledgerPeriods.closePeriod(ctx, input, asked.reason ?? undefined),
}
