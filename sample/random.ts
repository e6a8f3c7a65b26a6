/** The same numbers from the same seed, quickly (mulberry32). */
export function chance(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return sides => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) % sides
  }
}
export type Roll = ReturnType<typeof chance>

export function pick<T>(roll: Roll, list: readonly T[]): T {
  const chosen = list[roll(list.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
