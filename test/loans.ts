import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { application } from '../contract/application.ts'
import { parsePhone } from '../engine/phone.ts'
import { quote } from '../engine/product.ts'
import { act, SYSTEM } from '../server/act.ts'
import { openFromApplication } from '../server/customers/customers.ts'
import { openLoan } from '../server/loans/loans.ts'
import { offeredProduct } from '../server/settings/settings.ts'
import { adaeze, type Stated } from './applicants.ts'
import type { House } from './cast.ts'

export type ApprovedLoan = { id: string; number: string; customerId: string; stated: Stated }

/** A customer with a loan that waits for its pay-out, without the request that led to it: that is another test's business. */
export function approvedLoan(house: House, changes: Partial<Stated> = {}): Promise<ApprovedLoan> {
  const stated = adaeze(changes)
  const asked = z.decode(application, stated)
  return act(house.program, 'loanOpen', SYSTEM, async ctx => {
    const product = await offeredProduct(ctx.tx, asked.productId, ctx.today)
    if (!product) throw new Error('the product is not offered')
    const phone = parsePhone(asked.phone) ?? asked.phone
    const customer = await openFromApplication(ctx, { ...asked, phone }, '')
    const wish = { amount: asked.amount, tenor: asked.tenor, payOutOn: ctx.today }
    const loan = await openLoan(ctx, {
      customerId: customer.id,
      requestId: randomUUID(),
      product,
      principal: asked.amount,
      tenor: asked.tenor,
      instalment: quote(product.terms, wish).instalment,
      officerCode: '',
      settles: [],
    })
    return { ...loan, customerId: customer.id, stated }
  })
}
