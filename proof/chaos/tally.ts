import { chance, type Roll } from '../../sample/random.ts'

/** What a run did and found. Every choice comes from its seed; when a kill lands within the work is up to the machine. */
export type Tally = {
  seed: number
  roll: Roll
  faults: Map<string, number>
  checks: Map<string, number>
  violations: string[]
  fault(kind: string, times?: number): void
  /** Counts a check and keeps what it found wrong. */
  check(id: string, problems: readonly string[]): void
  say(line: string): void
}

export function openTally(seed: number, say: (line: string) => void = () => {}): Tally {
  const count = (counts: Map<string, number>, name: string, times = 1) =>
    counts.set(name, (counts.get(name) ?? 0) + times)
  const tally: Tally = {
    seed,
    roll: chance(seed),
    faults: new Map(),
    checks: new Map(),
    violations: [],
    fault: (kind, times) => void count(tally.faults, kind, times),
    check(id, problems) {
      count(tally.checks, id)
      for (const problem of problems.slice(0, 5)) tally.violations.push(`${id}: ${problem}`)
      for (const problem of problems.slice(0, 5)) say(`VIOLATION ${id}: ${problem}`)
    },
    say,
  }
  return tally
}

const summed = (counts: ReadonlyMap<string, number>): string =>
  [...counts.values()].reduce((sum, each) => sum + each, 0).toLocaleString('en-NG')
const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, times]) => `${name} ×${times.toLocaleString('en-NG')}`)
    .join(', ')

const ID = /\b[AFIG]\d{1,2}\b/g
/** By the ids that docs/proof-ids.md explains, each in a label of its own. */
const idsIn = (counts: ReadonlyMap<string, number>): string => {
  const ids = [...new Set([...counts.keys()].flatMap(name => name.match(ID) ?? []))].sort()
  return `${ids.length}: ${ids.join(' ')}`
}

function added(some: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const counts of some) for (const [name, times] of counts) sum.set(name, (sum.get(name) ?? 0) + times)
  return sum
}

/** Of one run for each seed, added up. */
export function report(tallies: readonly Tally[]): string {
  const faults = added(tallies.map(tally => tally.faults))
  const checks = added(tallies.map(tally => tally.checks))
  const wrong = tallies.flatMap(({ seed, violations }) => violations.map(each => `  seed ${seed}: ${each}`))
  return [
    ...tallies.map(({ seed, violations }) => `seed ${seed}: ${violations.length} violations`),
    `${summed(faults)} faults: ${listed(faults)}`,
    `${summed(checks)} checks: ${listed(checks)}`,
    `ids of faults that fell, ${idsIn(faults)}`,
    `ids that were checked, ${idsIn(checks)}`,
    `${wrong.length} violations`,
    ...wrong,
  ].join('\n')
}
