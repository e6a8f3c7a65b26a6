import { LOAN_ACTION_LABELS } from '../../../../contract/labels.ts'
import { CHANNELS, type LoanAct, type LoanActName, loanAct } from '../../../../contract/loans.ts'
import { capitalised } from '../../../../contract/vocabulary.ts'
import { type Kobo, parseNaira, ZERO } from '../../../../engine/money.ts'
import { nairaText, parsePercent, percentText } from '../../../parts/figures.ts'
import { COMPONENT_WORDS, type Component, type Loan } from '../../../parts/loan/loanWords.ts'
import type { Option } from '../../../ui/Select.tsx'

/** Each action as a form: its fields, its description, and how typed values become the action. */

/** A prepayment is a repayment that states what the excess amount does. */
export type ActFormName = LoanActName | 'prepayment'
/** Disbursement has its own dialog. */
export type ActForms = Exclude<ActFormName, 'disburse'>

export type ActValues = {
  amount: string
  on: string
  channel: string
  reference: string
  effect: string
  component: string
  periods: string
  interest: string
  tenor: string
  rate: string
  capitalises: readonly string[]
  cause: string
  quoteId: string
  of: string
}
export type ActField = keyof ActValues

type ActForm = {
  title: string
  /** One sentence that describes the effect. */
  means: string
  fields: readonly ActField[]
  danger?: true
}

export const ACT_FORMS: Record<ActForms, ActForm> = {
  cancel: {
    title: LOAN_ACTION_LABELS.cancel.title,
    means: 'The loan is not disbursed and nothing is owed. This cannot be undone.',
    fields: [],
    danger: true,
  },
  receipt: {
    title: LOAN_ACTION_LABELS.receipt.title,
    means: 'A payment received from the customer. You see the allocation before it is posted.',
    fields: ['amount', 'on', 'channel', 'reference'],
  },
  prepayment: {
    title: 'Record prepayment',
    means: 'A repayment above the instalment that shortens the loan or reduces its instalments.',
    fields: ['amount', 'on', 'channel', 'reference', 'effect'],
  },
  reversal: {
    title: LOAN_ACTION_LABELS.reversal.title,
    means: 'Reverses this transaction and recalculates the later ones.',
    fields: [],
    danger: true,
  },
  charge: {
    title: LOAN_ACTION_LABELS.charge.title,
    means: 'Adds a fee or penalty to the schedule, due on its date.',
    fields: ['component', 'amount', 'on'],
  },
  waiver: {
    title: LOAN_ACTION_LABELS.waiver.title,
    means: 'Cancels interest, fees or penalties the customer owes.',
    fields: ['component', 'amount'],
  },
  holiday: {
    title: LOAN_ACTION_LABELS.holiday.title,
    means: 'Moves the next instalments to later dates. Ask the payroll office to pause deductions.',
    fields: ['periods', 'interest'],
  },
  restructure: {
    title: LOAN_ACTION_LABELS.restructure.title,
    means: 'Puts the outstanding balance on new terms from today.',
    fields: ['tenor', 'rate', 'capitalises'],
  },
  settle: {
    title: LOAN_ACTION_LABELS.settle.title,
    means: 'The customer paid a settlement quote. The interest rebate is granted and the loan is closed.',
    fields: ['quoteId', 'on', 'channel', 'reference'],
  },
  writeOff: {
    title: LOAN_ACTION_LABELS.writeOff.title,
    means: 'Posts the outstanding balance as a loss. Later payments are recoveries.',
    fields: [],
    danger: true,
  },
  recovery: {
    title: LOAN_ACTION_LABELS.recovery.title,
    means: 'A payment received on a loan that was written off.',
    fields: ['amount', 'on', 'channel', 'reference'],
  },
  refund: {
    title: LOAN_ACTION_LABELS.refund.title,
    means: 'Needs approval. Make the transfer to the customer at your bank and record the bank reference.',
    fields: ['amount', 'reference'],
  },
  freeze: {
    title: LOAN_ACTION_LABELS.freeze.title,
    means:
      'No disbursement, charge, penalty or restructuring until it is unfrozen. Repayments are still accepted.',
    fields: ['cause'],
  },
  unfreeze: {
    title: LOAN_ACTION_LABELS.unfreeze.title,
    means: 'The loan continues. No penalty is charged for the days it was frozen.',
    fields: [],
  },
}

/** A proof of payment can be attached to a payment received. */
export const isProvable = (form: ActForms): boolean => ACT_FORMS[form].fields.includes('channel')

export const actOf = (form: ActFormName): LoanActName => (form === 'prepayment' ? 'receipt' : form)

const options = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const componentOptions = (...components: Component[]): Option[] =>
  components.map(each => ({ value: each, label: COMPONENT_WORDS[each] }))

export const CHANNEL_OPTIONS: Option[] = CHANNELS.map(value => ({ value, label: capitalised(value) }))
export const EFFECT_OPTIONS: Option[] = options({
  'shorter-term': 'Shorter tenor: same instalment, fewer instalments',
  'smaller-instalment': 'Smaller instalment: same last date',
})
export const HOLIDAY_INTEREST_OPTIONS: Option[] = options({
  waived: 'Not charged',
  added: 'Charged and added to the loan',
})
export const CAUSE_OPTIONS: Option[] = options({
  dispute: 'Customer disputes the loan',
  deceased: 'Customer deceased',
})
export const componentOptionsOf = (form: ActForms): Option[] =>
  form === 'charge' ? componentOptions('fee', 'penalty') : componentOptions('interest', 'fee', 'penalty')

