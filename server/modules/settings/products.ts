import { z } from 'zod/mini'
import type { Api, CommandInput } from '../../../contract/api.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { productTerms } from '../../../contract/products.ts'
import { formatDate } from '../../../engine/dates.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { isUniqueViolation, type Tx } from '../../kernel/db.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { approversOf, propose, waitingOn } from '../approvals/approvals.ts'
import * as store from './products.sql.ts'
import { listFrequencies } from './settings.sql.ts'

/** A product in one version, with terms the engine can run on. */
export type Product = {
  id: string
  code: string
  name: string
  description: string
  status: 'active' | 'retired'
  version: number
  terms: z.output<typeof productTerms>
}

const toProduct = (row: store.ProductRow): Product => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  status: row.status,
  version: row.version,
  terms: productTerms.parse(row.terms),
})

/** What can be lent today. */
export async function offeredProducts(tx: Tx, day: string): Promise<Product[]> {
  return (await store.productsOn(tx, day)).filter(row => row.status === 'active').map(toProduct)
}

export async function offeredProduct(tx: Tx, id: string, day: string): Promise<Product | undefined> {
  const row = await store.productOn(tx, id, day)
  return row && row.status === 'active' ? toProduct(row) : undefined
}

export async function productInVersion(tx: Tx, id: string, version: number): Promise<Product> {
  const row = await store.productVersion(tx, id, version)
  return row ? toProduct(row) : refuse('record.unknown', { what: 'product' })
}

const describe = (row: store.ProductRow, waiting: Map<string, string>) => ({
  ...toProduct(row),
  effectiveOn: row.effective_on,
  changedBy: row.changed_by_name,
  changedAt: row.changed_at.toISOString(),
  pendingApprovalId: waiting.get(row.id) ?? null,
})

export const listProducts: Handler<Api['productList']> = async ctx => {
  const rows = await store.productsKnown(ctx.tx, ctx.today)
  const waiting = await waitingOn(
    ctx.tx,
    'product',
    rows.map(row => row.id),
  )
  return { rows: rows.map(row => describe(row, waiting)) }
}

export const listProductVersions: Handler<Api['productVersions']> = async (ctx, { id }) => {
  const approvers = await approversOf(ctx.tx, 'product', id)
  const versions = (await store.productVersions(ctx.tx, id)).map(row => describe(row, new Map()))
  return {
    rows: versions.map(each => ({ ...each, approvedBy: approvers.get(each.changedAt) ?? null })),
  }
}

/** The newest version, in force or still to come. */
const newest = (ctx: Context, id: string) => store.productOn(ctx.tx, id, '9999-12-31')

export const changeProduct: Handler<Api['productChange']> = async (ctx, { reason, ...change }) => {
  if (change.effectiveOn < ctx.today) refuse('setting.past_date')
  const present = await newest(ctx, change.id)
  if (present?.status === 'retired') refuse('product.retired')
  if ((present?.version ?? 0) !== change.basedOn) refuse('product.stale')
  if (await store.isCodeTaken(ctx.tx, change.code, change.id)) refuseFields({ code: CODE_TAKEN })
  await refuseUnknownFrequency(ctx, change, present)
  const approvalId = await propose(ctx, {
    command: 'productChange',
    input: change,
    subject: ['product', change.id],
    summary: `${change.name}: ${present ? 'new version' : 'new product'} from ${formatDate(change.effectiveOn)}`,
    before: present ? shownTerms(present, present.terms as object) : null,
    after: shownTerms(change, z.encode(productTerms, change.terms)),
    reason,
  })
  return { approvalId }
}

export async function foreseeProduct(
  ctx: Context,
  change: CommandInput<'productChange'>,
): Promise<Foresight> {
  const present = await newest(ctx, change.id)
  if ((present?.version ?? 0) !== change.basedOn) refuse('product.stale')
  return {
    before: present ? shownTerms(present, present.terms as object) : null,
    after: shownTerms(change, z.encode(productTerms, change.terms)),
  }
}

