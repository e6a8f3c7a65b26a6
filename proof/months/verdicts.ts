import { sql } from 'kysely'
import type { Verdict } from '../../contract/reconciliation.ts'
import { calculateStale } from '../../server/modules/reconciliation/calculate.ts'
import { type Deskwork, keyOf } from './desk.ts'
import type { House } from './lender.ts'
import type { Fact, Month, Office } from './office.ts'

/** What the reconciliation says of each person and month, against what the office knows it did. */

export type Found = { counts: Map<Verdict, number>; problems: string[] }
type Line = {
  staff: string
  verdict: Verdict | null
  instructed: bigint
  deducted: bigint
  remitted: bigint
  posted: bigint
}

/** All months, once everything has been posted, paid and cleared. */
export async function verdictsOf(house: House, work: Deskwork, offices: readonly Office[]): Promise<Found> {
  await calculateStale(house.testApp.program)
  const counts = new Map<Verdict, number>()
  const problems: string[] = []
  for (const office of offices)
    for (const month of office.months) {
      const found = await linesOf(house, office, month)
      for (const { verdict } of found.values())
        if (verdict) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
      problems.push(...compared(work, office, month, found))
    }
  return { counts, problems }
}

async function linesOf({ testApp }: House, office: Office, month: Month): Promise<Map<string, Line>> {
  const { rows } = await sql<Line>`
    select person_key as staff, verdict, instructed, deducted, remitted, posted from reconciliation_line
    where source = ${office.code} and month = ${`${month}-01`}::date`.execute(testApp.program.db)
  return new Map(rows.map(row => [row.staff, row]))
}

function compared(work: Deskwork, office: Office, month: Month, found: ReadonlyMap<string, Line>): string[] {
  const problems: string[] = []
  const say = (what: string): void => void problems.push(`${month} ${office.code} ${what}`)
  const facts = new Map(office.factsOf(month).map(fact => [fact.staff, fact]))
  const { remitted, whole } = remittedIn(work, office, month)
  for (const staff of new Set([...facts.keys(), ...found.keys()])) {
    const fact = facts.get(staff)
    const line = found.get(staff)
    const wanted = verdictFor(work, office, month, staff, fact, remitted.get(staff))
    const is = line?.verdict ?? 'agrees'
    if (!wanted.includes(is)) say(`${staff}: ${wanted.join(' or ')}, found ${is}, ${spelt(fact)}`)
    if ((line?.deducted ?? 0n) !== (fact?.listed ?? 0n))
      say(`${staff}: ${fact?.listed} deducted, found ${line?.deducted}`)
  }
  const sum = (of: keyof Pick<Line, 'remitted' | 'deducted'>): bigint =>
    [...found.values()].reduce((total, line) => total + line[of], 0n)
  if (sum('remitted') !== whole) say(`${whole} remitted, found ${sum('remitted')}`)
  return problems
}

const spelt = (fact: Fact | undefined): string =>
  fact
    ? `${fact.instructed} instructed, ${fact.deducted} deducted, ${fact.listed} listed: ${fact.plants.join(', ')}`
    : 'nothing at the office'

/** The verdict that follows from what the office did; two where a kobo of a shared remittance decides. */
function verdictFor(
  work: Deskwork,
  office: Office,
  month: Month,
  staff: string,
  fact: Fact | undefined,
  remitted: { least: bigint; most: bigint } = { least: 0n, most: 0n },
): Verdict[] {
  const { amount, isRefused } = office.asked(staff, month)
  const deducted = fact?.listed ?? 0n
  if (deducted === 0n) {
    if (isRefused) return ['refusedByOffice']
    // whether something was due that the lender did not ask for, the office cannot know
    return amount > 0n ? ['instructedNotDeducted'] : ['agrees', 'notInstructed']
  }
  const isInstructed = work.instructed.has(keyOf(office.code, month))
  if (amount === 0n) {
    const stop: Verdict[] = office.isStopped(staff, month) ? ['deductedAfterStop'] : ['deductedNotInstructed']
    return isInstructed ? stop : ['deductedNotInstructed']
  }
  const batches = work.posted.get(keyOf(office.code, month)) ?? []
  const isReturned = batches.some(({ id }) => work.returned.has(`${id} ${staff}`))
  if (deducted < amount || isReturned) return ['short']
  if (deducted > amount) return ['over']
  return [
    ...(remitted.least < deducted ? (['deductedNotRemitted'] as const) : []),
    ...(remitted.most >= deducted ? (['agrees'] as const) : []),
  ]
}

/** What was paid of each batch of a month, spread over its persons by what was deducted from them. */
function remittedIn(work: Deskwork, office: Office, month: Month) {
  const remitted = new Map<string, { least: bigint; most: bigint }>()
  let whole = 0n
  for (const { id, amounts } of work.posted.get(keyOf(office.code, month)) ?? []) {
    const paid = work.receipts
      .flatMap(receipt => receipt.lines)
      .filter(line => line.batchId === id)
      .reduce((sum, line) => sum + line.amount + line.charge, 0n)
    const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n)
    whole += paid
    for (const [staff, amount] of amounts) {
      const least = total === 0n ? 0n : (paid * amount) / total
      const most = total === 0n || (paid * amount) % total === 0n ? least : least + 1n
      const before = remitted.get(staff) ?? { least: 0n, most: 0n }
      remitted.set(staff, { least: before.least + least, most: before.most + most })
    }
  }
  return { remitted, whole }
}
