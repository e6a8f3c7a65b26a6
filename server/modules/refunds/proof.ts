import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import * as store from './proof.sql.ts'

const check = (name: string, read: typeof store.creditsInCases) => ({
  name,
  async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
    const { figure, problems } = await read(tx)
    return { figure: formatNaira(kobo(figure)), problems }
  },
})

/** What refund cases, bank payments and credits say of the same money. */
export const refundChecks = [
  check(
    'Every credit of a repaid or written-off loan is in its refund cases, and nothing else is',
    store.creditsInCases,
  ),
  check('Every refund is paid once, by one payment and one entry', store.refundsPaidOnce),
]
