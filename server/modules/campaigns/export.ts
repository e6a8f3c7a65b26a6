import { EXCLUSIONS } from '../../../contract/campaigns.ts'
import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { listCampaigns, listMembers } from './campaign.ts'

export const exportCampaigns = exportOf(listCampaigns, {
  what: 'campaigns',
  name: 'campaigns',
  columns: [
    ['Campaign', row => row.name],
    ['To', row => row.audienceName],
    ['Template', row => `${row.templateName}, version ${row.templateVersion}`],
    ['Purpose', row => sheetWords(row.purpose)],
    ['Status', row => sheetWords(row.status)],
    ['Scheduled for (Lagos)', row => sheetMoment(row.waitsUntil ?? row.scheduledAt)],
    ['Recipients', row => row.recipients],
    ['Excluded', row => row.excluded],
    ['Delivered', row => row.counts.delivered],
    ['Simulated', row => row.counts.simulated],
    ['Sent', row => row.counts.sent],
    ['Waiting', row => row.counts.queued + row.counts.held + row.counts.sending],
    ['Failed', row => row.counts.failed],
    ['Unknown', row => row.counts.unknown],
    ['Not sent', row => row.counts.cancelled],
    ['Parts', row => row.segments],
    ['Price (NGN)', row => sheetNaira(row.cost)],
    ['Made by', row => row.madeBy],
    ['Made (Lagos)', row => sheetMoment(row.madeAt)],
    ['Begun (Lagos)', row => sheetMoment(row.startedAt)],
  ],
})

export const exportMembers = exportOf(listMembers, {
  what: 'campaign members',
  name: 'campaign-members',
  columns: [
    ['No.', row => String(row.position)],
    ['Given as', row => row.given],
    ['Customer', row => row.customerName],
    ['Phone (last four digits)', row => row.phone],
    ['Text', row => row.text],
    ['Parts', row => (row.text ? row.segments : null)],
    ['Left out because', row => row.excluded && EXCLUSIONS[row.excluded]],
    ['Status', row => row.status && sheetWords(row.status)],
    ['Reason', row => row.statusReason],
    ['Message id', row => row.messageId],
  ],
})
