import type { Program } from '../server/kernel/act.ts'
import { businessDate } from '../server/kernel/clock.ts'
import type { Actor } from '../server/kernel/context.ts'
import { callerFor } from './caller.ts'
import { approved } from './uploads.ts'

/** States pay on another day than the centre, and a loan falls due on the pay day of its payroll office. */

export const STATE_PAY_DAY = 20
export const STATE_PRODUCT = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03'
export const STATE_CODE = 'SSL'

/** The terms of the Public Servant Loan, due on the pay day of the states. */
export async function offerStateLoans(program: Program, clerk: Actor, checker: Actor): Promise<void> {
  const call = callerFor(program, clerk)
  const frequency = {
    code: 'monthly-20',
    name: 'Monthly, on the 20th',
    rhythm: 'monthly',
    anchorDay: STATE_PAY_DAY,
    firstDue: 'payroll',
  } as const
  await call('frequencySave', frequency)
  const { rows } = await call('productList', {})
  const like = rows.find(product => product.code === 'PSL')
  if (!like) throw new Error('no product PSL')
  const { approvalId } = await call('productChange', {
    id: STATE_PRODUCT,
    code: STATE_CODE,
    name: 'State Staff Loan',
    description: 'For staff of state governments, repaid by monthly deduction from pay.',
    terms: { ...like.terms, frequency },
    effectiveOn: businessDate(program.clock.now()),
    reason: 'State payrolls pay on the 20th',
    basedOn: 0,
  })
  await approved(program, checker, approvalId)
}
