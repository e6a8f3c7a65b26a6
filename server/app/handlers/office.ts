import type { api } from '../../../contract/api.ts'
import type { Handlers } from '../../kernel/context.ts'
import * as approvalsDecide from '../../modules/approvals/decide.ts'
import * as approvalsExport from '../../modules/approvals/export.ts'
import * as customersOpen from '../../modules/customers/open.ts'
import * as customersTrail from '../../modules/customers/trail.ts'
import * as dashboardExport from '../../modules/dashboard/export.ts'
import * as dashboardFirstSteps from '../../modules/dashboard/firstSteps.ts'
import * as dashboardPortfolio from '../../modules/dashboard/portfolio.ts'
import * as dashboardRefresh from '../../modules/dashboard/refresh.ts'
import * as dashboardRows from '../../modules/dashboard/rows.ts'
import * as dashboardRowsExport from '../../modules/dashboard/rowsExport.ts'
import * as dashboardWork from '../../modules/dashboard/work.ts'
import * as documentsArchive from '../../modules/documents/archive.ts'
import * as ledgerExport from '../../modules/ledger/export.ts'
import * as ledgerPeriods from '../../modules/ledger/periods.ts'
import * as ledgerStatements from '../../modules/ledger/statements.ts'
import * as loansOfCustomer from '../../modules/loans/ofCustomer.ts'
import * as loansOwn from '../../modules/loans/own.ts'
import * as messagingAccounts from '../../modules/messaging/accounts.ts'
import * as messagingTell from '../../modules/messaging/tell.ts'
import * as requestsApplicant from '../../modules/requests/applicant.ts'
import * as requestsLabelsSql from '../../modules/requests/labels.sql.ts'
import * as requestsPerson from '../../modules/requests/person.ts'
import * as requestsQueue from '../../modules/requests/queue.ts'
import * as settingsFailedJobs from '../../modules/settings/failedJobs.ts'
import * as settingsLinkExport from '../../modules/settings/linkExport.ts'
import * as settingsOfficerLinks from '../../modules/settings/officerLinks.ts'
import * as settingsProducts from '../../modules/settings/products.ts'
import * as settingsSections from '../../modules/settings/sections.ts'
import * as usersAccess from '../../modules/users/access.ts'
import * as usersExport from '../../modules/users/export.ts'
import * as usersPreferences from '../../modules/users/preferences.ts'
import * as usersProfile from '../../modules/users/profile.ts'
import * as usersResetLinks from '../../modules/users/resetLinks.ts'
import * as usersSetup from '../../modules/users/setup.ts'
import * as usersSignin from '../../modules/users/signin.ts'
import * as usersStaff from '../../modules/users/staff.ts'
import * as usersTrail from '../../modules/users/trail.ts'
import { commands, foresees, turnedDown } from '../approved.ts'
import { lastProof } from '../prove.ts'

/** What the audit trail knows of records. */
const trailRecords = {
  labelsOf: requestsLabelsSql.recordLabels,
  numberedOf: requestsLabelsSql.recordsNumbered,
  heldOn: requestsPerson.recordsHeldOn,
  openEntries: customersTrail.openEntries,
}

