import type { Api } from '../contract/api.ts'
import type { Reply } from '../contract/endpoint.ts'
import type { Caller } from './caller.ts'

export type Live = Reply<Api['loanList']>['rows'][number]

/** Paid by the centre, whose staff numbers are digits alone. */
export const isFederal = ({ ippisNumber }: Pick<Live, 'ippisNumber'>): boolean => /^\d/.test(ippisNumber)

/** Every page of a list of accounts. */
export async function allLoans(
  look: Caller,
  tab: 'live' | 'arrears' | 'closed' | 'overpaid' | 'awaiting',
): Promise<Live[]> {
  const found: Live[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await look('loanList', { tab, limit: 200, sort: 'number', ...(cursor ? { cursor } : {}) })
    found.push(...page.rows)
    if (page.next === null) return found
    cursor = page.next
  }
}
