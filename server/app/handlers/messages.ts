import type { api } from '../../../contract/api.ts'
import type { Handlers } from '../../kernel/context.ts'
import * as bankAlertsClaims from '../../modules/bankAlerts/claims.ts'
import * as bankAlertsExport from '../../modules/bankAlerts/export.ts'
import * as bankAlertsInbound from '../../modules/bankAlerts/inbound.ts'
import * as bankAlertsOverview from '../../modules/bankAlerts/overview.ts'
import * as campaign from '../../modules/campaigns/campaign.ts'
import * as campaignsExport from '../../modules/campaigns/export.ts'
import * as campaignsPreview from '../../modules/campaigns/preview.ts'
import * as campaignsSegments from '../../modules/campaigns/segments.ts'
import * as messagingAccounts from '../../modules/messaging/accounts.ts'
import * as messagingExport from '../../modules/messaging/export.ts'
import * as messagingLog from '../../modules/messaging/log.ts'
import * as messagingOptOuts from '../../modules/messaging/optOuts.ts'
import * as messagingTemplates from '../../modules/messaging/templates.ts'
import * as payrollOutsideLinks from '../../modules/payroll/outsideLinks.ts'

export const messages = {
  outsideLinkList: payrollOutsideLinks.outsideLinks,
  messagingOverview: bankAlertsOverview.overview,
  messageList: messagingLog.list,
  messageExport: messagingExport.exportMessages,
  messageGet: messagingLog.get,
  messageResend: messagingLog.resend,
  sendingPause: messagingAccounts.pause,
  sendingResume: messagingAccounts.resume,
  templateList: messagingTemplates.listTemplates,
  templateExport: messagingExport.exportTemplates,
  templateGet: messagingTemplates.getTemplate,
  templateSave: messagingTemplates.saveTemplate,
  templateApprove: messagingTemplates.askToApprove,
  templateRetire: messagingTemplates.retireTemplate,
  templatePreview: campaignsPreview.previewTemplate,
  segmentList: campaignsSegments.listSegments,
  segmentSave: campaignsSegments.saveSegment,
  segmentRetire: campaignsSegments.retireSegment,
  segmentCount: campaignsSegments.countSegment,
  campaignList: campaign.listCampaigns,
  campaignExport: campaignsExport.exportCampaigns,
  campaignGet: campaign.getCampaign,
  campaignMembers: campaign.listMembers,
  campaignMemberExport: campaignsExport.exportMembers,
  campaignCreate: campaign.createCampaign,
  campaignStart: campaign.startCampaign,
  campaignPause: campaign.pauseCampaign,
  campaignResume: campaign.resumeCampaign,
  campaignCancel: campaign.cancelCampaign,
  campaignResendFailed: campaign.resendFailed,
  gatewayGet: messagingAccounts.getGateway,
  gatewayAccountChange: messagingAccounts.changeAccount,
  gatewayWebhookKeyMake: messagingAccounts.makeWebhookKey,
  gatewayCheck: messagingAccounts.check,
  gatewayTest: messagingLog.test,
  optOutList: messagingOptOuts.optOutList,
  optOutExport: messagingExport.exportOptOuts,
  optOutAdd: messagingOptOuts.addOptOut,
  optOutLift: messagingOptOuts.removeOptOut,
  inboundList: bankAlertsInbound.listInbound,
  inboundExport: bankAlertsExport.exportInbound,
  claimList: bankAlertsClaims.listClaims,
  claimExport: bankAlertsExport.exportClaims,
  claimGet: bankAlertsClaims.getClaim,
  claimConfirm: bankAlertsClaims.confirmClaim,
  claimReject: bankAlertsClaims.rejectClaim,
  termiiWebhook: bankAlertsInbound.fromTermii,
  africasTalkingWebhook: bankAlertsInbound.fromAfricasTalking,
} satisfies Partial<Handlers<typeof api>>
