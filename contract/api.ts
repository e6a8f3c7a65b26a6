import { approvalApi, approvalExportApi } from './approvals.ts'
import { authApi, preferenceApi } from './auth.ts'
import { claimApi, claimExportApi } from './bankAlerts.ts'
import { campaignApi, campaignExportApi, segmentApi } from './campaigns.ts'
import { customerApi } from './customers.ts'
import { dashboardApi, firstStepApi } from './dashboard.ts'
import { documentApi } from './documents.ts'
import { intakeApi } from './intake.ts'
import { ledgerApi, ledgerExportApi } from './ledger.ts'
import { bookExportApi, dailyApi, loanApi, loanExportApi } from './loans.ts'
import {
  gatewayApi,
  inboundApi,
  messagingApi,
  messagingExportApi,
  templateApi,
  webhookApi,
} from './messaging.ts'
import { organisationApi } from './organisation.ts'
import { payoutApi, payoutExportApi } from './payouts.ts'
import { payrollApi, payrollExportApi } from './payroll.ts'
import { productApi } from './products.ts'
import { publicRequestApi } from './publicRequests.ts'
import { repaymentApi, repaymentExportApi } from './repayments.ts'
import { requestApi, requestExportApi } from './requests.ts'
import { jobApi, officerLinkApi, settingsApi } from './settings.ts'
import { userApi } from './staff.ts'

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
  ...campaignExportApi,
  ...claimExportApi,
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
