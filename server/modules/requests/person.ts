import { isUuid } from '../../../contract/endpoint.ts'
import type { Held } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { onceOn } from '../customers/customers.ts'
import { statedIn } from './ofCustomer.sql.ts'
import { statedBy } from './ofCustomer.ts'
import * as store from './person.sql.ts'

/**
 * Everything stored on the person of these customers, loans and requests, found as an erasure finds it; undefined where
 * there is none. An applicant who never became a customer is found by the BVN of the request.
 */
export async function recordsHeldOn(
  ctx: Pick<Context, 'tx' | 'keys'>,
  records: readonly string[],
): Promise<Held | undefined> {
  const { tx } = ctx
  const asked = records.filter(isUuid)
  const customerIds = await store.customersBehind(tx, asked)
  const { changed, bvnsOnce } = await onceOn(ctx, customerIds)
  const theirs = await statedBy(ctx, { customerIds, bvnsOnce }, false)
  const beside = await store.requestsBeside(tx, asked, customerIds)
  const requestIds = [...new Set([...theirs.ids, ...beside])]
  if (customerIds.length + requestIds.length === 0) return undefined
  const loanIds = await store.loansOf(tx, customerIds)
  const present = await store.staffNumbersOn(tx, customerIds, requestIds)
  const once = [...changed, ...(await statedIn(tx, requestIds))]
  return {
    ids: [...customerIds, ...loanIds, ...requestIds],
    documentsOf: [
      ...customerIds.map(id => `customer ${id}`),
      ...loanIds.map(id => `loan ${id}`),
      ...requestIds.map(id => `request ${id}`),
    ],
    staffNumbers: present.includes(null)
      ? 'erased'
      : [...new Set([...present, ...once.map(each => each.ippisNumber)].flatMap(number => number || []))],
  }
}
