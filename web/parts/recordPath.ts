import { paths } from '../paths.ts'
import { WHOLE } from './viewQuery.ts'

const at = (path: string, search: Record<string, string>): string => `${path}?${new URLSearchParams(search)}`

const PATHS: Record<string, (id: string) => string> = {
  user: id => at(paths.users, { person: id }),
  customer: paths.customer,
  loan: paths.loan,
  // wherever it stands by now, its page says so and leads on
  request: id => paths.request('reviewer', id),
  payoutBatch: id => paths.accountsTab('payouts', { batch: id }),
  refund: id => paths.accountsTab('overpaid', { case: id }),
  refundProposal: () => paths.accountsTab('overpaid', { state: 'proposed' }),
  repayment: paths.repayment,
  instruction: id => paths.repaymentsTab('instructions', { id }),
  remittance: paths.repayment,
  office: id => `${paths.repaymentsTab('offices')}&${new URLSearchParams({ source: id })}`,
  officeReceipt: id => `${paths.repaymentsTab('offices')}&${new URLSearchParams({ receipt: id })}`,
  reconciliation: () => paths.repaymentsTab('reconciliation'),
  payMonth: () => paths.repaymentsTab('calendar'),
  suspense: () => `${paths.repaymentsTab('suspense')}&${WHOLE}`,
  intake: paths.ippisUploadOf,
  template: id => at(paths.messaging, { template: id }),
  campaign: id => at(paths.messaging, { campaign: id }),
  claim: () => paths.messagingTab('inbound'),
  smsGateway: () => at(paths.settings, { section: 'sms' }),
  job: () => at(paths.settings, { section: 'health' }),
  officerLink: () => paths.linkStatus,
  frequency: () => paths.loanFrequency,
  setting: id => at(paths.settings, { section: id }),
  sourceCode: id => at(paths.settings, { section: 'payroll', source: id.split(' ')[0] ?? '' }),
  product: id => at(paths.settings, { section: 'products', product: id }),
  period: () => at(paths.settings, { section: 'periods' }),
  journal: () => at(paths.settings, { section: 'journals' }),
  recurringJournal: () => at(paths.settings, { section: 'journals' }),
  bankStatement: () => at(paths.settings, { section: 'bank' }),
  bankAccount: code => at(paths.settings, { section: 'bank', bank: code }),
  bankLine: () => at(paths.settings, { section: 'bank' }),
  ledgerAccount: () => at(paths.settings, { section: 'accounts' }),
}

/** Where a record that the trail or an approval names is looked at; undefined where it has no page of its own. */
export const recordPath = ({ subjectType, subjectId }: { subjectType: string; subjectId: string }) =>
  PATHS[subjectType]?.(subjectId)
