import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { productTerms } from '../../../contract/products.ts'
import type { Kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import type { Product } from '../settings/settings.ts'
import * as store from './loans.sql.ts'
import { refuseSettledTwice } from './topup.ts'

export type ApprovedLoan = {
  customerId: string
  requestId: string
  product: Product
  principal: Kobo
  tenor: number
  instalment: Kobo
  officerCode: string
  /** Older loans that its disbursement will settle. */
  settles: readonly string[]
}

type Opened = { id: string; number: string }

/** Opens an approved loan. Nothing is owed yet: money moves when it is disbursed. */
export async function openLoan(ctx: Context, loan: ApprovedLoan): Promise<Opened> {
  await refuseSettledTwice(ctx, loan.settles)
  const [opened] = await openLoans(ctx, [loan])
  if (!opened) throw new Error('a loan vanished while being opened')
  return opened
}

/** Opens loans that settle no other, in one statement. */
export async function openLoans(ctx: Context, loans: readonly ApprovedLoan[]): Promise<Opened[]> {
  if (loans.length === 0) return []
  const fresh = loans.map(loan => ({ ...loan, id: randomUUID() }))
  // many loans of one product share its terms
  const terms = new Map(
    [...new Set(loans.map(loan => loan.product))].map(product => [
      product,
      z.encode(productTerms, product.terms),
    ]),
  )
  const numbers = await store.insertLoans(
    ctx.tx,
    fresh.map(loan => ({
      id: loan.id,
      customerId: loan.customerId,
      requestId: loan.requestId,
      productId: loan.product.id,
      productVersion: loan.product.version,
      principal: loan.principal,
      tenor: loan.tenor,
      instalment: loan.instalment,
      terms: terms.get(loan.product) ?? {},
      approvedOn: ctx.today,
      at: ctx.now,
      officerCode: loan.officerCode,
      settles: loan.settles,
    })),
  )
  return fresh.map(({ id, principal, tenor }) => {
    const number = numbers.get(id) ?? ''
    ctx.audit({
      action: 'loanOpen',
      subject: ['loan', id],
      after: { number, principal: principal.toString(), tenor, status: 'awaiting disbursement' },
    })
    return { id, number }
  })
}
