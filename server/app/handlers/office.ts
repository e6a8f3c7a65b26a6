import type { api } from '../../../contract/api.ts'
import type { Handlers } from '../../kernel/context.ts'
import * as trailExport from '../../modules/auditTrail/export.ts'
import * as trailList from '../../modules/auditTrail/list.ts'
import * as trailStatementExport from '../../modules/auditTrail/statementExport.ts'
import * as authPreferences from '../../modules/auth/preferences.ts'
import * as authProfile from '../../modules/auth/profile.ts'
import * as authSecurity from '../../modules/auth/security.ts'
import * as authSetup from '../../modules/auth/setup.ts'
import * as authSignin from '../../modules/auth/signin.ts'
import * as authSignUp from '../../modules/auth/signUp.ts'
import * as bankMatching from '../../modules/bankStatements/matching.ts'
import * as bankReceipts from '../../modules/bankStatements/receipts.ts'
import * as bankReconciliation from '../../modules/bankStatements/reconciliation.ts'
import * as bankStatements from '../../modules/bankStatements/statements.ts'
import * as bankSuspense from '../../modules/bankStatements/suspense.ts'
import * as closingClose from '../../modules/closing/close.ts'
import * as closingReopen from '../../modules/closing/reopen.ts'
import * as closingView from '../../modules/closing/view.ts'
import * as dashboardExport from '../../modules/dashboard/export.ts'
import * as dashboardFirstSteps from '../../modules/dashboard/firstSteps.ts'
import * as dashboardHealth from '../../modules/dashboard/health.ts'
import * as dashboardNotifications from '../../modules/dashboard/notifications.ts'
import * as dashboardPortfolio from '../../modules/dashboard/portfolio.ts'
import * as dashboardRecordSearch from '../../modules/dashboard/recordSearch.ts'
import * as dashboardRefresh from '../../modules/dashboard/refresh.ts'
import * as dashboardRows from '../../modules/dashboard/rows.ts'
import * as dashboardRowsExport from '../../modules/dashboard/rowsExport.ts'
import * as dashboardWork from '../../modules/dashboard/work.ts'
import * as decisionsDecide from '../../modules/decisions/decide.ts'
import * as decisionsExport from '../../modules/decisions/export.ts'
import * as documentsArchive from '../../modules/documents/archive.ts'
import * as ledgerAccounts from '../../modules/ledger/accounts.ts'
import * as ledgerExport from '../../modules/ledger/export.ts'
import * as ledgerFinancials from '../../modules/ledger/financials.ts'
import * as ledgerFinancialsExport from '../../modules/ledger/financialsExport.ts'
import * as ledgerJournals from '../../modules/ledger/journals.ts'
import * as ledgerPeriods from '../../modules/ledger/periods.ts'
import * as ledgerRecurring from '../../modules/ledger/recurring.ts'
import * as ledgerStatements from '../../modules/ledger/statements.ts'
import * as requestsAddDocument from '../../modules/requests/addDocument.ts'
import * as returnsBorrowers from '../../modules/returns/borrowers.ts'
import * as returnsJournalFile from '../../modules/returns/journalFile.ts'
import * as settingsFailedJobs from '../../modules/settings/failedJobs.ts'
import * as settingsLinkExport from '../../modules/settings/linkExport.ts'
import * as settingsOfficerLinks from '../../modules/settings/officerLinks.ts'
import * as settingsProducts from '../../modules/settings/products.ts'
import * as settingsSections from '../../modules/settings/sections.ts'
import * as staffAccess from '../../modules/staff/access.ts'
import * as staffExport from '../../modules/staff/export.ts'
import * as staffPeople from '../../modules/staff/people.ts'
import * as staffResetLinks from '../../modules/staff/resetLinks.ts'
import { commands } from '../approved.ts'

