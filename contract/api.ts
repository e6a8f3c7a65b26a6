import { approvalExportApi } from './approvalExport.ts'
import { approvalApi } from './approvals.ts'
import { authApi } from './auth.ts'
import { bookExportApi } from './bookExport.ts'
import { campaignApi } from './campaigns.ts'
import { claimApi } from './claims.ts'
import { customerApi } from './customers.ts'
import { dailyApi } from './daily.ts'
import { dashboardApi } from './dashboard.ts'
import { documentApi } from './documents.ts'
import { firstStepApi } from './firstSteps.ts'
import { gatewayApi, webhookApi } from './gateways.ts'
import { inboundApi } from './inbound.ts'
import { intakeApi } from './intake.ts'
import { jobApi } from './jobs.ts'
import { ledgerApi } from './ledger.ts'
import { ledgerExportApi } from './ledgerExport.ts'
import { loanExportApi } from './loanExport.ts'
import { loanApi } from './loans.ts'
import { messagingApi } from './messaging.ts'
import { messagingExportApi } from './messagingExport.ts'
import { officerLinkApi } from './officerLinks.ts'
import { organisationApi } from './organisation.ts'
import { payoutExportApi } from './payoutExport.ts'
import { payoutApi } from './payouts.ts'
import { payrollApi } from './payroll.ts'
import { payrollExportApi } from './payrollExport.ts'
import { preferenceApi } from './preferences.ts'
import { productApi } from './products.ts'
import { publicRequestApi } from './publicRequests.ts'
import { repaymentExportApi } from './repaymentExport.ts'
import { repaymentApi } from './repayments.ts'
import { requestExportApi } from './requestExport.ts'
import { requestApi } from './requests.ts'
import { segmentApi } from './segments.ts'
import { settingsApi } from './settings.ts'
import { templateApi } from './templates.ts'
import { userApi } from './users.ts'

/** Every endpoint by name: the table the server must fill, the client calls and OpenAPI is made from. */
export const api = {
  ...authApi,
  ...userApi,
  ...preferenceApi,
  ...approvalApi,
  ...approvalExportApi,
  ...ledgerApi,
  ...ledgerExportApi,
  ...dailyApi,
  ...loanExportApi,
  ...bookExportApi,
  ...organisationApi,
  ...settingsApi,
  ...jobApi,
  ...officerLinkApi,
  ...productApi,
  ...messagingApi,
  ...templateApi,
  ...segmentApi,
  ...campaignApi,
  ...gatewayApi,
  ...inboundApi,
  ...claimApi,
  ...messagingExportApi,
  ...webhookApi,
  ...documentApi,
  ...intakeApi,
  ...customerApi,
  ...payrollApi,
  ...payrollExportApi,
  ...publicRequestApi,
  ...requestApi,
  ...requestExportApi,
  ...loanApi,
  ...repaymentApi,
  ...repaymentExportApi,
  ...payoutApi,
  ...payoutExportApi,
  ...dashboardApi,
  ...firstStepApi,
}

export type Api = typeof api
export type EndpointName = keyof Api
