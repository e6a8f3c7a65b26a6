import { type AccountName, CHART } from '../../../contract/ledger.ts'
import type { Tx } from '../../kernel/db.ts'
import { heldForLoans } from './forLoans.sql.ts'

/** Kept for all loans together: the insurer and the tax office are owed by the lender. */
const ACCOUNTS = ['premiumsPayable', 'vatPayable'] as const satisfies AccountName[]
type Sums = Record<(typeof ACCOUNTS)[number], bigint>

/** What loans pass on by the engine, beside what their entries say. */
export class PassedOnSums {
  readonly #sums: Sums = { premiumsPayable: 0n, vatPayable: 0n }

  add(accounts: Sums, sign: 1n | -1n = 1n): void {
    for (const account of ACCOUNTS) this.#sums[account] += sign * accounts[account]
  }

  async problems(tx: Tx): Promise<string[]> {
    const codes = ACCOUNTS.map(account => CHART[account].code)
    const posted = new Map((await heldForLoans(tx, codes)).map(({ code, balance }) => [code, balance]))
    return ACCOUNTS.flatMap(account => {
      const [ledger, engine] = [posted.get(CHART[account].code) ?? 0n, this.#sums[account]]
      return ledger === engine
        ? []
        : [`${account} is ${ledger} in the entries of loans, ${engine} by the engine`]
    })
  }
}
