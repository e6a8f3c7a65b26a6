import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Check } from '../../kernel/check.ts'
import * as store from './proof.sql.ts'

const naira = (amount: bigint): string => formatNaira(kobo(amount))
const problemsOf = (days: Awaited<ReturnType<typeof store.creditDifferences>>): string[] =>
  days.map(
    ({ on, accounts, ledger }) =>
      `on ${formatDate(localDate(on))} the accounts moved ${naira(accounts)}, the ledger ${naira(ledger)}`,
  )

/** The accounts of payroll offices beside the ledger, on every day. */
export const officeChecks: readonly Check[] = [
  {
    name: 'Payroll offices owe deductions less allocations, charges and write-downs, on every day',
    run: async tx => ({
      figure: naira(await store.owedByOffices(tx)),
      problems: problemsOf(await store.receivableDifferences(tx)),
    }),
  },
  {
    name: 'Remittance clearing holds what is not allocated, on every day',
    run: async tx => ({
      figure: naira(await store.creditOfOffices(tx)),
      problems: problemsOf(await store.creditDifferences(tx)),
    }),
  },
  {
    name: 'Charges and write-downs of payroll offices are those of their accounts, on every day',
    run: async tx => ({
      figure: 'charges, write-downs',
      problems: [
        ...problemsOf(await store.chargeDifferences(tx)),
        ...problemsOf(await store.writeDownDifferences(tx)),
      ],
    }),
  },
  {
    name: 'Every receipt of a payroll office is allocated within its amount',
    async run(tx) {
      const { receipts, problems } = await store.misallocated(tx)
      return { figure: `${receipts} receipts`, problems }
    },
  },
]