/** Initial values: the server's date. Amounts received start empty. */
export function initialValues(form: ActForms, { row, current, ratePpm }: Loan): ActValues {
  const left = current.filter(each => each.outstanding.principal > 0n).length
  return {
    amount: form === 'refund' && row.credit > 0n ? nairaText(row.credit) : '',
    on: row.asOf,
    channel: 'bank transfer',
    reference: '',
    effect: 'shorter-term',
    component: '',
    periods: '1',
    interest: 'waived',
    tenor: left > 0 ? String(left) : '',
    rate: percentText(ratePpm),
    capitalises: [],
    cause: '',
    quoteId: '',
    of: '',
  }
}

type Read = { act: LoanAct; problems?: never } | { act?: never; problems: Partial<Record<ActField, string>> }

const WHOLE = /^\d{1,3}$/

/** The transfer is made after approval, so its bank reference is not known yet. */
export const paysLater = (form: ActForms): boolean => form === 'refund'

/** Converts typed values to the action. Reports errors the contract cannot describe. */
export function readAct(form: ActForms, values: ActValues): Read {
  const { fields } = ACT_FORMS[form]
  const asked = (field: ActField): boolean => fields.includes(field)
  const amount = parseNaira(values.amount)
  const rate = parsePercent(values.rate)
  const problems: Partial<Record<ActField, string>> = {}
  if (asked('amount') && amount === undefined)
    problems.amount = 'Enter an amount, such as 25,000 or 25,000.50'
  if (asked('on') && values.on === '') problems.on = 'Enter a date'
  if (asked('rate') && rate === undefined) problems.rate = 'Enter a percentage, such as 4 or 3.5'
  for (const field of ['component', 'cause', 'quoteId'] as const)
    if (asked(field) && values[field] === '') problems[field] = 'Choose an option'
  for (const field of ['periods', 'tenor'] as const)
    if (asked(field) && !WHOLE.test(values[field].trim())) problems[field] = 'Enter a whole number'
  const parsed = loanAct.safeParse({
    act: actOf(form),
    ...Object.fromEntries(fields.map(field => [field, values[field]])),
    ...(paysLater(form) && values.reference.trim() === '' ? { reference: undefined } : {}),
    ...(asked('amount') ? { amount: String(amount ?? '') } : {}),
    ...(asked('periods') ? { periods: Number.parseInt(values.periods, 10) } : {}),
    ...(asked('tenor') ? { tenor: Number.parseInt(values.tenor, 10) } : {}),
    ...(asked('rate') ? { ratePpm: rate } : {}),
    ...(form === 'reversal' ? { of: values.of } : {}),
  })
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] === 'ratePpm' ? 'rate' : (issue.path[0] as ActField)
    problems[field] ??= issue.message
  }
  if (parsed.success && Object.keys(problems).length === 0) return { act: parsed.data }
  return { problems }
}

/** Amounts offered below the field of a payment received. The field itself starts empty, so that no amount is posted unread. */
export const amountChips = (form: ActForms, { row }: Loan): { title: string; amount: Kobo }[] => {
  if (form !== 'receipt' && form !== 'prepayment') return []
  const chips = [
    { title: 'Next instalment', amount: row.nextDueAmount ?? ZERO },
    { title: 'All arrears', amount: row.arrears },
    { title: 'Full outstanding balance', amount: row.outstandingTotal },
  ]
  return chips.filter(({ amount }) => amount > 0n)
}

type Choice = { form: ActFormName; title: string; whyNot: string | undefined; danger: boolean }

/** Order of the menu. */
const MENU: readonly ActFormName[] = [
  'disburse',
  'cancel',
  'receipt',
  'prepayment',
  'settle',
  'charge',
  'waiver',
  'holiday',
  'restructure',
  'refund',
  'writeOff',
  'recovery',
  'freeze',
  'unfreeze',
]

/**
 * The actions of the menu, each with the reason if it is not available. A reversal starts at its transaction.
 * Of a pair such as freeze and unfreeze, only the one that applies is listed.
 */
export function actChoices({ row, offers }: Loan): Choice[] {
  const hidden = new Set<ActFormName>([
    row.frozen ? 'freeze' : 'unfreeze',
    ...(row.disbursedOn === null ? LATER : (['disburse', 'cancel'] as const)),
    ...(row.status === 'written off' ? [] : (['recovery'] as const)),
  ])
  return MENU.filter(form => !hidden.has(form)).map(form => {
    const offer = offers[actOf(form)]
    return {
      form,
      title: form === 'disburse' ? LOAN_ACTION_LABELS.disburse.title : ACT_FORMS[form].title,
      whyNot: offer.allowed ? undefined : (offer.why ?? 'Not available now.'),
      danger: form !== 'disburse' && ACT_FORMS[form].danger === true,
    }
  })
}

/** The main action of each status, shown as a button beside the menu. */
const MAIN: Partial<Record<Loan['row']['status'], ActFormName>> = {
  'awaiting disbursement': 'disburse',
  live: 'receipt',
  overpaid: 'refund',
  'written off': 'recovery',
}

export const mainAct = ({ row }: Loan): ActFormName | undefined => MAIN[row.status]

const LATER: readonly ActFormName[] = [
  'receipt',
  'prepayment',
  'settle',
  'charge',
  'waiver',
  'holiday',
  'restructure',
  'refund',
  'writeOff',
]
