import type { CommandName } from '../../../contract/api.ts'
import { may, type Permission } from '../../../contract/roles.ts'

/** What whoever asks for a command must be allowed, as its endpoint says; named again here, since some are asked for under another name. */
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
  remittanceRecord: 'money.ask',
  remittanceUndo: 'money.ask',
  repaymentRetry: 'money.ask',
  repaymentSubmit: 'money.ask',
  repaymentTakeBack: 'money.ask',
  repaymentUndo: 'money.ask',
  suspenseUse: 'money.ask',
}

/** Whether whoever asked could still ask today: what somebody left behind who was suspended or lost the right is not carried out. */
export const couldStillAsk = (asked: {
  command: CommandName
  maker_status: string
  maker_roles: readonly string[]
}): boolean => asked.maker_status === 'active' && may(asked.maker_roles, ASKING[asked.command])
