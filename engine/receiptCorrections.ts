import { COMPONENTS, type Parts } from './allocation.ts'
import { formatDate, type LocalDate } from './dates.ts'
import { EVENT_LABELS } from './eventLabels.ts'
import { history, type LoanEvent, MONEY_IN } from './events.ts'
import { type Entry, foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { formatNaira, type Kobo, ZERO } from './money.ts'

/**
 * A receipt that was issued says how its money was allocated at that time. Entries of earlier days and reversals replay the
 * loan and may allocate it otherwise: then both are shown. Nothing is stored twice: what a receipt said is what the events
 * entered by then say.
 */

export type Corrected = {
  /** The entry as it was when the receipt was issued. */
  issued: Entry
  on: LocalDate
  because: string
}

/** Receipts of a state that are allocated otherwise than they were issued, by their id. */
export function correctedReceipts(
  agreement: LoanAgreement,
  events: readonly LoanEvent[],
  state: LoanState,
): ReadonlyMap<string, Corrected> {
  const issued = new Map<string, Entry>()
  const changes = new Map<string, LoanEvent>()
  const receiptsAt = (count: number) => receiptsOf(foldLoan(agreement, events.slice(0, count), state.asOf))
  for (const [index, event] of events.entries()) {
    if (isLast(events, index)) continue
    const after = receiptsAt(index + 1)
    for (const [id, before] of receiptsAt(index)) {
      const now = after.get(id)
      if (!issued.has(id)) issued.set(id, before)
      if (now && isAllocatedOtherwise(before, now)) changes.set(id, event)
    }
  }
  const corrected = new Map<string, Corrected>()
  for (const [id, now] of receiptsOf(state)) {
    const [first, change] = [issued.get(id), changes.get(id)]
    if (first && change && isAllocatedOtherwise(first, now))
      corrected.set(id, {
        issued: first,
        on: change.enteredOn ?? change.date,
        because: causeOf(change, events),
      })
  }
  return corrected
}

/** What was entered last and takes effect last changes nothing before it. */
function isLast(events: readonly LoanEvent[], index: number): boolean {
  const event = events[index]
  if (!event || event.type === 'reversal') return false
  const known = events.slice(0, index)
  if (known.every(({ date }) => date < event.date)) return true
  return (
    history([...known, event], event.date).events.at(-1) === event &&
    known.every(({ date }) => date <= event.date)
  )
}

const receiptsOf = ({ entries }: LoanState): Map<string, Entry> =>
  new Map(
    entries.filter(({ type, undone }) => MONEY_IN.has(type) && !undone).map(entry => [entry.event, entry]),
  )

const isAllocatedOtherwise = (a: Entry, b: Entry): boolean =>
  COMPONENTS.some((part: keyof Parts) => a.parts[part] !== b.parts[part]) ||
  a.credit !== b.credit ||
  a.recovered !== b.recovered

function amountOf(event: LoanEvent): Kobo {
  if (event.type === 'charge' && 'flat' in event.amount) return event.amount.flat
  return 'amount' in event && typeof event.amount === 'bigint' ? event.amount : ZERO
}

function named(event: LoanEvent): string {
  const amount = amountOf(event)
  const sum = amount > 0n ? ` of ${formatNaira(amount)}` : ''
  return `${EVENT_LABELS[event.type].toLowerCase()}${sum} dated ${formatDate(event.date)}`
}

function causeOf(event: LoanEvent, events: readonly LoanEvent[]): string {
  const target = event.type === 'reversal' ? events.find(({ id }) => id === event.of) : undefined
  return target ? `The ${named(target)} was reversed` : `A ${named(event)} was entered`
}
