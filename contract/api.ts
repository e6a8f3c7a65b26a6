import { z } from 'zod/mini'
import { approvalApi, approvalExportApi } from './approvals.ts'
import { authApi, preferenceApi, roles } from './auth.ts'
import {
  bankLineHolding,
  bankLinePosting,
  bankReconciling,
  bankStatementApi,
  bankStatementExportApi,
} from './bankStatements.ts'
import { campaignApi, campaignExportApi, segmentApi } from './campaigns.ts'
import { closingApi, closingInput, reopeningInput } from './closing.ts'
import { customerApi, customerErase, customerMerge, customerSensitiveChange } from './customers.ts'
import { dashboardApi, firstStepApi } from './dashboard.ts'
import { documentApi } from './documents.ts'
import { date, id, moment } from './endpoint.ts'
import { financialsApi, financialsExportApi } from './financials.ts'
import { instructionApi, instructionApprove, instructionExportApi } from './instructions.ts'
import { intakeApi } from './intake.ts'
import { accountChange, journalApi, journalEntry, journalReversal, recurringChange } from './journals.ts'
import { ledgerApi, ledgerExportApi } from './ledger.ts'
import { bookExportApi, dailyApi, loanActInput, loanApi, loanExportApi } from './loans.ts'
import {
  claimApi,
  claimExportApi,
  gatewayAccountChange,
  gatewayApi,
  inboundApi,
  messagingApi,
  messagingExportApi,
  templateApi,
  webhookApi,
} from './messaging.ts'
import { notificationApi } from './notifications.ts'
import {
  officeAllocationInput,
  officeReceiptInput,
  officeReceiptUndoing,
  officesApi,
  officesExportApi,
  officeWriteDownInput,
  officeWriteDownUndoing,
} from './offices.ts'
import { payMonthApi, payMonthExportApi } from './payMonths.ts'
import { payoutApi, payoutBatchApprove, payoutExportApi, payoutLineClear, payoutLineMark } from './payouts.ts'
import { payrollApi, payrollExportApi } from './payroll.ts'
import { productApi, productChange } from './products.ts'
import { publicRequestApi } from './publicRequests.ts'
import { adviceChange, reconciliationApi, reconciliationExportApi } from './reconciliation.ts'
import { refundApi, refundCommand, refundExportApi, refundSetOffCommand } from './refunds.ts'
import {
  remittance,
  remittanceUndoing,
  repaymentApi,
  repaymentExportApi,
  repaymentSubmission,
  repaymentTakingBack,
  sourceCodeChanging,
  suspenseTakingBack,
  suspenseUsing,
} from './repayments.ts'
import { requestApi, requestExportApi } from './requests.ts'
import { returnsApi, returnsExportApi } from './returns.ts'
import { searchApi } from './search.ts'
import { jobApi, officerLinkApi, SECTION_NAMES, settingsApi } from './settings.ts'
import { sourceEventApi, sourceEventApply, sourceEventExportApi, sourceEventReverse } from './sourceEvents.ts'
import { userApi } from './staff.ts'
import { organisationApi } from './vocabulary.ts'

/** Every endpoint by name: the table the server must fill, the client calls and OpenAPI is made from. */
export const api = {
  ...authApi,
  ...userApi,
  ...preferenceApi,
  ...approvalApi,
  ...approvalExportApi,
  ...notificationApi,
  ...searchApi,
  ...ledgerApi,
  ...ledgerExportApi,
  ...journalApi,
  ...bankStatementApi,
  ...bankStatementExportApi,
  ...financialsApi,
  ...financialsExportApi,
  ...returnsApi,
  ...returnsExportApi,
  ...closingApi,
  ...dailyApi,
  ...loanExportApi,
  ...bookExportApi,
  ...organisationApi,
  ...settingsApi,
  ...jobApi,
  ...officerLinkApi,
  ...productApi,
  ...messagingApi,
  ...templateApi,
  ...segmentApi,
  ...campaignApi,
  ...gatewayApi,
  ...inboundApi,
  ...claimApi,
  ...messagingExportApi,
  ...campaignExportApi,
  ...claimExportApi,
  ...webhookApi,
  ...documentApi,
  ...intakeApi,
  ...customerApi,
  ...payMonthApi,
  ...payMonthExportApi,
  ...sourceEventApi,
  ...sourceEventExportApi,
  ...payrollApi,
  ...payrollExportApi,
  ...publicRequestApi,
  ...requestApi,
  ...requestExportApi,
  ...loanApi,
  ...instructionApi,
  ...instructionExportApi,
  ...repaymentApi,
  ...repaymentExportApi,
  ...officesApi,
  ...officesExportApi,
  ...reconciliationApi,
  ...reconciliationExportApi,
  ...payoutApi,
  ...payoutExportApi,
  ...refundApi,
  ...refundExportApi,
  ...dashboardApi,
  ...firstStepApi,
}

export type Api = typeof api
export type EndpointName = keyof Api

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
  instructionApprove: {
    input: instructionApprove,
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
  officeReceiptRecord: { input: officeReceiptInput },
  officeReceiptAllocate: { input: officeAllocationInput },
  officeReceiptUndo: { input: officeReceiptUndoing },
  officeWriteDown: { input: officeWriteDownInput },
  officeWriteDownUndo: { input: officeWriteDownUndoing },
  adviceChange: { input: adviceChange },
  sourceCodeChange: { input: sourceCodeChanging },
  sourceEventApply: { input: sourceEventApply },
  sourceEventReverse: { input: sourceEventReverse },
  suspenseUse: {
    input: suspenseUsing,
  },
  suspenseTakeBack: { input: suspenseTakingBack },
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
  monthClose: {
    input: closingInput,
  },
  periodReopen: {
    input: reopeningInput,
  },
  accountSave: {
    input: accountChange,
  },
  journalPost: {
    input: journalEntry,
  },
  journalReversal: {
    input: journalReversal,
  },
  recurringJournal: {
    input: recurringChange,
  },
  bankLinePost: {
    input: bankLinePosting,
  },
  bankLineSuspense: { input: bankLineHolding },
  bankReconcile: {
    input: bankReconciling,
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
  refundApprove: {
    input: refundCommand,
  },
  refundUnclaim: {
    input: refundCommand,
  },
  refundSetOff: {
    input: refundSetOffCommand,
  },
} as const satisfies Record<string, { input: z.ZodMiniObject }>

export type CommandName = keyof typeof COMMANDS
export type CommandInput<C extends CommandName> = z.output<(typeof COMMANDS)[C]['input']>
