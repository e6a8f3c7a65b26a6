import { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/approvals.ts'
import { productTerms } from '../../contract/products.ts'
import type { Context, Handler, Propose } from '../context.ts'
import type { Tx } from '../db.ts'
import { refuse } from '../refusal.ts'
import * as store from './products.sql.ts'
import type { WaitingOn } from './settings.ts'

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

export const listProducts =
  (waitingOn: WaitingOn): Handler<Api['productList']> =>
  async ctx => {
    const rows = await store.productsOn(ctx.tx, ctx.today)
    const waiting = await waitingOn(
      ctx.tx,
      'product',
      rows.map(row => row.id),
    )
    return { rows: rows.map(row => describe(row, waiting)) }
  }

export const listProductVersions: Handler<Api['productVersions']> = async (ctx, { id }) => ({
  rows: (await store.productVersions(ctx.tx, id)).map(row => describe(row, new Map())),
})

export const changeProduct =
  (propose: Propose): Handler<Api['productChange']> =>
  async (ctx, { reason, ...change }) => {
    if (change.effectiveOn < ctx.today) refuse('setting.past_date')
    const present = await store.productOn(ctx.tx, change.id, '9999-12-31')
    if (present?.status === 'retired') refuse('product.retired')
    const approvalId = await propose(ctx, {
      command: 'productChange',
      input: change,
      subject: ['product', change.id],
      summary: `${change.name}: ${present ? 'new version' : 'new product'} from ${change.effectiveOn}`,
      before: present ? { name: present.name, terms: present.terms } : null,
      after: { name: change.name, terms: z.encode(productTerms, change.terms) },
      reason,
    })
    return { approvalId }
  }

/** The approved command behind `productChange`. */
export async function saveProduct(ctx: Context, change: CommandInput<'productChange'>): Promise<void> {
  if (!(await store.lockProduct(ctx.tx, change.id, change.code))) refuse('product.code_taken')
  const terms = z.encode(productTerms, change.terms)
  const effectiveOn = change.effectiveOn < ctx.today ? ctx.today : change.effectiveOn
  const version = await store.insertProductVersion(ctx.tx, {
    productId: change.id,
    name: change.name,
    description: change.description,
    terms,
    effectiveOn,
    changedBy: ctx.actor.id,
    at: ctx.now,
  })
  ctx.audit({
    action: 'productChange',
    subject: ['product', change.id],
    after: { version, effectiveOn, terms },
  })
}

export const askToRetireProduct =
  (propose: Propose): Handler<Api['productRetire']> =>
  async (ctx, { id, reason }) => {
    const present = await store.productOn(ctx.tx, id, '9999-12-31')
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
export async function retireProduct(ctx: Context, { id }: { id: string }): Promise<void> {
  if (!(await store.retireProduct(ctx.tx, id))) refuse('product.retired')
  ctx.audit({
    action: 'productRetire',
    subject: ['product', id],
    before: { status: 'active' },
    after: { status: 'retired' },
  })
}
