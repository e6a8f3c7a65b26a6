import { countText } from '../../../engine/countText.ts'
import { formatMonth } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Check } from '../../kernel/check.ts'
import * as store from './proof.sql.ts'

/** Nothing changes a closed month once it was proved; a million loans a month take some seconds each. */
const MONTHS_PROVED = 24
const SHOWN = 20

const naira = (amount: bigint): string => formatNaira(kobo(amount))

/** What closed months posted beside their loans and beside the ledger. */
export const closingChecks: readonly Check[] = [
  {
    name: 'Accrued interest, provisions and suspended interest of closed months are those of their loans and of the ledger',
    async run(tx) {
      const problems: string[] = []
      const months = await store.closedMonths(tx, MONTHS_PROVED)
      for (const { id, month } of months)
        for (const { kind, loans, lines, account } of await store.compareMonth(tx, id))
          if (loans !== lines || lines !== account)
            problems.push(
              `${formatMonth(month.slice(0, 7))}, ${kind}: loans ${naira(loans)}, close ${naira(lines)}, ledger ${naira(account)}`,
            )
      const left = await store.accrualLeft(tx)
      if (left !== 0n) problems.push(`account 1140 holds ${naira(left)} that no first of a month reversed`)
      problems.push(...(await store.otherEntries(tx)))
      return { figure: `${countText(months.length)} closed months`, problems: problems.slice(0, SHOWN) }
    },
  },
]