const CODE_TAKEN = ERRORS['product.code_taken'].message

const shownTerms = (product: { code: string; name: string; description: string }, terms: object) => ({
  code: product.code,
  name: product.name,
  description: product.description,
  terms,
})

/** A product runs on a frequency of the list; one it already has it may keep, although it is retired or changed by now. */
async function refuseUnknownFrequency(
  ctx: Context,
  { terms: { frequency } }: CommandInput<'productChange'>,
  present: store.ProductRow | undefined,
): Promise<void> {
  const had = present && productTerms.parse(present.terms).frequency
  const listed = (await listFrequencies(ctx.tx, ctx.today)).find(row => row.code === frequency.code)
  const isOffered =
    listed?.status === 'active' &&
    listed.rhythm === frequency.rhythm &&
    listed.anchor_day === frequency.anchorDay &&
    listed.first_due === frequency.firstDue
  const isStored =
    had?.code === frequency.code &&
    had.rhythm === frequency.rhythm &&
    had.anchorDay === frequency.anchorDay &&
    had.firstDue === frequency.firstDue
  if (!isOffered && !isStored)
    refuseFields({ 'terms.frequency': 'Not a frequency that is offered. Choose one from the list.' })
}

async function lockCoded(ctx: Context, { id, code }: Pick<Product, 'id' | 'code'>): Promise<string> {
  try {
    return await store.lockProduct(ctx.tx, id, code)
  } catch (error) {
    // another product was given the code at the same instant
    if (isUniqueViolation(error, 'product_code_key')) refuse('product.code_taken')
    throw error
  }
}

/** The approved command behind `productChange`; its maker is the author of the version. */
export async function saveProduct(
  ctx: Context,
  change: CommandInput<'productChange'>,
  asked: { makerId: string; reason: string | null },
): Promise<void> {
  if (await store.isCodeTaken(ctx.tx, change.code, change.id)) refuse('product.code_taken')
  if ((await lockCoded(ctx, change)) === 'retired') refuse('product.retired')
  const before = await newest(ctx, change.id)
  if ((before?.version ?? 0) !== change.basedOn) refuse('product.stale')
  const terms = z.encode(productTerms, change.terms)
  const effectiveOn = change.effectiveOn < ctx.today ? ctx.today : change.effectiveOn
  const version = await store.insertProductVersion(ctx.tx, {
    productId: change.id,
    name: change.name,
    description: change.description,
    terms,
    effectiveOn,
    changedBy: asked.makerId,
    at: ctx.now,
  })
  ctx.audit({
    action: 'productChange',
    subject: ['product', change.id],
    before: before
      ? {
          version: before.version,
          effectiveOn: before.effective_on,
          ...shownTerms(before, before.terms as object),
        }
      : null,
    after: { version, effectiveOn, ...shownTerms(change, terms) },
    reason: asked.reason,
  })
}

export const askToRetireProduct: Handler<Api['productRetire']> = async (ctx, { id, reason }) => {
  const present = await newest(ctx, id)
  if (!present) return refuse('record.unknown', { what: 'product' })
  if (present.status === 'retired') refuse('product.retired')
  const approvalId = await propose(ctx, {
    command: 'productRetire',
    input: { id },
    subject: ['product', id],
    summary: `${present.name}: no longer offered`,
    before: { status: 'active' },
    after: { status: 'retired' },
    reason,
  })
  return { approvalId }
}

/** The approved command behind `productRetire`. */
export async function retireProduct(
  ctx: Context,
  { id }: { id: string },
  asked: { reason: string | null },
): Promise<void> {
  if (!(await store.retireProduct(ctx.tx, id))) refuse('product.retired')
  ctx.audit({
    action: 'productRetire',
    subject: ['product', id],
    before: { status: 'active' },
    after: { status: 'retired' },
    reason: asked.reason,
  })
}