export const office = {
  setupGet: authSetup.setupState,
  signUp: authSignUp.signUp,
  signIn: authSignin.signIn,
  signOut: authSignin.signOut,
  sessionTouch: authSignin.touch,
  resetLinkCheck: authProfile.checkResetLink,
  passwordReset: staffResetLinks.resetPassword,
  me: authSignin.me,
  passwordChange: authProfile.changePassword,
  passwordResetSeen: authProfile.markResetSeen,
  userBvnAdd: authProfile.stateBvn,
  totpEnrol: authProfile.enrolTotp,
  totpConfirm: authProfile.confirmTotp,
  totpRemove: authProfile.removeTotp,
  mySessions: authProfile.mySessions,
  mySessionEnd: authProfile.endMySession,
  preferencesGet: authPreferences.readPreferences,
  preferencesChange: authPreferences.changePreferences,
  viewSave: authPreferences.saveView,
  viewRemove: authPreferences.removeView,
  viewShare: authPreferences.shareView,
  userList: staffPeople.list,
  userExport: staffExport.exportStaff,
  colleagueList: staffPeople.listColleagues,
  userGet: staffPeople.get,
  userApprove: staffAccess.approve,
  userDecline: staffAccess.decline,
  userRolesChange: staffAccess.changeRoles,
  userOfficerCodeChange: staffPeople.changeOfficerCode,
  userSuspend: staffAccess.suspend,
  userReactivate: staffAccess.reactivate,
  userSignOut: staffPeople.signOutEverywhere,
  userResetLink: staffResetLinks.makeResetLink,
  userIdentityConfirm: staffAccess.confirmIdentity,
  userSessions: staffPeople.userSessions,
  securityGet: authSecurity.getSecurity,
  securityChange: authSecurity.changeSecurity,
  auditList: trailList.listTrail,
  auditExport: trailExport.exportTrail,
  auditVerify: trailList.verifyTrail,
  recordHistory: trailList.history,
  approvalList: decisionsDecide.list,
  approvalExport: decisionsExport.exportApprovals,
  approvalGet: decisionsDecide.get,
  approvalApprove: decisionsDecide.approve(commands),
  approvalDecline: decisionsDecide.decline,
  approvalWithdraw: decisionsDecide.withdraw,
  approvalSeen: decisionsDecide.seen,
  ledgerTrialBalance: ledgerStatements.trialBalance,
  ledgerTrialBalanceExport: ledgerExport.exportTrialBalance,
  ledgerStatement: ledgerStatements.statement,
  ledgerStatementExport: trailStatementExport.exportStatement,
  ledgerJournal: ledgerStatements.journal,
  ledgerLoanJournal: ledgerStatements.loanJournal,
  ledgerPeriodList: ledgerPeriods.listPeriods,
  ledgerPeriodClose: ledgerPeriods.askToClose,
  monthCloseGet: closingView.get,
  monthCloseList: closingView.list,
  monthCloseLoanList: closingView.listLoans,
  monthCloseCalculate: closingClose.calculateNow,
  monthCloseSubmit: closingClose.submit,
  periodReopen: closingReopen.submitReopening,
  incomeStatementGet: ledgerFinancials.incomeStatement,
  incomeStatementExport: ledgerFinancialsExport.exportIncomeStatement,
  balanceSheetGet: ledgerFinancials.balanceSheet,
  balanceSheetExport: ledgerFinancialsExport.exportBalanceSheet,
  cashFlowGet: ledgerFinancials.cashFlow,
  cashFlowExport: ledgerFinancialsExport.exportCashFlow,
  cashFlowLineList: ledgerFinancials.listCashLines,
  cashFlowLineExport: ledgerFinancialsExport.exportCashLines,
  journalFilePreview: returnsJournalFile.previewJournal,
  journalFile: returnsJournalFile.journalFile,
  returnMonthList: returnsBorrowers.listMonths,
  portfolioReturn: returnsBorrowers.portfolioReturn,
  portfolioReturnExport: returnsBorrowers.exportPortfolio,
  borrowerFilePreview: returnsBorrowers.previewBorrowers,
  borrowerFile: returnsBorrowers.borrowerFile,
  ledgerAccountList: ledgerAccounts.listAccounts,
  ledgerAccountSave: ledgerAccounts.askToSave,
  bankAccountList: ledgerAccounts.listBankAccounts,
  bankStatementList: bankStatements.listStatements,
  bankStatementOpen: bankStatements.openStatement,
  bankStatementPiece: bankStatements.addPiece,
  bankStatementGet: bankStatements.getStatement,
  bankStatementMap: bankStatements.mapStatement,
  bankLineList: bankMatching.listLines,
  bankMovementList: bankMatching.listMovements,
  bankMatchDays: bankMatching.matchDays,
  bankMatchRun: bankMatching.runMatching,
  bankMatchMake: bankMatching.makeMatch,
  bankMatchUndo: bankMatching.undoMatch,
  bankLinePost: bankMatching.askToPost,
  bankLineReceipt: bankReceipts.askToReceive,
  bankLineSuspense: bankSuspense.askToHold,
  bankReconciliationGet: bankReconciliation.reconciliation,
  bankReconcile: bankReconciliation.askToReconcile,
  bankReconciliationExport: bankReconciliation.exportReconciliation,
  journalList: ledgerJournals.listJournals,
  journalSubmit: ledgerJournals.submit,
  journalReverse: ledgerJournals.askToReverse,
  recurringJournalList: ledgerRecurring.listRecurring,
  recurringJournalSave: ledgerRecurring.askToSave,
  recurringJournalStop: ledgerRecurring.stop,
  organisationGet: settingsSections.getOrganisation,
  settingList: settingsSections.list,
  settingHistory: settingsSections.history,
  settingChange: async (ctx, input) => {
    await ledgerAccounts.checkChannelAccounts(ctx, input)
    return settingsSections.change(ctx, input)
  },
  productList: settingsProducts.listProducts,
  productVersions: settingsProducts.listProductVersions,
  productChange: settingsProducts.changeProduct,
  productRetire: settingsProducts.askToRetireProduct,
  frequencyList: settingsSections.listFrequencies,
  frequencySave: settingsSections.saveFrequency,
  frequencyRetire: settingsSections.retireFrequency,
  officerLinkList: settingsOfficerLinks.listOfficerLinks,
  officerLinkExport: settingsLinkExport.exportOfficerLinks,
  officerLinkChange: settingsOfficerLinks.changeOfficerLink,
  health: dashboardHealth.getHealth,
  failedJobList: settingsFailedJobs.listFailedJobs,
  jobRetry: settingsFailedJobs.retryJob,
  jobLetGo: settingsFailedJobs.discardFailedJobs,
  dashboardWork: dashboardWork.work,
  recordSearch: dashboardRecordSearch.search,
  notificationList: dashboardNotifications.list,
  notificationsSeen: dashboardNotifications.seen,
  dashboardPortfolio: dashboardPortfolio.portfolio,
  dashboardLoans: dashboardRows.listLoans,
  dashboardReceipts: dashboardRows.listReceipts,
  dashboardCash: dashboardRows.listCash,
  dashboardOverrides: dashboardRows.listOverrides,
  dashboardLoansExport: dashboardRowsExport.exportLoans,
  dashboardReceiptsExport: dashboardRowsExport.exportReceipts,
  dashboardCashExport: dashboardRowsExport.exportCash,
  dashboardOverridesExport: dashboardRowsExport.exportOverrides,
  dashboardRefresh: dashboardRefresh.refresh,
  firstStepConfirm: dashboardFirstSteps.confirmFirstStep,
  firstStepsPutAway: dashboardFirstSteps.putFirstStepsAway,
  dashboardExport: dashboardExport.exportFigures,
  documentList: documentsArchive.list,
  documentAdd: requestsAddDocument.add,
  documentOpen: documentsArchive.open,
  documentRetire: documentsArchive.retire,
} satisfies Partial<Handlers<typeof api>>
