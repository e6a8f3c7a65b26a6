import type { RepaymentFrequency } from '../engine/product.ts'
import type { CommandName } from './commands.ts'
import type { Stage } from './stages.ts'
import { EMPLOYER, IPPIS_NUMBER } from './words.ts'

/** What the program's words are called where people read a trail. Plain tables: every page with a history loads them. */

export const COMMAND_TITLES: Record<CommandName, string> = {
  userRolesChange: 'Change of roles',
  userApprove: 'New member of staff',
  userReactivate: 'Reactivation of an account',
  userResetLink: 'Password link',
  settingChange: 'Change of settings',
  gatewayAccountChange: 'Change of an SMS gateway account',
  productChange: 'Change of a product',
  productRetire: 'Retirement of a product',
  repaymentSubmit: 'Posting of repayments',
  repaymentUndo: 'Undoing of a batch of repayments',
  repaymentTakeBack: 'Taking back of one repayment',
  repaymentRetry: 'Repayments in another place',
  remittanceRecord: 'Money from a payroll office',
  remittanceUndo: 'Taking back of money from a payroll office',
  suspenseUse: 'Use of money in suspense',
  intakeAccept: 'Acceptance of an upload',
  templateApprove: 'Message template',
  campaignStart: 'Campaign to customers',
  periodClose: 'Close of a period',
  customerSensitiveChange: 'Change of a customer',
  customerMerge: 'Merge of two customers',
  customerErase: 'Erasure of a customer',
  loanActDo: 'Act on a loan',
  payoutBatchApprove: 'Disbursement batch',
  payoutLineClear: 'Payment that no loan can take',
  payoutLineFail: 'Failed disbursement, recorded by hand',
}

const STAGE_WORDS: Record<Stage, string> = {
  reviewer: 'Pending Reviewer',
  authorizer: 'Pending Authorizer',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const RHYTHM_WORDS: Record<RepaymentFrequency['rhythm'], string> = {
  weekly: 'Every week',
  'two-weekly': 'Every two weeks',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  'one-payment': 'One payment at the end',
}

/** By the field they stand in: "authorizer" is a stage here and a role elsewhere. */
export const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  command: COMMAND_TITLES,
  stage: STAGE_WORDS,
  rhythm: RHYTHM_WORDS,
}

/** Fields whose name in the record is not what people call them. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  act: 'Action',
  amountOfTheLoans: 'Loan amount',
  approval: 'Second person’s item',
  bvn: 'BVN',
  command: 'Asked for',
  event: 'Entry of the loan',
  ippisNumber: IPPIS_NUMBER,
  kinAddress: 'Next of kin’s address',
  kinName: 'Next of kin',
  kinPhone: 'Next of kin’s phone',
  kinRelationship: 'Next of kin’s relationship',
  lga: 'Local government area',
  mda: EMPLOYER,
  netPayOut: 'Net disbursement',
  nin: 'NIN',
  reasonCode: 'Reason chosen',
  refuseSamePlace: 'Refuse approvals from the maker’s address and browser',
  sentBefore: 'Approved for transfer before',
  sha256: 'SHA-256 of the bank file',
  takenOff: 'Deducted',
  totpRequiredFor: 'Second factor required for',
}
