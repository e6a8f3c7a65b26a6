import type { Application } from '../../../contract/application.ts'
import type { CustomerStatus } from '../../../contract/customers.ts'
import { findBank } from '../../../contract/nigeria.ts'
import type { EmploymentStatus } from '../../../contract/payroll.ts'
import type { CheckName } from '../../../contract/requests.ts'
import { countOf } from '../../../engine/countText.ts'
import { daysBetween, formatDate, type LocalDate, wholeMonthsBetween } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, sum } from '../../../engine/money.ts'
import { matchNames } from '../../../engine/names.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { type ProductTerms, quote, shareOfPay } from '../../../engine/product.ts'
import { type RetirementRule, retirementOf } from '../../../engine/retirement.ts'
import type { customersLike } from '../customers/customers.ts'
import { staffKey } from '../intake/intake.ts'
import type { openLoansOf } from '../loans/loans.ts'
import type { OtherRequest } from './requests.sql.ts'

/** What the newest accepted payroll says about the applicant. */
type OpenLoans = Awaited<ReturnType<typeof openLoansOf>>

export type RepaidLoan = { number: string; on: LocalDate }

export type PayrollRecord = {
  month: string
  acceptedAt: Date
  name: string
  status: EmploymentStatus
  /** What is left after all deductions. */
  netPay: Kobo
  bankCode: string | null
  accountNumber: string | null
}

type OnFile = Pick<Application, 'phone' | 'payrollSource' | 'ippisNumber' | 'bankCode' | 'accountNumber'>

export type KnownApplicant = OnFile & {
  id: string
  number: string
  status: CustomerStatus
  reason: string | null
  retiresOn: LocalDate | null
}

/** Everything the checklist needs, gathered beforehand: the judgement itself is pure. */
export type Facts = {
  application: Application
  product: ProductTerms
  terms: { amount: Kobo; tenor: number }
  today: LocalDate
  /** The day this version was submitted. */
  askedOn: LocalDate
  /** `undefined`: no accepted payroll data at all; `null`: data, but not this person. */
  payroll: PayrollRecord | null | undefined
  payrollMonths: number
  shareOfPayPpm: number
  nameScore: { pass: number; warn: number }
  retirementRule: RetirementRule
  retirementMarginMonths: number
  openLoans: OpenLoans
  /** Those that this loan would settle: they take nothing from pay any more. */
  settledLoans: OpenLoans
  liveLoansMost: number
  loansThisYear: number
  loansPerYear: number
  /** Asked for only where there is a rule about it. */
  lastRepaid: RepaidLoan | undefined
  daysBetween: number
  /** The customer record of this applicant; undefined for a new one. */
  standing: KnownApplicant | undefined
  likeCustomers: Awaited<ReturnType<typeof customersLike>>
  likeRequests: readonly OtherRequest[]
  /** Users who were signed in around that day where it was sent from. */
  sentBeside: { address: readonly string[]; browser: readonly string[] }
  consentVersion: number
  /** Who ticked it: the applicant on the page, or staff who hold the signed paper. */
  consentBy: 'applicant' | 'staff'
  documentTitles: readonly string[]
  requiredDocuments: readonly string[]
}

/** What the payroll is asked about: a newer one asks again. */
export const BY_PAYROLL: readonly CheckName[] = [
  'payrollFound',
  'nameMatch',
  'employmentActive',
  'affordable',
  'salaryAccount',
]

export type Finding = {
  name: CheckName
  title: string
  result: 'green' | 'amber' | 'red'
  evidence: string
}

const NO_PAYROLL = 'No accepted payroll data yet.'
const withoutPayroll = (payroll: null | undefined): string =>
  payroll === null ? 'In no accepted payroll, so there is nothing to compare with.' : NO_PAYROLL

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

/** "Should we lend?", item by item, each with what it was judged by. */
export function checklist(facts: Facts): Finding[] {
  return [
    payrollFound(facts),
    nameMatch(facts),
    employmentActive(facts),
    affordable(facts),
    retiresLater(facts),
    salaryAccount(facts),
    customerFile(facts),
    noLiveLoan(facts),
    noDuplicate(facts),
    notFromStaff(facts),
    standing(facts),
    consent(facts),
    documents(facts),
  ]
}

