export { campaignsNaming, eraseFromCampaigns } from './person.sql.ts'
