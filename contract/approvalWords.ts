import { type Change, changesBetween, type Json } from './changes.ts'
import type { CommandName } from './commands.ts'
import { EMPLOYER, IPPIS_NUMBER } from './words.ts'

type Words = {
  /** What approval does, where the item itself does not say it in figures. */
  effect: string
  /** What happens next, after "Approved." */
  next: string
  /** Every field that is shown, by its path, in the order of reading. Null: in the words of its section or product. */
  fields: Readonly<Record<string, string>> | null
}

const LOAN_FIELDS = {
  status: 'Loan status',
  settledWith: 'Settled with',
  writtenOff: 'Written off',
  outstanding: 'Outstanding',
  'ofWhich.principal': 'Principal outstanding',
  'ofWhich.interest': 'Interest outstanding',
  'ofWhich.fees': 'Fees outstanding',
  'ofWhich.penalties': 'Penalties outstanding',
  penalties: 'Penalties',
  arrears: 'Arrears',
  credit: 'Credit of the customer',
  instalment: 'Instalment',
  instalmentsLeft: 'Instalments left',
  nextDue: 'Next due',
  lastDue: 'Last due',
  receipt: 'Repayment',
}

const PAYMENT_FIELDS = {
  sentBefore: 'Approved for transfer before',
  netPayOut: 'Net disbursement',
  paidBack: 'Refund to the customer',
  bank: 'Bank',
  account: 'Account',
  beAware: 'Attention',
  payingAccount: 'Paying account',
  valueDate: 'Value date',
  reference: 'Reference',
  references: 'References',
  amountOfTheLoans: 'Loan amount',
  takenOff: 'Deducted',
  toBeRepaid: 'To be repaid',
  firstDeduction: 'First deduction',
  creditNow: 'Credit before',
  creditCameFrom: 'Credit came from',
  creditAfter: 'Credit after',
  payout: 'Disbursement',
  amount: 'Amount',
  becomes: 'Becomes',
  problem: 'Why it was not posted',
  payments: 'Payments',
  hashTotal: 'Hash total of the accounts',
  sha256: 'SHA-256 of the bank file',
}

const UNREMITTED = 'Owed by the payroll office for the batch'

