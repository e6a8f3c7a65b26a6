import { chance, type Roll } from '../../sample/random.ts'

/** What one part of the attack tried and what got through. Every choice comes from the seed. */
export type Score = {
  part: string
  roll: Roll
  cases: Map<string, number>
  violations: string[]
  /** Counts a case under its id and keeps what was wrong with it. */
  note(id: string, problems: readonly string[], about?: string): void
}

/** More of the same adds nothing. */
const SHOWN_EACH = 8

export function openScore(part: string, seed: number, say: (line: string) => void = () => {}): Score {
  const shown = new Map<string, number>()
  const score: Score = {
    part,
    roll: chance(seed),
    cases: new Map(),
    violations: [],
    note(id, problems, about = '') {
      score.cases.set(id, (score.cases.get(id) ?? 0) + 1)
      for (const problem of problems) {
        const violation = `${id}${about ? ` ${about}` : ''}: ${problem}`
        score.violations.push(violation)
        const times = (shown.get(id) ?? 0) + 1
        shown.set(id, times)
        if (times <= SHOWN_EACH) say(`VIOLATION ${part} ${violation}`)
      }
    },
  }
  return score
}

export const casesOf = (score: Score): number =>
  [...score.cases.values()].reduce((sum, each) => sum + each, 0)

export function report(scores: readonly Score[], seed: number): string {
  const line = (part: string, cases: string, violations: string): string =>
    `${part.padEnd(10)}${cases.padStart(10)}${violations.padStart(12)}`
  return [
    `seed ${seed}`,
    line('part', 'cases', 'violations'),
    ...scores.map(score =>
      line(score.part, casesOf(score).toLocaleString('en-NG'), String(score.violations.length)),
    ),
    ...scores.flatMap(score => ['', `${score.part}: ${counts(score)}`]),
    '',
    `ids that were tried, ${idsIn(scores)}`,
  ].join('\n')
}

const ID = /\b[ABDI]\d{1,2}\b/g
/** By the ids that docs/proof-ids.md explains. */
function idsIn(scores: readonly Score[]): string {
  const labels = scores.flatMap(({ cases }) => [...cases.keys()])
  const ids = [...new Set(labels.flatMap(label => label.match(ID) ?? []))].sort()
  return `${ids.length}: ${ids.join(' ')}`
}

const counts = ({ cases }: Score): string =>
  [...cases].map(([id, times]) => `${id} ${times.toLocaleString('en-NG')}`).join(', ')

/** A few at a time: a program attacked by one caller at a time shows no race. */
export async function inParallel<T>(
  list: readonly T[],
  hands: number,
  act: (each: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list].reverse()
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await act(next)
  }
  await Promise.all(Array.from({ length: hands }, work))
}
