import type { api } from '../contract/api.ts'
import * as approvals from './approvals/approvals.ts'
import type { Commands, Handlers } from './context.ts'
import * as ledger from './ledger/ledger.ts'
import * as messaging from './messaging/messaging.ts'
import * as settings from './settings/settings.ts'
import * as trail from './users/trail.ts'
import * as users from './users/users.ts'

/** What runs once a second person has approved it. */
const commands: Commands = {
  userApprove: (ctx, input, asked) => users.admitStaff(ctx, input, asked.reason ?? undefined),
  userRolesChange: (ctx, input, asked) => users.setRoles(ctx, input, asked.reason ?? undefined),
  settingChange: settings.save,
  productChange: settings.saveProduct,
  productRetire: settings.retireProduct,
  periodClose: (ctx, input, asked) => ledger.closePeriod(ctx, input, asked.reason ?? undefined),
}

/** Endpoint → function. What a module needs from one to its right is handed in here. */
export const handlers: Handlers<typeof api> = {
  signUp: users.signUp,
  signIn: users.signIn,
  signOut: users.signOut,
  sessionTouch: users.touch,
  passwordReset: users.resetPassword,
  me: users.me,
  passwordChange: users.changePassword,
  totpEnrol: users.enrolTotp,
  totpConfirm: users.confirmTotp,
  totpRemove: users.removeTotp,
  mySessions: users.mySessions,
  mySessionEnd: users.endMySession,
  userList: users.list(approvals.waitingOn),
  userGet: users.get(approvals.waitingOn),
  userApprove: users.approve(approvals.propose),
  userDecline: users.decline,
  userRolesChange: users.changeRoles(approvals.propose),
  userOfficerCodeChange: users.changeOfficerCode,
  userSuspend: users.suspend,
  userReactivate: users.reactivate,
  userSignOut: users.signOutEverywhere,
  userResetLink: users.makeResetLink,
  userSessions: users.userSessions,
  securityGet: users.getSecurity,
  securityChange: users.changeSecurity,
  auditList: trail.listTrail,
  auditExport: trail.exportTrail,
  auditVerify: trail.verifyTrail,
  recordHistory: trail.history,
  approvalList: approvals.list,
  approvalGet: approvals.get,
  approvalApprove: approvals.approve(commands),
  approvalDecline: approvals.decline,
  approvalWithdraw: approvals.withdraw,
  ledgerTrialBalance: ledger.trialBalance,
  ledgerStatement: ledger.statement,
  ledgerJournal: ledger.journal,
  ledgerLoanJournal: ledger.loanJournal,
  ledgerPeriodList: ledger.listPeriods,
  ledgerPeriodClose: ledger.askToClose(approvals.propose),
  organisationGet: settings.getOrganisation,
  settingList: settings.list(approvals.waitingOn),
  settingHistory: settings.history,
  settingChange: settings.change(approvals.propose),
  productList: settings.listProducts(approvals.waitingOn),
  productVersions: settings.listProductVersions,
  productChange: settings.changeProduct(approvals.propose),
  productRetire: settings.askToRetireProduct(approvals.propose),
  frequencyList: settings.listFrequencies,
  frequencySave: settings.saveFrequency,
  frequencyRetire: settings.retireFrequency,
  officerLinkList: settings.listOfficerLinks,
  officerLinkChange: settings.changeOfficerLink,
  outsideLinkList: messaging.outsideLinks,
  health: settings.getHealth(async tx => ({
    messagesQueued: await messaging.queuedMessages(tx),
    lastProofAt: null,
    lastProofOk: null,
  })),
  messageList: messaging.list,
}
