import type { Commands, Foresees, TurnedDown } from '../kernel/context.ts'
import * as customersChange from '../modules/customers/change.ts'
import * as customersMerge from '../modules/customers/merge.ts'
import * as intakeUpload from '../modules/intake/upload.ts'
import * as ledgerPeriods from '../modules/ledger/periods.ts'
import * as loansActs from '../modules/loans/acts.ts'
import * as loansImport from '../modules/loans/import.ts'
import * as loansOfCustomer from '../modules/loans/ofCustomer.ts'
import * as loansPayoutsApprove from '../modules/loans/payoutsApprove.ts'
import * as loansPayoutsClear from '../modules/loans/payoutsClear.ts'
import * as loansPayoutsResult from '../modules/loans/payoutsResult.ts'
import * as messagingAccounts from '../modules/messaging/accounts.ts'
import * as messagingCampaigns from '../modules/messaging/campaigns.ts'
import * as messagingInbound from '../modules/messaging/inbound.ts'
import * as messagingTemplates from '../modules/messaging/templates.ts'
import * as payrollMonths from '../modules/payroll/months.ts'
import * as privacyErase from '../modules/privacy/erase.ts'
import * as repaymentsDecide from '../modules/repayments/decide.ts'
import * as repaymentsEffect from '../modules/repayments/effect.ts'
import * as repaymentsRemittances from '../modules/repayments/remittances.ts'
import * as repaymentsSuspense from '../modules/repayments/suspense.ts'
import * as repaymentsTakeBack from '../modules/repayments/takeBack.ts'
import * as requestsOfCustomerSql from '../modules/requests/ofCustomer.sql.ts'
import * as requestsOfCustomer from '../modules/requests/ofCustomer.ts'
import * as settingsProducts from '../modules/settings/products.ts'
import * as settingsSections from '../modules/settings/sections.ts'
import * as staffAccess from '../modules/staff/access.ts'
import * as staffResetLinks from '../modules/staff/resetLinks.ts'

/** What customers are shown with from their right. */
export const ofCustomer = { loans: loansOfCustomer.totalsOf, requests: requestsOfCustomerSql.countRequestsOf }

/** The commands that run after approval. */
export const commands: Commands = {
  userApprove: (ctx, input, asked) => staffAccess.admitStaff(ctx, input, { asked }),
  userRolesChange: (ctx, input, asked) => staffAccess.setRoles(ctx, input, { asked }),
  userReactivate: (ctx, input, asked) => staffAccess.reactivateStaff(ctx, input, { asked }),
  userResetLink: staffResetLinks.allowReset,
  settingChange: settingsSections.save,
  gatewayAccountChange: messagingAccounts.accountApproved,
  productChange: settingsProducts.saveProduct,
  productRetire: settingsProducts.retireProduct,
  customerSensitiveChange: customersChange.changeApproved,
  customerMerge: customersMerge.mergeApproved(loansOfCustomer.moveAllOf, requestsOfCustomer.moveAllOf),
  customerErase: privacyErase.eraseApproved,
  loanActDo: loansActs.actApproved,
  templateApprove: messagingTemplates.approveTemplate,
  campaignStart: messagingCampaigns.beginApproved,
  intakeAccept: intakeUpload.accept({ payroll: payrollMonths.accept, book: loansImport.acceptBook }),
  repaymentSubmit: repaymentsDecide.submitApproved,
  repaymentUndo: repaymentsDecide.undoApproved,
  repaymentTakeBack: repaymentsTakeBack.takeBackApproved,
  repaymentRetry: repaymentsDecide.retryApproved,
  remittanceRecord: repaymentsRemittances.remitApproved,
  remittanceUndo: repaymentsRemittances.undoRemittanceApproved,
  suspenseUse: repaymentsSuspense.useApproved,
  payoutBatchApprove: loansPayoutsApprove.approveBatch,
  payoutLineClear: loansPayoutsClear.clearApproved,
  payoutLineFail: loansPayoutsResult.failApproved,
  periodClose: (ctx, input, asked) => ledgerPeriods.closePeriod(ctx, input, asked.reason ?? undefined),
}

/** What an approval would do, said again when it is opened and when it is approved. */
export const foresees: Foresees = {
  repaymentSubmit: repaymentsEffect.foreseePosting,
  repaymentUndo: repaymentsEffect.foreseeUndo,
}

/** What follows when nobody agreed: the payment of a bank alert is open again. */
export const turnedDown: TurnedDown = {
  loanActDo: messagingInbound.reopenClaim,
}