/** What the approver of each command reads. Loaded with the dialog alone. */
export const APPROVAL_WORDS: Record<CommandName, Words> = {
  userRolesChange: {
    effect: 'The user has these roles from now on.',
    next: 'The roles apply now.',
    fields: { roles: 'Roles' },
  },
  gatewayAccountChange: {
    effect: 'Messages to customers are sent to this address with this account.',
    next: 'The next message uses the new account.',
    fields: {
      baseUrl: 'Address',
      username: 'User name',
      apiKey: 'API key',
      webhookSecret: 'Signing secret',
    },
  },
  userApprove: {
    effect: 'The user can sign in with these roles.',
    next: 'The user can sign in now.',
    fields: { roles: 'Roles' },
  },
  userReactivate: {
    effect: 'The user can sign in again with the roles below.',
    next: 'The user can sign in again.',
    fields: { status: 'Account status', roles: 'Roles' },
  },
  userResetLink: {
    effect: 'The maker gets a one-time link that sets a new password for this user.',
    next: 'The maker can open the link now.',
    fields: { resetLink: 'Password link', dropsSecondFactor: 'Removes the second factor' },
  },
  settingChange: {
    effect: 'The setting applies from the date above.',
    next: 'The setting applies from its date.',
    fields: null,
  },
  productChange: {
    effect: 'New requests use these terms from the date above. Loans already made keep theirs.',
    next: 'The terms apply from their date.',
    fields: null,
  },
  productRetire: {
    effect: 'The product can no longer be requested. Its loans stay as they are.',
    next: 'The product is no longer offered.',
    fields: { status: 'Product status' },
  },
  repaymentSubmit: {
    effect: 'The rows of the batch are posted.',
    next: 'Posting has started. The batch page shows its progress.',
    fields: {
      nameDiffers: 'Name differs',
      withoutName: 'No name',
      matchResults: 'Match results',
      file: 'In the file',
      invalid: 'Invalid',
      declared: 'Declared',
      bankCredit: 'Bank credit',
      gap: 'Why the totals differ',
    },
  },
  repaymentUndo: {
    effect: 'Every posting of the batch is reversed.',
    next: 'The reversal has started. The batch page shows its progress.',
    fields: { posted: 'Posted to loans', suspense: 'In suspense' },
  },
  repaymentTakeBack: {
    effect: 'The repayment is reversed on its loan and its money goes to suspense.',
    next: 'The money is in suspense.',
    fields: { unremitted: UNREMITTED, ...LOAN_FIELDS },
  },
  repaymentRetry: {
    effect: 'The rows that were not posted are posted where they are assigned now.',
    next: 'Posting has started. The batch page shows its progress.',
    fields: { rows: 'Reassigned rows' },
  },
  remittanceRecord: {
    effect: 'The money is recorded as received from the payroll office.',
    next: 'The money is recorded.',
    fields: { unremitted: UNREMITTED, reference: 'Bank reference' },
  },
  remittanceUndo: {
    effect: 'The recorded money is reversed.',
    next: 'The payroll office owes the amount again.',
    fields: { unremitted: UNREMITTED },
  },
  suspenseUse: {
    effect: 'The money leaves suspense.',
    next: 'The money has left suspense.',
    fields: { remaining: 'Left in suspense' },
  },
  intakeAccept: {
    effect: 'The valid rows of the file are used.',
    next: 'The file is accepted. What follows from it runs in the background.',
    fields: {
      warning: 'Attention',
      rows: 'Rows in the file',
      good: 'Valid rows',
      refused: 'Invalid rows',
      matched: 'Rows of our customers',
    },
  },
  templateApprove: {
    effect: 'Messages use this text from now on.',
    next: 'The text is in use.',
    fields: { body: 'Text', version: 'Version' },
  },
  campaignStart: {
    effect: 'The messages are sent.',
    next: 'Sending starts at its time. The campaign page shows its progress.',
    fields: {
      template: 'Template',
      text: 'Text',
      audience: 'Audience',
      recipients: 'Recipients',
      at: 'Starts',
    },
  },
  periodClose: {
    effect: 'Nothing can be posted on or before this date afterwards.',
    next: 'The period is closed.',
    fields: { closedThrough: 'Closed through' },
  },
  customerSensitiveChange: {
    effect: 'The customer record is changed as shown.',
    next: 'The customer record is changed.',
    fields: {
      title: 'Title',
      surname: 'Surname',
      firstName: 'First name',
      otherNames: 'Other names',
      gender: 'Gender',
      dateOfBirth: 'Date of birth',
      bvn: 'BVN',
      nin: 'NIN',
      phone: 'Phone',
      payrollSource: 'Payroll source',
      ippisNumber: IPPIS_NUMBER,
      firstAppointmentOn: 'First appointment',
      bankCode: 'Bank',
      accountNumber: 'Account number',
    },
  },
  customerMerge: {
    effect: 'One record remains, with the values under After. Loans and requests of both move to it.',
    next: 'The records are merged.',
    fields: {
      Name: 'Name',
      Born: 'Date of birth',
      BVN: 'BVN',
      NIN: 'NIN',
      Phone: 'Phone',
      'E-mail': 'Email',
      Address: 'Address',
      [EMPLOYER]: EMPLOYER,
      Payroll: 'Payroll',
      Bank: 'Bank',
      Account: 'Account',
      'Next of kin': 'Next of kin',
    },
  },
  customerErase: {
    effect: 'Everything that identifies the customer is erased. This cannot be reversed.',
    next: 'The customer’s data is erased.',
    fields: {},
  },
  loanActDo: {
    effect: 'The loan changes as shown.',
    next: 'The loan page shows the result.',
    fields: { ...PAYMENT_FIELDS, ...LOAN_FIELDS },
  },
  payoutBatchApprove: {
    effect:
      'The batch is released for transfer at the bank. No money moves yet: each loan is posted once the bank has paid.',
    next: 'The batch is released. Make the transfers at the bank, then record the bank results.',
    fields: PAYMENT_FIELDS,
  },
  payoutLineClear: {
    effect: 'The payment line is settled as shown.',
    next: 'The payment line is settled.',
    fields: PAYMENT_FIELDS,
  },
  payoutLineFail: {
    effect: 'The payment is recorded as not paid. The loan can be disbursed again.',
    next: 'The loan is awaiting disbursement again.',
    fields: {
      payment: 'Payment',
      amount: 'Amount',
      sentToTheBank: 'Sent to the bank',
      bankDate: 'Bank date',
      loanBecomes: 'The loan becomes',
    },
  },
}

type Asked = { command: string; before: Json | null; after: Json | null }

const wordsFor = (command: string): Words | undefined =>
  Object.hasOwn(APPROVAL_WORDS, command) ? APPROVAL_WORDS[command as CommandName] : undefined

/** In figures where the item has them: as they were worked out when it was submitted, or opened. */
export function effectOf({ command, after }: Asked): string {
  const said = after !== null && typeof after === 'object' && !Array.isArray(after) ? after.effect : undefined
  const text = typeof said === 'string' && said !== '' ? said : (wordsFor(command)?.effect ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const nextOf = (command: string): string => wordsFor(command)?.next ?? ''

type Shown = Change & { label: string }

/** The fields of an item that have a label, in the order of reading. */
export function labelledChanges({ command, before, after }: Asked): Shown[] {
  const fields = wordsFor(command)?.fields ?? {}
  const order = Object.keys(fields)
  return changesBetween(before, after)
    .flatMap(change => {
      const label = fields[change.path]
      return label === undefined ? [] : [{ ...change, label }]
    })
    .toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
}

/** Fields that an item would show and nobody has named: a fault of the program. */
export function unlabelled({ command, before, after }: Asked): string[] {
  const words = wordsFor(command)
  if (!words) return [command]
  const { fields } = words
  if (fields === null) return []
  return changesBetween(before, after)
    .map(change => change.path)
    .filter(path => path !== 'effect' && path !== '' && fields[path] === undefined)
}
