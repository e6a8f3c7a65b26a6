import { z } from 'zod'
import { type Application, application as applicationSchema } from '../../contract/application.ts'
import { addMonths, formatDate, localDate } from '../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, ZERO } from '../../engine/money.ts'
import type { PublicContext } from '../context.ts'
import { customerByBvn, customersLike, retirementRuleFor, statusOn } from '../customers/customers.ts'
import { listDocuments } from '../documents/documents.ts'
import { countLoansSince, loansToTopUp, openLoansOf, settledTotal, type TopUpLoan } from '../loans/loans.ts'
import { personIn } from '../payroll/payroll.ts'
import { refuse } from '../refusal.ts'
import { type Product, productInVersion, section } from '../settings/settings.ts'
import { checklist, type Facts, type Finding, type PayrollRecord } from './checklist.ts'
import * as store from './requests.sql.ts'

/** Gathers what the checklist judges by: the rows outside, the judgement inside. */

export async function readApplication(
  ctx: Pick<PublicContext, 'tx' | 'keys'>,
  request: Pick<store.RequestRow, 'id' | 'version'>,
): Promise<Application> {
  const versions = await store.versionsOf(ctx.tx, request.id)
  const present = versions.find(each => each.version === request.version)
  if (!present) throw new Error(`request ${request.id} has lost version ${request.version}`)
  return openApplication(ctx, present)
}

export function openApplication(ctx: Pick<PublicContext, 'keys'>, version: store.VersionRow): Application {
  const stored = version.application as Record<string, unknown>
  return z.decode(applicationSchema, {
    ...stored,
    bvn: ctx.keys.open(String(stored.bvn)),
    nin: ctx.keys.open(String(stored.nin)),
  } as never)
}

export type Terms = { amount: Kobo; tenor: number }

/** The terms now in force: approved, else recommended, else requested. */
export const termsInForce = (request: store.RequestRow): Terms => ({
  amount: kobo(request.amount),
  tenor: request.tenor,
})

/** The rule of the service that the applicant's payroll belongs to. */
export const retirementRuleOf = (ctx: PublicContext, application: Application) =>
  retirementRuleFor(ctx, application.payrollSource)

export async function gatherFacts(
  ctx: PublicContext,
  request: store.RequestRow,
  application: Application,
  product: Product,
  terms: Terms,
  settles: readonly string[],
): Promise<Facts> {
  const affordability = await section(ctx.tx, 'affordability', ctx.today)
  const borrowing = await section(ctx.tx, 'borrowing', ctx.today)
  const required = await section(ctx.tx, 'requiredDocuments', ctx.today)
  const { rule, marginMonths } = await retirementRuleOf(ctx, application)
  const identity = {
    bvnIndex: request.bvn_index,
    ninIndex: request.nin_index,
    phone: request.phone,
    accountNumber: request.account_number,
  }
  const customer = await customerByBvn(ctx.tx, request.bvn_index)
  const openLoans = customer ? await openLoansOf(ctx.tx, customer.id) : []
  const others = openLoans.filter(loan => loan.id !== request.loan_id)
  return {
    application,
    product: product.terms,
    terms,
    today: ctx.today,
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
    consentVersion: request.consent_version,
    consentBy: request.channel === 'staff' ? 'staff' : 'applicant',
    documentTitles: (await listDocuments(ctx.tx, ['request', request.id])).map(each => each.title),
    requiredDocuments: required.documents.filter(each => each.status === 'active').map(each => each.title),
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
    name: row.name,
    status: row.status,
    netPay: kobo(row.net_pay),
    // net pay is what is left after them
    otherDeductions: ZERO,
    bankCode: row.bank_code,
    accountNumber: row.account_number,
  }
}

export type Judgement = {
  application: Application
  product: Product
  facts: Facts
  findings: Finding[]
  overrides: Map<string, store.OverrideRow>
}

/** Loans of the applicant that this one could settle, or will. */
export async function topUpLoansOf(ctx: PublicContext, request: store.RequestRow): Promise<TopUpLoan[]> {
  const customer = await customerByBvn(ctx.tx, request.bvn_index)
  if (!customer) return []
  const found = await loansToTopUp(ctx, customer.id)
  return found.filter(loan => loan.id !== request.loan_id)
}

/** The loans a top-up settles, with today's figures; refused where one is not the applicant's or nothing is left. */
export async function toSettle(
  ctx: PublicContext,
  request: store.RequestRow,
  ids: readonly string[],
  netPayOut: Kobo,
): Promise<TopUpLoan[]> {
  if (ids.length === 0) return []
  const found = (await topUpLoansOf(ctx, request)).filter(loan => ids.includes(loan.id))
  if (found.length < new Set(ids).size)
    refuse('request.terms', { problem: 'a loan to be settled is not a live loan of this applicant' })
  const total = settledTotal(found.map(loan => ({ amount: loan.settlement })))
  if (total >= netPayOut)
    refuse('request.terms', {
      problem: `settling ${formatNaira(total)} leaves nothing of the pay-out of ${formatNaira(netPayOut)}`,
    })
  return found
}

export async function judge(
  ctx: PublicContext,
  request: store.RequestRow,
  terms: Terms,
  settles: readonly string[] = request.settles,
): Promise<Judgement> {
  const application = await readApplication(ctx, request)
  const product = await productInVersion(ctx.tx, request.product_id, request.product_version)
  const facts = await gatherFacts(ctx, request, application, product, terms, settles)
  const overrides = await store.overridesOf(ctx.tx, request.id, request.version)
  return {
    application,
    product,
    facts,
    findings: checklist(facts),
    overrides: new Map(overrides.map(each => [each.check_name, each])),
  }
}
