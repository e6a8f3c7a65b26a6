import type { BankAlert } from '../../../engine/bankAlertText.ts'
import type { Tx } from '../../kernel/db.ts'
import * as store from './bankAlerts.sql.ts'

const NUMBERS_MAX = 20
const NAMES_MAX = 12

/**
 * Loans that a bank's alert could be about, likeliest first. The account in it is ours, so only the narration helps.
 */
export async function matchAlert(
  tx: Tx,
  alert: BankAlert,
): Promise<{ loanId: string; loanNumber: string; customerName: string; why: string }[]> {
  const text = `${alert.description ?? ''} ${alert.reference ?? ''}`.toUpperCase()
  const numbers = (text.match(/[A-Z]{0,6}\d{4,12}/g) ?? []).slice(0, NUMBERS_MAX)
  const words = (text.match(/[A-Z]{3,30}/g) ?? []).map(word => word.toLowerCase())
  const names = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? ''
    // in either order, as banks turn names round
    return [`% ${before} ${word} %`, `% ${word} ${before} %`]
  })
  const found = await store.loansNamed(tx, { numbers, names: names.slice(0, NAMES_MAX) })
  return found.map(row => ({
    loanId: row.id,
    loanNumber: row.number,
    customerName: `${row.surname} ${row.first_name}`,
    why: row.instalment === alert.amount ? `${row.how}, and it is the instalment` : row.how,
  }))
}
