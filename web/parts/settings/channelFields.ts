import { SECTIONS } from '../../../contract/settings.ts'
import type { FieldSpec, RowsSpec } from './fieldSpec.ts'

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

/** What has an account of its own. */
export const OWN_ACCOUNTS: RowsSpec = {
  name: 'others',
  title: 'Own accounts of paying accounts and payroll sources',
  one: 'own account',
  hasStatus: false,
  blank: { of: '', account: '1010' },
  columns: [
    { name: 'of', label: 'Money', kind: 'choice', from: 'accountOwners' },
    { name: 'account', label: 'Account', kind: 'choice', from: 'moneyAccounts', width: '40%' },
  ],
}
