import assert from 'node:assert/strict'
import { type AccountName, CHART } from '../../../contract/ledger.ts'

const CODES = new Map<number, AccountName>(
  Object.entries(CHART).map(([name, account]) => [account.code, name as AccountName]),
)

export function accountNamed(code: number): AccountName {
  const name = CODES.get(code)
  assert(name, `account ${code} is not in the chart`)
  return name
}

/** An account of the lender's own belongs to no loan. */
export function accountOf(code: number): {
  code: number
  perLoan: (typeof CHART)[AccountName]['perLoan']
} {
  const name = CODES.get(code)
  return name ? CHART[name] : { code, perLoan: 'never' }
}