function payrollFound({ payroll, application, payrollMonths }: Facts): Finding {
  const title = `On the payroll in the last ${payrollMonths === 1 ? 'month' : `${payrollMonths} months`}`
  const item = { name: 'payrollFound', title } as const
  if (payroll === undefined) return { ...item, result: 'amber', evidence: NO_PAYROLL }
  if (payroll === null)
    return { ...item, result: 'red', evidence: `${application.ippisNumber} is not in the accepted payrolls.` }
  return {
    ...item,
    result: 'green',
    evidence: `${application.ippisNumber} was last seen in ${payroll.month}.`,
  }
}

function nameMatch({ payroll, application, nameScore }: Facts): Finding {
  const item = { name: 'nameMatch', title: 'Name as on the payroll' } as const
  if (!payroll) return { ...item, result: 'amber', evidence: withoutPayroll(payroll) }
  const stated = `${application.surname} ${application.firstName} ${application.otherNames}`.trim()
  const { score, explanation } = matchNames(payroll.name, stated)
  const result = score >= nameScore.pass ? 'green' : score >= nameScore.warn ? 'amber' : 'red'
  return { ...item, result, evidence: `Score ${score} of 100 against “${payroll.name}”. ${explanation}` }
}

function employmentActive({ payroll }: Facts): Finding {
  const item = { name: 'employmentActive', title: 'Employment is active' } as const
  if (!payroll) return { ...item, result: 'amber', evidence: withoutPayroll(payroll) }
  const result = payroll.status === 'active' ? 'green' : payroll.status === 'unknown' ? 'amber' : 'red'
  return { ...item, result, evidence: `Payroll status in ${payroll.month}: ${payroll.status}.` }
}

export type PayShare = {
  /** Amount due in the month with the most. */
  inMonth: Kobo
  /** What our other loans take in a month. */
  ours: Kobo
  /** Of the payroll's pay where it is known, else of pay as stated; null without pay. */
  shareOfPayPpm: number | null
  /** The payroll month used; null for pay as stated. */
  payMonth: string | null
  statedShareOfPayPpm: number | null
}

/** What a loan takes from pay: the one figure of request, queue, export and checklist. */
export function payShareOf({
  payroll,
  application,
  product,
  terms,
  today,
  openLoans,
}: Pick<Facts, 'payroll' | 'application' | 'product' | 'terms' | 'today' | 'openLoans'>): PayShare {
  const { mostInMonth: inMonth } = quote(product, { ...terms, payOutOn: today })
  const ours = sum(openLoans.map(loan => loan.inMonth))
  return {
    inMonth,
    ours,
    shareOfPayPpm: shareOfPay(inMonth, ours, payroll?.netPay ?? application.netPay),
    payMonth: payroll?.month ?? null,
    statedShareOfPayPpm: shareOfPay(inMonth, ours, application.netPay),
  }
}

function affordable(facts: Facts): Finding {
  const item = { name: 'affordable', title: 'The instalment fits the pay' } as const
  const { payroll, product } = facts
  const { inMonth, ours, shareOfPayPpm: share, statedShareOfPayPpm, payMonth } = payShareOf(facts)
  const limit = Math.min(product.shareOfPayPpm, facts.shareOfPayPpm)
  const source = payMonth ? `payroll of ${payMonth}` : 'stated by the applicant'
  const stated =
    statedShareOfPayPpm === share || statedShareOfPayPpm === null
      ? ''
      : ` Of the stated pay: ${formatPpm(statedShareOfPayPpm, 2)}.`
  const beside = ours > 0n ? `, with ${formatNaira(ours)} for current loans,` : ''
  const figures =
    `${formatNaira(inMonth)} a month${beside} is ${share === null ? 'more than 100%' : formatPpm(share, 2)} of ` +
    `${ours > 0n ? 'pay before our deductions' : 'net pay'} (${source}). ` +
    `Limit ${formatPpm(limit)}.${stated} Net pay is after other deductions.`
  if (share === null || share > limit) return { ...item, result: 'red', evidence: figures }
  return { ...item, result: payroll ? 'green' : 'amber', evidence: figures }
}