export const office = {
  setupGet: usersSetup.setupState,
  signUp: usersStaff.signUp,
  signIn: usersSignin.signIn,
  signOut: usersSignin.signOut,
  sessionTouch: usersSignin.touch,
  resetLinkCheck: usersProfile.checkResetLink,
  passwordReset: usersProfile.resetPassword(messagingTell.sendPasswordReset),
  me: usersSignin.me,
  passwordChange: usersProfile.changePassword,
  passwordResetSeen: usersProfile.markResetSeen,
  userBvnAdd: usersProfile.stateBvn,
  totpEnrol: usersProfile.enrolTotp,
  totpConfirm: usersProfile.confirmTotp,
  totpRemove: usersProfile.removeTotp,
  mySessions: usersProfile.mySessions,
  mySessionEnd: usersProfile.endMySession,
  preferencesGet: usersPreferences.readPreferences,
  preferencesChange: usersPreferences.changePreferences,
  viewSave: usersPreferences.saveView,
  viewRemove: usersPreferences.removeView,
  viewShare: usersPreferences.shareView,
  userList: usersStaff.list(approvalsDecide.waitingOn),
  userExport: usersExport.exportStaff,
  colleagueList: usersStaff.listColleagues,
  userGet: usersStaff.get(approvalsDecide.waitingOn),
  userApprove: usersAccess.approve(approvalsDecide.propose),
  userDecline: usersAccess.decline,
  userRolesChange: usersAccess.changeRoles(approvalsDecide.propose, requestsQueue.endClaimsOf),
  userOfficerCodeChange: usersStaff.changeOfficerCode,
  userSuspend: usersAccess.suspend(requestsQueue.endClaimsOf),
  userReactivate: usersAccess.reactivate(approvalsDecide.propose),
  userSignOut: usersStaff.signOutEverywhere,
  userResetLink: usersResetLinks.makeResetLink(approvalsDecide.propose),
  userIdentityConfirm: usersAccess.confirmIdentity,
  userSessions: usersStaff.userSessions,
  securityGet: usersStaff.getSecurity,
  securityChange: usersStaff.changeSecurity,
  auditList: usersTrail.listTrail(trailRecords),
  auditExport: usersExport.exportTrail(trailRecords),
  auditVerify: usersTrail.verifyTrail,
  recordHistory: usersTrail.history(customersTrail.openEntries),
  approvalList: approvalsDecide.list(loansOwn.ownMatters),
  approvalExport: approvalsExport.exportApprovals(approvalsDecide.list(loansOwn.ownMatters)),
  approvalGet: approvalsDecide.get(loansOwn.ownMatters, foresees),
  approvalApprove: approvalsDecide.approve(commands, loansOwn.ownMatters, foresees),
  approvalDecline: approvalsDecide.decline(turnedDown, loansOwn.ownMatters),
  approvalWithdraw: approvalsDecide.withdraw(turnedDown),
  approvalSeen: approvalsDecide.seen,
  ledgerTrialBalance: ledgerStatements.trialBalance,
  ledgerTrialBalanceExport: ledgerExport.exportTrialBalance,
  ledgerStatement: ledgerStatements.statement,
  ledgerStatementExport: ledgerExport.exportStatement(requestsLabelsSql.recordLabels),
  ledgerJournal: ledgerStatements.journal,
  ledgerLoanJournal: ledgerStatements.loanJournal,
  ledgerPeriodList: ledgerPeriods.listPeriods,
  ledgerPeriodClose: ledgerPeriods.askToClose(approvalsDecide.propose),
  organisationGet: settingsSections.getOrganisation,
  settingList: settingsSections.list(approvalsDecide.waitingOn),
  settingHistory: settingsSections.history(approvalsDecide.approversOf),
  settingChange: settingsSections.change(approvalsDecide.propose),
  productList: settingsProducts.listProducts(approvalsDecide.waitingOn),
  productVersions: settingsProducts.listProductVersions(approvalsDecide.approversOf),
  productChange: settingsProducts.changeProduct(approvalsDecide.propose),
  productRetire: settingsProducts.askToRetireProduct(approvalsDecide.propose),
  frequencyList: settingsSections.listFrequencies,
  frequencySave: settingsSections.saveFrequency,
  frequencyRetire: settingsSections.retireFrequency,
  officerLinkList: settingsOfficerLinks.listOfficerLinks,
  officerLinkExport: settingsLinkExport.exportOfficerLinks,
  officerLinkChange: settingsOfficerLinks.changeOfficerLink,
  health: settingsSections.getHealth(async ctx => {
    const proof = await lastProof(ctx.tx)
    const { gateway, balance, balanceAt } = await messagingAccounts.describeGateway(ctx)
    return {
      ...(await messagingTell.unsentMessages(ctx.tx)),
      gateway,
      gatewayBalance: balance,
      gatewayBalanceAt: balanceAt,
      lastProofAt: proof?.at.toISOString() ?? null,
      lastProofOk: proof?.holds ?? null,
    }
  }),
  failedJobList: settingsFailedJobs.listFailedJobs,
  jobRetry: settingsFailedJobs.retryJob,
  jobLetGo: settingsFailedJobs.letGoOfJobs,
  dashboardWork: dashboardWork.work,
  dashboardPortfolio: dashboardPortfolio.portfolio,
  dashboardLoans: dashboardRows.listLoans,
  dashboardReceipts: dashboardRows.listReceipts,
  dashboardOverrides: dashboardRows.listOverrides,
  dashboardLoansExport: dashboardRowsExport.exportLoans,
  dashboardReceiptsExport: dashboardRowsExport.exportReceipts,
  dashboardOverridesExport: dashboardRowsExport.exportOverrides,
  dashboardRefresh: dashboardRefresh.refresh,
  firstStepConfirm: dashboardFirstSteps.confirmFirstStep,
  firstStepsPutAway: dashboardFirstSteps.putFirstStepsAway,
  dashboardExport: dashboardExport.exportFigures,
  documentList: documentsArchive.list,
  documentAdd: documentsArchive.add({
    request: requestsApplicant.noteStaffDocument,
    customer: customersOpen.checkDocument,
    loan: loansOfCustomer.checkDocument,
  }),
  documentOpen: documentsArchive.open,
  documentRetire: documentsArchive.retire,
} satisfies Partial<Handlers<typeof api>>
