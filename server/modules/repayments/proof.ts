import { localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import { balanceOf } from '../ledger/ledger.ts'
import * as store from './proof.sql.ts'

/** Everything there is: no entry is dated later. */
const EVER = localDate('2199-12-31')

/** What batches, suspense and the ledger say of the same money. */
export const repaymentChecks = [
  {
    name: 'Every row of every batch is in one place, and posted at most once',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const { rows, problems } = await store.misplacedRows(tx)
      return { figure: `${rows} rows`, problems }
    },
  },
  {
    name: 'No deduction of a known customer on a repaid loan is in suspense',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const { items, problems } = await store.anonymousOfKnown(tx)
      return { figure: `${items} items`, problems }
    },
  },
  {
    name: 'Suspense holds what its items say',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const held = await store.heldInSuspense(tx)
      const booked = -(await balanceOf({ tx, today: EVER }, { account: 'suspense' }))
      return {
        figure: formatNaira(kobo(held)),
        problems:
          held === booked
            ? []
            : [`items hold ${formatNaira(kobo(held))}, the ledger ${formatNaira(kobo(booked))}`],
      }
    },
  },
  {
    name: 'The account of every batch has what its rows deducted',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const { due, problems } = await store.dueOtherwise(tx)
      return { figure: formatNaira(kobo(due)), problems }
    },
  },
]
