import { localDate } from '../../engine/dates.ts'
import type { Tx } from '../db.ts'
import { loanBalances } from '../ledger/ledger.ts'
import * as store from './loans.sql.ts'
import { agreementOf, figuresOf, openDossier, paidOutBy, readingOn, stateOn } from './state.ts'

const BATCH = 500
const SHOWN = 20
const SUB_LEDGER = [
  'loanPrincipal',
  'interestReceivable',
  'feeReceivable',
  'penaltyReceivable',
  'customerCredit',
] as const

/** What the ledger, the lists and the engine say of each loan, side by side. */
export const loanChecks = [
  {
    name: 'The engine’s state of every loan equals its sub-ledger and its figures',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const problems: string[] = []
      let loans = 0
      for (let after: string | null = null; ; ) {
        const rows: store.LoanRow[] = await store.loansAfter(tx, after, BATCH)
        for (const row of rows) {
          loans += 1
          const found = await compare(tx, row)
          if (found && problems.length < SHOWN) problems.push(`${row.number}: ${found}`)
        }
        after = rows.at(-1)?.id ?? null
        if (rows.length < BATCH) return { figure: `${loans} loans`, problems }
      }
    },
  },
]

async function compare(tx: Tx, row: store.LoanRow): Promise<string | undefined> {
  if (row.booked_through === null) return undefined
  const day = localDate(row.booked_through)
  const dossier = await openDossier(tx, row)
  const expected = readingOn(dossier, day, day).accounts
  const held = await loanBalances({ tx }, { loanId: row.id })
  for (const account of SUB_LEDGER) {
    const ledger = held[account] ?? 0n
    if (ledger !== expected[account])
      return `${account} is ${ledger} in the ledger, ${expected[account]} by the engine`
  }
  const state = stateOn(dossier, day, day)
  const figures = figuresOf(state)
  if (
    figures.owed_principal !== row.owed_principal ||
    figures.credit !== row.credit ||
    figures.status !== row.status
  )
    return 'the list shows other figures than the engine'
  const { financed } = paidOutBy(agreementOf(dossier, day))
  const scheduled = state.original.reduce((sum, each) => sum + each.principal, 0n)
  if (state.original.length > 0 && scheduled !== financed)
    return `the schedule repays ${scheduled} of ${financed} financed`
  return undefined
}
