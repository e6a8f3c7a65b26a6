import { type BookAccount, OF_THE_LOAN, readBook } from '../../../engine/accounts.ts'
import { type AwaitedFiles, isAwaitedSince } from '../../../engine/awaited.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import { decodeEvents } from '../../../engine/eventText.ts'
import { foldLoan } from '../../../engine/loan.ts'
import { shortRefunds } from '../../../engine/refusals.ts'
import type { Tx } from '../../kernel/db.ts'
import { balancesOfLoans, openingDays, PassedOnSums } from '../ledger/ledger.ts'
import { awaitedOfLoans } from '../payMonths/payMonths.ts'
import { eventsByLoan, lastFinishedDay } from './daily.sql.ts'
import { payersOf } from './lateness.sql.ts'
import * as store from './loans.sql.ts'
import { agreementOf, figuresOf, LATE_STORED_MAX, paidOutBy } from './state.ts'

/** The newest days are stored, and of an older loan those since it was last recalculated. */
function lateProblem(
  { late_on: on, late_owed: owed }: Pick<store.LoanThen, 'late_on' | 'late_owed'>,
  figures: ReturnType<typeof figuresOf>,
): string | undefined {
  if (on === null || owed === null) return undefined
  const [held, known] = [
    on.map((day, n) => `${day} ${owed[n]}`).slice(-LATE_STORED_MAX),
    (figures.late_on ?? []).map((day, n) => `${day} ${figures.late_owed?.[n]}`),
  ]
  const isSuffix = held.join() === known.slice(known.length - held.length).join()
  return isSuffix && (held.length > 0 || known.length === 0)
    ? undefined
    : `late are ${held.join(', ')} in the list, ${known.join(', ')}`
}

const BATCH = 500
const SHOWN = 20
const FIGURES = [
  'status',
  'owed_principal',
  'owed_interest',
  'owed_fee',
  'owed_penalty',
  'credit',
  'arrears',
  'oldest_unpaid_on',
  'next_due_on',
  'next_due_amount',
] as const

function readOn(
  row: store.LoanThen,
  stored: string | undefined,
  awaited: AwaitedFiles | undefined,
  day: LocalDate,
) {
  const events = decodeEvents(stored)
  const agreement = agreementOf({ row, events, awaited }, day)
  const state = foldLoan(agreement, events, day)
  const paidOut = paidOutBy(agreement)
  return { row, day, agreement, state, paidOut, accounts: readBook(state, paidOut).accounts }
}
type Read = ReturnType<typeof readOn>

/** What the ledger, the lists and the engine say of each loan, side by side, on the day of the last daily run or later. */
export const loanChecks = [
  {
    name: 'The engine’s state of every loan equals its sub-ledger and its figures, and no credit is below zero',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const lastRun = await lastFinishedDay(tx)
      const problems: string[] = []
      let loans = 0
      const passedOn = new PassedOnSums()
      for (let after: string | null = null; ; ) {
        const rows: store.LoanThen[] = await store.loansAfter(tx, lastRun, after, BATCH)
        const ids = rows.map(row => row.id)
        const events = await eventsByLoan(tx, ids)
        const held = await balancesOfLoans({ tx }, ids)
        const awaited = await awaitedOfLoans(tx, payersOf(ids))
        const openings = await openingDays({ tx }, ids)
        const imported = await eventsByLoan(tx, [...openings.keys()], true)
        for (const row of rows) {
          loans += 1
          const files = awaited.get(row.id)
          const loan = readOn(row, events.get(row.id), files, localDate(row.figures_of ?? ''))
          const found = compare(loan, held.get(row.id) ?? {})
          if (found && problems.length < SHOWN) problems.push(`${row.number}: ${found}`)
          const openedOn = openings.get(row.id)
          passedOn.add(loan.accounts)
          // what it passed on before the import is in the previous system
          if (openedOn) passedOn.add(readOn(row, imported.get(row.id), files, openedOn).accounts, -1n)
        }
        after = rows.at(-1)?.id ?? null
        if (rows.length < BATCH) break
      }
      problems.push(...(await passedOn.problems(tx)))
      return { figure: `${loans} loans`, problems }
    },
  },
]

type Held = Partial<Record<BookAccount, bigint>>

function compare({ row, day, agreement, state, paidOut, accounts }: Read, held: Held): string | undefined {
  const [short] = shortRefunds(state)
  if (short) return `its credit is below zero after the refund of ${short.date}`
  for (const account of OF_THE_LOAN) {
    const ledger = held[account] ?? 0n
    if (ledger !== accounts[account])
      return `${account} is ${ledger} in the ledger, ${accounts[account]} by the engine on ${day}`
  }
  const figures = figuresOf(state)
  const other = FIGURES.find(name => figures[name] !== row[name])
  if (other) return `${other} is ${row[other]} in the list, ${figures[other]} by the engine on ${day}`
  const charged = state.charges.find(each => isAwaitedSince(agreement.awaited, each, day))
  if (charged) return `${charged.id} is charged on ${charged.dueDate}, whose file is awaited`
  const late = lateProblem(row, figures)
  if (late) return `${late} by the engine on ${day}`
  // older loans have it once they are recalculated
  if (row.last_due_on !== null && row.last_due_on !== figures.last_due_on)
    return `last_due_on is ${row.last_due_on} in the list, ${figures.last_due_on} by the engine on ${day}`
  const scheduled = state.original.reduce((sum, each) => sum + each.principal, 0n)
  if (state.original.length > 0 && scheduled !== paidOut.financed)
    return `the schedule repays ${scheduled} of ${paidOut.financed} financed`
  return undefined
}
