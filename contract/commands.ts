import { z } from 'zod/mini'
import { roles } from './auth.ts'
import { customerErase, customerMerge, customerSensitiveChange } from './customers.ts'
import { date, id, moment } from './endpoint.ts'
import { loanActInput } from './loans.ts'
import { gatewayAccountChange } from './messaging.ts'
import { payoutBatchApprove, payoutLineClear, payoutLineMark } from './payouts.ts'
import { productChange } from './products.ts'
import {
  remittance,
  remittanceUndoing,
  repaymentSubmission,
  repaymentTakingBack,
  suspenseUsing,
} from './repayments.ts'
import { SECTION_NAMES } from './settings.ts'

/**
 * Every command that one person asks for and another approves, and what it carries; what it is called on screen stands
 * in `trail.ts`. The server keeps the input exactly as it was shown to the maker and runs that, nothing newer.
 */
export const COMMANDS = {
  userRolesChange: {
    input: z.object({ id, roles }),
  },
  userApprove: {
    input: z.object({ id, roles }),
  },
  userReactivate: {
    input: z.object({ id }),
  },
  userResetLink: {
    input: z.object({ id, dropTotp: z.boolean() }),
  },
  settingChange: {
    input: z.object({
      section: z.enum(SECTION_NAMES),
      value: z.json(),
      effectiveOn: date,
      reason: z.string(),
      basedOn: z.int(),
    }),
  },
  gatewayAccountChange: {
    input: gatewayAccountChange,
  },
  productChange: {
    input: productChange,
  },
  productRetire: {
    input: z.object({ id }),
  },
  repaymentSubmit: {
    input: repaymentSubmission,
  },
  repaymentUndo: {
    input: z.object({ id, reason: z.string() }),
  },
  repaymentTakeBack: {
    input: repaymentTakingBack,
  },
  repaymentRetry: {
    input: z.object({ id }),
  },
  remittanceRecord: {
    input: remittance,
  },
  remittanceUndo: {
    input: remittanceUndoing,
  },
  suspenseUse: {
    input: suspenseUsing,
  },
  intakeAccept: {
    input: z.object({ id }),
  },
  templateApprove: {
    input: z.object({ id, version: z.int() }),
  },
  campaignStart: {
    input: z.object({ id, at: z.nullable(moment), recipients: z.int() }),
  },
  periodClose: {
    input: z.object({ through: date }),
  },
  customerSensitiveChange: {
    input: customerSensitiveChange,
  },
  customerMerge: {
    input: customerMerge,
  },
  customerErase: {
    input: customerErase,
  },
  loanActDo: {
    // which account a payment goes to, under a key: what is shown of it fits many
    input: z.extend(loanActInput, { payee: z.optional(z.string()) }),
  },
  payoutBatchApprove: {
    input: payoutBatchApprove,
  },
  payoutLineClear: {
    input: payoutLineClear,
  },
  payoutLineFail: {
    input: payoutLineMark,
  },
} as const satisfies Record<string, { input: z.ZodMiniObject }>

export type CommandName = keyof typeof COMMANDS
export type CommandInput<C extends CommandName> = z.output<(typeof COMMANDS)[C]['input']>
