import type { CommandName } from '../../../contract/api.ts'
import { may, type Permission } from '../../../contract/roles.ts'

/**
 * Permission of the maker of a command, as of its endpoint; listed again, since some are submitted under another name.
 */
const ASKING: Record<CommandName, Permission> = {
  userApprove: 'users.manage',
  userRolesChange: 'users.manage',
  userReactivate: 'users.manage',
  userResetLink: 'users.manage',
  settingChange: 'settings.change',
  gatewayAccountChange: 'settings.change',
  productChange: 'settings.change',
  productRetire: 'settings.change',
  templateApprove: 'settings.change',
  customerSensitiveChange: 'customer.change',
  customerMerge: 'customer.change',
  customerErase: 'customer.change',
  campaignStart: 'money.ask',
  intakeAccept: 'money.ask',
  loanActDo: 'money.ask',
  payoutBatchApprove: 'money.ask',
  payoutLineClear: 'money.ask',
  payoutLineFail: 'money.ask',
  periodClose: 'money.ask',
  monthClose: 'money.ask',
  periodReopen: 'money.ask',
  accountSave: 'money.ask',
  journalPost: 'money.ask',
  bankLinePost: 'money.ask',
  bankLineSuspense: 'money.ask',
  bankReconcile: 'money.ask',
  journalReversal: 'money.ask',
  recurringJournal: 'money.ask',
  refundApprove: 'money.ask',
  refundSetOff: 'money.ask',
  refundUnclaim: 'money.ask',
  remittanceRecord: 'money.ask',
  remittanceUndo: 'money.ask',
  officeReceiptRecord: 'money.ask',
  officeReceiptAllocate: 'money.ask',
  officeReceiptUndo: 'money.ask',
  adviceChange: 'money.ask',
  officeWriteDown: 'money.ask',
  officeWriteDownUndo: 'money.ask',
  repaymentRetry: 'money.ask',
  instructionApprove: 'money.ask',
  repaymentSubmit: 'money.ask',
  repaymentTakeBack: 'money.ask',
  repaymentUndo: 'money.ask',
  sourceCodeChange: 'settings.change',
  sourceEventApply: 'money.ask',
  sourceEventReverse: 'money.ask',
  suspenseUse: 'money.ask',
  suspenseTakeBack: 'money.ask',
}

/**
 * Whether the maker could still submit it today: submissions of a user who was suspended or lost the permission are not
 * applied.
 */
export const couldStillAsk = (asked: {
  command: CommandName
  maker_status: string
  maker_roles: readonly string[]
}): boolean => asked.maker_status === 'active' && may(asked.maker_roles, ASKING[asked.command])
