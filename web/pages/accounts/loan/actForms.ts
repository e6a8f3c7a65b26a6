import { LOAN_ACTION_LABELS } from '../../../../contract/labels.ts'
import { CHANNELS, type LoanAct, type LoanActName, loanAct } from '../../../../contract/loans.ts'
import { capitalised } from '../../../../contract/vocabulary.ts'
import { parseNaira } from '../../../../engine/money.ts'
import { nairaText, parsePercent, percentText } from '../../../parts/figures.ts'
import { COMPONENT_WORDS, type Component, type Loan } from '../../../parts/loan/loanWords.ts'
import type { Option } from '../../../ui/Select.tsx'

/** Each act as a form: what it asks for, what it means, and how what was typed becomes the act. */

/** A prepayment is a receipt that says what becomes of the sum beyond the instalment. */
export type ActFormName = LoanActName | 'prepayment'
/** A loan is disbursed by a batch, which has a dialog of its own. */
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
  /** One sentence on what it does. */
  means: string
  fields: readonly ActField[]
  danger?: true
}

export const ACT_FORMS: Record<ActForms, ActForm> = {
  cancel: {
    title: LOAN_ACTION_LABELS.cancel.title,
    means: 'The loan will not be disbursed. Nothing is owed, and it cannot be brought back.',
    fields: [],
    danger: true,
  },
  receipt: {
    title: LOAN_ACTION_LABELS.receipt.title,
    means: 'Money that came in. You see where it goes before it is posted.',
    fields: ['amount', 'on', 'channel', 'reference'],
  },
  prepayment: {
    title: 'Prepayment',
    means: 'A receipt above the instalment that shortens the loan or makes its instalments smaller.',
    fields: ['amount', 'on', 'channel', 'reference', 'effect'],
  },
  reversal: {
    title: LOAN_ACTION_LABELS.reversal.title,
    means: 'Undoes it as if it had not happened, and replays what came after.',
    fields: [],
    danger: true,
  },
  charge: {
    title: LOAN_ACTION_LABELS.charge.title,
    means: 'A fee or penalty on top of the schedule, due on its day.',
    fields: ['component', 'amount', 'on'],
  },
  waiver: {
    title: LOAN_ACTION_LABELS.waiver.title,
    means: 'Lets go of interest, fees or penalties that are owed.',
    fields: ['component', 'amount'],
  },
  holiday: {
    title: LOAN_ACTION_LABELS.holiday.title,
    means: 'Moves the coming instalments later. Ask the payroll office to stop its deductions for that time.',
    fields: ['periods', 'interest'],
  },
  restructure: {
    title: LOAN_ACTION_LABELS.restructure.title,
    means: 'Puts what is left on new terms, from today.',
    fields: ['tenor', 'rate', 'capitalises'],
  },
  settle: {
    title: LOAN_ACTION_LABELS.settle.title,
    means: 'The customer paid a settlement quote: the rest of the interest is let go and the loan closes.',
    fields: ['quoteId', 'on', 'channel', 'reference'],
  },
  writeOff: {
    title: LOAN_ACTION_LABELS.writeOff.title,
    means: 'Takes everything owed out of the books as a loss. What comes in later is recovery.',
    fields: [],
    danger: true,
  },
  recovery: {
    title: LOAN_ACTION_LABELS.recovery.title,
    means: 'Money that came in on a loan already written off.',
    fields: ['amount', 'on', 'channel', 'reference'],
  },
  refund: {
    title: LOAN_ACTION_LABELS.refund.title,
    means: 'Needs approval. Make the transfer to the customer yourself and record its bank reference.',
    fields: ['amount', 'reference'],
  },
  freeze: {
    title: LOAN_ACTION_LABELS.freeze.title,
    means:
      'No disbursement, charge, penalty or new terms until it is unfrozen. Repayments are still accepted.',
    fields: ['cause'],
  },
  unfreeze: {
    title: LOAN_ACTION_LABELS.unfreeze.title,
    means: 'The loan goes on as before; no penalty is charged for the days it was frozen.',
    fields: [],
  },
}

/** Money that came in can be shown by a slip, an alert or a cheque. */
export const isProvable = (form: ActForms): boolean => ACT_FORMS[form].fields.includes('channel')

export const actOf = (form: ActFormName): LoanActName => (form === 'prepayment' ? 'receipt' : form)

const options = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const componentOptions = (...components: Component[]): Option[] =>
  components.map(each => ({ value: each, label: COMPONENT_WORDS[each] }))

export const CHANNEL_OPTIONS: Option[] = CHANNELS.map(value => ({ value, label: capitalised(value) }))
export const EFFECT_OPTIONS: Option[] = options({
  'shorter-term': 'Shorter term: same instalment, fewer of them',
  'smaller-instalment': 'Smaller instalment: same last day',
})
export const HOLIDAY_INTEREST_OPTIONS: Option[] = options({
  waived: 'Not charged',
  added: 'Charged, and added to the loan',
})
export const CAUSE_OPTIONS: Option[] = options({
  dispute: 'The customer disputes the loan',
  deceased: 'The customer has died',
})
export const componentOptionsOf = (form: ActForms): Option[] =>
  form === 'charge' ? componentOptions('fee', 'penalty') : componentOptions('interest', 'fee', 'penalty')

/** What a form starts with: the server's day, and the sum that is most likely meant. */
export function initialValues(form: ActForms, { row, current, ratePpm }: Loan): ActValues {
  const left = current.filter(each => each.outstanding.principal > 0n).length
  const due = form === 'receipt' ? row.nextDueAmount : null
  const likely = form === 'refund' ? row.credit : due
  return {
    amount: likely ? nairaText(likely) : '',
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

/** The transfer is made after the approval, so nobody has its bank reference when asking. */
export const paysLater = (form: ActForms): boolean => form === 'refund'

/** What was typed in the form of the contract; what the contract cannot say well is said here. */
export function readAct(form: ActForms, values: ActValues): Read {
  const { fields } = ACT_FORMS[form]
  const asked = (field: ActField): boolean => fields.includes(field)
  const amount = parseNaira(values.amount)
  const rate = parsePercent(values.rate)
  const problems: Partial<Record<ActField, string>> = {}
  if (asked('amount') && amount === undefined) problems.amount = 'An amount, such as 25,000 or 25,000.50'
  if (asked('on') && values.on === '') problems.on = 'Choose the day'
  if (asked('rate') && rate === undefined) problems.rate = 'A percentage, such as 4 or 3.5'
  for (const field of ['component', 'cause', 'quoteId'] as const)
    if (asked(field) && values[field] === '') problems[field] = 'Please choose'
  for (const field of ['periods', 'tenor'] as const)
    if (asked(field) && !WHOLE.test(values[field].trim())) problems[field] = 'A whole number'
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

type Choice = { form: ActFormName; title: string; whyNot: string | undefined; danger: boolean }

/** Groups of the menu, in the order of a loan's life. */
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
 * What the menu offers, each with why not. A reversal is asked for at what it reverses. Of a pair such as freeze and
 * unfreeze only the one that makes sense is shown; the rest stays, so that one learns what could be done and when.
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
      whyNot: offer.allowed ? undefined : (offer.why ?? 'Not possible now.'),
      danger: form !== 'disburse' && ACT_FORMS[form].danger === true,
    }
  })
}

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