function retiresLater({
  application,
  product,
  terms,
  today,
  retirementRule,
  retirementMarginMonths,
  standing: known,
}: Facts): Finding {
  const item = { name: 'retiresLater', title: 'Last instalment before retirement' } as const
  const { lastDueOn } = quote(product, { ...terms, payOutOn: today })
  const career = {
    dateOfBirth: application.dateOfBirth,
    dateOfFirstAppointment: application.firstAppointmentOn,
  }
  const atLast = retirementOf(career, lastDueOn, retirementRule)
  // a date staff have set for the customer, with a reason, stands in place of the rule's
  const retires = known?.retiresOn ?? atLast.retirement
  const monthsLeft = retires <= lastDueOn ? 0 : wholeMonthsBetween(lastDueOn, retires)
  const evidence =
    `Retires ${formatDate(retires)}${known?.retiresOn ? ' (set by staff)' : ''}; last instalment ${formatDate(lastDueOn)}, ` +
    `required margin: ${countOf(retirementMarginMonths, 'month')}.${atLast.flag ? ` Note: ${atLast.flag}.` : ''}`
  const inTime = monthsLeft >= retirementMarginMonths
  return { ...item, result: inTime ? (atLast.flag ? 'amber' : 'green') : 'red', evidence }
}

function salaryAccount({ payroll, application, standing: known }: Facts): Finding {
  const item = { name: 'salaryAccount', title: 'Disbursement goes to the salary account' } as const
  if (!payroll) return { ...item, result: 'amber', evidence: withoutPayroll(payroll) }
  if (payroll.accountNumber === null)
    return { ...item, result: 'amber', evidence: `The payroll of ${payroll.month} names no account.` }
  // a known customer is paid into the account on their record
  const paid = known ?? application
  const isSame =
    payroll.accountNumber === paid.accountNumber &&
    (payroll.bankCode === null || payroll.bankCode === paid.bankCode)
  return {
    ...item,
    result: isSame ? 'green' : 'red',
    evidence: isSame
      ? `The account is the one paid in ${payroll.month}.`
      : `The payroll of ${payroll.month} pays another account, ending ${payroll.accountNumber.slice(-4)}.`,
  }
}

/** A known customer keeps the file they have, so what they state otherwise would be neither paid nor deducted. */
function customerFile({ application, standing: file }: Facts): Finding {
  const item = { name: 'customerFile', title: 'Matches the customer record' } as const
  if (!file) return { ...item, result: 'green', evidence: 'Not a customer yet.' }
  const bank = ({ bankCode }: OnFile): string => findBank(bankCode)?.Name ?? bankCode
  const account = (of: OnFile): string => `${of.accountNumber.slice(-4) || 'none'} at ${bank(of)}`
  const isSame = (...fields: (keyof OnFile)[]): boolean =>
    fields.every(field => file[field] === application[field])
  const differing = [
    !isSame('accountNumber', 'bankCode') && `account ending ${account(file)} (here ${account(application)})`,
    !isSame('phone') && `phone ending ${file.phone.slice(-4)} (here ${application.phone.slice(-4)})`,
    staffKey(file.ippisNumber) !== staffKey(application.ippisNumber) &&
      `IPPIS or staff number ${file.ippisNumber} (here ${application.ippisNumber})`,
    !isSame('payrollSource') && `payroll ${file.payrollSource} (here ${application.payrollSource})`,
  ].filter(Boolean)
  if (differing.length === 0)
    return {
      ...item,
      result: 'green',
      evidence: `Account, phone and payroll number are those of ${file.number}.`,
    }
  return {
    ...item,
    result: 'red',
    evidence:
      `Different on the record of ${file.number}: ${differing.join('; ')}. Disbursement and deduction use the customer record. ` +
      'Change the record, which needs approval, or correct the request.',
  }
}

