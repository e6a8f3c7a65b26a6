/** The time within which that share of all was done: one that was measured, never one in between; 0 where there is none. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? 0
}
