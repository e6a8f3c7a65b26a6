export { foreseeStart } from './campaign.ts'
export { campaignsNaming, eraseFromCampaigns } from './person.sql.ts'