function noLiveLoan(facts: Facts): Finding {
  const { openLoans, settledLoans, liveLoansMost, loansThisYear, loansPerYear, lastRepaid } = facts
  const item = { name: 'noLiveLoan', title: 'Active loans within the limits' } as const
  const listed = openLoans.map(loan => `${loan.number} (${loan.status})`).join(', ')
  const settled = settledLoans.map(loan => loan.number).join(', ')
  const evidence =
    `${openLoans.length} open${listed ? `: ${listed}` : ''}; at most ${liveLoansMost} allowed. ` +
    (settled ? `A top-up: settles ${settled}. ` : '') +
    `${loansThisYear} in the last 12 months; at most ${loansPerYear}.`
  const isFew = openLoans.length < liveLoansMost && loansThisYear < loansPerYear
  if (!lastRepaid) return { ...item, result: isFew ? 'green' : 'red', evidence }
  const rest = daysBetween(lastRepaid.on, facts.askedOn)
  const asked = rest < 0 ? 'Requested before' : `Requested ${count(rest, 'day')} after`
  return {
    ...item,
    result: isFew && rest >= facts.daysBetween ? 'green' : 'red',
    evidence:
      `${evidence} ${asked} ${lastRepaid.number} was repaid on ${formatDate(lastRepaid.on)}; ` +
      `at least ${count(facts.daysBetween, 'day')} between.`,
  }
}

function noDuplicate({ likeCustomers, likeRequests }: Facts): Finding {
  const item = { name: 'noDuplicate', title: 'No other person uses this identity' } as const
  const found = [
    ...likeCustomers.map(each => `customer ${each.number} (same ${each.same})`),
    ...likeRequests.map(each => `request ${each.reference} (same ${each.same})`),
  ]
  if (found.length === 0)
    return {
      ...item,
      result: 'green',
      evidence: 'BVN, NIN, phone and account are not used by another person.',
    }
  return { ...item, result: 'red', evidence: `Shared with ${found.join(', ')}.` }
}

/** An officer who fills in the public form for an applicant acts as initiator, and hides it by signing out. */
function notFromStaff({ sentBeside, consentBy }: Facts): Finding {
  const item = { name: 'notFromStaff', title: 'Sent by the applicant, not by a user' } as const
  if (consentBy === 'staff') return { ...item, result: 'green', evidence: 'Entered by a signed-in user.' }
  const { address, browser } = sentBeside
  const found = [
    browser.length > 0 && `with a browser in which ${browser.join(', ')} signed in before`,
    address.length > 0 && `from an internet address where ${address.join(', ')} signed in within 14 days`,
  ].filter(Boolean)
  if (found.length === 0)
    return { ...item, result: 'green', evidence: 'No user signed in from the same address or browser.' }
  return {
    ...item,
    result: 'red',
    evidence: `Sent ${found.join(', and ')}. Ask the applicant whether they sent it themselves.`,
  }
}

/** A blacklisted or deceased person does not borrow, unless it is overridden. */
function standing({ standing: known }: Facts): Finding {
  const item = { name: 'standing', title: 'Customer is not blocked' } as const
  if (!known) return { ...item, result: 'green', evidence: 'Not a customer yet.' }
  const isBarred = known.status === 'blacklisted' || known.status === 'deceased'
  const why = isBarred && known.reason ? `: ${known.reason}` : ''
  return {
    ...item,
    result: isBarred ? 'red' : 'green',
    evidence: `Customer ${known.number} is ${known.status}${why}.`,
  }
}

function consent({ consentVersion, consentBy, application }: Facts): Finding {
  const text =
    consentVersion === 0 ? 'the original consent text' : `version ${consentVersion} of the consent text`
  const given =
    consentBy === 'staff'
      ? `Ticked for the applicant by the member of staff who started the request, under ${text}.`
      : `Agreed to ${text}.`
  return {
    name: 'consent',
    title: 'Consent was given',
    result: application.consented ? 'green' : 'red',
    evidence: application.consented ? given : 'Did not agree to the consent text.',
  }
}

function documents({ documentTitles, requiredDocuments }: Facts): Finding {
  const has = new Set(documentTitles.map(title => title.toLowerCase()))
  const missing = requiredDocuments.filter(title => !has.has(title.toLowerCase()))
  const item = { name: 'documents', title: 'Required documents' } as const
  if (missing.length > 0) return { ...item, result: 'red', evidence: `Missing: ${missing.join(', ')}.` }
  return { ...item, result: 'green', evidence: allThere(requiredDocuments.length) }
}

function allThere(required: number): string {
  if (required === 0) return 'No documents are required.'
  return required === 1 ? 'The required document is attached.' : `All ${required} documents are attached.`
}
