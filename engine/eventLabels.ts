import type { LoanEvent } from './events.ts'

/** What each loan transaction is called, on screens, letters and exports. */
export const EVENT_LABELS: Record<LoanEvent['type'], string> = {
  disbursement: 'Disbursement',
  receipt: 'Repayment',
  charge: 'Charge',
  waiver: 'Waiver',
  holiday: 'Repayment holiday',
  restructure: 'Restructure',
  settlement: 'Settlement',
  'write-off': 'Write-off',
  recovery: 'Recovery',
  refund: 'Refund',
  reversal: 'Reversal',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
}
