import { z } from 'zod'
import { roles } from './auth.ts'
import { customerErase, customerMerge, customerSensitiveChange } from './customers.ts'
import { date, id, moment } from './endpoint.ts'
import { loanActInput } from './loans.ts'
import { payoutBatchApprove } from './payouts.ts'
import { productChange } from './products.ts'
import { remittance, repaymentSubmission, repaymentTakingBack, suspenseUsing } from './repayments.ts'
import { SECTION_NAMES } from './sections.ts'

/**
 * Every command that one person asks for and another approves: what it is called on screen and what it
 * carries. The server keeps the input exactly as it was shown to the maker and runs that, nothing newer.
 */
export const COMMANDS = {
  userRolesChange: {
    title: 'Change of roles',
    input: z.object({ id, roles }),
  },
  userApprove: {
    title: 'New member of staff',
    input: z.object({ id, roles }),
  },
  settingChange: {
    title: 'Change of settings',
    input: z.object({
      section: z.enum(SECTION_NAMES),
      value: z.json(),
      effectiveOn: date,
      reason: z.string(),
      basedOn: z.number().int(),
    }),
  },
  productChange: {
    title: 'Change of a product',
    input: productChange,
  },
  productRetire: {
    title: 'Retirement of a product',
    input: z.object({ id }),
  },
  repaymentSubmit: {
    title: 'Posting of repayments',
    input: repaymentSubmission,
  },
  repaymentUndo: {
    title: 'Undoing of a batch of repayments',
    input: z.object({ id, reason: z.string() }),
  },
  repaymentTakeBack: {
    title: 'Taking back of one repayment',
    input: repaymentTakingBack,
  },
  repaymentRetry: {
    title: 'Repayments in another place',
    input: z.object({ id }),
  },
  remittanceRecord: {
    title: 'Money from a payroll office',
    input: remittance,
  },
  suspenseUse: {
    title: 'Use of money in suspense',
    input: suspenseUsing,
  },
  intakeAccept: {
    title: 'Acceptance of an upload',
    input: z.object({ id }),
  },
  templateApprove: {
    title: 'Message template',
    input: z.object({ id, version: z.number().int() }),
  },
  campaignStart: {
    title: 'Campaign to customers',
    input: z.object({ id, at: moment.nullable(), recipients: z.number().int() }),
  },
  periodClose: {
    title: 'Close of a period',
    input: z.object({ through: date }),
  },
  customerSensitiveChange: {
    title: 'Change of a customer',
    input: customerSensitiveChange,
  },
  customerMerge: {
    title: 'Merge of two customers',
    input: customerMerge,
  },
  customerErase: {
    title: 'Erasure of a customer',
    input: customerErase,
  },
  loanActDo: {
    title: 'Act on a loan',
    input: loanActInput,
  },
  payoutBatchApprove: {
    title: 'Pay-out batch',
    input: payoutBatchApprove,
  },
} as const satisfies Record<string, { title: string; input: z.ZodObject }>

export type CommandName = keyof typeof COMMANDS
export type CommandInput<C extends CommandName> = z.output<(typeof COMMANDS)[C]['input']>
