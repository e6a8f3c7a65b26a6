import { SECTIONS } from '../../../contract/settings.ts'
import type { FieldSpec } from './fieldSpec.ts'

const choice = (name: string, label: string): FieldSpec => ({
  name,
  label,
  kind: 'choice',
  from: 'moneyAccounts',
})

/** Where money is posted: the account of each channel, of disbursements and of remittances. */
export const CHANNEL_ACCOUNTS: readonly FieldSpec[] = [
  ...Object.keys(SECTIONS.channelAccounts.initial.receipts).map(channel =>
    choice(`receipts.${channel}`, `Repayments by ${channel}`),
  ),
  choice('payouts', 'Disbursements and refunds'),
  choice('remittances', 'Remittances of payroll offices'),
]
