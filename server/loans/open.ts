import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { productTerms } from '../../contract/products.ts'
import type { Kobo } from '../../engine/money.ts'
import type { Context } from '../context.ts'
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
  /** Older loans that its pay-out will settle. */
  settles: readonly string[]
}

/** Opens an approved loan. Nothing is owed yet: money moves when it is disbursed. */
export async function openLoan(ctx: Context, loan: ApprovedLoan): Promise<{ id: string; number: string }> {
  await refuseSettledTwice(ctx, loan.settles)
  const id = randomUUID()
  const number = await store.insertLoan(ctx.tx, {
    id,
    customerId: loan.customerId,
    requestId: loan.requestId,
    productId: loan.product.id,
    productVersion: loan.product.version,
    principal: loan.principal,
    tenor: loan.tenor,
    instalment: loan.instalment,
    terms: z.encode(productTerms, loan.product.terms),
    approvedOn: ctx.today,
    at: ctx.now,
    officerCode: loan.officerCode,
    settles: loan.settles,
  })
  ctx.audit({
    action: 'loanOpen',
    subject: ['loan', id],
    after: {
      number,
      principal: loan.principal.toString(),
      tenor: loan.tenor,
      status: 'awaiting disbursement',
    },
  })
  return { id, number }
}
