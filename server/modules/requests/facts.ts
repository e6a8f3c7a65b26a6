import { z } from 'zod/mini'
import { type Application, application as applicationSchema } from '../../../contract/application.ts'
import { addMonths, formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { foldLoan } from '../../../engine/loan.ts'
import { formatNaira, type Kobo, kobo, sum } from '../../../engine/money.ts'
import { isLocalOrUnknown, lineOf } from '../../kernel/address.ts'
import { businessDate, daysAfter, daysBefore } from '../../kernel/clock.ts'
import type { PublicContext } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { namesOfStaff, signedInOver } from '../auth/auth.ts'
import { customerByBvn, customersLike, retirementRuleFor, statusOn } from '../customers/customers.ts'
import { listDocuments } from '../documents/documents.ts'
import { getAccount, loansToTopUp, openLoansOf } from '../loans/loans.ts'
import { personIn, reachOfSources } from '../payroll/payroll.ts'
import { type Product, productInVersion, section, sections } from '../settings/settings.ts'
import {
  BY_PAYROLL,
  checklist,
  type Facts,
  type Finding,
  type PayrollRecord,
  type PayShare,
  payShareOf,
  type RepaidLoan,
} from './checklist.ts'
import { countLoansSince, repaidLoans } from './ofCustomer.sql.ts'
import * as store from './requests.sql.ts'

/** Gathers what the checklist judges by: the rows outside, the judgement inside. */

type Versioned = Pick<store.RequestRow, 'id' | 'version'>

async function presentVersion(ctx: Pick<PublicContext, 'tx'>, request: Versioned): Promise<store.VersionRow> {
  const versions = await store.versionsOf(ctx.tx, request.id)
  const present = versions.find(each => each.version === request.version)
  if (!present) throw new Error(`request ${request.id} has lost version ${request.version}`)
  return present
}

export const readApplication = async (
  ctx: Pick<PublicContext, 'tx' | 'keys'>,
  request: Versioned,
): Promise<Application> => openApplication(ctx, await presentVersion(ctx, request))

export function openApplication(ctx: Pick<PublicContext, 'keys'>, version: store.VersionRow): Application {
  const stored = version.application as Record<string, unknown>
  return z.decode(applicationSchema, {
    ...stored,
    bvn: ctx.keys.open(String(stored.bvn), ['request.bvn', version.request_id]),
    nin: ctx.keys.open(String(stored.nin), ['request.nin', version.request_id]),
  } as never)
}

export type Terms = { amount: Kobo; tenor: number }

/** The terms now in force: approved, else recommended, else requested. */
export const termsInForce = (request: store.RequestRow): Terms => ({
  amount: kobo(request.amount),
  tenor: request.tenor,
})

type Asked = {
  application: Application
  askedOn: LocalDate
  product: Product
  terms: Terms
  settles: readonly string[]
  documents: Documents
}

type Documents = Awaited<ReturnType<typeof listDocuments>>

async function gatherFacts(
  ctx: PublicContext,
  request: store.RequestRow,
  { application, askedOn, product, terms, settles, documents }: Asked,
): Promise<Facts> {
  const { affordability, borrowing, requiredDocuments } = await sections(ctx.tx, ctx.today, [
    'affordability',
    'borrowing',
    'requiredDocuments',
  ])
  const { rule, marginMonths } = await retirementRuleFor(ctx, application.payrollSource)
  const identity = {
    bvnIndex: request.bvn_index,
    ninIndex: request.nin_index,
    phone: request.phone,
    accountNumber: request.account_number,
  }
  const customer = await customerByBvn(ctx.tx, request.bvn_index)
  const openLoans = customer ? await openLoansOf(ctx, customer.id) : []
  const others = openLoans.filter(loan => loan.id !== request.loan_id)
  return {
    application,
    product: product.terms,
    terms,
    today: ctx.today,
    askedOn,
    payroll: await payrollOf(ctx, application, affordability.payrollMonths),
    payrollMonths: affordability.payrollMonths,
    shareOfPayPpm: affordability.shareOfPayPpm,
    nameScore: { pass: affordability.nameScorePass, warn: affordability.nameScoreWarn },
    retirementRule: rule,
    retirementMarginMonths: marginMonths,
    openLoans: others.filter(loan => !settles.includes(loan.id)),
    settledLoans: others.filter(loan => settles.includes(loan.id)),
    liveLoansMost: borrowing.liveLoansMost,
    loansThisYear: customer ? await countLoansSince(ctx.tx, customer.id, addMonths(ctx.today, -12)) : 0,
    loansPerYear: borrowing.loansPerYear,
    lastRepaid:
      customer && borrowing.daysBetween > 0
        ? await lastRepaid(ctx, customer.id, [request.loan_id, ...settles])
        : undefined,
    daysBetween: borrowing.daysBetween,
    standing: customer
      ? {
          number: customer.number,
          status: statusOn(customer, ctx.today),
          reason: customer.status_reason,
          retiresOn: customer.retires_on === null ? null : localDate(customer.retires_on),
          id: customer.id,
          phone: customer.phone,
          payrollSource: customer.payroll_source,
          ippisNumber: customer.ippis_number,
          bankCode: customer.bank_code,
          accountNumber: customer.account_number,
        }
      : undefined,
    likeCustomers: await customersLike(ctx.tx, identity),
    likeRequests: await store.requestsLike(ctx.tx, { id: request.id, ...identity }),
    sentBeside: await sentBeside(ctx, request),
    consentVersion: request.consent_version,
    consentBy: request.channel === 'staff' ? 'staff' : 'applicant',
    documentTitles: documents.map(each => each.title),
    requiredDocuments: requiredDocuments.documents
      .filter(each => each.status === 'active')
      .map(each => each.title),
  }
}

/** Days before and after a request was sent within which a user's sign-in from the same address counts. */
const BESIDE_DAYS = 14

async function sentBeside(
  { tx }: PublicContext,
  { channel, consent_address, browser_of, submitted_at }: store.RequestRow,
): Promise<Facts['sentBeside']> {
  if (channel === 'staff') return { address: [], browser: [] }
  const [from, to] = [daysBefore(submitted_at, BESIDE_DAYS), daysAfter(submitted_at, BESIDE_DAYS)]
  return {
    address: isLocalOrUnknown(consent_address)
      ? []
      : await signedInOver(tx, lineOf(consent_address), from, to),
    browser: browser_of.length === 0 ? [] : await namesOfStaff(tx, browser_of),
  }
}

/** What the newest payroll within reach says of the applicant. */
async function payrollOf(
  ctx: PublicContext,
  application: Application,
  months: number,
): Promise<PayrollRecord | null | undefined> {
  const row = await personIn(ctx, application.payrollSource, application.ippisNumber, months)
  if (!row) return row
  return {
    month: formatDate(localDate(row.month)).slice(2).trim(),
    acceptedAt: row.accepted_at,
    name: row.name,
    status: row.status,
    netPay: kobo(row.net_pay),
    bankCode: row.bank_code,
    accountNumber: row.account_number,
  }
}

/** The share of pay before there is a request to judge. */
export async function payShareFor(
  ctx: PublicContext,
  { application, product, bvnIndex }: { application: Application; product: Product; bvnIndex: Buffer },
): Promise<PayShare> {
  const { payrollMonths } = await section(ctx.tx, 'affordability', ctx.today)
  const customer = await customerByBvn(ctx.tx, bvnIndex)
  return payShareOf({
    application,
    product: product.terms,
    terms: application,
    today: ctx.today,
    payroll: await payrollOf(ctx, application, payrollMonths),
    openLoans: customer ? await openLoansOf(ctx, customer.id) : [],
  })
}

/** Returns the loan repaid last, leaving out those of `except`. */
async function lastRepaid(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  customerId: string,
  except: readonly (string | null)[],
): Promise<RepaidLoan | undefined> {
  let last: RepaidLoan | undefined
  for (const id of await repaidLoans(ctx.tx, customerId)) {
    if (except.includes(id)) continue
    const { row, events, agreement } = await getAccount(ctx, id)
    const { closedOn } = foldLoan(agreement, events, ctx.today)
    if (closedOn && (!last || closedOn > last.on)) last = { number: row.number, on: closedOn }
  }
  return last
}

/** As the rows of a queue show it. */
export const shareIn = ({ shareOfPayPpm, payMonth, statedShareOfPayPpm }: PayShare) => ({
  shareOfPayPpm,
  payMonth,
  statedShareOfPayPpm,
})

/** As it is stored with a request. */
export const storedShare = ({ shareOfPayPpm, payMonth, statedShareOfPayPpm }: PayShare) => ({
  share_of_pay_ppm: shareOfPayPpm,
  pay_month: payMonth,
  stated_share_of_pay_ppm: statedShareOfPayPpm,
})

export type Judgement = {
  application: Application
  product: Product
  documents: Documents
  facts: Facts
  findings: Finding[]
  overrides: Map<string, store.OverrideRow>
  /** Given before the payroll that now applies: it must be reviewed again. */
  outdated: Map<string, store.OverrideRow>
}

/** Loans of the customer who asks that this one could settle, or will. */
export async function topUpLoansOf(
  ctx: PublicContext,
  request: store.RequestRow,
  customerId: string | undefined,
): ReturnType<typeof loansToTopUp> {
  if (customerId === undefined) return []
  const found = await loansToTopUp(ctx, customerId)
  return found.filter(loan => loan.id !== request.loan_id)
}

/** The loans a top-up settles, with today's figures; refused where one is not the applicant's or nothing is left. */
export async function toSettle(
  ctx: PublicContext,
  request: store.RequestRow,
  ids: readonly string[],
  netPayOut: Kobo,
): ReturnType<typeof loansToTopUp> {
  if (ids.length === 0) return []
  const customer = await customerByBvn(ctx.tx, request.bvn_index)
  const found = (await topUpLoansOf(ctx, request, customer?.id)).filter(loan => ids.includes(loan.id))
  if (found.length < new Set(ids).size)
    refuse('request.terms', { problem: 'a loan to be settled is not a live loan of this applicant' })
  const total = sum(found.map(loan => loan.settlement))
  if (total >= netPayOut)
    refuse('request.terms', {
      problem: `settling ${formatNaira(total)} leaves nothing of the net disbursement of ${formatNaira(netPayOut)}`,
    })
  return found
}

export async function judge(
  ctx: PublicContext,
  request: store.RequestRow,
  terms: Terms,
  settles: readonly string[] = request.settles,
): Promise<Judgement> {
  const present = await presentVersion(ctx, request)
  const application = openApplication(ctx, present)
  const askedOn = businessDate(present.at)
  const product = await productInVersion(ctx.tx, request.product_id, request.product_version)
  const documents = await listDocuments(ctx.tx, ['request', request.id])
  const facts = await gatherFacts(ctx, request, { application, askedOn, product, terms, settles, documents })
  const given = await store.overridesOf(ctx.tx, request.id, request.version)
  const judgedSince = given.some(each => BY_PAYROLL.includes(each.check_name))
    ? await judgedByPayrollSince(ctx, facts)
    : undefined
  const isOutdated = ({ check_name, at }: store.OverrideRow): boolean =>
    judgedSince !== undefined && BY_PAYROLL.includes(check_name) && at < judgedSince
  const byName = (rows: readonly store.OverrideRow[]) => new Map(rows.map(each => [each.check_name, each]))
  return {
    application,
    product,
    documents,
    facts,
    findings: checklist(facts),
    overrides: byName(given.filter(each => !isOutdated(each))),
    outdated: byName(given.filter(isOutdated)),
  }
}

/** When the payroll was accepted that knows the applicant, or the newest that does not; undefined while there is none. */
async function judgedByPayrollSince(
  ctx: PublicContext,
  { payroll, application }: Facts,
): Promise<Date | undefined> {
  if (payroll) return payroll.acceptedAt
  if (payroll === undefined) return undefined
  return (await reachOfSources(ctx.tx)).get(application.payrollSource)?.acceptedAt
}
