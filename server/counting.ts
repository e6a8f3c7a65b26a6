/** Lists found to be longer than anybody counts, and until when that is taken as known. */
const long = new Map<string, number>()
const KNOWN_FOR_MS = 60_000
const KNOWN_MOST = 1_000

/**
 * Counts a list up to a limit, past which a page says "10,000+". Whoever comes within a minute of finding it that long
 * is told so at once, since reading the rows to the limit takes longer than the page itself; a shorter list is counted
 * every time. `list` says which list it is and what it is narrowed by.
 */
export async function countUpTo(
  most: number,
  list: string,
  count: (limit: number) => Promise<number>,
): Promise<{ total: number; exact: boolean }> {
  const known = long.get(list)
  if (known !== undefined && known > performance.now()) return { total: most, exact: false }
  const counted = await count(most + 1)
  long.delete(list)
  if (counted <= most) return { total: counted, exact: true }
  if (long.size >= KNOWN_MOST) long.clear()
  long.set(list, performance.now() + KNOWN_FOR_MS)
  return { total: most, exact: false }
}
