import type { api } from '../../../contract/api.ts'
import type { Handlers } from '../../kernel/context.ts'
import * as customersSearch from '../../modules/customers/search.ts'
import * as loansActs from '../../modules/loans/acts.ts'
import * as loansAddressees from '../../modules/loans/addressees.ts'
import * as messagingAccounts from '../../modules/messaging/accounts.ts'
import * as messagingCampaigns from '../../modules/messaging/campaigns.ts'
import * as messagingExport from '../../modules/messaging/export.ts'
import * as messagingInbound from '../../modules/messaging/inbound.ts'
import * as messagingLog from '../../modules/messaging/log.ts'
import * as messagingTemplates from '../../modules/messaging/templates.ts'
import * as messagingWebhooks from '../../modules/messaging/webhooks.ts'
import * as payrollSources from '../../modules/payroll/sources.ts'

const messageList = messagingLog.list(loansAddressees.addressees.namesOf, customersSearch.peopleCalled)
const optOutList = messagingInbound.optOutList(loansAddressees.addressees.namesOf)
const inboundList = messagingInbound.listInbound(loansAddressees.addressees.namesOf)

export const messages = {
  outsideLinkList: messagingLog.outsideLinks(payrollSources.sourceLinks),
  messagingOverview: messagingLog.overview,
  messageList,
  messageExport: messagingExport.exportMessages(messageList),
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
  templatePreview: messagingTemplates.previewTemplate(loansAddressees.factsOfCustomer),
  segmentList: messagingCampaigns.listSegments,
  segmentSave: messagingCampaigns.saveSegment,
  segmentRetire: messagingCampaigns.retireSegment,
  segmentCount: messagingCampaigns.countSegment(loansAddressees.addressees),
  campaignList: messagingCampaigns.listCampaigns,
  campaignExport: messagingExport.exportCampaigns,
  campaignGet: messagingCampaigns.getCampaign,
  campaignMembers: messagingCampaigns.listMembers,
  campaignMemberExport: messagingExport.exportMembers,
  campaignCreate: messagingCampaigns.createCampaign(loansAddressees.addressees),
  campaignStart: messagingCampaigns.startCampaign,
  campaignPause: messagingCampaigns.pauseCampaign,
  campaignResume: messagingCampaigns.resumeCampaign,
  campaignCancel: messagingCampaigns.cancelCampaign,
  campaignResendFailed: messagingCampaigns.resendFailed,
  gatewayGet: messagingAccounts.getGateway,
  gatewayAccountChange: messagingAccounts.changeAccount,
  gatewayWebhookKeyMake: messagingAccounts.makeWebhookKey,
  gatewayCheck: messagingAccounts.check,
  gatewayTest: messagingLog.test,
  optOutList,
  optOutExport: messagingExport.exportOptOuts(optOutList),
  optOutAdd: messagingInbound.addOptOut(loansAddressees.addressees.namesOf),
  optOutLift: messagingInbound.removeOptOut,
  inboundList,
  inboundExport: messagingExport.exportInbound(inboundList),
  claimList: messagingInbound.listClaims,
  claimExport: messagingExport.exportClaims,
  claimGet: messagingInbound.getClaim,
  claimConfirm: messagingInbound.confirmClaim((ctx, { id, loanId, amount, paidOn, reference, reason }) =>
    loansActs.ask(ctx, {
      loanId,
      id,
      input: { act: 'receipt', amount, on: paidOn, channel: 'bank transfer', reference },
      reason,
    }),
  ),
  claimReject: messagingInbound.rejectClaim,
  termiiWebhook: messagingWebhooks.fromTermii(loansAddressees.matchAlert),
  africasTalkingWebhook: messagingWebhooks.fromAfricasTalking(loansAddressees.matchAlert),
} satisfies Partial<Handlers<typeof api>>
